"""Atreides dice of two players who share the faction: whose each is, on the keys and in the forms (TEAM-3 to TEAM-5).

As long as nobody told how the dice are shared out, and for one player, a die is nobody's in particular.
"""

from collections import Counter
from typing import NamedTuple

from companion.content.terms import Result, Subfaction
from companion.rules.state import State
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.people.charge import player_of
from companion.web.ui.blocks import Block, Choice, Form, Key, Keys, Lines
from companion.web.ui.fields import Fields
from companion.web.words import names

FREMEN = "fremen"


class Die(NamedTuple):
    """Dice of one result in one place: on the Fremen Ally's dashboard, on that of House Atreides, or nobody's."""

    result: Result
    number: int
    owner: Subfaction | None = None

    @property
    def fremen(self) -> bool:
        """Whether they lie on the Ally's dashboard."""
        return self.owner is Subfaction.FREMEN_ALLY

    @property
    def value(self) -> str:
        """What a form says for one of them."""
        return f"{self.result.value}:1" if self.fremen else self.result.value


def dice_of(state: State) -> tuple[Die, ...]:
    """Returns the unused Atreides dice, each kind once, those of House Atreides first."""
    counts = Counter(state.atreides_results or ())
    if state.fremen_results is None:
        return tuple(Die(result, counts[result]) for result in Result if counts[result])
    ally = Counter(state.fremen_results)
    shares = ((Subfaction.HOUSE_ATREIDES, counts - ally), (Subfaction.FREMEN_ALLY, ally))
    return tuple(Die(result, own[result], half) for half, own in shares for result in Result if own[result])


def read_die(fields: Fields) -> tuple[Result, bool]:
    """Returns the die that a form names, and whether it is the Fremen Ally's; raises FormatError."""
    text = fields.text("die")
    return fields.member("die", Result, text.removesuffix(":1")), text.endswith(":1") or fields.yes(FREMEN)


def choices(scene: Scene) -> tuple[Choice, ...]:
    """Returns the dice as answers; of partners with whose each is."""
    return tuple(
        Choice(
            die.value,
            names.result_name(die.result),
            "" if die.owner is None else player_of(scene, die.owner),
            glyph=die.result.value,
        )
        for die in dice_of(scene.state)
    )


def die_forms(scene: Scene, more: tuple[Key, ...], label: str) -> tuple[Block, ...]:
    """Returns the keys of the dice, a row for each partner; ``more`` keys stand beside the last ones.

    A phone that plays one partner only sees the dice of the other.
    """
    dice = dice_of(scene.state)
    owners = tuple(dict.fromkeys(die.owner for die in dice)) or (None,)
    rows: list[Block] = []
    for owner in owners:
        keys = tuple(_key(scene, die) for die in dice if die.owner is owner)
        keys += more if owner is owners[-1] else ()
        head = () if owner is None else (Lines((player_of(scene, owner),)),)
        hidden = {FREMEN: "1"} if owner is Subfaction.FREMEN_ALLY else {}
        text = label if owner is None else _("Dice of %(player)s", player=names.subfaction_name(owner))
        rows.append(Form("spend", (*head, Keys(text, keys, "die", ask=True)), hidden))
    return tuple(rows)


def _key(scene: Scene, die: Die) -> Key:
    many = f"×{die.number}" if die.number > 1 else ""
    name = names.result_name(die.result)
    if die.owner is not None and not scene.plays(die.owner):
        return Key(name, die.result.value, many=many)
    if die.result is Result.HOUSE:
        href = scene.here(use="house", **({FREMEN: "1"} if die.fremen else {}))
        return Key(name, die.result.value, href=href, many=many)
    return Key(name, die.result.value, value=die.result.value, many=many)
