"""Quick mode: tracks, dice, leaders, cards and battles without a board, everything logged and undone."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from html import unescape

import pytest
from flask import Flask

from companion.content.terms import Faction, Phase, Power, Result
from companion.rules import check
from companion.rules.army import Army
from companion.rules.ask.asked import SIDES
from companion.rules.commands import CorrectBoard, CountCombat, EnterObjective, GoToPhase, PutDieAside, ThrowDice
from companion.rules.events import CombatCounted, DieSpent
from companion.rules.frames import Roll, RollSource
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing, State
from companion.store import Role
from companion.web.devices import COOKIE
from companion.web.editor.figures import Number, changed
from companion.web.editor.tracks import counted, deck_group, track_groups
from companion.web.seats import TABLE
from companion.web.trackers import PARTS
from tests.web.conftest import Browser
from tests.web.table.conftest import Seat

BATTLE = {
    "attacker": "harkonnen",
    "h_regular": "3",
    "h_special": "1",
    "h_generic": "1",
    "a_regular": "2",
    "a_elite": "1",
    "a_cards": "1",
    "rank": "2",
    "counted": "1",
}


def part(seat: Seat, name: str, query: str = "") -> str:
    return f"{seat.home}/trackers/{name}{query}"


def tap(seat: Seat, name: str, change: str) -> None:
    seat.done("tracker", part(seat, name), change=change)


def words(text: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", text)))


def history(seat: Seat) -> str:
    return words(seat.page(f"{seat.home}/history"))


def test_one_tap_on_the_new_game_page_starts_it(friends: Seat) -> None:
    state = friends.state
    assert (state.mode, state.round, state.phase, state.frames) == (Mode.DUEL, 1, Phase.START, ())
    answer = friends.get(friends.home)
    assert answer.headers["Location"] == part(friends, "tracks")
    page = friends.page(part(friends, "tracks"))
    assert 'class="map"' not in page
    assert "Round 1" in page
    assert f'href="{part(friends, "dice")}"' in page


@pytest.mark.parametrize("name", PARTS)
def test_every_part_is_a_page_of_its_own(friends: Seat, name: str) -> None:
    page = friends.page(part(friends, name))
    assert re.search(rf'href="{part(friends, name)}" aria-current="page"', page)


def test_parts_are_only_there_without_a_board(seat_at: Callable[..., Seat]) -> None:
    assert seat_at(set_up="quick").get("/g/nothing/trackers/tracks").status_code == 404
    seat = seat_at(set_up="quick")
    assert seat.get(part(seat, "tracks")).status_code == 404


COUNTED = ("tracks", "spice", "dice", "cards")
NOT_COUNTED = {"black_tokens", "silver_tokens"}
"""In the pool of tokens: only the position editor asks for it."""


def table_of(seat: Seat) -> Mapping[str, Number]:
    with seat.app.test_request_context():
        return counted(seat.state)


def on_page(seat: Seat, name: str) -> list[str]:
    """The ids of the figures that a part changes one by one."""
    forms = [form for form in seat.forms(part(seat, name)) if form.deed == "tracker"]
    changes = [change for form in forms for change in form.offers("change") if change]
    return list(dict.fromkeys(change.partition(":")[0] for change in changes))


@pytest.mark.parametrize("name", COUNTED)
def test_every_figure_of_a_part_goes_up_and_down_by_a_tap_and_is_named_in_the_history(friends: Seat, name: str) -> None:
    ids = on_page(friends, name)
    assert ids
    for figure in ids:
        one = table_of(friends)[figure]
        before = one.read(friends.state)
        by = 1 if before < one.most else -1
        tap(friends, name, f"{figure}:{by}")
        assert one.read(friends.state) == before + by
        said = history(friends)
        assert "Correction of the board" not in said
        assert one.label in said
        tap(friends, name, f"{figure}:{-by}")
        assert one.read(friends.state) == before


def test_every_figure_of_the_table_is_on_a_part(friends: Seat) -> None:
    found = [figure for name in COUNTED for figure in on_page(friends, name)]
    assert sorted(found) == sorted(table_of(friends).keys() - NOT_COUNTED)


def test_every_number_keeps_within_its_limits(friends: Seat) -> None:
    for one in table_of(friends).values():
        for by, end in ((1000, one.most), (-1000, one.least)):
            assert one.read(changed(friends.state, one, by)) == end


def test_a_figure_stays_on_its_track(friends: Seat) -> None:
    buttons = friends.form("tracker", part(friends, "tracks")).body
    assert 'value="" aria-label="one less: Supremacy" disabled' in buttons
    for change in ("supremacy:5", "nonsense:1", "supremacy", ""):
        answer = friends.do("tracker", part(friends, "tracks"), change=change)
        assert answer.status_code == 400
        assert friends.state.supremacy == 0


def test_the_history_says_what_changed_and_undo_takes_it_back(friends: Seat) -> None:
    tap(friends, "tracks", "supremacy:1")
    assert "Supremacy: 0 → 1" in history(friends)
    answer = friends.do("undo", part(friends, "tracks"))
    assert answer.headers["Location"] == part(friends, "tracks")
    assert friends.state.supremacy == 0
    friends.done("redo", part(friends, "tracks"))
    assert friends.state.supremacy == 1


def test_the_opening_is_nothing_that_undo_takes_back(friends: Seat) -> None:
    assert not [form for form in friends.forms(part(friends, "tracks")) if form.deed == "undo"]


@pytest.mark.rule("ROUND-2")
def test_ROUND_2_phases_are_stepped_by_hand_into_the_next_round(friends: Seat) -> None:
    seen = []
    for _step in range(len(Phase)):
        seen.append(friends.state.phase)
        friends.done("tracker-phase", part(friends, "tracks"))
    assert seen == list(Phase)
    assert (friends.state.round, friends.state.phase) == (2, Phase.START)
    assert "Round 2 began" in history(friends)


@pytest.mark.rule("VEH-1")
def test_VEH_1_vehicles_and_dice_set_aside_come_from_the_lowest_row(friends: Seat) -> None:
    tap(friends, "spice", "choam:1")
    tap(friends, "spice", "choam:1")
    friends.done("tracker-phase", part(friends, "tracks"))
    assert friends.state.harkonnen_unused == 6
    assert "harvester" in words(friends.main(part(friends, "tracks")))


@pytest.mark.rule("SPICE-2")
def test_SPICE_2_the_page_counts_what_keeping_and_raising_cost(friends: Seat) -> None:
    friends.arrange(CorrectBoard(friends.state.__class__(mode=Mode.DUEL, imperium=(1, 3, 5))))
    text = words(friends.main(part(friends, "spice")))
    assert "Keeping all of them costs 4 spice." in text
    assert "Raising every marker that can rise and keeping the rest costs 8." in text


def test_bans_are_tapped_and_lifted(friends: Seat) -> None:
    tap(friends, "spice", "ban-choam:1")
    assert friends.state.bans == {Power.CHOAM}
    tap(friends, "spice", "ban-choam:-1")
    assert friends.state.bans == frozenset()
    assert "lifted" in history(friends)


def test_the_app_rolls_a_pool_and_dice_are_spent_by_a_tap(friends: Seat) -> None:
    friends.done("tracker-throw", part(friends, "dice"), faction="atreides", by="app")
    results = friends.state.atreides_results
    assert results is not None
    assert len(results) == 4
    body = friends.form("tracker-spend", part(friends, "dice"))
    assert set(body.offers("result")) == {result.value for result in results}
    friends.done("tracker-spend", part(friends, "dice"), result=results[0].value)
    assert friends.state.atreides_unused == 3


@pytest.mark.rule("ACT-1")
def test_ACT_1_tapped_results_must_be_as_many_as_there_are_dice(friends: Seat) -> None:
    answer = friends.do("tracker-throw", part(friends, "dice"), faction="harkonnen", by=None, die__house="9")
    assert answer.status_code == 422
    assert friends.state.harkonnen_results is None
    friends.done("tracker-throw", part(friends, "dice"), faction="harkonnen", by=None, die__house="5", die__mentat="3")
    assert friends.state.harkonnen_unused == 8


@pytest.mark.rule("MAHDI-TURN-1")
def test_MAHDI_TURN_1_the_solo_harkonnen_roll_one_die_a_turn(solo: Seat) -> None:
    solo.done("tracker-throw", part(solo, "dice"), result="strategy")
    assert (solo.state.harkonnen_unused, solo.state.harkonnen_spent) == (7, (Result.STRATEGY,))
    assert check(solo.state, ThrowDice(HARKONNEN, (Result.HOUSE, Result.HOUSE)))
    solo.done("tracker-throw", part(solo, "dice"), by="app")
    last = solo.app.extensions[TABLE].load(solo.game).timeline.steps[-1].batch.events
    assert [event.source for event in last if isinstance(event, DieSpent)] == [RollSource.APP]


@pytest.mark.rule("TANK-2")
def test_TANK_2_a_spent_die_moves_the_tank_on(solo: Seat) -> None:
    solo.done("tracker-leader", part(solo, "leaders"), leader="beast_rabban:tank")
    solo.done("tracker-leader", part(solo, "leaders"), leader="baron_harkonnen:tank")
    assert solo.state.leader("beast_rabban").tank == 2
    solo.done("tracker-throw", part(solo, "dice"), result="house")
    assert (solo.state.leader("beast_rabban").tank, solo.state.leader("baron_harkonnen").tank) == (3, 2)
    for _die in range(3):
        solo.done("tracker-throw", part(solo, "dice"), result="mentat")
    assert solo.state.leader("beast_rabban").standing is Standing.READY


def test_leaders_tell_what_is_known_of_them(friends: Seat) -> None:
    text = words(friends.main(part(friends, "leaders")))
    assert "Stilgar: beside the board" in text
    assert "Chani: not in play yet" in text
    assert "Replace 3 regular units on the board with 3 elite units." in text
    friends.done("tracker-leader", part(friends, "leaders"), leader="stilgar:spent")
    assert "Stilgar: card spent" in history(friends)
    answer = friends.do("tracker-leader", part(friends, "leaders"), leader="stilgar:moon")
    assert answer.status_code == 400


def test_the_objective_is_only_on_devices_of_the_atreides(friends: Seat, guest_of: Callable[[Seat, str], Seat]) -> None:
    friends.done("objective", part(friends, "tracks"), kwisatz_haderach=7, sand_dwellers=8, jihad=9)
    assert "Objective: step 7" in friends.page(part(friends, "tracks"))
    watching = guest_of(friends, "spectator")
    page = watching.page(part(watching, "tracks"))
    assert "Objective" not in page
    assert 'name="change"' not in page


def test_where_sides_are_taken_the_objective_is_on_the_phone_of_atreides_alone(
    friends: Seat, app: Flask, browser_at: Callable[..., Browser]
) -> None:
    table, phones = app.extensions[TABLE], list[Seat]()
    for number, parts in enumerate((SIDES[ATREIDES], SIDES[HARKONNEN])):
        browser = browser_at(f"192.168.1.{40 + number}")
        browser.get("/new")
        kept = browser.client.get_cookie(COOKIE, domain=browser.host)
        assert kept is not None
        table.games.sit(friends.game, kept.value, Role.PLAYER, f"Side {number}", table.clock(), parts)
        phones.append(Seat(browser, app, friends.game, used=100 * number))
    phones[0].done("objective", part(friends, "tracks"), kwisatz_haderach=7, sand_dwellers=8, jihad=9)
    shown = ["Objective: step 7" in seat.page(part(seat, "tracks")) for seat in (*phones, friends)]
    assert shown == [True, False, False]


def battle_page(seat: Seat) -> str:
    return part(seat, "battle", "?" + "&".join(f"{name}={value}" for name, value in BATTLE.items()))


@pytest.mark.rule("BATTLE-4")
def test_BATTLE_4_the_dice_of_both_sides_are_counted_with_their_reasons(friends: Seat) -> None:
    text = words(friends.main(battle_page(friends)))
    assert "4 units = 4 dice" in text
    assert "3 units + 1 card + rank 2 = 6 dice" in text
    assert "/odds?attacker=harkonnen&amp;h_regular=3" in friends.page(battle_page(friends))


@pytest.mark.rule("BATTLE-6")
def test_BATTLE_6_hits_after_shields_and_specials_are_told_and_logged(friends: Seat) -> None:
    faces = {
        "attacker__hit": "2",
        "attacker__shield": "1",
        "attacker__special": "1",
        "defender__hit": "2",
        "defender__shield": "3",
        "defender__special": "1",
    }
    form = next(f for f in friends.forms(battle_page(friends)) if f.deed == "tracker-combat" and "data-adder" in f.body)
    data = dict(form.values()) | {name.replace("__", "-"): value for name, value in faces.items()}
    assert friends.browser.post(form.action, data).status_code == 303
    # 2 hits and 1 of the Bashar against 3 shields less the one that the Sardaukar breaks; 2 hits against 1 shield.
    event = last_combat(friends)
    assert event.hits == (1, 1)
    assert event.leaders == (("bashar",), ())
    text = words(friends.main(part(friends, "battle")))
    assert "Harkonnen take 1 hit 2 hits minus 1 shield" in text
    assert "Atreides take 1 hit 3 hits minus 2 shields" in text
    assert "Battle: Harkonnen attacked" in history(friends)
    friends.done("undo", part(friends, "battle"))
    assert "take 1 hit" not in friends.main(part(friends, "battle"))


def test_the_app_rolls_for_both_sides(friends: Seat) -> None:
    form = next(f for f in friends.forms(battle_page(friends)) if f.deed == "tracker-combat")
    assert form.offers("by") == ["app", "hand"]
    assert friends.browser.post(form.action, dict(form.values()) | {"by": "app"}).status_code == 303
    event = last_combat(friends)
    assert [roll.dice for roll in event.rolls] == [4, 6]
    assert event.source is RollSource.APP


def last_combat(seat: Seat) -> CombatCounted:
    events = seat.app.extensions[TABLE].load(seat.game).timeline.steps[-1].batch.events
    return next(event for event in events if isinstance(event, CombatCounted))


@pytest.mark.parametrize(
    ("change", "field"),
    [({"h_regular": "9"}, "h_regular"), ({"h_regular": "5", "h_elite": "5"}, "h"), ({"h_named": "stilgar"}, "h_named")],
)
def test_figures_that_cannot_be_are_refused_by_name(friends: Seat, change: dict[str, str], field: str) -> None:
    query = "&".join(f"{name}={value}" for name, value in (BATTLE | change).items())
    answer = friends.get(part(friends, "battle", f"?{query}"))
    assert answer.status_code == 400
    assert field in answer.text


def test_nothing_of_it_can_be_done_where_a_board_is_kept(seat_at: Callable[..., Seat]) -> None:
    state = seat_at(set_up="quick").state
    nobody = (Army(regular=1), Army(regular=1))
    wishes = (
        GoToPhase(1, Phase.END),
        ThrowDice(ATREIDES, (Result.HOUSE,)),
        PutDieAside(ATREIDES, Result.HOUSE),
        CountCombat(Faction.HARKONNEN, nobody, (Roll(1), Roll(1))),
    )
    assert [[reason.code for reason in check(state, wish)] for wish in wishes] == [["not_now"]] * 4


def test_a_correction_of_a_board_says_what_it_changed(seat_at: Callable[..., Seat]) -> None:
    seat = seat_at(set_up="quick", dice="hand")
    seat.done("correct-tracks", f"{seat.home}/tracks/supremacy", supremacy="3")
    assert "Supremacy 0 to 3" in history(seat)


def test_the_numbers_are_kept_by_language_and_by_what_they_depend_on(app: Flask) -> None:
    solo, duel = State(mode=Mode.SOLO), State(mode=Mode.DUEL)
    rolled = State(mode=Mode.DUEL, atreides_results=(Result.HOUSE, Result.MENTAT))
    for language in ("en", "es", "en"):
        with app.test_request_context("/", headers={"Accept-Language": language}):
            for state in (solo, duel, rolled, solo):
                fresh = {one.id: one for group in (*track_groups(state), deck_group()) for one in group.figures}
                found = counted(state)
                assert [(one.id, one.label, one.shown) for one in found.values()] == [
                    (one.id, one.label, one.shown) for one in fresh.values() if isinstance(one, Number)
                ]
                assert all(one.read(state) == fresh[name].read(state) for name, one in found.items())
            assert counted(solo)["supremacy"].label == ("Supremacía" if language == "es" else "Supremacy")
            assert counted(solo) is counted(replace(solo, round=3))


@pytest.mark.rule("WIN-1", tries=True)
def test_WIN_1_supremacy_at_the_end_of_its_track_ends_the_game_until_it_is_put_right(friends: Seat) -> None:
    tracks = part(friends, "tracks")
    friends.arrange(CorrectBoard(replace(friends.state, supremacy=9)))
    friends.done("tracker", tracks, change="supremacy:1")
    assert friends.state.winner is HARKONNEN
    assert "the Harkonnen have won" in friends.main(tracks)
    assert "tracker-phase" not in friends.main(tracks)
    assert "Continue playing" not in friends.page("/")
    friends.done("tracker", tracks, change="supremacy:-1")
    after = friends.state
    assert after.winner is None
    assert after.frames == ()
    assert "Continue playing" in friends.page("/")


@pytest.mark.rule("WIN-2", tries=True)
@pytest.mark.parametrize("known", [True, False])
def test_WIN_2_trackers_declare_the_victory_at_the_end_of_a_round(friends: Seat, known: bool) -> None:
    tracks = part(friends, "tracks")
    if known:
        friends.done("objective", tracks, kwisatz_haderach=2, sand_dwellers=2, jihad=2)
    friends.arrange(CorrectBoard(replace(friends.state, prescience=(2, 3, 2))))
    friends.arrange(GoToPhase(1, Phase.END))
    numbers = {} if known else {"kwisatz_haderach": 2, "sand_dwellers": 2, "jihad": 2}
    friends.done("declare", tracks, **numbers)
    assert friends.state.winner is ATREIDES
    assert "Atreides have won" in friends.main(tracks)


@pytest.mark.rule("WIN-2", "ROUND-2", tries=True)
def test_WIN_2_trackers_check_an_objective_that_they_know_before_the_next_round(friends: Seat) -> None:
    friends.arrange(CorrectBoard(replace(friends.state, prescience=(2, 3, 2))), EnterObjective((2, 2, 2)))
    friends.arrange(GoToPhase(1, Phase.END), GoToPhase(2, Phase.START))
    assert (friends.state.winner, friends.state.round) == (ATREIDES, 1)


def test_a_deck_is_named_once(friends: Seat) -> None:
    text = words(friends.main(part(friends, "cards")))
    assert "House Harkonnen deck" in text
    assert "Deck of House" not in text
