"""Free actions of the own turn: turning tokens (guerrilla training), claiming prescience, family atomics."""

from collections import Counter

from companion.board import AREA_IDS, ATOMICS_AREAS, members
from companion.content import ASSUMPTIONS, TRACKS
from companion.content.terms import Marker
from companion.rules import check
from companion.rules.army import NOBODY, Army, force_army
from companion.rules.commands import AdvancePrescience, DetonateAtomics, RevealTokens
from companion.rules.errors import FormatError
from companion.rules.refusal import Severity
from companion.rules.state import ATREIDES
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.steps.atreides.claims import claim_act
from companion.web.ui.blocks import Act, Block
from companion.web.ui.fields import Fields
from companion.web.words import names
from companion.web.words.refusals.texts import refusal_texts

TOKENS, ATOMICS = "tokens", "atomics"
"""What of a sheet stands open when it is opened for it."""


def free_acts(scene: Scene, *, claims: bool = True) -> tuple[Block, ...]:
    """Returns what may be done without a die now, each as a line; tokens are turned from the sheet of their area.

    ``claims``: the claim of a prescience card is among them.
    """
    state = scene.state
    found: list[Block] = [*(claim_act(scene) if claims else ())]
    tokens = [area for area, army in state.legions(ATREIDES) if army.tokens]
    for area in tokens[:8]:
        found.append(_turn_act(scene, area, (state.army(ATREIDES, area) or NOBODY).tokens))
    if state.atomics is None and max(state.prescience) >= TRACKS.prescience.atomics:
        for area in members(ATOMICS_AREAS):
            title = _("Family atomics in %(area)s", area=names.area_name(area))
            found.append(Act("atomics", title, _("once per game"), scene.sheet(AREA_IDS[area], open=ATOMICS)))
    return tuple(found)


def _turn_act(scene: Scene, area: int, tokens: int) -> Act:
    title = _("Reveal %(tokens)s in %(area)s", tokens=names.token_count(tokens), area=names.area_name(area))
    reasons = list(check(scene.state, RevealTokens(ATREIDES, area, 1, Army(regular=1))))
    blocking = tuple(reason for reason in reasons if reason.severity is Severity.ILLEGAL)
    if blocking:
        text = refusal_texts(blocking)[0]
        return Act("token", title, refusal=text.sentence, rule=text.rule)
    detail = _("guerrilla training")
    if reasons:
        detail = refusal_texts(tuple(reasons))[0].sentence
    return Act("token", title, detail, scene.sheet(AREA_IDS[area], open=TOKENS))


@deed("turn-tokens")
def _turn_tokens(scene: Scene, fields: Fields) -> Commands:
    area = fields.area()
    tokens = fields.count("tokens_turned", 8, 1, default=None)
    if fields.text("shows"):
        return (RevealTokens(ATREIDES, area, tokens, _shown(fields.text("shows"))),)
    return (RevealTokens(ATREIDES, area, tokens, fields.army()),)


def _shown(text: str) -> Army:
    """What a preset of one token says; raises FormatError for none."""
    found = next((army for army in token_shows() if token_value(army) == text), None)
    if found is None:
        raise FormatError("shows", _("choose one of the answers, not “%(value)s”", value=text[:40]))
    return found


def token_shows() -> tuple[Army, ...]:
    """Returns what a single token may well show, the likelier first: answers to choose from, not facts of the game."""
    forces = Counter((*ASSUMPTIONS.atreides_starting_tokens, *ASSUMPTIONS.atreides_tokens))
    return tuple(force_army(one) for one, _number in forces.most_common())


def token_value(army: Army) -> str:
    """Returns figures as the value of an answer."""
    return "-".join(str(number) for number in (army.regular, army.elite, army.special, army.generic))


@deed("atomics")
def _atomics(scene: Scene, fields: Fields) -> Commands:
    return (DetonateAtomics(fields.area(), fields.area_or_none("displaced_to")),)


@deed("advance-marker")
def _advance(scene: Scene, fields: Fields) -> Commands:
    return (AdvancePrescience(fields.member("marker", Marker), fields.count("steps", 6, -6, default=None)),)
