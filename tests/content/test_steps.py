"""The planning cards as data: every effect has a reader, is used, and says what the card says."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from typing import get_args

import pytest

from companion.content import CARDS, Deck, Faction, Result, UnitKind, atreides_steps
from companion.content import steps as s
from companion.content.step_reader import READERS, STEP_KINDS, walk
from companion.content.steps import Effect, LegionFilter, LegionKind, Pieces, Site, SiteKind

WITH_SARDAUKAR = LegionFilter(LegionKind.WITH_SPECIAL)
SAME = LegionFilter(LegionKind.SAME)
ANY = LegionFilter(LegionKind.ANY)


def test_every_effect_has_one_class_and_one_reader() -> None:
    classes = [kind.effect for kind in get_args(s.Step)]
    assert sorted(classes) == sorted(Effect)
    assert set(STEP_KINDS) == set(Effect)
    named = {(field.name, field.type) for kind in get_args(s.Step) for field in fields(kind)}
    words = {name for name, kind in named if isinstance(kind, type) and issubclass(kind, StrEnum)}
    assert set(READERS) == {name for name, kind in named} - words | {"site"}


def test_every_effect_is_used_by_a_card() -> None:
    used = {step.effect for card in CARDS.values() for step in walk(card.steps)}
    assert used == set(Effect)


def test_every_site_and_legion_kind_is_used() -> None:
    found = [step for card in CARDS.values() for step in walk(card.steps)]
    assert {step.site.kind for step in found if isinstance(step, s.Place)} == set(SiteKind)
    legions = (s.Move, s.Attack, s.MoveOrAttack, s.Transfer, s.TankEnemyLeader)
    assert {step.legion.kind for step in found if isinstance(step, legions)} == set(LegionKind)


def test_every_card_has_steps() -> None:
    assert [card.id for card in CARDS.values() if not card.steps] == []


def test_what_only_Atreides_cards_do_is_on_no_Harkonnen_card() -> None:
    own = {step.effect for step in vars(atreides_steps).values() if hasattr(step, "effect")}
    used = {x.effect for card in CARDS.values() if card.deck.faction is Faction.HARKONNEN for x in walk(card.steps)}
    assert len(own) == 22
    assert own & used == set()


def test_a_step_about_the_same_legion_follows_one_that_names_a_legion() -> None:
    for card in CARDS.values():
        first_steps = [card.steps[:1]]
        first_steps += [
            branch[:1]
            for step in walk(card.steps)
            if isinstance(step, s.Condition | s.BoardCondition)
            for branch in (step.then, step.otherwise)
        ]
        for first in first_steps:
            for step in first:
                assert getattr(step, "legion", ANY) != SAME, card.id


@pytest.mark.parametrize(
    "card, steps",
    [
        (
            "hard_times_and_oppression",
            (
                s.Place(Pieces(regular=1), Site(SiteKind.EACH_VILLAGE)),
                s.Place(Pieces(elite=1), Site(SiteKind.EACH_AREA, areas=("carthag", "arrakeen"))),
            ),
        ),
        (
            "beloved_feyd_rautha",
            (
                s.Condition(
                    "feyd_rautha",
                    s.LeaderTest.NOT_IN_PLAY,
                    then=(s.EnterLeader("feyd_rautha"), s.Play(1)),
                    otherwise=(s.Place(Pieces(elite=2), Site(SiteKind.LEGION_OF_LEADER, leader="feyd_rautha")),),
                ),
            ),
        ),
        ("hawats_scheming", (s.ExchangeLeaders(2, "thufir_hawat", "gaius_helen_mohiam"),)),
        (
            "polar_cap_factories",
            (
                s.Place(Pieces(regular=2, elite=1, bashar=1), Site(SiteKind.ONE_AREA, areas=("north_pole",))),
                s.DiscardWormsigns(None, "north_pole"),
            ),
        ),
        ("explosive_artillery", (s.Move(1, ANY), s.SpecialAttack(dice=4, hit=1, special=1))),
        ("workhorse_of_arrakis", (s.Vehicles(harvester=1, ornithopter=0, carryall=1), s.Draw(2))),
        ("hunter_seeker", (s.TankEnemyLeader(s.Reach.SAME_SECTOR, ANY),)),
        ("shigawire", (s.Move(1, WITH_SARDAUKAR), s.TankEnemyLeader(s.Reach.ADJACENT, SAME))),
        ("troop_carriers", (s.Transfer(LegionFilter(LegionKind.IN_SETTLEMENT)),)),
        ("reports_of_traitors", (s.DiscardEnemyDie(1, Result.HOUSE),)),
        ("killers_without_mercy", (s.Attack(WITH_SARDAUKAR, surprise=False, free_continue=True),)),
        (
            "sardaukar_disguised",
            (s.Replace(2, UnitKind.ELITE, UnitKind.SPECIAL), s.Move(2, WITH_SARDAUKAR)),
        ),
        ("seek_out_the_mahdi", (s.Move(1, ANY), s.ForbidNextTurn(("paul_atreides", "paul_muaddib")))),
    ],
)
def test_steps_of_a_card(card: str, steps: tuple[s.Step, ...]) -> None:
    assert CARDS[card].steps == steps


def test_shaddam_enters_by_three_cards_and_does_something_else_when_in_play() -> None:
    cards = [card for card in CARDS.values() if card.name == "Rage Overcame Shaddam IV"]
    assert [card.deck for card in cards] == [Deck.CORRINO_ALLY] * 3
    otherwise = set()
    for card in cards:
        (step,) = card.steps
        assert isinstance(step, s.Condition)
        assert step.then == (s.EnterLeader("shaddam_iv"), s.Play(1))
        otherwise.add(step.otherwise)
    assert len(otherwise) == 3


def test_leaders_do_not_count_as_units() -> None:
    assert Pieces(regular=1, elite=2, special=3, leader=1, bashar=1, named="chani").units == 6
