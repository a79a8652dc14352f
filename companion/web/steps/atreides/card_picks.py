"""Steps of an own card that are answered by buttons and steppers: leaders, markers, powers, cards, plain ones."""

from companion.content import SPICE_BOARD
from companion.content import steps as s
from companion.content.terms import Deck, Marker
from companion.rules.ask.decks import cards_left
from companion.rules.commands import CarryOutStep, PlayAtreidesCard
from companion.rules.legal.atreides_choices import CardStep
from companion.rules.state import HARKONNEN, MARKERS, POWERS, Mode
from companion.web.say import _, ngettext
from companion.web.scene import Scene
from companion.web.steps.atreides.card_list import OWN_DECKS, card_choice
from companion.web.steps.atreides.card_parts import STEP, Body, nothing_possible, step_form
from companion.web.steps.atreides.desert_power import desert_uses
from companion.web.steps.atreides.ending import go_on
from companion.web.steps.atreides.truthtrance import choice_of_result
from companion.web.steps.round.objective import objective_form
from companion.web.ui import blocks as ui
from companion.web.ui.panel import lit
from companion.web.words import names
from companion.web.words.glyphs import MARKER_GLYPH, POWER_GLYPH

MOST_STEPS = 12
HARKONNEN_DECKS = (Deck.HOUSE_HARKONNEN, Deck.CORRINO_ALLY)


def plain(scene: Scene, step: CardStep) -> Body:
    """A step without particulars: one tap."""
    if not step.choices:
        return nothing_possible()
    inner: list[ui.Block] = []
    if isinstance(step.step, s.OpponentDiscards) and scene.state.mode is Mode.SOLO:
        if not scene.state.reinforcements:
            inner.append(ui.Note(_("The Harkonnen have no reinforcements: nothing is discarded."), "lock"))
        else:
            offers = (("", _("not known")), *((deck.value, names.deck_name(deck)) for deck in HARKONNEN_DECKS))
            inner.append(ui.Select("top", _("The card on top of their discards is now from"), offers))
    go = ui.Go(_plain_go(step.step), _plain_glyph(step.step))
    form = step_form(step.choices[0], *inner, *go_on(scene, (step.choices[0].command,), go))
    return Body(_plain_words(step.step, solo=scene.state.mode is Mode.SOLO), (form,))


def _plain_go(step: s.Step) -> str:
    return _("To the storms") if isinstance(step, s.Storms) else _("Done")


def _plain_glyph(step: s.Step) -> str:
    return "storm" if isinstance(step, s.Storms) else "check"


def _plain_words(step: s.Step, *, solo: bool) -> str:
    match step:
        case s.Storms():
            return _("Roll for every Harkonnen legion in the open, one after the other.")
        case s.EnterLeader():
            return _("Put the figure beside the board and its card face up on its box.")
        case s.AttachToPrescience():
            return _("Put it under a revealed prescience card. It counts when you claim that one.")
        case s.OpponentDiscards() if not solo:
            return _("They choose which, and put it face up on their discards.")
        case s.OpponentDiscards():
            return _("From the top of their reinforcements, face up.")
        case _:
            return ""


def leader(scene: Scene, step: CardStep) -> Body:
    """Asks which Harkonnen leader goes to the tank."""
    if not step.choices:
        return nothing_possible()
    where = {name: area for area, army in scene.state.legions(HARKONNEN) for name in army.named}
    found = [name for choice in step.choices for name in choice.leaders]
    choices = tuple(
        ui.Choice(name, names.leader_name(name), names.area_name(where[name]), glyph="named") for name in found
    )
    form = ui.Form(STEP, (ui.Answers("leader", choices, big=False),))
    return Body(_("Tap the leader."), (form,), lit([where[name] for name in found]))


def markers(scene: Scene, step: CardStep) -> Body:
    """Asks which prescience marker goes down; then which one goes up, and how far."""
    now = dict(zip(MARKERS, scene.state.prescience, strict=True))
    commands = [choice.command for choice in step.choices if isinstance(choice.command, CarryOutStep)]
    lowered = [marker for marker in Marker if any(command.lowered is marker for command in commands)]
    if not lowered:
        return nothing_possible()
    picked = next((marker for marker in lowered if marker.value == scene.pick.get("lowered")), None)
    if picked is None:
        keys = tuple(
            ui.Key(names.marker_name(m), MARKER_GLYPH[m], href=scene.also(lowered=m.value), many=str(now[m]))
            for m in lowered
        )
        return Body(_("Which one do you lower?"), (ui.Keys(_("Prescience"), keys, ask=True),))
    raised = tuple(
        ui.Choice(m.value, names.marker_name(m), _("at %(step)s now", step=now[m]), glyph=MARKER_GLYPH[m])
        for m in Marker
        if m is not picked
    )
    most = max(command.count for command in commands if command.lowered is picked)
    inner = (
        ui.Options("raised", raised, _("Which one do you raise?")),
        ui.Steppers((ui.Stepper("count", _("Steps"), 1, 1, most, "kwisatz"),)),
        ui.Go(
            _("Move them"), "check", missing=_("Choose a marker"), back=scene.also(lowered=None), back_text=_("Back")
        ),
    )
    title = _("%(marker)s drops from %(step)s", marker=names.marker_name(picked), step=now[picked])
    return Body(_("As many steps up as down."), (ui.Form(STEP, inner, {"lowered": picked.value}),), title=title)


def power(scene: Scene, step: CardStep) -> Body:
    """Asks which imperium marker goes down."""
    rows = dict(zip(POWERS, scene.state.imperium, strict=True))
    commands = [choice.command for choice in step.choices if isinstance(choice.command, CarryOutStep)]
    found = [command.power for command in commands if command.power is not None]
    if not found:
        return nothing_possible()
    choices = tuple(ui.Choice(p.value, names.power_name(p), _row(rows[p]), glyph=POWER_GLYPH[p]) for p in found)
    detail = _("It brings no ban before the next spice phase.")
    return Body(detail, (ui.Form(STEP, (ui.Answers("power", choices, big=False),)),))


def _row(row: int) -> str:
    above = SPICE_BOARD.bottom_row - row
    return ngettext("%(num)d step above the bottom", "%(num)d steps above the bottom", above)


def exchanged(scene: Scene, step: CardStep) -> Body:
    """Asks how many revealed prescience cards are exchanged."""
    commands = [choice.command for choice in step.choices if isinstance(choice.command, CarryOutStep)]
    if not commands:
        return nothing_possible()
    most = max(command.count for command in commands)
    inner = (
        ui.Steppers((ui.Stepper("count", _("Cards exchanged"), most, 1, most, "cards"),)),
        ui.Go(_("Done"), "check"),
    )
    detail = _("They leave the game; reveal as many new ones from the deck.")
    return Body(detail, (ui.Form(STEP, inner),))


def desert_power(scene: Scene, step: CardStep) -> Body:
    """Asks which Desert Power action is taken."""
    return Body(_("Which one?"), (ui.Form("desert", (ui.Answers("use", desert_uses(scene.state)),)),))


def next_card(scene: Scene, step: CardStep) -> Body:
    """Asks which card is played next; *draw or play*: the draw is one tap."""
    blocks: list[ui.Block] = []
    if isinstance(step.step, s.DrawOrPlay):
        draws = min(step.step.draw, sum(cards_left(scene.state, deck) for deck in OWN_DECKS))
        if draws:
            text = ngettext("Draw %(num)d planning card", "Draw %(num)d planning cards", draws)
            blocks.append(ui.Form(STEP, (ui.Buttons((ui.Button(text, "cards"),)),)))
    if any(isinstance(choice.command, PlayAtreidesCard) for choice in step.choices):
        inner = (card_choice(scene), ui.Go(_("Play it"), "cards", missing=_("Choose a card")))
        blocks.append(ui.Form("own-card-play", inner))
    hand = ngettext("%(num)d card in hand.", "%(num)d cards in hand.", scene.state.cards.hand)
    if not blocks:
        return Body(hand, nothing_possible().blocks)
    return Body(_("%(hand)s It costs no die.", hand=hand), tuple(blocks))


def result(scene: Scene, step: CardStep) -> Body:
    """Asks for the face of the next Harkonnen die (MAHDI-TRUTH-1)."""
    return Body(blocks=choice_of_result(scene.state)) if step.choices else nothing_possible()


def objective(scene: Scene, step: CardStep) -> Body:
    """Asks for the three numbers of the second secret objective (WIN-2)."""
    note = ui.Note(_("Only your own devices see it. Either objective wins the game."), "lock")
    return Body(
        _("Draw it and enter its three steps."), (note, objective_form(scene, ui.Go(_("Save the objective"), "lock")))
    )
