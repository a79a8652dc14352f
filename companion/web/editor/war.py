"""The figures of Desert War for the editor: its pieces in an area and in an air zone, its tokens and cards."""

from dataclasses import replace

from companion.content.terms import CombatFace, DesertTroop, Marker
from companion.rules.ask.desert_war import lone_riders, ridden_worms, war_of
from companion.rules.state import State
from companion.rules.war import SANDRIDERS, TOKENS, TROOPS, Camp, DesertWar
from companion.service.pieces import placed
from companion.web.editor.figures import Choice, Group, Lens, Many, Number, at, flag, optional
from companion.web.say import _
from companion.web.ui.blocks import Note
from companion.web.ui.parts import rule_link
from companion.web.words import names
from companion.web.words.glyphs import TROOP_GLYPH

SIDE_OF = {DesertTroop.SUSPENSOR: "h", DesertTroop.LAUNCHER: "a", DesertTroop.SANDRIDER: "a"}
ESCORT = "escort"


def area_of_war(state: State, area: int) -> tuple[Group, ...]:
    """Returns the desert troops and the camp of an area; nothing in a game without the expansion."""
    if state.desert_war is None:
        return ()
    troops = tuple(
        Number(kind.value, names.troop_name(kind), *_troops(kind, area), TROOPS[kind], TROOP_GLYPH[kind], SIDE_OF[kind])
        for kind in DesertTroop
    )
    camp = Number("camp", names.word("exp_fremen_camp"), *_camp(area), 1, "camp", "a", tick=True)
    return (Group("war-here", names.word("exp_desert_war"), (*troops, camp)),)


def _with(state: State, war: DesertWar) -> State:
    return replace(state, desert_war=war)


def _troops(kind: DesertTroop, area: int) -> Lens:
    return (
        lambda state: war_of(state).troops(kind).count(area),
        lambda state, number: _with(
            state, war_of(state).with_troops(kind, placed(war_of(state).troops(kind), area, number))
        ),
    )


def _camp(area: int) -> Lens:
    def write(state: State, on: int) -> State:
        others = [camp for camp in war_of(state).camps if camp.area != area]
        camps = sorted([*others, *([Camp(area)] if on else [])], key=lambda camp: camp.area)
        return _with(state, replace(war_of(state), camps=tuple(camps)))

    return lambda state: war_of(state).camps_mask >> area & 1, write


def with_escort(state: State, known: Choice, zone: int) -> Choice:
    """Returns what stands in an air zone, an escort ornithopter among it where the game has them."""
    if state.desert_war is None:
        return known

    def read(state: State) -> str:
        return ESCORT if zone in war_of(state).escorts else known.read(state)

    def write(state: State, vehicle: str) -> State:
        state = known.write(state, vehicle)
        escorts = placed(war_of(state).escorts, zone, int(vehicle == ESCORT))
        return _with(state, replace(war_of(state), escorts=escorts))

    return replace(known, read=read, write=write, offers=(*known.offers, (ESCORT, _("an escort ornithopter"))))


def rest_of_war(state: State) -> tuple[Group, ...]:
    """Returns the tokens, the Sandriders card and what launchers count; nothing in a game without the expansion."""
    if state.desert_war is None:
        return ()
    tokens = Number(
        "war-tokens", names.word("exp_desert_war_token"), *at("desert_war", "tokens"), TOKENS, "dw-token", "h"
    )
    card = _("Card of %(leader)s face up", leader=names.leader_name(SANDRIDERS))
    ready = Number("war-card", card, *flag("desert_war", "card_ready"), 1, "sandrider", "a", tick=True)
    faces = {CombatFace.HIT: _("Hit"), CombatFace.SHIELD: _("Shield"), CombatFace.SPECIAL: _("Special")}
    offers = (("", _("not known")), *((face.value, text) for face, text in faces.items()))
    success = optional("desert_war", "success", of=CombatFace)
    gone = tuple((marker.value, names.marker_name(marker)) for marker in Marker)
    return (
        Group(
            "war",
            names.word("exp_desert_war"),
            (
                tokens,
                ready,
                Choice("war-success", _("The face printed for launchers"), *success, offers),
                Many("war-gone", _("Camps out of the game"), *_gone(), gone, "camp", "a"),
            ),
        ),
    )


def notes_of_war(state: State, area: int) -> list[Note]:
    """Returns what the pieces of Desert War in an area are and are not, one sentence a kind, with the rule."""
    war, found = war_of(state), list[Note]()
    if war.camps_mask >> area & 1:
        text = _("A camp leaves its area free for both sides. A Harkonnen legion that enters removes it.")
        found.append(Note(text, "camp", rule=rule_link("DW-3")))
    if area in war.launchers:
        text = _("Launchers are neither units nor leaders and take no hits. A Harkonnen legion or a worm removes them.")
        found.append(Note(text, "launcher", rule=rule_link("DW-6")))
    if area in war.suspensors:
        text = _("Troopers are neither units nor leaders and take no hits. An Atreides legion or a worm removes them.")
        found.append(Note(text, "suspensor", rule=rule_link("DW-6")))
    if lone_riders(state) >> area & 1:
        text = _("A lone sandrider counts as a wormsign for sandriding; a Harkonnen legion that enters meets a worm.")
        found.append(Note(text, "sandrider", rule=rule_link("DW-8")))
    elif ridden_worms(state) >> area & 1:
        text = _("With its sandrider this worm moves or attacks up to 3 areas, with 5 dice.")
        found.append(Note(text, "sandrider", rule=rule_link("DW-8")))
    return found


def _gone() -> Lens:
    return (
        lambda state: tuple(marker.value for marker in war_of(state).camps_gone),
        lambda state, texts: _with(
            state, replace(war_of(state), camps_gone=tuple(marker for marker in Marker if marker.value in texts))
        ),
    )
