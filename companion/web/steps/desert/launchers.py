"""Rocket launchers: deployed at camps, and their attack on vehicles, with a camp given for a harvester (DW-4, DW-7)."""

from collections import Counter
from collections.abc import Sequence

from companion.board import AREA_IDS, members
from companion.content import DESERT_WAR
from companion.content.terms import CombatFace, DesertTroop, Marker, VehicleKind
from companion.rules.actions import OtherAction
from companion.rules.ask.desert_war import (
    Vehicle,
    camps_to_give,
    launcher_targets,
    launchers_of,
    launchers_striking,
    symbols_open,
    vehicles_to_strike,
    war_of,
)
from companion.rules.commands import (
    AttackWithLaunchers,
    DeployLaunchers,
    FinishAction,
    GiveCamp,
    RollLaunchers,
    StrikeVehicle,
)
from companion.rules.errors import FormatError
from companion.rules.frames import LaunchersFrame, RollSource
from companion.rules.state import ATREIDES, State
from companion.web.drawing import Glow, GlowKind
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.desert.gathering import counted, gather, read, tapped, written
from companion.web.steps.head import Head, asks, says
from companion.web.ui.blocks import (
    Act,
    Block,
    Button,
    Buttons,
    Choice,
    Fold,
    Form,
    Go,
    Key,
    Keys,
    Lines,
    Options,
    Select,
)
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import ids, place_id, rule_link
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH

DO, DEPLOY, AT = "do", "deploy", "at"


def action(scene: Scene) -> Panel:
    """Asks whether launchers are deployed or attack; of an attack its dice and what is in reach stand there before."""
    state = scene.state
    kicker = names.capital(names.result_name(OtherAction.DESERT_POWER))
    head = Head(kicker, _("Deploy launchers, or attack with them?"), "DW-4", "", ATREIDES, "launcher")
    if scene.pick.get(DO) == DEPLOY:
        return _deploy(scene, head)
    attacks = launchers_of(state)
    acts = tuple(
        Act("attack", _attack_title(sector), _dice_and_reach(state, areas), name="sector", value=sector)
        for sector, areas in attacks.items()
    )
    detail = _("on camps, which glow") if war_of(state).camps else ""
    refusal = _no_deployment(state)
    most = _most(state) or DESERT_WAR.deployed
    title = ngettext("Deploy %(num)d rocket launcher", "Deploy %(num)d rocket launchers", most)
    deploy = Act("launcher", title, detail, scene.also(**{DO: DEPLOY}))
    if refusal:
        deploy = Act("launcher", title, refusal=refusal, rule=rule_link("DW-4"))
    none = Act("attack", _("Launcher attack"), refusal=_("No launcher is on the board."), rule=rule_link("DW-7"))
    blocks = (deploy, Form("launcher-attack", acts) if acts else none)
    lights = list(dict.fromkeys(area for areas in attacks.values() for area in areas))
    return head.panel(*blocks, focus=lit(lights, kind=GlowKind.SELECTED), css="order", close=scene.step_url)


def _attack_title(sector: str) -> str:
    return _("Launcher attack, %(sector)s", sector=names.sector_name(sector))


def _dice_and_reach(state: State, areas: Sequence[int]) -> str:
    """The dice of an attack and the vehicles that it can remove."""
    dice = ngettext("%(num)d die", "%(num)d dice", len(areas))
    reached = reach_words(launcher_targets(state, tuple(areas)))
    return _("%(dice)s. In reach: %(vehicles)s.", dice=dice, vehicles=reached or _("no vehicle"))


def reach_words(vehicles: Sequence[Vehicle]) -> str:
    """Returns vehicles with their places in a sentence."""
    return names.join(vehicle_words(kind, place) for kind, place in vehicles)


def vehicle_words(kind: VehicleKind, place: int) -> str:
    """Returns a vehicle and where it is: "the harvester in NE 5"."""
    facts = {"place": names.vehicle_place(kind, place)}
    return {
        VehicleKind.HARVESTER: _("the harvester in %(place)s", **facts),
        VehicleKind.CARRYALL: _("the carryall of the %(place)s", **facts),
        VehicleKind.ORNITHOPTER: _("the ornithopter of the %(place)s", **facts),
    }[kind]


def _most(state: State) -> int:
    return min(DESERT_WAR.deployed, war_of(state).left(DesertTroop.LAUNCHER))


def _sites(state: State) -> list[int]:
    return list(members(war_of(state).camps_mask & ~state.worms_mask))


def _no_deployment(state: State) -> str:
    if not _most(state):
        return _("All of them are on the board.")
    return "" if _sites(state) else _("No camp is on the board.")


def _deploy(scene: Scene, head: Head) -> Panel:
    """Lets camps be tapped, one for each launcher."""
    most = _most(scene.state)
    chosen = tapped(scene, most)
    blocks, focus = gather(scene, chosen, _sites(scene.state) if len(chosen) < most else [])
    back = Button(_("Launcher attack instead"), "attack", scene.here(use=scene.pick.get("use")))
    blocks = (Buttons((back,)), *blocks)
    if chosen:
        text = ngettext("Place %(num)d launcher", "Place %(num)d launchers", len(chosen))
        blocks = (*blocks, Form("launchers", (Go(text, "launcher"),), {"areas": written(chosen)}))
    title = ngettext("Tap a camp for %(num)d launcher", "Tap camps for up to %(num)d launchers", most)
    detail = counted(chosen) if chosen else _("Several may share a camp.")
    return head.panel(
        *blocks, title=title, detail=detail, focus=focus, css="order", close=scene.step_url, orange=len(chosen) < most
    )


@says(LaunchersFrame)
def say_attack(scene: Scene, frame: LaunchersFrame) -> Head:
    """Says what comes next of a launcher attack: its dice, the vehicles it removes, the camp that may be given."""
    state, kicker = scene.state, _attack_title(frame.sector)
    if frame.left is None:
        title = scene.for_reader(
            ngettext("Roll %(num)d combat die", "Roll %(num)d combat dice", frame.dice),
            ngettext("Atreides roll %(num)d combat die", "Atreides roll %(num)d combat dice", frame.dice),
        )
        reached = reach_words(launcher_targets(state, frame.areas)) or _("no vehicle")
        detail = _("In reach: %(vehicles)s.", vehicles=reached)
        return Head(kicker, title, "DW-7", detail, ATREIDES, "launcher", frame.areas)
    targets = vehicles_to_strike(state, frame)
    if targets:
        title = scene.for_reader(
            ngettext("Remove a vehicle, %(num)d success left", "Remove a vehicle, %(num)d successes left", frame.left),
            ngettext(
                "Atreides remove a vehicle, %(num)d success left",
                "Atreides remove a vehicle, %(num)d successes left",
                frame.left,
            ),
        )
        areas = tuple(place for kind, place in targets if kind is VehicleKind.HARVESTER)
        zones = tuple(place for kind, place in targets if kind is not VehicleKind.HARVESTER)
        return Head(
            kicker, title, "DW-7", _("Each success also removes one launcher."), ATREIDES, "launcher", areas, zones
        )
    camps = tuple(camp.area for camp in camps_to_give(state, frame))
    title = scene.for_reader(
        _("Give a camp for a step of prescience?"), _("Atreides may give a camp for a step of prescience")
    )
    detail = scene.for_reader(_("It leaves the game. Which symbol does its token show?"), _("It leaves the game."))
    return Head(kicker, title, "DW-7", detail, ATREIDES, "camp", camps)


@asks(LaunchersFrame)
def ask_attack(scene: Scene, frame: LaunchersFrame, head: Head) -> Panel:
    """Asks for the dice, then for one vehicle after the other, then for a camp."""
    if frame.left is None:
        return _roll(scene, frame, head)
    if vehicles_to_strike(scene.state, frame):
        return _strike(scene, frame, head)
    return _camp(scene, frame, head)


def _roll(scene: Scene, frame: LaunchersFrame, head: Head) -> Panel:
    """The number of successes from the table, since only it knows the symbol (R-42); or the app's own roll."""
    keys = tuple(Key(_("successes"), big=str(number), value=str(number)) for number in range(frame.dice + 1))
    heading = Lines((_("Tap how many of the dice show the launcher’s symbol."),))
    numbers = Form("launchers-roll", (heading, Keys(_("Successes"), keys, "successes", ask=True, tall=True)))
    if not scene.app_rolls:
        return head.panel(numbers, css="order")
    symbol = war_of(scene.state).success or DESERT_WAR.success
    faces = tuple((face.value, face_word(face)) for face in CombatFace)
    which = Select("symbol", _("The face printed for launchers"), faces, symbol.value)
    note = _("No source tells the app which face counts. Look at your reference card once; the game keeps it.")
    known = war_of(scene.state).success is not None
    text = ngettext("Roll %(num)d die for me", "Roll %(num)d dice for me", frame.dice)
    go = Go(text, "dice", name="by", value="app")
    own = Fold(_("We rolled real dice"), (numbers,), "dice")
    asked: tuple[Block, ...] = (which,) if known else (which, Lines((note,)))
    return head.panel(own, Form("launchers-roll", (*asked, go)), css="order")


def face_word(face: CombatFace) -> str:
    """Returns what a face of a combat die is called."""
    return {CombatFace.HIT: _("Hit"), CombatFace.SHIELD: _("Shield"), CombatFace.SPECIAL: _("Special")}[face]


def _strike(scene: Scene, frame: LaunchersFrame, head: Head) -> Panel:
    """A vehicle, and which launcher leaves with it where they stand in several areas."""
    state, targets = scene.state, vehicles_to_strike(scene.state, frame)
    places = {place_id(kind, place): (kind, place) for kind, place in targets}
    rest = Form("launchers-stop", (Buttons((Button(_("Stop here"), "chevron"),)),))
    links = {one: scene.here(**{AT: one}) for one in places}
    chosen = places.get(scene.pick.get(AT, ""))
    if chosen is None:
        acts = tuple(
            Act(kind.value, names.capital(vehicle_words(kind, place)), "", links[one])
            for one, (kind, place) in places.items()
        )
        return head.panel(*acts, rest, focus=_lights(frame, targets, links), css="order", orange=True)
    kind, place = chosen
    launchers, inner = launchers_striking(state, frame), list[Block]()
    hidden = {"kind": kind.value, "place": place_id(kind, place)}
    if len(launchers) > 1:
        many = Counter(launchers_of(state)[frame.sector])
        offers = tuple(
            Choice(AREA_IDS[area], names.area_name(area), names.troops(DesertTroop.LAUNCHER, many[area]))
            for area in launchers
        )
        inner.append(Options("area", offers, _("Which launcher leaves?"), row=True))
    else:
        hidden["area"] = AREA_IDS[launchers[0]]
    title = _("Remove %(vehicle)s", vehicle=vehicle_words(kind, place))
    go = Go(_("Done"), "check", missing=_("Choose a launcher"), back=scene.step_url, back_text=_("Another vehicle"))
    return head.panel(
        Form("launchers-strike", (*inner, go), hidden),
        title=title,
        focus=_lights(frame, (chosen,), {}),
        css="order",
    )


def _lights(frame: LaunchersFrame, targets: Sequence[Vehicle], links: dict[str, str]) -> Focus:
    lights = tuple(place_id(kind, place) for kind, place in targets)
    glows = (Glow(GlowKind.NEXT, lights), Glow(GlowKind.SELECTED, ids(frame.areas)))
    return Focus(glows, ids=(*lights, *ids(frame.areas)), links=links)


def _camp(scene: Scene, frame: LaunchersFrame, head: Head) -> Panel:
    """For each camp the symbols that its token may show: a tap on one gives it."""
    blocks: list[Block] = []
    for camp in camps_to_give(scene.state, frame):
        keys = tuple(
            Key(names.marker_name(symbol), MARKER_GLYPH[symbol], value=symbol.value)
            for symbol in symbols_open(scene.state, camp)
        )
        heading = Lines((_("The camp in %(area)s", area=names.area_name(camp.area)),))
        form = Form("give-camp", (heading, Keys(_("Symbol"), keys, "symbol", ask=True)), {"area": AREA_IDS[camp.area]})
        blocks.append(form)
    blocks.append(Form("launchers-stop", (Buttons((Button(_("Keep the camps"), "close"),)),)))
    return head.panel(*blocks, css="order")


@deed("launchers")
def _deployed(scene: Scene, fields: Fields) -> Commands:
    return (DeployLaunchers(read(fields)),)


@deed("launcher-attack")
def _attack(scene: Scene, fields: Fields) -> Commands:
    return (AttackWithLaunchers(fields.text("sector")),)


@deed("launchers-roll")
def _rolled(scene: Scene, fields: Fields) -> Commands:
    frame = scene.state.frame
    if not isinstance(frame, LaunchersFrame):
        raise FormatError("by", _("no launcher attack is in progress"))
    if fields.text("by") == "app":
        faces = scene.chance.combat_faces(frame.dice, "launchers")
        return (RollLaunchers(None, faces, fields.member("symbol", CombatFace), RollSource.APP),)
    return (RollLaunchers(fields.count("successes", frame.dice, default=None), source=RollSource.TAPPED),)


@deed("launchers-strike")
def _struck(scene: Scene, fields: Fields) -> Commands:
    kind = fields.member("kind", VehicleKind)
    place = fields.area("place") if kind is VehicleKind.HARVESTER else fields.zone("place")
    return (StrikeVehicle(kind, place, fields.area()),)


@deed("give-camp")
def _given(scene: Scene, fields: Fields) -> Commands:
    return (GiveCamp(fields.area(), fields.member("symbol", Marker)),)


@deed("launchers-stop")
def _stopped(scene: Scene, fields: Fields) -> Commands:
    return (FinishAction(),)
