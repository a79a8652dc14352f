"""People play the Harkonnen: their dice, what a die is spent for, cards, vehicles, spice, free actions.

What can be done is asked of the rules (``legal_commands``), so nothing is offered that they would refuse. Moves and
attacks are tapped on the map or chosen by name, everything else is chosen from a list or counted.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import islice

from companion.board import AREA_IDS, members
from companion.content import DECK_CARDS, GENERIC_LEADER, LEADERS
from companion.content.steps import Place, Play
from companion.content.terms import Deck, Result, Subfaction
from companion.rules import legal
from companion.rules.commands import (
    CardStepDone,
    Command,
    DismissHawat,
    MoveLegion,
    PlaceVehicle,
    ReplaceUnits,
    Scout,
    TalkInSecret,
    UseBeneGesserit,
    UseHarkonnenLeader,
)
from companion.rules.frames import (
    ActionFrame,
    CardFrame,
    HarkonnenRollFrame,
    HazardsFrame,
    RollSource,
    TurnFrame,
    VehiclesFrame,
)
from companion.rules.handlers.card_places import site_mask
from companion.rules.handlers.card_steps import current_step
from companion.rules.handlers.common import in_charge
from companion.rules.handlers.harkonnen_player import MOST_OF_A_RESULT
from companion.rules.handlers.rounds import hand_limit
from companion.rules.legal_scheme import leaders_of_side
from companion.rules.state import HARKONNEN, Mode, State
from companion.rules.teams import harkonnen_splits
from companion.web.orders.card_steps import card_step_text
from companion.web.say import _
from companion.web.scene import Scene, panel_for
from companion.web.steps.atreides import moving
from companion.web.steps.head import Head
from companion.web.steps.people.pieces import with_deployment, with_pieces
from companion.web.ui.blocks import (
    Act,
    Block,
    Button,
    Buttons,
    Check,
    Checks,
    Fold,
    Form,
    Go,
    Key,
    Keys,
    Lines,
    Note,
    Select,
    Stepper,
    Steppers,
)
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import figure_steppers, go_form, rule_link
from companion.web.words import names
from companion.web.words.guide import guide_text

MOST_LISTED = 400
HARKONNEN_DECKS = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)
HALVES = {False: Subfaction.HOUSE_HARKONNEN, True: Subfaction.CORRINO_ALLY}
"""Whose dashboard a Harkonnen die lies on, by whether it is the Ally's."""
FREE = (Scout, DismissHawat, TalkInSecret)
LISTED = (UseHarkonnenLeader, UseBeneGesserit, ReplaceUnits, PlaceVehicle, CardStepDone, *FREE)


def by_people(state: State) -> bool:
    """True in games in which people play the Harkonnen."""
    return state.mode is not Mode.SOLO


def charge_notes(state: State) -> tuple[Block, ...]:
    """Returns which partner of a shared faction carries out the step in progress; nothing where all may.

    Phases that belong to a partner (TEAM-5), and the action of a die of one dashboard or handed over (TEAM-4).
    """
    partner = in_charge(state)
    if partner is None:
        return ()
    match state.frame:
        case VehiclesFrame():
            return (Note(_("House Harkonnen places the vehicles."), "people"),)
        case HazardsFrame():
            return (Note(_("The Fremen Ally carries out the desert hazards."), "people"),)
    said = {
        Subfaction.HOUSE_HARKONNEN: _("A die of House Harkonnen, who decides everything about this action."),
        Subfaction.CORRINO_ALLY: _("A die of the Corrino Ally, who decides everything about this action."),
        Subfaction.FREMEN_ALLY: _(
            "The House die is handed over: the Fremen Ally decides everything about this action."
        ),
    }[partner]
    return (Note(said, "people", rule=rule_link("TEAM-4")),)


def panel(scene: Scene, title: str, blocks: Sequence[Block], rule: str, areas: Sequence[int] = ()) -> Panel:
    """Returns a panel of the Harkonnen players."""
    guide = guide_text(scene.state)
    return Panel(
        kicker=guide.kicker,
        faction="h",
        title=title,
        detail=guide.sentence,
        blocks=tuple(blocks),
        focus=lit(list(areas)),
        css="order",
        rule=rule_link(rule),
    )


@panel_for(HarkonnenRollFrame)
def roll(scene: Scene, frame: HarkonnenRollFrame) -> Panel:
    """Asks for the results of all Harkonnen dice; of a shared faction also for what lies on the Ally's dashboard."""
    dice, shared = scene.state.harkonnen_unused, scene.state.rules.harkonnen_partners > 1
    shown = {r: int(n) if (n := scene.pick.get(r.value, "0")).isdecimal() else 0 for r in Result}
    most = 4 if shared else MOST_OF_A_RESULT
    rolled = not shared and any(shown.values())
    steppers = tuple(Stepper(r.value, names.result_name(r), min(shown[r], most), 0, most, r.value, "h") for r in Result)
    inner: list[Block] = [Steppers(steppers, total=dice)]
    if shared:
        ally = tuple(Stepper(f"corrino-{r.value}", names.result_name(r), 0, 0, 2, r.value, "h") for r in Result)
        inner.append(Steppers(ally, _("Of these on the Ally’s dashboard")))
    inner.append(Go(_("These are the Harkonnen dice"), "check", missing=_("# more dice to enter")))
    title = _("Roll the Harkonnen dice: %(number)s", number=dice)
    if shared and scene.pick.get("split"):
        return panel(scene, _("The dice are rolled: share them out"), [_splits_form(scene)], "TEAM-3")
    if rolled:
        source = {"source": RollSource.APP.value}
        enter = Form("their-dice", tuple(inner), source)
        blocks = (*turned_first(shown, most), enter)
        return panel(scene, _("Too many of one result: turn some dice"), blocks, "ACT-1")
    enter = Form("their-dice", tuple(inner))
    if scene.app_rolls:
        by_hand = Fold(_("I rolled them at the table"), (enter,), "dice")
        return panel(scene, title, [by_hand, go_form("roll-their-dice", _("Roll for me"), "roll")], "ACT-1")
    by_app = Form("roll-their-dice", (Buttons((Button(_("Roll for me"), "roll"),)),))
    return panel(scene, title, [by_app, enter], "ACT-1")


def turned_first(shown: Mapping[Result, int], most: int) -> tuple[Block, ...]:
    """Says which results a die too many may be turned to at first: those with the most free spaces (ACT-1)."""
    least = min(shown.values())
    over = [result for result, number in shown.items() if number > most]
    emptiest = [result for result, number in shown.items() if number == least]
    facts = {"over": _result_names(over), "to": _result_names(emptiest)}
    text = _("Rolled too often: %(over)s. A die of it turns to the emptiest result first: %(to)s.", **facts)
    return (Note(text, "dice"),) if over else ()


def _result_names(results: Sequence[Result]) -> str:
    return names.join(names.result_name(result) for result in results)


def _splits_form(scene: Scene) -> Form:
    """What may lie on which dashboard, where the rules leave a choice between several (TEAM-3)."""
    splits = harkonnen_splits(scene.chance.harkonnen_dice(scene.state.harkonnen_unused))
    offers = tuple(
        (
            str(number),
            _(
                "House Harkonnen: %(house)s. Corrino Ally: %(corrino)s.",
                house=names.join(names.result_name(r) for r in split.house),
                corrino=names.join(names.result_name(r) for r in split.corrino),
            ),
        )
        for number, split in enumerate(splits)
    )
    go = Go(_("These are the Harkonnen dice"), "check")
    return Form("roll-their-dice", (Select("split", _("Who takes which dice?"), offers), go))


def turn(scene: Scene, frame: TurnFrame) -> Panel:
    """Shows the dice, what else may be done, and the end of the turn."""
    state = scene.state
    listed = listed_commands(state)
    if frame.acted:
        end = go_form("their-end", _("End the Harkonnen turn"), "check")
        return panel(scene, _("The die is spent: end the turn"), [*_free(listed), end], "ACT-3")
    corrino = Counter(state.corrino_results)
    house = Counter(state.harkonnen_results or ()) - corrino
    dashboards = {False: _dice_keys(house, ally=False), True: _dice_keys(corrino, ally=True)}
    shared = state.rules.harkonnen_partners > 1
    blocks: list[Block] = []
    for ally, keys in dashboards.items():
        if keys:
            label = names.subfaction_name(HALVES[ally]) if shared else _("Harkonnen dice")
            heading = (Lines((names.capital(label),)),) if shared else ()
            blocks.append(Form("their-die", (*heading, Keys(label, keys, "die", ask=True))))
    if state.reinforcements:
        payers = [
            (key.value or "", _paying(key.text, ally) if shared else key.text)
            for ally, keys in dashboards.items()
            for key in keys
        ]
        blocks.append(Fold(_("Play a planning card"), (_card_form(state, payers),), "cards"))
    return panel(scene, _("Harkonnen turn: tap the die to use"), [*blocks, *_free(listed)], "ACT-3")


def _dice_keys(dice: Counter[Result], *, ally: bool) -> tuple[Key, ...]:
    return tuple(
        Key(names.result_name(r), r.value, value=f"{r.value}:{int(ally)}", many=f"×{number}" if number > 1 else "")
        for r, number in dice.items()
    )


def _paying(die: str, ally: bool) -> str:
    """Names a die of one of the two dashboards in a list."""
    return _("%(die)s (%(player)s)", die=die, player=names.capital(names.subfaction_name(HALVES[ally])))


def _card_form(state: State, dice: Sequence[tuple[str, str]] = ()) -> Form:
    cards = tuple((card.id, names.card_name(card.id)) for deck in HARKONNEN_DECKS for card in DECK_CARDS[deck])
    inner: list[Block] = [Select("card", _("Which card?"), cards)]
    if dice:
        inner.insert(0, Select("die", _("Which die pays for it?"), tuple(dice)))
    return Form("their-card", (*inner, Go(_("Play it"), "cards")))


def _free(listed: Sequence[Command]) -> list[Block]:
    found = [command for command in listed if isinstance(command, (*FREE, UseBeneGesserit))]
    return [Fold(_("Free actions"), (_list_form(found, listed),), "reveal")] if found else []


def listed_commands(state: State) -> list[Command]:
    """Returns what is legal now, in the fixed order by which a form names one."""
    return list(islice(legal.legal_commands(state), MOST_LISTED * 4))


def _list_form(chosen: Sequence[Command], listed: Sequence[Command]) -> Form:
    """A list of commands; the form sends the place of one among all that are legal now."""
    offers = tuple((str(listed.index(command)), described(command)) for command in chosen[:MOST_LISTED])
    return Form("their-choice", (Select("choice", _("What is done?"), offers), Go(_("Do it"), "check")))


def _specials_form(specials: Sequence[UseHarkonnenLeader], listed: Sequence[Command]) -> Form:
    """The special actions that may take the place of the action; one tap, since the step has a go button already."""
    acts = tuple(
        Act("named", described(one), special_text(one.leader), name="choice", value=str(listed.index(one)))
        for one in specials
    )
    return Form("their-choice", acts)


def special_text(leader: str) -> str:
    """Returns what the special action of a leader does, in our words."""
    special = LEADERS[leader].special
    return "" if special is None else _(special.text)


def described(command: Command) -> str:
    """Returns what a command does, as an entry of a list."""
    match command:
        case UseHarkonnenLeader(leader):
            return _("Special action of %(leader)s", leader=names.leader_name(leader))
        case UseBeneGesserit(result):
            return _("Bene Gesserit token on %(result)s", result=names.result_name(result))
        case Scout(zone, area):
            facts = {"area": names.area_name(area), "zone": names.zone_name(zone)}
            return _("Scout %(area)s, with the ornithopter of this zone: %(zone)s", **facts)
        case DismissHawat(count):
            return _("Discard %(count)s cards to send Thufir Hawat away", count=count)
        case TalkInSecret(faction):
            return _("Cone of silence: %(faction)s talk in secret", faction=names.faction_name(faction))
        case CardStepDone(changed=False):
            return _("Leave this step out")
        case CardStepDone(leader=str(leader)):
            return names.leader_name(leader)
        case CardStepDone(areas=(area, *_)) | CardStepDone(area=int(area)):
            return names.area_name(area)
        case _:
            return _("Do what the card says")


def action(scene: Scene, frame: ActionFrame) -> Panel:
    """Goes on with a Harkonnen action: moves and attacks, figures, cards, vehicles, replacements."""
    state, listed = scene.state, listed_commands(scene.state)
    blocks: list[Block] = []
    tapped = moving.moving(scene, frame) if frame.moves or frame.attack else None
    if tapped is not None and scene.pick.get("from"):
        return tapped
    others = [c for c in listed if isinstance(c, LISTED) and not isinstance(c, (*FREE, ReplaceUnits, PlaceVehicle))]
    specials = [c for c in others if isinstance(c, UseHarkonnenLeader)]
    if specials:
        blocks.append(_specials_form(specials, listed))
    others = [c for c in others if c not in specials]
    if others:
        blocks.append(_list_form(others, listed))
    if frame.draws:
        blocks.append(_draw_form(frame))
    if frame.plays:
        blocks.append(_card_form(state))
    done = Form("their-finish", (Buttons((Button(_("The rest is not used"), "chevron"),)),))
    rest = (*blocks, *_free(listed), done)
    if tapped is not None:
        return replace(tapped, blocks=(*tapped.blocks, *rest))
    led = with_pieces(scene, panel(scene, guide_text(state).heading, rest, "ACT-3"), listed)
    deploys = frame.action not in (Result.HOUSE, Result.STRATEGY, Result.LEADERSHIP)
    return with_deployment(scene, frame, led) if deploys and (frame.placements or frame.leaders) else led


def _deploy_form(state: State, areas: Sequence[int], deed_name: str = "their-figures") -> Form:
    beside = [name for name, status in state.leaders if status.standing in ("ready", "board")]
    own = [name for name in beside if name in leaders_of_side(HARKONNEN)]
    generic = GENERIC_LEADER[HARKONNEN].id
    leaders = (("", _("no leader")), *((name, names.leader_name(name)) for name in (generic, *own)))
    inner = (
        Select("area", _("Where?"), tuple((AREA_IDS[area], names.area_name(area)) for area in areas)),
        Steppers(figure_steppers(HARKONNEN, ("regular", "elite", "special"))),
        Select("leader", _("Leader"), leaders),
        Go(_("Place them"), "check"),
    )
    return Form(deed_name, inner)


def _draw_form(frame: ActionFrame) -> Form:
    steppers = tuple(
        Stepper(deck.value, names.deck_name(deck), 0, 0, frame.draws, "cards", "h") for deck in HARKONNEN_DECKS
    )
    return Form("their-draw", (Steppers(steppers, total=frame.draws), Go(_("These cards were drawn"), "cards")))


@panel_for(CardFrame)
def card(scene: Scene, frame: CardFrame) -> Panel:
    """Goes on with a planning card: its next step, which may be left out, or its end."""
    state, step, listed = scene.state, current_step(frame), listed_commands(scene.state)
    blocks: list[Block] = []
    if isinstance(step, Place):
        blocks.append(_deploy_form(state, list(members(site_mask(state, step.site))), "their-card-figures"))
    if isinstance(step, Play):
        blocks.append(_card_form(state))
    led = (*FREE, ReplaceUnits, PlaceVehicle)
    wanted = [
        c for c in listed if isinstance(c, LISTED) and not isinstance(c, led) and not getattr(c, "placements", ())
    ]
    if wanted:
        blocks.append(_list_form(wanted, listed))
    transfers = [c for c in listed if isinstance(c, MoveLegion)][:MOST_LISTED]
    if transfers:
        offers = tuple(
            (
                str(listed.index(c)),
                _(
                    "%(source)s to %(target)s: %(figures)s",
                    source=names.area_name(c.source),
                    target=names.area_name(c.target),
                    figures=names.figures(c.figures, HARKONNEN),
                ),
            )
            for c in transfers
        )
        blocks.append(
            Form("their-choice", (Select("choice", _("Which legion goes where?"), offers), Go(_("Move"), "move")))
        )
    blocks.append(go_form("their-card-done", _("The card is done"), "check"))
    title = names.card_name(frame.card) if step is None else card_step_text(step)
    return with_pieces(scene, panel(scene, title, [*blocks, *_free(listed)], "CARD-1"), listed)


def vehicles(scene: Scene, head: Head) -> Panel:
    """Asks where the vehicles of the round go, one by one."""
    listed = listed_commands(scene.state)
    blocks: list[Block] = [Form("end-vehicles", (Buttons((Button(_("The rest stays in the supply"), "chevron"),)),))]
    return with_pieces(scene, head.panel(*blocks, css="order"), listed)


def end_blocks(state: State) -> list[Block]:
    """Returns what the Harkonnen players decide at the end of a round: leaders first, then the hand (ROUND-2)."""
    found: list[Block] = []
    leaders = [leader for _area, army in state.legions(HARKONNEN) for leader in army.named]
    if leaders:
        checks = tuple(Check(leader, names.leader_name(leader), "named", "h", _("to a Bashar")) for leader in leaders)
        found.append(Checks("their-replaced", _("Harkonnen leaders replaced"), checks))
    hand, over = state.reinforcements, max(0, state.reinforcements - hand_limit(state, HARKONNEN))
    if hand:
        label = _("Cards discarded from the Harkonnen hand of %(hand)s", hand=hand)
        found.append(Steppers((Stepper("their-discarded", label, over, 0, hand, "cards", "h"),)))
    return found
