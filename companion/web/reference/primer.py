"""How a round flows: the six phases of the solo game in our own words, each line with the rule it comes from."""

from dataclasses import dataclass

from companion.content.terms import Phase
from companion.web.say import _
from companion.web.words import names


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happens in a phase; ``who`` is "h", "a" or "" for both; ``rule`` is where it is said."""

    glyph: str
    text: str
    rule: str
    who: str = ""


@dataclass(frozen=True, slots=True)
class PhaseText:
    """A phase: its number from 1, its name, what it is for, and its lines in order."""

    number: int
    id: str
    name: str
    gist: str
    lines: tuple[Line, ...]


def phases() -> list[PhaseText]:
    """Returns the six phases in the order of a round."""
    texts = {
        Phase.START: (_("New cards for everybody, and a target for the Harkonnen."), _start()),
        Phase.VEHICLES: (_("The imperium decides what flies and harvests."), _vehicles()),
        Phase.ACTIONS: (_("Your dice against theirs, turn by turn. Most of a round happens here."), _actions()),
        Phase.HAZARDS: (_("The desert strikes back."), _hazards()),
        Phase.SPICE: (_("Spice buys the goodwill of the imperium, or it turns against them."), _spice()),
        Phase.END: (_("Has anybody won? If not, clear up."), _end()),
    }
    return [
        PhaseText(number, phase.value, names.phase_name(phase), *texts[phase]) for number, phase in enumerate(Phase, 1)
    ]


def _start() -> tuple[Line, ...]:
    return (
        Line("cards", _("Draw a card from each of your two decks. Two prescience cards are revealed."), "ROUND-1", "a"),
        Line(
            "cards", _("A card of each Harkonnen deck is put facedown on their reinforcements."), "MAHDI-START-3", "h"
        ),
        Line("harvester", _("The first tactical card names the sector where they harvest."), "MAHDI-START-2", "h"),
        Line("target", _("The second one names the sietch that they want this round."), "MAHDI-START-2", "h"),
    )


def _vehicles() -> tuple[Line, ...]:
    return (
        Line("choam", _("The lowest imperium marker says how many vehicles are placed, and costs dice."), "VEH-1", "h"),
        Line("harvester", _("Harvesters are placed in deep desert first, away from you."), "MAHDI-VEH-1", "h"),
        Line("carryall", _("Carryalls are placed where they protect most harvesters."), "MAHDI-VEH-2", "h"),
        Line(
            "ornithopter",
            _("Ornithopters are placed where they can carry an attack, then near the target."),
            "MAHDI-VEH-3",
            "h",
        ),
    )


def _actions() -> tuple[Line, ...]:
    return (
        Line("roll", _("Roll your dice. Two of a result at most; a third one is changed."), "ACT-1", "a"),
        Line("strategy", _("On your turn, use a die, or spend one to play a card."), "ACT-3", "a"),
        Line(
            "desert-power",
            _("With fewer unused dice than they have, use Desert Power and keep yours."),
            "ACT-DESERT",
            "a",
        ),
        Line(
            "dice",
            _("After each of your turns one Harkonnen die is rolled; the app says what it does."),
            "MAHDI-TURN-1",
            "h",
        ),
        Line(
            "attack",
            _(
                "A battle is fought in rounds of up to six dice until the attack ceases, or one side "
                "retreats or is destroyed."
            ),
            "BATTLE-4",
        ),
        Line("tank", _("Each die spent moves that side’s regeneration tank by one space."), "ACT-5"),
        Line("check", _("The phase ends with the last Harkonnen die."), "ACT-3"),
    )


def _hazards() -> tuple[Line, ...]:
    return (
        Line("wormsign", _("Harkonnen legions and harvesters on desert draw wormsigns; all are revealed."), "WORM-1"),
        Line("sandworm", _("A worm drives a legion away or attacks it, and swallows a harvester."), "WORM-4", "h"),
        Line("storm", _("A storm rolls two dice for each Harkonnen legion outside the mountains."), "STORM-1", "h"),
    )


def _spice() -> tuple[Line, ...]:
    return (
        Line("spice", _("Each harvester brings 1 spice from desert, 2 from deep desert."), "SPICE-1", "h"),
        Line(
            "guild",
            _("The spice keeps the imperium markers and raises the lowest; what is not paid drops."),
            "MAHDI-SPICE-1",
            "h",
        ),
        Line("ban", _("A power whose marker dropped, or that is at the bottom, forbids them something."), "BAN-1", "h"),
    )


def _end() -> tuple[Line, ...]:
    return (
        Line("reveal", _("Claim prescience cards whose task is met: your markers advance."), "PRES-3", "a"),
        Line("check", _("You win when your markers meet your secret objective."), "WIN-2", "a"),
        Line("supremacy", _("Their supremacy rises by 1. At the end of the track they win."), "MAHDI-END-1", "h"),
        Line(
            "history", _("Hands down to six cards, vehicles back, leader cards up: the next round begins."), "ROUND-2"
        ),
    )
