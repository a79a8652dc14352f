"""Random games between people: no rule of the solo opponent in any answer, none of its choices open (R-9f)."""

import random
from collections.abc import Iterator

import pytest

from companion.rules import Command, State, check
from companion.rules.commands import (
    CardWithoutEffect,
    DrawHarkonnenCards,
    DrawTactical,
    RecycleToken,
    RevealCard,
    RollHarkonnenDie,
    StartGame,
)
from companion.rules.frames import CardsFrame, GarrisonFrame, RoundStartFrame
from companion.rules.legal import KINDS, candidates
from companion.rules.refusal import BETWEEN_PEOPLE
from companion.rules.refusal_codes import CODES
from companion.rules.state import Mode
from tests.rules.machines.moves import anything, kinds_open
from tests.rules.machines.people import PEOPLE, of_solo, walk

OF_SOLO = (CardWithoutEffect, DrawHarkonnenCards, DrawTactical, RecycleToken, RevealCard, RollHarkonnenDie)
STEPS, TRIED = 60, 6


def tried(state: State, chance: random.Random) -> Iterator[Command]:
    """Some commands of every kind, likely ones and others."""
    for kind in KINDS:
        likely = list(candidates(state, kind)) if kind is not StartGame else []
        yield from chance.sample(likely, min(TRIED, len(likely)))
    for _ in range(4 * TRIED):
        command = anything(state, chance.choice)
        if command is not None:
            yield command


@pytest.mark.slow
@pytest.mark.parametrize("name", PEOPLE)
def test_between_people_no_refusal_cites_a_rule_of_the_solo_opponent(name: str) -> None:
    chance, cited = random.Random(name), set[str]()
    for played in walk(name, 1, STEPS):
        assert played.before.mode is not Mode.SOLO
        for command in tried(played.before, chance):
            cited |= {reason.rule for reason in check(played.before, command)}
    assert cited
    assert {rule for rule in cited if of_solo(rule)} == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", PEOPLE)
def test_between_people_no_choice_of_the_solo_opponent_is_open(name: str) -> None:
    for played in walk(name, 2, STEPS):
        assert not {type(frame) for frame in played.after.frames} & {RoundStartFrame, CardsFrame, GarrisonFrame}
        assert not set(kinds_open(played.after)) & set(OF_SOLO)


def test_every_rule_of_the_solo_opponent_in_a_refusal_has_its_printed_one() -> None:
    cited = {rule for rules in CODES.values() for rule in rules if rule.startswith("MAHDI-")}
    assert cited <= set(BETWEEN_PEOPLE)
    assert not any(of_solo(rule) for rule in BETWEEN_PEOPLE.values())
