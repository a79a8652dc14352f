"""The dice of a game in words: counts against what fair dice show, and how unusual the difference is."""

from dataclasses import dataclass

from flask_babel import format_decimal

from companion.content.terms import CombatFace, Faction, Result
from companion.rules.frames import Cause, RollSource
from companion.service.fairness import DiceTally, DieKind, Fairness, FairnessTest, RollLine
from companion.web.say import _, ngettext
from companion.web.ui.odds_blocks import Figures
from companion.web.words import names

UNUSUAL, VERY_UNUSUAL = 0.05, 0.01
LATEST = 200
"""So many rolls are listed, the latest ones."""


@dataclass(frozen=True, slots=True)
class FaceBar:
    """One face: ``share`` and ``due`` are parts (0 to 1) of the longest bar, ``due`` None when nothing is expected."""

    name: str
    text: str
    share: float
    due: float | None


@dataclass(frozen=True, slots=True)
class TallyView:
    """Dice of one kind or source: bars by face, the verdict of the test and its particulars."""

    title: str
    faction: str
    faces: tuple[FaceBar, ...]
    verdict: str
    test: str


@dataclass(frozen=True, slots=True)
class SourceLink:
    """A choice of which dice are counted: the value of ``source`` in the address, empty for all."""

    value: str
    name: str
    current: bool


@dataclass(frozen=True, slots=True)
class DiceView:
    """The page: ``facts`` in one line each, ``totals`` and ``parts`` as charts, ``rolls`` one by one."""

    facts: tuple[str, ...]
    totals: tuple[TallyView, ...]
    parts: tuple[TallyView, ...]
    rolls: Figures
    sources: tuple[SourceLink, ...] = ()


def dice_view(found: Fairness, source: RollSource | None = None) -> DiceView:
    """Returns the fairness of a game's dice in words; ``source``: only those read so are counted."""
    facts = [ngettext("%(num)d roll in the history", "%(num)d rolls in the history", len(found.rolls))]
    if found.rolls:
        facts.append(
            ngettext(
                "%(num)d is exactly what the app had fixed in secret for this game",
                "%(num)d are exactly what the app had fixed in secret for this game",
                found.by_app,
            )
        )
    if found.taken_back:
        facts.append(
            ngettext(
                "%(num)d roll was taken back and is not counted",
                "%(num)d rolls were taken back and are not counted",
                found.taken_back,
            )
        )
    rolls = tuple(_line(line) for line in reversed(found.rolls[-LATEST:]))
    columns = (_("Round"), _("Dice"), _("Shown"), _("App"))
    return DiceView(
        facts=tuple(facts),
        totals=tuple(map(_tally, found.totals)),
        parts=tuple(map(_tally, found.parts)),
        rolls=Figures(_("Every roll, the latest first"), columns, rolls),
        sources=_sources(found, source),
    )


def _sources(found: Fairness, source: RollSource | None) -> tuple[SourceLink, ...]:
    """The choices, where there is more than one kind of dice in the game."""
    recorded = [one for one in found.sources if one is not None]
    if len(found.sources) < 2 and source is None:
        return ()
    return (
        SourceLink("", _("All dice"), source is None),
        *(SourceLink(one.value, source_name(one), source is one) for one in recorded),
    )


def source_name(source: RollSource) -> str:
    """Returns which dice those are."""
    named: dict[RollSource, str] = {
        RollSource.APP: _("Rolled by the app"),
        RollSource.TAPPED: _("Rolled at the table, entered by hand"),
        RollSource.CAMERA: _("Rolled at the table, read by the camera"),
    }
    return named[source]


def _tally(tally: DiceTally) -> TallyView:
    longest = max((*tally.counts, *tally.expected), default=1) or 1
    faces = []
    for number, face in enumerate(tally.faces):
        due = tally.expected[number] if tally.expected else None
        count = tally.counts[number]
        text = str(count)
        if due is not None:
            text = _("%(count)s, expected %(due)s", count=count, due=format_decimal(due, "0.0"))
        faces.append(FaceBar(_face(tally.kind, face), text, count / longest, None if due is None else due / longest))
    return TallyView(
        title=_("%(what)s, %(dice)s", what=_title(tally), dice=ngettext("%(num)d die", "%(num)d dice", tally.dice)),
        faction="" if tally.faction is None else {Faction.HARKONNEN: "h", Faction.ATREIDES: "a"}[tally.faction],
        faces=tuple(faces),
        verdict=_verdict(tally),
        test=_test(tally.test) if tally.test else "",
    )


def _verdict(tally: DiceTally) -> str:
    if tally.kind is DieKind.HARKONNEN_ROLL:
        return _("Dice over the limit were changed to other results, so no even spread can be expected.")
    if not tally.expected:
        return _("The faces of these dice are not published, so the app cannot say what to expect.")
    if tally.test is None:
        return _("Too few dice to say anything.")
    p = tally.test.p
    often = _often(p)
    if p < VERY_UNUSUAL:
        return _("Fair dice are off by this much in %(often)s games: very unusual.", often=often)
    if p < UNUSUAL:
        return _("Fair dice are off by this much in %(often)s games: a little unusual.", often=often)
    return _("Fair dice are off by this much in %(often)s games: nothing unusual.", often=often)


def _often(p: float) -> str:
    if p >= 0.995:
        return _("practically all")
    if p >= 0.01:
        return _("%(number)s of 100", number=round(100 * p))
    if p >= 0.0001:
        return _("1 of %(number)s", number=format_decimal(round(1 / p)))
    return _("fewer than 1 of %(number)s", number=format_decimal(10_000))


def _test(test: FairnessTest) -> str:
    facts = {
        "statistic": format_decimal(test.statistic, "0.00"),
        "freedom": test.freedom,
        "p": format_decimal(test.p, "0.000"),
    }
    if test.exact:
        return _("Chi-square %(statistic)s, p = %(p)s from all outcomes of this many dice", **facts)
    return _("Chi-square %(statistic)s with %(freedom)s degrees of freedom, p = %(p)s", **facts)


def _title(tally: DiceTally) -> str:
    if tally.cause is None:
        return _kind(tally.kind)
    cause = _cause(tally.cause)
    if tally.faction is None:
        return cause
    return _("%(cause)s, %(faction)s", cause=cause, faction=names.faction_name(tally.faction))


def _kind(kind: DieKind) -> str:
    words = {
        DieKind.COMBAT: _("Combat dice"),
        DieKind.HARKONNEN_ACTION: _("Harkonnen action dice"),
        DieKind.ATREIDES_ACTION: _("Atreides action dice"),
        DieKind.HARKONNEN_ROLL: _("Harkonnen action dice"),
    }
    return words[kind]


def _cause(cause: Cause) -> str:
    words = {
        Cause.BATTLE: _("Battles"),
        Cause.STORM: _("Storms"),
        Cause.WORM: _("Worm attacks"),
        Cause.CARD: _("Card attacks"),
    }
    return words.get(cause) or _("Other rolls")


def _face(kind: DieKind, face: str) -> str:
    return names.face_name(CombatFace(face)) if kind is DieKind.COMBAT else names.result_name(face)


def _line(line: RollLine) -> tuple[str, ...]:
    faces = [face.value for face in CombatFace] if line.kind is DieKind.COMBAT else [result.value for result in Result]
    shown = [f"{count} {_face(line.kind, face)}" for face, count in zip(faces, line.counts, strict=True) if count]
    what = _kind(line.kind) if line.cause is None else _cause(line.cause)
    if line.faction is not None and line.cause is Cause.BATTLE:
        what = _("%(cause)s, %(faction)s", cause=what, faction=names.faction_name(line.faction))
    return str(line.round), what, ", ".join(shown), _("yes") if line.by_app else _("no")
