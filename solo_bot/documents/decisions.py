"""A decision, its options and its question as the JSON of docs/formats.md."""

from typing import Any

from companion.board import AREA_IDS, ZONE_IDS
from companion.content.terms import VehicleKind
from companion.rules.army import Army
from solo_bot.cards.options import (
    AreaOption,
    CardOption,
    CardVehicleOption,
    EnemyLeaderOption,
    PlainOption,
    WormsignsOption,
)
from solo_bot.documents.explain import steps_document
from solo_bot.procedure.decision import (
    AttackOption,
    CardsOption,
    Decision,
    DeployOption,
    MoveOption,
    Option,
    Question,
    ReplaceOption,
    SpecialOption,
    VehiclesOption,
)

Document = dict[str, Any]


def decision_document(decision: Decision) -> Document:
    """Returns one decision as JSON."""
    options: list[Document] = []
    for option in decision.options:
        document = option_document(option)
        if document not in options:
            options.append(document)
    return {
        "result": decision.result.value,
        "action": decision.action,
        "rule": decision.rule,
        "options": options,
        "steps_left": decision.steps_left,
        "question": question_document(decision.question),
        "trace": steps_document(decision.trace),
    }


def option_document(option: Option | CardOption) -> Document:
    """Returns one option of a die or of a planning card in the shape of its action."""
    match option:
        case AttackOption():
            return {
                "attacker": AREA_IDS[option.attacker],
                "target": AREA_IDS[option.target],
                "surprise": option.surprise,
                "zone": _zone(option.zone),
            }
        case MoveOption():
            return {
                "from": AREA_IDS[option.source],
                "to": AREA_IDS[option.target],
                **army_document(option.figures),
                "zone": _zone(option.zone),
            }
        case DeployOption():
            return {
                "placements": [
                    {"area": AREA_IDS[p.area], "units": dict(p.units.counts()), "leader": p.leader}
                    for p in option.placements
                ]
            }
        case ReplaceOption():
            return {
                "replacements": [
                    {"area": AREA_IDS[r.area], "count": r.count, "from": r.old.value, "to": r.new.value}
                    for r in option.replacements
                ]
            }
        case VehiclesOption():
            harvester = None if option.harvester is None else AREA_IDS[option.harvester]
            return {"harvester": harvester, "ornithopter": _zone(option.ornithopter)}
        case CardsOption():
            return {"decks": [deck.value for deck in option.decks]}
        case SpecialOption():
            return {"leader": option.leader, **option_document(option.effect)}
        case _:
            return _card_option_document(option)


def _card_option_document(option: CardOption) -> Document:
    match option:
        case CardVehicleOption(VehicleKind.HARVESTER, place):
            return {"vehicle": VehicleKind.HARVESTER.value, "area": AREA_IDS[place], "zone": None}
        case CardVehicleOption(kind, place):
            return {"vehicle": kind.value, "area": None, "zone": _zone(place)}
        case WormsignsOption(areas):
            return {"wormsigns": [AREA_IDS[area] for area in areas]}
        case EnemyLeaderOption(area, leader):
            return {"area": AREA_IDS[area], "leader": leader}
        case AreaOption(effect, area):
            return {"effect": effect.value, "area": AREA_IDS[area]}
        case PlainOption(effect, count):
            return {"effect": effect.value, "count": count}
        case _:
            return option_document(option)


def army_document(army: Army) -> Document:
    """Returns figures with every count, by the keys of positions."""
    return {
        "regular": army.regular,
        "elite": army.elite,
        "special": army.special,
        "tokens": army.tokens,
        "generic": army.generic,
        "named": list(army.named),
    }


def question_document(question: Question | None) -> Document | None:
    """Returns the question, None without one; a single area is named ``area``."""
    if question is None:
        return None
    if question.ask == "card":
        return {"ask": "card", "deck": None if question.deck is None else question.deck.value}
    areas = [AREA_IDS[area] for area in question.areas]
    if question.ask == "rank" or len(areas) != 1:
        return {"ask": question.ask, "areas": areas}
    return {"ask": question.ask, "area": areas[0]}


def _zone(zone: int | None) -> str | None:
    return None if zone is None else ZONE_IDS[zone]
