"""The sheet of the tracks: every figure as the app keeps it, and putting right what differs."""

from companion.content import LEADERS, PIECES, SPICE_BOARD, TRACKS
from companion.content.terms import Marker, Result
from companion.rules.state import ATREIDES, HARKONNEN, POWERS, Standing, State
from companion.web.editor.more_sheet import more_fold
from companion.web.editor.sheets import oddities
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.ui.blocks import (
    Block,
    Button,
    Buttons,
    Check,
    Checks,
    Fold,
    Form,
    Go,
    Lines,
    Select,
    Stepper,
    Steppers,
)
from companion.web.ui.panel import Panel
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, POWER_GLYPH


def tracks_sheet(scene: Scene, part: str) -> Panel:
    """Returns the sheet of all tracks, opened at ``part``: supremacy, prescience, imperium, dice, leaders."""
    blocks: list[Block] = list(oddities(scene.state))
    if scene.may_write:
        blocks += [_track_form(scene, part), _leader_fold(scene, part), more_fold(scene)]
    else:
        blocks.append(Lines(tuple(_track_lines(scene.state))))
    return Panel(
        kicker="",
        title=_("Tracks, dice, cards"),
        detail=_("Every figure as the app keeps it. Change what differs at the table."),
        blocks=tuple(blocks),
        css="sheet",
        close=scene.step_url,
    )


def _track_lines(state: State) -> list[str]:
    lines = [_("Supremacy: %(value)s", value=state.supremacy)]
    lines += [f"{names.marker_name(m)}: {s}" for m, s in zip(Marker, state.prescience, strict=True)]
    lines += [
        _("%(power)s: row %(row)s", power=names.power_name(p), row=r)
        for p, r in zip(POWERS, state.imperium, strict=True)
    ]
    lines.append(_("Harkonnen reinforcements: %(number)s", number=state.reinforcements))
    return lines


def _track_form(scene: Scene, part: str) -> Form:
    state = scene.state
    groups: dict[str, tuple[Stepper, ...]] = {
        "supremacy": (
            Stepper("supremacy", _("Supremacy"), state.supremacy, 0, TRACKS.supremacy.length, "supremacy", "h"),
        ),
        "prescience": tuple(
            Stepper(m.value, names.marker_name(m), step, 0, 12, MARKER_GLYPH[m])
            for m, step in zip(Marker, state.prescience, strict=True)
        ),
        "imperium": (
            *(
                Stepper(p.value, names.power_name(p), row, SPICE_BOARD.top_row, SPICE_BOARD.bottom_row, POWER_GLYPH[p])
                for p, row in zip(POWERS, state.imperium, strict=True)
            ),
            Stepper(
                "spice_reserve", _("Spice reserve"), state.spice_reserve, 0, PIECES["spice_reserve"].count, "spice"
            ),
        ),
        "dice": (
            Stepper("harkonnen_unused", _("Harkonnen dice unused"), state.harkonnen_unused, 0, 8, "dice", "h"),
            *_die_steppers(state),
        ),
        "cards": _card_steppers(state),
    }
    titles: dict[str, str] = {
        "supremacy": _("Supremacy"),
        "prescience": _("Prescience"),
        "imperium": _("Imperium: row of each marker, 1 is the top"),
        "dice": _("Dice"),
        "cards": _("Cards and tokens"),
    }
    bans = tuple(
        Check("1", names.power_name(p), POWER_GLYPH[p], "", _("banned"), p in state.bans, f"ban-{p.value}")
        for p in POWERS
    )
    blocks: list[Block] = []
    for name in sorted(groups, key=lambda one: one != part):
        blocks.append(Steppers(groups[name], titles[name]))
        if name == "imperium":
            blocks.append(Checks("bans", _("Banned powers"), bans))
    blocks.append(Go(_("Save what differs"), "check", back=scene.step_url, back_text=_("Cancel")))
    return Form("correct-tracks", tuple(blocks))


def _die_steppers(state: State) -> tuple[Stepper, ...]:
    results = state.atreides_results
    if results is None:
        return ()
    return tuple(
        Stepper(f"die-{result.value}", names.result_name(result), results.count(result), 0, 4, result.value, "a")
        for result in Result
    )


def _card_steppers(state: State) -> tuple[Stepper, ...]:
    return (
        Stepper("reinforcements", _("Harkonnen reinforcements"), state.reinforcements, 0, 40, "cards", "h"),
        Stepper("hand", _("Your hand"), state.cards.hand, 0, 40, "cards", "a"),
        Stepper("revealed", _("Prescience cards revealed"), state.cards.revealed, 0, 16, "cards"),
        Stepper(
            "bene-harkonnen",
            _("Bene Gesserit tokens, Harkonnen"),
            state.bene_gesserit[HARKONNEN],
            0,
            5,
            "bene-gesserit",
            "h",
        ),
        Stepper(
            "bene-atreides", _("Bene Gesserit tokens, yours"), state.bene_gesserit[ATREIDES], 0, 5, "bene-gesserit", "a"
        ),
        Stepper("black_tokens", _("Black tokens in the pool"), state.black_tokens, 0, 6, "token", "h"),
        Stepper("silver_tokens", _("Silver tokens in the pool"), state.silver_tokens, 0, 6, "token", "h"),
        Stepper("atreides_tokens", _("Your deployment tokens left"), state.atreides_tokens, 0, 8, "token", "a"),
    )


def _leader_fold(scene: Scene, part: str) -> Fold:
    state = scene.state
    selects: list[Block] = []
    for leader, status in state.leaders:
        spaces = TRACKS.tank_spaces[LEADERS[leader].faction]
        offers = [
            ("aside", _("beside the board")),
            *((str(n), _("tank, space %(space)s", space=n)) for n in range(1, spaces + 1)),
            ("out", _("not in play yet")),
            ("removed", _("out of the game")),
        ]
        now = {
            Standing.READY: "aside",
            Standing.OUT: "out",
            Standing.REMOVED: "removed",
            Standing.TANK: str(status.tank),
        }
        if status.standing is Standing.BOARD:
            offers.insert(0, ("board", _("on the board")))
        selects.append(
            Select(f"leader-{leader}", names.leader_name(leader), tuple(offers), now.get(status.standing, "board"))
        )
        cards = (("up", _("card face up")), ("down", _("card spent")))
        label = _("Card of %(leader)s", leader=names.leader_name(leader))
        selects.append(Select(f"card-{leader}", label, cards, "up" if status.card_ready else "down"))
    save = Buttons((Button(_("Save the leaders"), "check"),))
    return Fold(_("Leaders and tanks"), (Form("correct-leaders", (*selects, save)),), "tank", open=part == "leaders")
