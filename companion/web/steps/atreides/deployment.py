"""The player's deployments and draws: a token and a leader in a sietch, planning cards."""

from companion.board import AREA_IDS, AREA_NUMBER
from companion.content import GENERIC_LEADER, LEADERS, LeaderKind
from companion.content.terms import Deck, Subfaction
from companion.rules import check
from companion.rules.ask.atreides_steps import card_below
from companion.rules.ask.turns import in_charge, is_open_ended
from companion.rules.commands import DeployToken, DrawCards, FinishAction
from companion.rules.errors import FormatError
from companion.rules.frames import ActionFrame
from companion.rules.state import ATREIDES, Standing, State, supply
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.card_list import OWN_DECKS
from companion.web.steps.atreides.ending import go_on, with_end
from companion.web.steps.atreides.moving import action_keys
from companion.web.steps.head import Head
from companion.web.ui.blocks import Block, Button, Buttons, Choice, Fold, Form, Go, Note, Options
from companion.web.ui.board import standing_sietches
from companion.web.ui.fields import Fields
from companion.web.ui.panel import Panel, lit
from companion.web.ui.parts import legion_words, rule_link
from companion.web.words import names

NOBODY_COMES = "none"


def deploy(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Asks in which sietch the token goes, then who comes along."""
    state = scene.state
    area = AREA_NUMBER.get(scene.pick.get("area", ""))
    sietches = [one for one in standing_sietches(state) if frame.only in (None, one)]
    links = scene.area_links(sietches, "area")
    if area is None or area not in sietches:
        buttons = tuple(Button(names.area_name(a), href=links[AREA_IDS[a]], cls="") for a in sietches)
        return head.panel(
            Fold(_("Or choose by name"), (Buttons(buttons),), "locate"),
            _skip(scene),
            *action_keys(scene, frame),
            orange=True,
            focus=lit(list(sietches), links=links),
            rule="ACT-DEPLOY-A",
        )
    there = legion_words(state.army(ATREIDES, area), ATREIDES)
    choices = _leaders(state, frame)
    go = Go(
        _("Done"), "deployment", missing=_("Choose who comes along"), back=scene.also(area=None), back_text=_("Back")
    )
    inner = (
        Options("leader", choices, _("Who comes along?"), choices[0].value if len(choices) == 1 else None),
        *go_on(scene, (DeployToken(area, None),), go),
    )
    return head.panel(
        Form("deploy", inner, {"area": AREA_IDS[area]}),
        title=_("A token facedown in %(area)s", area=names.area_name(area)),
        detail=_("Now there: %(figures)s.", figures=there),
        focus=lit([area], links=links),
        css="order",
        rule="ACT-DEPLOY-A",
    )


def _skip(scene: Scene) -> Block:
    """What leaves the action: with the turn, unless it belongs to a card."""
    if card_below(scene.state) is None and not is_open_ended(scene.state.frame):
        return Form("end-turn", (Buttons((Button(_("End turn"), "check"),)),))
    return Form("finish-own", (Buttons((Button(_("End the action"), "check"),)),))


def placeable_leaders(state: State) -> list[str]:
    """Returns the Atreides leaders that may come onto the board now, the generic one first."""
    generic = GENERIC_LEADER[ATREIDES].id
    found = [generic] if supply(state, ATREIDES).generic else []
    standing = dict(state.leaders)
    found += [
        leader.id
        for leader in LEADERS.values()
        if leader.faction is ATREIDES
        and leader.kind is LeaderKind.NAMED
        and leader.id in standing
        and standing[leader.id].standing is Standing.READY
        and leader.id not in state.just_out_of_tank
    ]
    return found


def _leaders(state: State, frame: ActionFrame) -> tuple[Choice, ...]:
    choices = [Choice(NOBODY_COMES, _("No leader"), glyph="close")]
    if frame.leaders:
        generic = GENERIC_LEADER[ATREIDES].id
        choices = [
            *(
                Choice(leader, names.leader_name(leader), glyph="leader" if leader == generic else "named")
                for leader in placeable_leaders(state)
            ),
            *choices,
        ]
    return tuple(choices)


def draw(scene: Scene, frame: ActionFrame, head: Head) -> Panel:
    """Asks from which decks the cards of a Mentat action are drawn; the go button ends the turn as well."""
    state = scene.state
    number = frame.draws
    pairs = [decks for decks in _draws(number) if not check(state, DrawCards(decks))]
    house = in_charge(state) is Subfaction.HOUSE_ATREIDES
    if house:
        pairs.sort(key=lambda decks: decks.count(Deck.FREMEN_ALLY))
    choices = tuple(Choice(",".join(decks), _draw_words(decks), glyph="cards") for decks in pairs)
    if not choices:
        return head.panel(_skip(scene), css="order", rule="ACT-MENTAT")
    go = Go(_("Done"), "cards", missing=_("Choose the decks"))
    options = Options("decks", choices, "", choices[0].value)
    inner: tuple[Block, ...] = (options, *go_on(scene, (DrawCards(pairs[0]),), go))
    if house and len(pairs) > 1:
        text = _("A card of the Fremen deck is for the Fremen Ally: you may look at it, then hand it over.")
        inner = (Note(text, "cards", rule=rule_link("TEAM-2")), *inner)
    return head.panel(_skip(scene), Form("draw", inner), css="order", rule="ACT-MENTAT")


def _draws(number: int) -> list[tuple[Deck, ...]]:
    house, fremen = OWN_DECKS
    return [
        ((house,) * first) + ((fremen,) * (number - first))
        for first in sorted(range(number + 1), key=lambda n: abs(2 * n - number))
    ]


def _draw_words(decks: tuple[Deck, ...]) -> str:
    if len(set(decks)) > 1:
        return _("One of each deck") if len(decks) == 2 else names.join(names.deck_name(deck) for deck in decks)
    return _("%(number)s from the %(deck)s", number=len(decks), deck=names.deck_name(decks[0]))


@deed("deploy")
def _deploy(scene: Scene, fields: Fields) -> Commands:
    leader = fields.text("leader", NOBODY_COMES)
    if leader != NOBODY_COMES:
        fields.leader()
    return with_end(scene, fields, (DeployToken(fields.area(), None if leader == NOBODY_COMES else leader),))


@deed("draw")
def _draw(scene: Scene, fields: Fields) -> Commands:
    try:
        decks = tuple(Deck(text) for text in fields.text("decks").split(","))
    except ValueError:
        raise FormatError("decks", _("names of planning decks are needed")) from None
    return with_end(scene, fields, (DrawCards(decks),))


@deed("finish-own")
def _finish(scene: Scene, fields: Fields) -> Commands:
    return (FinishAction(),)
