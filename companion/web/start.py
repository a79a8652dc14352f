"""The first page: go on playing, let others join, recent games, a new game; and whether the app is well."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_timedelta

from companion.content import BORDER_SWITCHES, VARIANTS
from companion.content.terms import Faction, Phase
from companion.rules.errors import FormatError
from companion.rules.state import SWITCHES, Mode, Rules, State, area_number
from companion.service import DiceBy, GameSettings, Level, SetUp
from companion.service.quotas import Kind
from companion.service.settings import MAX_NAME
from companion.store import Damaged, DecodeError, GameRecord, Harm, Role
from companion.web.admission import makes
from companion.web.devices import device, known_device
from companion.web.join import Invitation, invitation
from companion.web.say import _, ngettext
from companion.web.seats import copyist, idempotency_key, keeps_server, owns_game, seat_at, table, table_url
from companion.web.words.games import titled
from companion.web.words.levels import level_detail, level_title
from companion.web.words.names import area_names

bp = Blueprint("start", __name__)

RECENT = 8
M = TypeVar("M", bound=StrEnum)
LEVEL_GLYPHS = {Level.MAHDI: "book", Level.TACTICIAN: "strategy", Level.WARLORD: "attack"}


class Partners(StrEnum):
    """How many players share the Atreides (section 14)."""

    ONE = "1"
    TWO = "2"


class Harkonnen(StrEnum):
    """Who plays the Harkonnen."""

    MAHDI = "mahdi"
    PEOPLE = "people"


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in words: what it is, where it stands, when it was last touched."""

    href: str
    name: str
    status: str
    faction: str
    when: str
    rounds: str
    supremacy: int
    damaged: bool = False
    id: str = ""
    plays: bool = False
    owns: bool = False


@dataclass(frozen=True, slots=True)
class GoOn:
    """The game to go on with: ``title`` says what comes next."""

    href: str
    title: str
    detail: str
    supremacy: int


@bp.get("/")
def home() -> ResponseReturnValue:
    """Shows the first page, with the games of this device; on the serving machine with all of them."""
    games = table().games.recent(None if keeps_server() else known_device() or "", RECENT, hidden=False)
    current = next((game for game in games if game.winner is None and _can_go_on(game)), None)
    return render_template(
        "start/home.html",
        go_on=None if current is None else _go_on(current),
        invitation=_invitation(current),
        recent=[_line(game) for game in games if game is not current],
    )


@bp.get("/new")
def new_game() -> ResponseReturnValue:
    """Shows the form of a new game."""
    return render_template("start/new.html", **_form())


@bp.post("/new")
@makes(Kind.GAMES)
def create_game() -> ResponseReturnValue:
    """Makes a game, with this device as its player, and goes to its table."""
    try:
        settings, player, key = _settings(), _text("player", ""), idempotency_key()
    except FormatError as problem:
        return render_template("start/new.html", problem=problem, **_form()), 400
    game, _seat = table().create_game(settings, device(), player, key)
    return redirect(table_url(game.id), 303)


@bp.post("/new/trackers")
@makes(Kind.GAMES)
def create_trackers() -> ResponseReturnValue:
    """Makes a game of two people that keeps trackers and dice only, in one tap, and goes to its page."""
    settings = GameSettings("", mode=Mode.DUEL, dice=DiceBy.APP, set_up=SetUp.TRACKERS)
    game, _seat = table().create_game(settings, device(), "", idempotency_key())
    return redirect(table_url(game.id), 303)


@bp.get("/healthz")
def health() -> ResponseReturnValue:
    """Says whether the app can save: 503 with the reason when not; and how its copies stand."""
    found = copyist().health()
    answer = {
        "ok": found.trouble is None,
        "reason": found.trouble,
        "schema": found.version,
        "copied": found.copied and found.copied.isoformat(timespec="seconds"),
        "copy_is_old": found.copy_is_old,
        "copy_failed": found.copy_failed,
        "damaged_games": found.damaged,
    }
    return answer, 200 if found.trouble is None else 503


def _invitation(game: GameRecord | None) -> Invitation | None:
    seat = None if game is None else seat_at(game.id)
    if game is None or seat is None or seat.role is Role.SPECTATOR:
        return None
    return invitation(game)


def _can_go_on(game: GameRecord) -> bool:
    """Whether this device sits at a game that can be read; a damaged one says so itself when it is opened."""
    try:
        return not game.damaged and seat_at(game.id) is not None and table().load(game.id) is not None
    except (Damaged, DecodeError):
        return False


def _go_on(game: GameRecord) -> GoOn:
    state = table().load(game.id).state
    ago = format_timedelta(game.changed - table().clock(), add_direction=True)
    return GoOn(
        href=table_url(game.id),
        title=_("Round %(round)s, %(phase)s", round=state.round, phase=_phase_name(state)),
        detail=_("%(name)s, saved %(time)s on this table", name=titled(game).name, time=ago),
        supremacy=state.supremacy,
    )


def _phase_name(state: State) -> str:
    names: dict[Phase, str] = {
        Phase.START: _("beginning"),
        Phase.VEHICLES: _("vehicles"),
        Phase.ACTIONS: _("actions"),
        Phase.HAZARDS: _("desert hazards"),
        Phase.SPICE: _("spice harvest"),
        Phase.END: _("end of round"),
    }
    return names[state.phase]


def _line(game: GameRecord) -> GameLine:
    try:
        if game.damaged:
            raise Damaged(game.id, Harm.GAME)
        state, seat = table().load(game.id).state, seat_at(game.id)
    except (Damaged, DecodeError):
        name = titled(game).name or _("A game without a readable name")
        return GameLine(table_url(game.id), name, _("damaged"), "h", "", "", 0, damaged=True)
    status, faction = _("open"), ""
    if game.winner is not None:
        won = game.winner == Faction.ATREIDES.id
        status, faction = (_("won"), "a") if won else (_("lost"), "h")
    return GameLine(
        href=table_url(game.id),
        name=titled(game).name,
        status=status,
        faction=faction,
        when=_day(game.changed),
        rounds=ngettext("%(num)d round", "%(num)d rounds", state.round),
        supremacy=state.supremacy,
        id=game.id,
        plays=keeps_server() or (seat is not None and seat.role.may_write),
        owns=owns_game(seat),
    )


def _day(moment: datetime) -> str:
    # The table is where the server is: its time zone is that of the players.
    return str(format_date(moment.astimezone().date(), "medium"))


def _form() -> dict[str, object]:
    return {
        "values": request.form,
        "variants": list(VARIANTS.values()),
        "borders": [(border, area_names(map(area_number, border.areas))) for border in BORDER_SWITCHES.values()],
        "max_name": MAX_NAME,
        "set_ups": [
            {
                "value": SetUp.QUICK.value,
                "title": _("Quick"),
                "detail": _("The app says which figures stand where. Its numbers are assumptions, not the game’s."),
                "glyph": "dice",
            },
            {
                "value": SetUp.GUIDED.value,
                "title": _("With the tokens"),
                "detail": _("You draw the tokens at the table and enter what they show."),
                "glyph": "edit",
            },
            {
                "value": SetUp.TRACKERS.value,
                "title": _("None: trackers only"),
                "detail": _("Tracks, dice, cards and battles, without the board in the app."),
                "glyph": "supremacy",
            },
        ],
        "levels": [
            {"value": level.value, "title": level_title(level), "detail": level_detail(level), "glyph": glyph}
            for level, glyph in LEVEL_GLYPHS.items()
        ],
        "partners": [
            {
                "value": "1",
                "title": _("One player"),
                "detail": _("You play House Atreides and the Fremen."),
                "glyph": "atreides",
            },
            {
                "value": "2",
                "title": _("A pair"),
                "detail": _(
                    "One plays House Atreides, one the Fremen Ally: 4 cards each, dice shared out by yourselves. "
                    "The others join with the code."
                ),
                "glyph": "people",
            },
        ],
        "harkonnens": [
            {
                "value": Harkonnen.MAHDI.value,
                "title": _("The Mahdi opponent"),
                "detail": _("The app plays them by the solo rules."),
                "glyph": "book",
            },
            {
                "value": Harkonnen.PEOPLE.value,
                "title": _("People at this table"),
                "detail": _("Two to four friends: the app keeps the board and knows the rules of both sides."),
                "glyph": "people",
            },
        ],
        "harkonnen_partners": [
            {
                "value": "1",
                "title": _("One player"),
                "detail": _("House Harkonnen and the Corrino Ally together."),
                "glyph": "harkonnen",
            },
            {
                "value": "2",
                "title": _("A pair"),
                "detail": _("One plays House Harkonnen, one the Corrino Ally. Only for people."),
                "glyph": "people",
            },
        ],
        "dices": [
            {
                "value": DiceBy.APP.value,
                "title": _("The app rolls"),
                "detail": _("You can still enter any roll yourself."),
                "glyph": "dice",
            },
            {
                "value": DiceBy.HAND.value,
                "title": _("We roll at the table"),
                "detail": _("You tap what the dice show."),
                "glyph": "people",
            },
        ],
    }


def _settings() -> GameSettings:
    return GameSettings(
        name=_text("name", ""),
        rules=Rules(
            **{switch: _chosen(switch) for switch in SWITCHES},
            partners=int(_member("partners", Partners, Partners.ONE)),
            harkonnen_partners=int(_member("harkonnen_partners", Partners, Partners.ONE)),
        ),
        mode=_mode(),
        dice=_member("dice", DiceBy),
        set_up=_member("set_up", SetUp),
        level=_member("level", Level, Level.MAHDI),
        decide_for_me=_chosen("decide_for_me"),
    )


def _mode() -> Mode:
    """Who plays the Harkonnen: the opponent, or people; those are a team as soon as a faction is shared (TEAM-1)."""
    if _member("harkonnen", Harkonnen, Harkonnen.MAHDI) is Harkonnen.MAHDI:
        if _member("harkonnen_partners", Partners, Partners.ONE) is Partners.TWO:
            raise FormatError("harkonnen_partners", _("the opponent plays the Harkonnen alone"))
        return Mode.SOLO
    shared = [_member(field, Partners, Partners.ONE) for field in ("partners", "harkonnen_partners")]
    return Mode.TEAM if Partners.TWO in shared else Mode.DUEL


def _text(field: str, default: str) -> str:
    text = " ".join(request.form.get(field, "").split())
    if len(text) > MAX_NAME:
        raise FormatError(field, _("at most %(most)s letters, not %(number)s", most=MAX_NAME, number=len(text)))
    if not text.isprintable():
        raise FormatError(field, _("only letters, digits and signs"))
    return text or default


def _chosen(field: str) -> bool:
    value = request.form.get(field, "no")
    if value not in ("yes", "no"):
        raise FormatError(field, _("yes or no, not “%(value)s”", value=value[:40]))
    return value == "yes"


def _member(field: str, kind: type[M], default: M | None = None) -> M:
    value = request.form.get(field, "" if default is None else default.value)
    try:
        return kind(value)
    except ValueError:
        raise FormatError(field, _("choose one of the answers, not “%(value)s”", value=value[:40])) from None
