"""A correction is kept as what it changed: small, read with the position before it, refused by its field."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.board import AREA_NUMBER
from companion.content.terms import Power
from companion.rules import execute
from companion.rules.army import Army
from companion.rules.commands import StartGame
from companion.rules.events import BoardCorrected
from companion.rules.state import ATREIDES, HARKONNEN, Mode, Standing, State
from companion.store.codec import decode_event, encode_event
from companion.store.shapes import DecodeError, from_text, to_text

GAME = execute(State(), StartGame(mode=Mode.DUEL))[0]
ARRAKEEN, CARTHAG = AREA_NUMBER["arrakeen"], AREA_NUMBER["carthag"]

some = settings(max_examples=40, suppress_health_check=list(HealthCheck))


def there_and_back(before: State, after: State) -> State:
    event = decode_event(from_text(to_text(encode_event(BoardCorrected(after), before))), before)
    assert isinstance(event, BoardCorrected)
    return event.state


@pytest.mark.slow
@some
@given(before=st.from_type(State), after=st.from_type(State))
def test_any_correction_of_any_position_comes_back(before: State, after: State) -> None:
    assert there_and_back(before, after) == after
    assert there_and_back(GAME, after) == after
    assert there_and_back(before, before) == before


TAPS: dict[str, tuple[State, Any]] = {
    "a marker": (replace(GAME, supremacy=3), {"supremacy": 3}),
    "a ban": (replace(GAME, bans=frozenset({Power.CHOAM})), {"bans": ["choam"]}),
    "cards": (replace(GAME, cards=replace(GAME.cards, hand=2)), {"cards": {"hand": 2}}),
    "a leader": (
        GAME.with_leader("stilgar", standing=Standing.TANK, tank=1),
        {"leaders": {"stilgar": {"standing": "tank", "card_ready": True, "tank": 1}}},
    ),
    "a legion gone and one come": (
        GAME.with_army(HARKONNEN, ARRAKEEN, Army(regular=2)).with_army(ATREIDES, CARTHAG, None),
        {
            "armies": {
                "harkonnen": {
                    str(ARRAKEEN): {"regular": 2, "elite": 0, "special": 0, "tokens": 0, "generic": 0, "named": []}
                }
            }
        },
    ),
    "nothing": (GAME, {}),
}


@pytest.mark.parametrize("name", TAPS)
def test_a_tap_names_only_what_it_changed(name: str) -> None:
    after, changes = TAPS[name]
    document = encode_event(BoardCorrected(after), GAME)
    assert document == {"v": 2, "type": "BoardCorrected", "changes": changes}
    assert len(to_text(document)) < 220
    assert there_and_back(GAME, after) == after


def test_it_is_read_with_the_position_before_it_only() -> None:
    document = encode_event(BoardCorrected(replace(GAME, supremacy=3)), GAME)
    with pytest.raises(DecodeError, match=r"BoardCorrected\.changes: cannot be read without the position before it"):
        decode_event(document)
    other = replace(GAME, round=4)
    assert decode_event(document, other) == BoardCorrected(replace(other, supremacy=3))


def test_a_correction_of_before_held_the_whole_position_and_is_read_for_ever() -> None:
    after = replace(GAME, supremacy=3)
    document = {**encode_event(BoardCorrected(after)), "v": 1}
    assert "changes" not in document
    assert decode_event(document) == decode_event(document, State()) == BoardCorrected(after)


@pytest.mark.parametrize(
    "changes, path",
    [
        ([], ""),
        ({"spies": 1}, "spies"),
        ({"supremacy": "3"}, "supremacy"),
        ({"cards": 3}, "cards"),
        ({"cards": {"hand": "2"}}, "cards.hand"),
        ({"cards": {"spies": 2}}, "cards.spies"),
        ({"armies": {"fremen": {}}}, "armies.fremen"),
        ({"armies": {"atreides": []}}, "armies.atreides"),
        ({"armies": {"atreides": {"101": None}}}, "armies.atreides.101"),
        ({"armies": {"atreides": {"-1": None}}}, "armies.atreides.-1"),
        ({"armies": {"atreides": {"07": None}}}, "armies.atreides.07"),
        ({"armies": {"atreides": {"²": None}}}, "armies.atreides.²"),
        ({"armies": {"atreides": {"7": {"regular": "x"}}}}, "armies.atreides.7.regular"),
        ({"leaders": {"gandalf": {}}}, "leaders.gandalf"),
        ({"leaders": {"stilgar": {"tank": "x"}}}, "leaders.stilgar.tank"),
    ],
)
def test_wrong_changes_are_refused_by_their_field(changes: object, path: str) -> None:
    with pytest.raises(DecodeError) as caught:
        decode_event({"v": 2, "type": "BoardCorrected", "changes": changes}, GAME)
    assert ".".join(caught.value.path) == ".".join(filter(None, ["BoardCorrected.changes", path]))


def test_changes_and_a_whole_position_exclude_each_other() -> None:
    with pytest.raises(DecodeError, match=r"BoardCorrected\.state: is not known beside the changes"):
        decode_event({"v": 2, "type": "BoardCorrected", "changes": {}, "state": {}}, GAME)
