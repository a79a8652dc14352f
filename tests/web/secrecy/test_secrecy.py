"""Nobody is sent a secret of the other side; and what would be sent without one of the filters is noticed."""

from pathlib import Path

import pytest

from companion.content.terms import Faction, Subfaction
from companion.rules.ask.asked import SIDES
from companion.rules.events import BoardCorrected
from companion.rules.state import ATREIDES, Mode
from companion.service import exchange, loaded, secrets
from companion.service.secrets import SECRET
from tests.service.test_secrets import a_full_position, played
from tests.web.secrecy.other import other_event, other_state
from tests.web.secrecy.reading import TABLE, run


@pytest.mark.slow
@pytest.mark.parametrize("mode", [Mode.DUEL, Mode.TEAM])
def test_whole_games_tell_nobody_what_the_other_side_hides(tmp_path: Path, mode: Mode) -> None:
    tally = run(tmp_path, mode, [1], moments=1, most_links=2)
    assert not tally.stopped
    assert not tally.findings
    assert tally.moments == 1
    assert tally.bodies > 200
    assert tally.own > 5


@pytest.mark.slow
@pytest.mark.parametrize("forgotten", ["ranks", "hands", "hands of partners", "notes"])
def test_a_filter_taken_out_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forgotten: str) -> None:
    if forgotten == "ranks":
        monkeypatch.setattr(secrets, "_from_behind", lambda sietch: sietch)
    elif forgotten == "hands":
        monkeypatch.setattr(secrets, "_hands_seen_by", lambda state, _eyes: state.cards.hands)
    elif forgotten == "hands of partners":
        monkeypatch.setattr(secrets, "_in_sight", lambda cards, eyes: cards if eyes else ())
    else:
        monkeypatch.setattr(exchange, "event_seen_by", lambda event, _eyes: event)
    monkeypatch.setattr(loaded, "_SEEN", secrets.SeenGames())
    partners = forgotten == "hands of partners"
    mode = Mode.TEAM if partners else Mode.DUEL
    # Where it lies on the table between both sides, a device may know no secret of either; a partner none of the other.
    reader = Subfaction.HOUSE_ATREIDES.value if partners else TABLE
    assert run(tmp_path, mode, [1], moments=1, most_links=2, readers=[reader], until_found=True).findings


@pytest.mark.parametrize("side", Faction)
def test_the_other_truth_is_another_in_every_secret_and_in_nothing_else(side: Faction) -> None:
    full, others = a_full_position(), secrets.ALL_EYES - SIDES[side]
    changed = other_state(full, side)
    assert secrets.seen_by(changed, others) == secrets.seen_by(full, others)
    assert changed.cards.hands[side] != full.cards.hands[side]
    if side is ATREIDES:
        assert changed.known_tokens != full.known_tokens
        assert changed.hidden != full.hidden
        pairs = zip(changed.sietches, full.sietches, strict=True)
        assert all(new.rank != old.rank for new, old in pairs if not old.revealed)


def test_the_other_truth_has_other_notes() -> None:
    found = {type(event) for event in played(Mode.DUEL, 1) if other_event(event, ATREIDES) != event}
    assert {kind.__name__ for kind in found} >= {"RankEntered", "ObjectiveEntered", "BoardCorrected"}
    assert found - {BoardCorrected} <= SECRET.keys()
