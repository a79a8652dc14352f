"""The addresses of statistics and reports."""

from dataclasses import dataclass

from flask import Blueprint, Response, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import format_date
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from companion.content.terms import Faction
from companion.rules import events as e
from companion.rules.events import RoundBegan
from companion.rules.state import State
from companion.service import GameSettings
from companion.service.statistics import game_statistics, win_record
from companion.store import Damaged, DecodeError, GameRecord, Harm, Timeline
from companion.web import strip
from companion.web.devices import known_device
from companion.web.drawing import render_board
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.seats import View, keeps_server, sees, standing, table, table_url
from companion.web.stats import figures
from companion.web.stats.files import save_as
from companion.web.stats.plays import as_csv, as_text, play_of, players
from companion.web.ui.board import board_view
from companion.web.ui.panel import Focus
from companion.web.words import names
from companion.web.words.games import titled
from companion.web.words.history.lines import history_line
from companion.web.words.levels import level_course
from companion.web.words.records import HistoryLine

bp = Blueprint("stats", __name__)

WORTH_TELLING = (
    e.AtomicsDetonated,
    e.BattleBegan,
    e.BattleEnded,
    e.BoardCorrected,
    e.GameWon,
    e.LeaderEntered,
    e.LeaderLeft,
    e.LeaderReplaced,
    e.LeaderTanked,
    e.PrescienceClaimed,
    e.SietchRevealed,
    e.SpiceSpent,
    e.StationTaken,
    e.StrongholdDestroyed,
    e.SupremacyAdvanced,
    e.TargetSet,
    e.WildMakerPlaced,
)
MOST_GAMES = 60
"""How many of the latest games the record over all games counts: each of them is folded."""
MOST_PLAYS = 200


@dataclass(frozen=True, slots=True)
class Highlights:
    """What decided one round, in the order of events."""

    title: str
    lines: list[HistoryLine]


@bp.get("/g/<game_id>/stats")
@sees
def game(view: View) -> ResponseReturnValue:
    """Shows the charts of a game."""
    statistics = game_statistics(view.loaded.timeline)
    return render_template(
        "stats/game.html",
        game=view.game,
        home=table_url(view.game.id),
        report=url_for("stats.report", game_id=view.game.id),
        file=url_for("files.export", game_id=view.game.id) if view.is_player else "",
        figures=figures.figures_of(statistics),
        facts=figures.facts_of(statistics),
        play=_play(view) if view.settings.counts else "",
    )


def _play(view: View) -> str:
    shown = view.for_all()
    seats = table().games.seats(view.game.id)
    levels = level_course(view.settings, view.loaded.timeline)
    return as_text(view.game, shown.state, seats, outcome(view.game, shown.state.round), levels)


@bp.get("/g/<game_id>/report")
@sees
def report(view: View) -> ResponseReturnValue:
    """Shows the report of a game, to be printed: how it ended, its charts, its course, the board at the end."""
    timeline = view.loaded.timeline
    statistics = game_statistics(timeline)
    shown = view.for_all().state
    picture = board_view(shown, Focus(), sees_hidden=False)
    return render_template(
        "stats/report.html",
        game=view.game,
        home=table_url(view.game.id),
        outcome=outcome(view.game, view.state.round),
        day=format_date(view.game.changed.astimezone().date(), "long"),
        levels=level_course(view.settings, timeline),
        players=[name for name, _side in players(table().games.seats(view.game.id), view.state)],
        tracks=strip.tracks(Scene(view, MultiDict())),
        figures=figures.figures_of(statistics),
        facts=figures.facts_of(statistics),
        rounds=highlights(timeline),
        board=Markup(render_board(picture, None, url_for("static", filename="glyphs.svg"))),
    )


@bp.get("/stats")
def all_games() -> ResponseReturnValue:
    """Shows the record over the games of this device; on the serving machine over all of them."""
    stands, damaged = _standing(MOST_GAMES)
    record = win_record(stands)
    return render_template(
        "stats/all.html",
        figure=figures.record_figure(record),
        facts=figures.record_facts(record),
        kinds=figures.record_kinds(record),
        games=[
            (url_for("stats.game", game_id=one.id), one, outcome_short(one.winner)) for one in reversed(record.games)
        ],
        plays=url_for("stats.plays_as_csv") if record.finished else "",
        damaged=[(table_url(one.id), one.name or _("A game without a readable name")) for one in damaged],
    )


@bp.get("/stats/plays.csv")
def plays_as_csv() -> ResponseReturnValue:
    """Sends the plays of this device that are over as a table; on the serving machine all of them."""
    stands, _damaged = _standing(MOST_PLAYS)
    over = [(one, state) for one, state in stands if state.winner is not None]
    text = as_csv(play_of(one, state, table().games.seats(one.id)) for one, state in over)
    # With the mark of its encoding a spreadsheet reads names of any script.
    response = Response("\ufeff" + text, mimetype="text/csv")
    save_as(response, "arrakis-plays.csv")
    response.headers["Cache-Control"] = "no-store"
    return response


def _standing(most: int) -> tuple[list[tuple[GameRecord, State]], list[GameRecord]]:
    """The latest games that count, each with its position as everybody may see it, and those that cannot be read."""
    records = table().games.recent(None if keeps_server() else known_device() or "", most)
    stands, damaged = list[tuple[GameRecord, State]](), list[GameRecord]()
    for one in records:
        try:
            if one.damaged:
                raise Damaged(one.id, Harm.GAME)
            if not GameSettings.from_text(one.settings).counts:
                continue
            stands.append((titled(one), standing(one.id)))
        except (DecodeError, Damaged):
            # A game that cannot be read says so itself when it is opened; it must not take the others with it.
            damaged.append(one)
    return stands, damaged


def outcome(game: GameRecord, rounds: int) -> str:
    """Returns how a game ended, or that it has not."""
    if game.winner is None:
        return _("Not over yet, round %(round)s", round=rounds)
    faction = names.faction_name(Faction.from_id(game.winner))
    return _("%(faction)s won in round %(round)s", faction=faction, round=rounds)


def outcome_short(winner: Faction | None) -> str:
    """Returns who won a game in one word."""
    return _("open") if winner is None else names.faction_name(winner)


def highlights(timeline: Timeline) -> list[Highlights]:
    """Returns what decided a game by rounds, in the order of events; what was taken back is left out."""
    found: list[Highlights] = []
    for event in timeline.events:
        if isinstance(event, RoundBegan):
            found.append(Highlights(_("Round %(round)s", round=event.round), []))
        elif isinstance(event, WORTH_TELLING) and found:
            found[-1].lines.append(history_line(event))
    return [part for part in found if part.lines]
