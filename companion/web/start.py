"""The first page: go on playing, let others join, recent games, a new game; and whether the app is well."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import TypeVar

from flask import Blueprint, redirect, render_template, request
from flask.typing import ResponseReturnValue
from flask_babel import format_date, format_timedelta

from companion.content import BORDER_SWITCHES, VARIANTS
from companion.content.terms import Faction
from companion.rules.errors import FormatError
from companion.rules.state import SWITCHES, Mode, Rules, area_number
from companion.rules.war import EXPANSION
from companion.service import DiceBy, GameSettings, Level, SetUp
from companion.service.lettering import is_plain
from companion.service.quotas import Kind
from companion.service.settings import MAX_NAME
from companion.store import Damaged, DecodeError, GameRecord, Harm, Role
from companion.web.admission import makes
from companion.web.answers import yes_or_no
from companion.web.chairs import has_chairs
from companion.web.coach.coach import Coached, keep, of_device
from companion.web.devices import device, known_device
from companion.web.features import offers
from companion.web.join import Invitation, invitation
from companion.web.say import _, ngettext
from companion.web.seats import copyist, keeps_server, owns_game, seat_at, standing, table, table_url
from companion.web.security import idempotency_key
from companion.web.words import levels
from companion.web.words.games import titled
from companion.web.words.names import area_names, phase_in_short

bp = Blueprint("start", __name__)

RECENT = 8
M = TypeVar("M", bound=StrEnum)


class Players(StrEnum):
    """Who plays: one or two against the opponent, or people on both sides (section 14)."""

    SOLO = "solo"
    SOLO_PAIR = "solo-pair"
    TWO = "two"
    THREE_HARKONNEN = "three-harkonnen"
    THREE_ATREIDES = "three-atreides"
    FOUR = "four"

    @property
    def mode(self) -> Mode:
        """Against the opponent, a duel, or a team as soon as a faction is shared between people (TEAM-1)."""
        if self in (Players.SOLO, Players.SOLO_PAIR):
            return Mode.SOLO
        return Mode.DUEL if self is Players.TWO else Mode.TEAM

    @property
    def partners(self) -> int:
        """How many share the Atreides."""
        return 2 if self in (Players.SOLO_PAIR, Players.THREE_ATREIDES, Players.FOUR) else 1

    @property
    def harkonnen_partners(self) -> int:
        """How many share the Harkonnen."""
        return 2 if self in (Players.THREE_HARKONNEN, Players.FOUR) else 1


BETWEEN_PEOPLE = tuple(one for one in Players if one.mode is not Mode.SOLO)


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
        people=_people(),
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
    answer = redirect(_to_begin(game), 303)
    return keep(answer, Coached(on=True)) if yes_or_no("tips", "no") else answer


@bp.post("/new/trackers")
@makes(Kind.GAMES)
def create_trackers() -> ResponseReturnValue:
    """Makes a game of two people that keeps trackers and dice only, in one tap, and goes to its page."""
    settings = GameSettings("", mode=Mode.DUEL, dice=DiceBy.APP, set_up=SetUp.TRACKERS)
    game, _seat = table().create_game(settings, device(), "", idempotency_key())
    return redirect(table_url(game.id), 303)


@bp.post("/new/people")
@makes(Kind.GAMES)
def create_people() -> ResponseReturnValue:
    """Makes a game of two, three or four people as the form has it at first, in one tap, and goes to its table."""
    try:
        who = _member("players", Players)
        if who not in BETWEEN_PEOPLE:
            raise FormatError("players", _("choose two, three or four people"))
        key = idempotency_key()
    except FormatError as problem:
        return render_template("start/new.html", problem=problem, **_form()), 400
    rules = Rules(partners=who.partners, harkonnen_partners=who.harkonnen_partners)
    settings = GameSettings("", mode=who.mode, rules=rules, dice=DiceBy.APP, set_up=SetUp.QUICK)
    game, _seat = table().create_game(settings, device(), "", key)
    return redirect(_to_begin(game), 303)


def _has_played() -> bool:
    """Whether this device sat at a game before."""
    token = known_device()
    return token is not None and bool(table().games.recent(token, 1))


def _to_begin(game: GameRecord) -> str:
    """Where a new game begins: between people, from a form that says so, with whose seat this device is."""
    asks = request.args.get("seat") == "ask" and offers("phones") and has_chairs(GameSettings.from_text(game.settings))
    return table_url(game.id) + ("/seat" if asks else "")


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
    seat = None if game is None or not offers("phones") else seat_at(game.id)
    if game is None or seat is None or seat.role is Role.SPECTATOR:
        return None
    return invitation(game)


def _can_go_on(game: GameRecord) -> bool:
    """Whether this device sits at a game that can be read; a damaged one says so itself when it is opened."""
    try:
        return not game.damaged and seat_at(game.id) is not None and standing(game.id) is not None
    except (Damaged, DecodeError):
        return False


def _go_on(game: GameRecord) -> GoOn:
    state = standing(game.id)
    ago = format_timedelta(game.changed - table().clock(), add_direction=True)
    return GoOn(
        href=table_url(game.id),
        title=_("Round %(round)s, %(phase)s", round=state.round, phase=phase_in_short(state.phase)),
        detail=_("%(name)s, saved %(time)s on this table", name=titled(game).name, time=ago),
        supremacy=state.supremacy,
    )


def _line(game: GameRecord) -> GameLine:
    try:
        if game.damaged:
            raise Damaged(game.id, Harm.GAME)
        state, seat = standing(game.id), seat_at(game.id)
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
        when=day_of(game.changed),
        rounds=ngettext("%(num)d round", "%(num)d rounds", state.round),
        supremacy=state.supremacy,
        id=game.id,
        plays=keeps_server() or (seat is not None and seat.role.may_write),
        owns=owns_game(seat),
    )


def day_of(moment: datetime) -> str:
    """Returns the day of a moment in the words of the language."""
    # The table is where the server is: its time zone is that of the players.
    return str(format_date(moment.astimezone().date(), "medium"))


def _form() -> dict[str, object]:
    return {
        "values": request.form,
        "first_game": of_device().on is None and not _has_played(),
        "variants": list(VARIANTS.values()),
        "borders": [(border, area_names(map(area_number, border.areas))) for border in BORDER_SWITCHES.values()],
        "max_name": MAX_NAME,
        "set_ups": [
            {
                "value": SetUp.QUICK.value,
                "title": _("Quick"),
                "detail": _(
                    "The app tells you which figures to place where. It assumes what the tokens show; the "
                    "printed ones may differ."
                ),
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
        "levels": levels.choices(),
        "players": _who_plays(),
        "people": _people(),
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


def _who_plays() -> list[dict[str, str]]:
    """The answers to who plays, with what each means."""
    pair = _("One plays House Atreides, one the Fremen Ally: 4 cards each, and you share out the dice yourselves.")
    details = {
        Players.SOLO: (_("One against the Mahdi"), _("The app plays the Harkonnen by the solo rules."), "book"),
        Players.SOLO_PAIR: (_("Two against the Mahdi"), pair, "atreides"),
        Players.TWO: (_("Two people"), _("One plays the Atreides, one the Harkonnen."), "people"),
        Players.THREE_HARKONNEN: (_("Three, the Harkonnen shared"), _("House Harkonnen and Corrino Ally."), "people"),
        Players.THREE_ATREIDES: (_("Three, the Atreides shared"), _("House Atreides and Fremen Ally."), "people"),
        Players.FOUR: (_("Four people"), _("Both sides are shared."), "people"),
    }
    return [
        {"value": one.value, "title": title, "detail": detail, "glyph": glyph}
        for one, (title, detail, glyph) in details.items()
    ]


def _people() -> list[dict[str, str]]:
    """The games between people that one tap begins: how many they are, and who shares a side."""
    words = {
        Players.TWO: ("2", _("one a side")),
        Players.THREE_HARKONNEN: ("3", _("Harkonnen shared")),
        Players.THREE_ATREIDES: ("3", _("Atreides shared")),
        Players.FOUR: ("4", _("both sides shared")),
    }
    return [{"value": one.value, "number": words[one][0], "text": words[one][1]} for one in BETWEEN_PEOPLE]


def _settings() -> GameSettings:
    who = _member("players", Players, Players.SOLO)
    set_up, at_war = _member("set_up", SetUp), yes_or_no(EXPANSION, "no")
    if at_war and who.mode is Mode.SOLO:
        raise FormatError(EXPANSION, _("Desert War is for games between people: the solo opponent has no rules for it"))
    return GameSettings(
        name=_text("name", ""),
        rules=Rules(
            **{switch: yes_or_no(switch, "no") for switch in SWITCHES},
            partners=who.partners,
            harkonnen_partners=who.harkonnen_partners,
        ),
        mode=who.mode,
        dice=_member("dice", DiceBy),
        set_up=set_up,
        level=_member("level", Level, Level.MAHDI),
        decide_for_me=yes_or_no("decide_for_me", "no"),
        clock=yes_or_no("clock", "no"),
        expansions=(EXPANSION,) if at_war and set_up is not SetUp.TRACKERS else (),
    )


def _text(field: str, default: str) -> str:
    text = " ".join(request.form.get(field, "").split())
    if len(text) > MAX_NAME:
        raise FormatError(field, _("at most %(most)s letters, not %(number)s", most=MAX_NAME, number=len(text)))
    if not is_plain(text):
        raise FormatError(field, _("only letters, digits and signs"))
    return text or default


def _member(field: str, kind: type[M], default: M | None = None) -> M:
    value = request.form.get(field, "" if default is None else default.value)
    try:
        return kind(value)
    except ValueError:
        raise FormatError(field, _("choose one of the answers, not “%(value)s”", value=value[:40])) from None
