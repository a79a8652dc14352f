"""Statistics in words: each chart with its title, its legend, what it says, and the table behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from flask_babel import format_date, format_timedelta
from markupsafe import Markup

from companion.content import TRACKS
from companion.content.terms import Faction
from companion.rules.state import MARKERS, POWERS
from companion.service.statistics import FACES, DiceLuck, GameStatistics, RoundFigures, WinRecord
from companion.web.say import _, ngettext
from companion.web.stats.charts import Goal, Series, bar_chart, line_chart, share_chart, tile_chart
from companion.web.words import names
from companion.web.words.levels import level_title
from companion.web.words.numbers import share, short_decimal

HARKONNEN, ATREIDES = Faction.HARKONNEN, Faction.ATREIDES
SIDES = {HARKONNEN: "h", ATREIDES: "a"}
MARKER_CSS = ("kh", "sd", "ji")
POWER_CSS = ("p1", "p2", "p3")
LUCKY = 0.5
"""From half a standard deviation on, dice count as better or worse than average."""


@dataclass(frozen=True, slots=True)
class Table:
    """The numbers behind a chart: a heading for each column, then rows whose first cell heads them."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart on the page. ``legend`` is (class, text) for lines or bars; ``note`` a sentence below."""

    id: str
    title: str
    picture: Markup
    table: Table
    legend: tuple[tuple[str, str], ...] = ()
    note: str = ""
    bars: bool = False


def figures_of(statistics: GameStatistics) -> list[Figure]:
    """Returns the charts of a game; none before its first round."""
    rounds = statistics.rounds
    if not rounds:
        return []
    found = [_supremacy(rounds), _prescience(rounds), _spice(rounds), _imperium(rounds), _losses(rounds)]
    return [*found, _luck(statistics.luck)] if any(luck.dice for luck in statistics.luck) else found


@dataclass(frozen=True, slots=True)
class Tile:
    """A small chart: its title and its picture; the numbers behind it are on the page of statistics."""

    title: str
    picture: Markup


def tiles_of(statistics: GameStatistics) -> list[Tile]:
    """Returns supremacy and prescience by round as small charts; none before the first round."""
    rounds = statistics.rounds
    if not rounds:
        return []
    labels = [str(one.round) for one in rounds]
    found = []
    for title, series, goal in (
        (_("Supremacy by round"), _supremacy_series(rounds), _supremacy_goal()),
        (_("Prescience by round"), _prescience_series(rounds), None),
    ):
        found.append(Tile(title, tile_chart(series, labels, _say(title, series), goal)))
    return found


def _labels(rounds: Sequence[RoundFigures]) -> list[str]:
    return [_("R%(round)s", round=one.round) for one in rounds]


def _over_rounds(
    id_: str,
    title: str,
    rounds: Sequence[RoundFigures],
    series: Sequence[Series],
    goal: Goal | None = None,
    *,
    top_row: bool = False,
    note: str = "",
) -> Figure:
    picture = line_chart(series, _labels(rounds), _say(title, series), goal, top_row=top_row)
    return Figure(id_, title, picture, _rows(rounds, series), _legend(series), note)


def _bars(id_: str, title: str, rounds: Sequence[RoundFigures], series: Sequence[Series], note: str = "") -> Figure:
    picture = bar_chart(series, _labels(rounds), _say(title, series))
    return Figure(id_, title, picture, _rows(rounds, series), _legend(series), note, bars=True)


def _rows(rounds: Sequence[RoundFigures], series: Sequence[Series]) -> Table:
    rows = tuple((str(one.round), *(short_decimal(line.values[n]) for line in series)) for n, one in enumerate(rounds))
    return Table((_("Round"), *(line.name for line in series)), rows)


def _legend(series: Sequence[Series]) -> tuple[tuple[str, str], ...]:
    return tuple((one.css, one.name) for one in series) if len(series) > 1 else ()


def _say(title: str, series: Sequence[Series]) -> str:
    lines = (f"{one.name} {', '.join(short_decimal(value) for value in one.values)}" for one in series)
    return f"{title}: {'; '.join(lines)}"


def _supremacy(rounds: Sequence[RoundFigures]) -> Figure:
    return _over_rounds("supremacy", _("Supremacy by round"), rounds, _supremacy_series(rounds), _supremacy_goal())


def _supremacy_series(rounds: Sequence[RoundFigures]) -> list[Series]:
    return [Series(_("Supremacy"), [one.supremacy for one in rounds], "h")]


def _supremacy_goal() -> Goal:
    length = TRACKS.supremacy.length
    return Goal(length, _("%(step)s wins", step=length))


def _prescience(rounds: Sequence[RoundFigures]) -> Figure:
    return _over_rounds("prescience", _("Prescience by round"), rounds, _prescience_series(rounds))


def _prescience_series(rounds: Sequence[RoundFigures]) -> list[Series]:
    return [
        Series(names.marker_name(marker), [one.prescience[n] for one in rounds], MARKER_CSS[n])
        for n, marker in enumerate(MARKERS)
    ]


def _spice(rounds: Sequence[RoundFigures]) -> Figure:
    total = sum(one.spice for one in rounds)
    line = Series(_("Spice harvested"), [one.spice for one in rounds], "sp")
    return _bars("spice", _("Spice by round"), rounds, [line], _("%(number)s in all", number=total))


def _imperium(rounds: Sequence[RoundFigures]) -> Figure:
    lines = [
        Series(names.power_name(power), [one.imperium[n] for one in rounds], POWER_CSS[n])
        for n, power in enumerate(POWERS)
    ]
    note = _("Row 1 is at the top: the lower a marker, the nearer its ban.")
    return _over_rounds("imperium", _("Imperium by round"), rounds, lines, top_row=True, note=note)


def _losses(rounds: Sequence[RoundFigures]) -> Figure:
    bars = [
        Series(names.faction_name(faction), [one.losses[faction] for one in rounds], SIDES[faction])
        for faction in Faction
    ]
    note = _("Units, tokens and leaders that left the board in battles, worms, storms and by cards.")
    return _bars("losses", _("Losses by round"), rounds, bars, note)


def _luck(luck: Sequence[DiceLuck]) -> Figure:
    title = _("Luck of the dice: hits")
    rows = [(names.faction_name(one.faction), float(one.faces[0]), one.expected[0], SIDES[one.faction]) for one in luck]
    said = "; ".join(
        _(
            "%(faction)s %(hits)s hits, on average %(expected)s",
            faction=name,
            hits=short_decimal(came),
            expected=short_decimal(mean),
        )
        for name, came, mean, _css in rows
    )
    columns = (_("Combat dice"), *(names.face_name(face) for face in FACES), _("Hits on average"))
    table = Table(
        ("", *columns),
        tuple(
            (names.faction_name(one.faction), str(one.dice), *map(str, one.faces), short_decimal(one.expected[0]))
            for one in luck
        ),
    )
    note = " ".join(luck_words(one) for one in luck if one.dice)
    legend = (("mark", _("the average for this many dice")),)
    return Figure("luck", title, share_chart(rows, f"{title}: {said}"), table, legend, note, bars=True)


def luck_words(luck: DiceLuck) -> str:
    """Returns in a sentence whether the dice of a faction were better or worse than average."""
    facts = {"faction": names.faction_name(luck.faction), "hits": short_decimal(abs(luck.faces[0] - luck.expected[0]))}
    if luck.luck > LUCKY:
        return _("%(faction)s: %(hits)s hits above the average.", **facts)
    if luck.luck < -LUCKY:
        return _("%(faction)s: %(hits)s hits below the average.", **facts)
    return _("%(faction)s: about average.", **facts)


def facts_of(statistics: GameStatistics) -> list[tuple[str, str]]:
    """Returns the plain numbers of a game as (name, value)."""
    harkonnen, atreides, nobody = statistics.battles_won
    battles = _("Harkonnen %(harkonnen)s, Atreides %(atreides)s", harkonnen=harkonnen, atreides=atreides)
    if nobody:
        battles = _("%(battles)s, nobody %(nobody)s", battles=battles, nobody=nobody)
    lost = [sum(one.strongholds[faction] for one in statistics.rounds) for faction in Faction]
    settlements = ngettext("%(num)d settlement", "%(num)d settlements", lost[HARKONNEN])
    sietches = ngettext("%(num)d sietch", "%(num)d sietches", lost[ATREIDES])
    found = [
        (_("Played for"), duration(statistics.playing_time)),
        (_("Battles won"), battles),
        (_("Destroyed"), names.join((settlements, sietches))),
        (_("Harkonnen dice"), _dice(statistics)),
        (_("Entries"), str(statistics.entries)),
    ]
    if statistics.taken_back:
        found.append((_("Taken back"), str(statistics.taken_back)))
    if statistics.corrections:
        found.append((_("Corrections"), str(statistics.corrections)))
    return found


def _dice(statistics: GameStatistics) -> str:
    return ", ".join(f"{names.result_name(result)} {count}" for result, count in statistics.harkonnen_dice)


def duration(time: timedelta) -> str:
    """Returns a playing time, rounded as one speaks of it."""
    return str(format_timedelta(time, threshold=1.2))


def record_figure(record: WinRecord) -> Figure | None:
    """Returns the chart of wins over all games; None before the first finished one."""
    games = record.finished
    if not games:
        return None
    series = [Series(names.faction_name(one), record.running(one), SIDES[one]) for one in Faction]
    labels = [str(n) for n in range(len(games) + 1)]
    rows = tuple(
        (
            str(n),
            game.name,
            str(format_date(game.ended.astimezone().date(), "medium")),
            names.faction_name(game.winner) if game.winner is not None else "",
            str(game.rounds),
            str(game.supremacy),
            str(game.prescience),
        )
        for n, game in enumerate(games, 1)
    )
    columns = (_("Game"), _("Name"), _("Day"), _("Won by"), _("Rounds"), _("Supremacy"), _("Prescience in all"))
    title = _("Games won")
    picture = line_chart(series, labels, _say(title, series))
    return Figure("record", title, picture, Table(columns, rows), _legend(series))


def record_kinds(record: WinRecord) -> Table | None:
    """Returns the finished games by opponent and number of players; None before the first."""
    tallies = record.tallies
    if not tallies:
        return None
    rows = tuple(
        (
            _("People") if one.level is None else level_title(one.level),
            str(one.players),
            str(one.games),
            *(str(one.wins[faction]) for faction in Faction),
        )
        for one in tallies
    )
    columns = (_("Opponent"), _("Players"), _("Games"), *(names.faction_name(one) for one in Faction))
    return Table(columns, rows)


def record_facts(record: WinRecord) -> list[tuple[str, str]]:
    """Returns the plain numbers of all games as (name, value)."""
    finished = len(record.finished)
    found = [
        (_("Games"), _("%(finished)s finished, %(open)s open", finished=finished, open=len(record.games) - finished))
    ]
    if not finished:
        return found
    for faction in Faction:
        wins = record.wins(faction)
        said = _("%(wins)s won, %(share)s", wins=wins, share=share(wins / finished))
        found.append((names.faction_name(faction), said))
    winner, length = record.streak
    if winner is not None and length > 1:
        name = names.faction_name(winner)
        said = ngettext("%(faction)s, %(num)d game", "%(faction)s, %(num)d games", length, faction=name)
        found.append((_("Current winning streak"), said))
    mean = sum(game.rounds for game in record.finished) / finished
    return [*found, (_("Rounds on average"), short_decimal(mean))]
