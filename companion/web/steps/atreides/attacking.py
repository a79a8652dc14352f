"""Attacks that people make, for either faction: tap the enemy, or a legion and then what it attacks."""

from collections.abc import Sequence

from companion.board import AREA_IDS, AREA_NUMBER
from companion.rules.commands import Attack
from companion.rules.frames import ActionFrame
from companion.rules.reach import Reach, Via
from companion.web.drawing import Arrow, Glow, GlowKind
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides import reachable
from companion.web.steps.battle.chances import badges, target_odds, targets_block, viewpoint
from companion.web.steps.head import Head
from companion.web.ui.blocks import Button, Buttons, Form, Go
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Focus, Panel, lit
from companion.web.ui.parts import ids
from companion.web.words import names

RULE = "BATTLE-1"


def targets(scene: Scene, frame: ActionFrame, head: Head, source: int, attacks: Sequence[Reach]) -> Panel:
    """Shows everything that the legion in ``source`` may attack, with the chances."""
    reached = list(dict.fromkeys(one.target for one in attacks))
    links = {AREA_IDS[area]: scene.also(to=AREA_IDS[area]) for area in reached}
    glows = (Glow(GlowKind.NEXT, ids(reached)), Glow(GlowKind.SELECTED, ids([source])))
    buttons = tuple(Button(names.area_name(area), "attack", links[AREA_IDS[area]], cls="") for area in reached)
    by_area = {area: links[AREA_IDS[area]] for area in reached}
    own = frame.faction is viewpoint(scene.state)
    chances = targets_block(scene, source, surprise=frame.surprise, links=by_area) if own else None
    return head.panel(
        chances or Buttons(buttons),
        Buttons((Button(_("Back"), "undo", scene.also(attack=None, to=None)),)),
        title=_("Tap what the legion in %(area)s attacks", area=names.area_name(source)),
        detail="",
        orange=True,
        focus=Focus(glows, ids=ids([*reached, source]), links=links, badges=badges(chances)),
        rule=RULE,
    )


def who(scene: Scene, frame: ActionFrame, head: Head, sources: Sequence[int], target: int) -> Panel:
    """Asks which of several legions attacks the enemy that was tapped."""
    links = {AREA_IDS[area]: scene.also(**{"from": AREA_IDS[area]}) for area in sources}
    buttons = tuple(Button(names.area_name(area), "attack", links[AREA_IDS[area]], cls="") for area in sources)
    back = Button(_("Back"), "undo", scene.also(to=None))
    focus = lit([*sources], links=links)
    glows = (*focus.glows, Glow(GlowKind.SELECTED, ids([target])))
    return head.panel(
        Buttons(buttons),
        Buttons((back,)),
        title=_("Tap the legion that attacks %(area)s", area=names.area_name(target)),
        detail="",
        orange=True,
        focus=Focus(glows, ids=ids([*sources, target]), links=links),
        rule=RULE,
    )


def confirm(
    scene: Scene, frame: ActionFrame, head: Head, source: int, attacks: Sequence[Reach], to: int | None = None
) -> Panel:
    """Shows one attack with its chances; a tap on go begins the battle."""
    state = scene.state
    target = AREA_NUMBER[scene.pick["to"]] if to is None else to
    found = [one for one in attacks if one.target == target]
    way = reachable.way_of(scene, found)
    ride = way is not None and way.via is Via.SANDRIDING
    hidden = {
        "from": AREA_IDS[source],
        "to": AREA_IDS[target],
        "sandriding": "1" if ride else "",
        "zone": reachable.zone_of(way),
    }
    other = frame.faction.enemy
    enemy = state.army(other, target)
    defenders = names.figures(enemy, other) if enemy else _("nobody visible")
    by_ride = _("By sandriding.") if ride else ""
    said = (_("Against %(figures)s.", figures=defenders), reachable.by_air(state, way), by_ride)
    own = frame.faction is viewpoint(state)
    chances = target_odds(scene, source, target, surprise=frame.surprise) if own else ()
    go = Go(_("To the battle"), "attack", back=scene.also(to=None), back_text=_("Other target"))
    facts = {"target": names.area_name(target), "source": names.area_name(source)}
    return head.panel(
        *chances,
        *reachable.other_ways(scene, found, way),
        Form("attack", (go,), hidden),
        title=_("Attack %(target)s from %(source)s", **facts),
        detail=" ".join(filter(None, said)),
        focus=Focus(
            (Glow(GlowKind.NEXT, ids([target])), Glow(GlowKind.SELECTED, ids([source]))),
            (Arrow(AREA_IDS[source], AREA_IDS[target]),),
            ids([target]),
            ids([source]),
        ),
        rule=RULE,
    )


@deed("attack")
def _fight(scene: Scene, fields: Fields) -> Commands:
    source, target, zone = fields.area("from"), fields.area("to"), fields.zone_or_none()
    return (Attack(reachable.acting(scene), source, target, zone, sandriding=fields.yes("sandriding")),)
