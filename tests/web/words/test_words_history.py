"""The history: one line for every event, nothing that only Atreides may know."""

import typing
from dataclasses import replace

import pytest

from companion.board import AREA_NUMBER, ZONE_NUMBER
from companion.content.terms import (
    CombatFace,
    Deck,
    DesertTroop,
    Faction,
    Marker,
    Phase,
    Power,
    Result,
    UnitKind,
    VehicleKind,
    Wormsign,
)
from companion.rules import events as e
from companion.rules.army import Army
from companion.rules.events import Event
from companion.rules.frames import AtreidesRollFrame, Cause, Roll, RollSource
from companion.rules.state import Rules, State
from companion.web.words.history.flow import CAUSES, ENDINGS
from companion.web.words.history.lines import BOOKKEEPING, WORDINGS, history_line, taken_back
from tests.web.words.conftest import ROOT

AREA, OTHER = AREA_NUMBER["arrakeen"], AREA_NUMBER["ne_5"]
ZONE = ZONE_NUMBER["az_east"]
H, A = Faction.HARKONNEN, Faction.ATREIDES
PAUL = Army(regular=2, generic=1, named=("paul_atreides",))

SAMPLES: tuple[Event, ...] = (
    e.GameStarted(Rules(first_printing=True)),
    e.StepOpened(AtreidesRollFrame()),
    e.StepChanged(AtreidesRollFrame()),
    e.StepClosed(),
    e.RoundBegan(2),
    e.PhaseBegan("hazards"),
    e.TacticalDrawn("gara_kulon", "harvest"),
    e.TacticalDrawn("gara_kulon", "target"),
    e.TacticalDrawn("gara_kulon", "discarded"),
    e.HarvestingSectorSet("central"),
    e.TargetSet(AREA),
    e.TargetSet(None),
    e.DiceSetAside(2, 6),
    e.AtreidesDiceRolled((Result.HOUSE, Result.MENTAT)),
    e.BeneGesseritUsed(A, Result.HOUSE),
    e.HarkonnenDiceRolled((Result.HOUSE, Result.MENTAT)),
    e.HarkonnenCardPlayed("sandmasters", Deck.HOUSE_HARKONNEN),
    e.DieSpent(H, Result.HOUSE, "card"),
    e.ConeDiscarded(A),
    e.BeneGesseritUsed(H, None),
    e.BeneGesseritGained(A, 1),
    e.DieSpent(H, Result.STRATEGY, "strategy"),
    e.DieSpent(A, Result.HOUSE, "mentat"),
    e.DieSpent(A, Result.HOUSE, "card"),
    e.DieSpent(A, Result.HOUSE, "prescience"),
    e.DieSpent(A, Result.HOUSE, "stilgar"),
    e.DieDiscarded(A, Result.HOUSE),
    e.TurnEnded(A),
    e.TankAdvanced(H, ()),
    e.TankAdvanced(H, ("beast_rabban",)),
    e.FiguresPlaced(H, AREA, Army(regular=3, generic=1), Cause.DEPLOYMENT),
    e.FiguresRemoved(H, AREA, Army(regular=1), Cause.STACKING),
    e.LegionMoved(A, AREA, OTHER, PAUL, Cause.MOVE),
    e.LegionMoved(H, AREA, OTHER, Army(regular=3), Cause.MOVE, zone=ZONE),
    e.LegionMoved(A, AREA, OTHER, Army(regular=3), Cause.MOVE, sandriding=True),
    e.LegionMoved(A, AREA, OTHER, Army(regular=3), Cause.BATTLE),
    e.MoveRecorded(AREA, PAUL, None, False),
    e.ActionStepped(2),
    e.UnitsReplaced(H, AREA, 2, UnitKind.REGULAR, UnitKind.ELITE, Cause.HOUSE),
    e.TokensRevealed(H, AREA, 2, Army(regular=3), 1, 1),
    e.TokensPlaced(H, AREA, 1, 1),
    e.TokensPlaced(A, AREA, atreides=1),
    e.RankEntered(AREA, 3),
    e.RankEntered(AREA, None),
    e.ObjectiveEntered((4, 5, 6)),
    e.Withheld(A),
    e.SietchRevealed(AREA, 2),
    e.StrongholdDestroyed(A, AREA, 2),
    e.StrongholdDestroyed(H, AREA, 3),
    e.StationTaken(AREA, Marker.JIHAD),
    e.VehiclePlaced(VehicleKind.HARVESTER, OTHER),
    e.VehiclePlaced(VehicleKind.CARRYALL, ZONE),
    e.VehicleRemoved(VehicleKind.HARVESTER, OTHER, Cause.WORM),
    e.VehicleRemoved(VehicleKind.ORNITHOPTER, ZONE, Cause.MOVE),
    e.WormsignPlaced(OTHER, Cause.HAZARD),
    e.WormsignRemoved(OTHER, Wormsign.SAND, Cause.HAZARD),
    e.WormsignRemoved(OTHER, None, Cause.CARD),
    e.SandwormPlaced(OTHER),
    e.SandwormPlaced(OTHER, AREA),
    e.SandwormMoved(OTHER, AREA),
    e.SandwormRemoved(OTHER, Cause.WORM),
    e.WildMakerPlaced(OTHER),
    e.SupremacyAdvanced(2, Cause.SETTLEMENT),
    e.PrescienceAdvanced(Marker.JIHAD, 1, Cause.STATION),
    e.PrescienceClaimed(None),
    e.LeaderEntered("chani"),
    e.LeaderReplaced("paul_atreides", "paul_muaddib"),
    e.LeaderLeft("beast_rabban"),
    e.LeaderTanked("chani", ("stilgar",)),
    e.TankOrdered(A, ("chani", "stilgar")),
    e.LeaderSetAside("chani"),
    e.LeaderCardTurned("chani", True),
    e.LeaderCardTurned("chani", False),
    e.LeadersForbidden(("stilgar", "chani")),
    e.HarkonnenResultChosen(Result.HOUSE),
    e.CardsDrawn(Deck.HOUSE_ATREIDES, 1),
    e.CardsDrawn(Deck.CORRINO_ALLY, 1, to_reinforcements=True),
    e.CardRevealed("spotter_control", Deck.HOUSE_HARKONNEN),
    e.CardDiscarded("spotter_control", Deck.HOUSE_HARKONNEN),
    e.CardDiscarded("spotter_control", Deck.HOUSE_HARKONNEN, to_reinforcements=True),
    e.CardDiscarded("hawats_scheming", Deck.HOUSE_HARKONNEN, beside=True),
    e.CardPlayed(""),
    e.CardPlayed("truthtrance"),
    e.HandDiscarded(H, 2, Cause.BATTLE),
    e.HandDiscarded(A, 1, Cause.END_OF_ROUND),
    e.DeckReshuffled(Deck.CORRINO_ALLY),
    e.PrescienceRevealed(2),
    e.PrescienceCleared(2, True),
    e.PrescienceNamed(("water_of_life", "wind_traps")),
    e.HandNamed(Faction.ATREIDES, ("stillsuits",), RollSource.APP),
    e.CombatCounted(H, (Army(regular=3), Army(elite=2)), (Roll(2, 1, 0), Roll(1, 0, 1)), ((), ()), (1, 1)),
    e.BattleBegan(H, OTHER, AREA, True, None),
    e.BattleBegan(H, OTHER, AREA, False, ZONE),
    e.DiceRolled(Cause.BATTLE, H, AREA, (2, 1, 1), 1),
    e.DiceRolled(Cause.STORM, H, AREA, (1, 1, 0)),
    e.HitsTaken(H, AREA, ("bashar", "elite", "regular"), Cause.BATTLE),
    *(e.BattleEnded(AREA, H, how) for how in ENDINGS),
    e.BattleEnded(AREA, None, "both"),
    e.SpiceCollected(5, (OTHER,)),
    e.SpiceSpent((1, 2, 3), frozenset({Power.CHOAM}), 1),
    e.SpiceSpent((1, 1, 1), frozenset(), 0),
    e.AtomicsDetonated(AREA_NUMBER["splintered_rock"]),
    e.SietchMoved(AREA, OTHER),
    e.TokensSwapped(AREA, OTHER),
    e.ImperiumLowered(Power.CHOAM, 2),
    e.CardAttached("eyes_of_ibad"),
    e.CardDetached("eyes_of_ibad"),
    e.DiceRolled(Cause.CARD, A, AREA, (1, 1, 1), sector="ne"),
    e.BoardCorrected(State()),
    e.GameWon(H, "WIN-1"),
    e.WarTokensPlaced(3),
    e.WarActionOpened(H),
    e.WarActionTaken(H),
    e.WarActionTaken(A),
    e.CampPlaced(OTHER),
    e.CampRemoved(OTHER, Cause.CONTACT),
    e.CampGiven(OTHER, Marker.JIHAD),
    *(e.TroopPlaced(troop, OTHER, 2) for troop in DesertTroop),
    e.TroopMoved(DesertTroop.SUSPENSOR, OTHER, AREA),
    e.TroopRemoved(DesertTroop.LAUNCHER, OTHER, Cause.LAUNCHERS),
    e.EscortJoined(ZONE, AREA),
    e.LaunchersRolled("ne", 2, (), RollSource.APP),
    *(e.SuccessNamed(face) for face in CombatFace),
    e.RidersCardTurned(True),
    e.RidersCardTurned(False),
)


def test_every_event_is_worded_and_has_a_sample() -> None:
    union = set(typing.get_args(Event))
    assert set(WORDINGS) == union
    assert {type(event) for event in SAMPLES} == union
    assert set(CAUSES) == set(Cause)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_every_event_has_a_line(event: Event) -> None:
    line = history_line(event, Phase.ACTIONS)
    sprite = (ROOT / "static" / "glyphs.svg").read_text(encoding="utf-8")
    assert line.title
    assert "%(" not in line.title + line.detail
    assert f'id="g-{line.glyph}"' in sprite
    assert line.phase == "Action Resolution"
    assert line.hidden or not isinstance(event, BOOKKEEPING)


@pytest.mark.rule("R-16")
def test_R_16_ranks_and_objectives_are_not_told() -> None:
    assert history_line(e.RankEntered(AREA, 3)).title == "Rank of Arrakeen noted"
    objective = history_line(e.ObjectiveEntered((4, 5, 6)))
    assert not any(digit in objective.title + objective.detail for digit in "456")


def test_lines_read_like_the_table() -> None:
    moved = history_line(e.LegionMoved(A, AREA, OTHER, PAUL, Cause.MOVE))
    assert moved.title == "Legion of Paul Atreides to NE 5"
    assert moved.detail == "2 regular, 1 Naib and Paul Atreides from Arrakeen"
    assert (moved.glyph, moved.faction) == ("move", A)
    die = history_line(e.DieSpent(H, Result.STRATEGY, "strategy"))
    assert (die.title, die.detail, die.glyph) == ("Harkonnen rolled Strategy", "", "strategy")
    hits = history_line(e.HitsTaken(H, AREA, ("bashar", "elite"), Cause.BATTLE))
    assert (hits.title, hits.detail) == ("Casualties of Harkonnen in Arrakeen", "1 Bashar, 1 elite to regular")


ROLLS = [one for one in SAMPLES if typing.get_type_hints(type(one)).get("source") == RollSource | None]
SOURCED = {RollSource.APP: "by the app", RollSource.TAPPED: "entered by hand", RollSource.CAMERA: "read by the camera"}


@pytest.mark.parametrize("event", ROLLS, ids=lambda event: type(event).__name__)
@pytest.mark.parametrize("by_people", [False, True])
def test_dice_typed_by_hand_are_told_from_those_of_the_app(event: typing.Any, by_people: bool) -> None:
    silent = history_line(replace(event, source=None), by_people=by_people).detail
    for source, words in SOURCED.items():
        line = history_line(replace(event, source=source), by_people=by_people)
        assert line.detail == (f"{silent} · {words}" if silent else words)


@pytest.mark.parametrize("event", SAMPLES, ids=lambda event: type(event).__name__)
def test_between_people_nobody_is_you(event: Event) -> None:
    line = history_line(event, by_people=True)
    assert line.title
    assert "%(" not in line.title + line.detail
    if not line.hidden:
        assert line.glyph == history_line(event).glyph
        assert not {"you", "your"} & set(f"{line.title} {line.detail}".lower().split())


@pytest.mark.rule("ACT-3")
@pytest.mark.parametrize(
    "event, title, detail",
    [
        (e.DieSpent(H, Result.STRATEGY, "strategy"), "Harkonnen spent a die: Strategy", "To move or attack"),
        (e.DieSpent(H, Result.HOUSE, "card"), "Harkonnen spent a die: House", "For a planning card"),
        (
            e.DieSpent(H, Result.MENTAT, "mentat", corrino=True),
            "Corrino Allies spent a die: Mentat",
            "To draw planning cards",
        ),
        (e.DieSpent(A, Result.HOUSE, "mentat"), "Atreides spent a die: House", "Used as Mentat"),
        (
            e.DieSpent(A, Result.HOUSE, "mentat", ally=True),
            "Atreides spent a die: House",
            "Used as Mentat, carried out by the Fremen Ally",
        ),
    ],
)
def test_ACT_3_between_people_a_die_is_spent_for_something(event: Event, title: str, detail: str) -> None:
    line = history_line(event, by_people=True)
    assert (line.title, line.detail) == (title, detail)


def test_losses_that_the_casualties_tell_are_hidden() -> None:
    assert history_line(e.FiguresRemoved(H, AREA, Army(regular=1), Cause.BATTLE)).hidden
    assert not history_line(e.FiguresRemoved(H, AREA, Army(regular=1), Cause.STACKING)).hidden


def test_what_was_taken_back_names_the_player() -> None:
    assert taken_back("Ola") == "taken back by Ola"
    assert taken_back() == "taken back"
