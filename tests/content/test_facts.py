"""The facts of the game as the content gives them, against the counts of the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from companion import content
from companion.content import (
    ASSUMPTIONS,
    CARDS,
    DECK_CARDS,
    DICE,
    LEADERS,
    NAMED_LEADERS,
    PIECES,
    PRESCIENCE_CARDS,
    SPICE_BOARD,
    TACTICAL_CARDS,
    TRACKS,
    Box,
    CombatFace,
    Confidence,
    Deck,
    EntryKind,
    Faction,
    LeaderKind,
    Marker,
    PieceGroup,
    Result,
    SpecialCode,
    UnitKind,
    VehicleKind,
    Wormsign,
)


def test_the_box_holds_129_figures() -> None:
    groups: Counter[PieceGroup] = Counter()
    for piece in PIECES.values():
        if piece.is_figure:
            groups[piece.group] += piece.count
    assert groups == {
        PieceGroup.UNIT: 24 + 12 + 8 + 16 + 8 + 6,
        PieceGroup.GENERIC_LEADER: 6 + 12,
        PieceGroup.NAMED_LEADER: 7 + 8,
        PieceGroup.VEHICLE: 8 + 6 + 3,
        PieceGroup.WORM: 4 + 1,
    }
    assert sum(groups.values()) == content.FIGURE_TOTAL == 129


@pytest.mark.rule("UNIT-2")
def test_UNIT_2_supply_of_units() -> None:
    supply = {faction: tuple(content.UNIT_SUPPLY[faction, kind] for kind in UnitKind) for faction in Faction}
    assert supply == {Faction.HARKONNEN: (24, 12, 8), Faction.ATREIDES: (16, 8, 6)}
    assert content.GENERIC_SUPPLY == {Faction.HARKONNEN: 6, Faction.ATREIDES: 12}


@pytest.mark.rule("VEH-2")
def test_VEH_2_supply_of_vehicles() -> None:
    assert [content.VEHICLE_SUPPLY[kind] for kind in VehicleKind] == [8, 6, 3]


def test_each_planning_deck_has_18_cards() -> None:
    assert {deck: sum(card.copies for card in cards) for deck, cards in DECK_CARDS.items()} == dict.fromkeys(Deck, 18)


def test_the_Harkonnen_play_36_cards_from_34_entries() -> None:
    entries = [card for card in CARDS.values() if card.deck.faction is Faction.HARKONNEN]
    assert Counter(card.deck for card in entries) == {Deck.HOUSE_HARKONNEN: 16, Deck.CORRINO_ALLY: 18}
    assert sum(card.copies for card in entries) == 36
    assert {card.id for card in CARDS.values() if card.copies == 3} == {"hawats_scheming", "shai_hulud"}


def test_cards_of_one_name_differ_in_their_summary() -> None:
    seen = Counter((card.name, card.summary) for card in CARDS.values())
    assert set(seen.values()) == {1}
    names = Counter(card.name for card in CARDS.values())
    assert {n for n, count in names.items() if count > 1} == {"Rage Overcame Shaddam IV", "Smugglers"}


@pytest.mark.rule("LEADER-3")
def test_LEADER_3_leaders_of_both_factions() -> None:
    assert Counter(leader.faction for leader in NAMED_LEADERS) == {Faction.HARKONNEN: 7, Faction.ATREIDES: 8}
    assert LEADERS["wild_maker"].kind is LeaderKind.WORM
    assert [content.LEADER_NUMBER[leader.id] for leader in NAMED_LEADERS] == list(range(15))
    values = {leader.id: (leader.hits, leader.shields) for leader in LEADERS.values()}
    assert values["bashar"] == values["naib"] == (1, 0)
    assert values["baron_harkonnen"] == (0, 2)
    assert values["gaius_helen_mohiam"] == (0, 3)
    assert values["paul_muaddib"] == (2, 1)


@pytest.mark.rule("SETUP-5")
def test_SETUP_5_named_leaders_in_play_at_the_start() -> None:
    at_start = {x.id for x in NAMED_LEADERS if x.entry is not None and x.entry.kind is EntryKind.START}
    assert at_start == {
        "paul_atreides",
        "lady_jessica",
        "stilgar",
        "baron_harkonnen",
        "beast_rabban",
        "captain_aramsham",
    }


def test_boxes_of_the_Harkonnen_leaders() -> None:
    boxes = {x.id: x.box for x in NAMED_LEADERS if x.faction is Faction.HARKONNEN}
    assert boxes == {
        "baron_harkonnen": Box.HOUSE,
        "beast_rabban": Box.LEADERSHIP,
        "feyd_rautha": Box.LEADERSHIP,
        "thufir_hawat": Box.MENTAT,
        "gaius_helen_mohiam": Box.MENTAT,
        "captain_aramsham": Box.DEPLOYMENT,
        "shaddam_iv": Box.STRATEGY,
    }


@pytest.mark.rule("LEADER-4")
def test_LEADER_4_gaius_enters_when_hawat_is_removed() -> None:
    gaius = LEADERS["gaius_helen_mohiam"]
    assert gaius.entry is not None
    assert (gaius.entry.kind, gaius.entry.leader) == (EntryKind.LEADER_REMOVED, "thufir_hawat")
    assert gaius.bene_gesserit == 1


@pytest.mark.rule("LEADER-5")
def test_LEADER_5_feyd_enters_at_6_and_removes_rabban() -> None:
    feyd = LEADERS["feyd_rautha"]
    assert feyd.entry is not None
    assert (feyd.entry.kind, feyd.entry.step, feyd.removes) == (EntryKind.SUPREMACY, 6, "beast_rabban")


@pytest.mark.rule("LEADER-6")
def test_LEADER_6_gurney_has_no_special_action_and_others_are_just_unknown() -> None:
    assert not LEADERS["gurney_halleck"].has_special
    assert LEADERS["stilgar"].has_special
    assert LEADERS["stilgar"].special is None


@pytest.mark.rule("MAHDI-LEADER-1")
def test_MAHDI_LEADER_1_mentat_leaders_draw_three_cards_in_solo() -> None:
    hawat, gaius = LEADERS["thufir_hawat"].special, LEADERS["gaius_helen_mohiam"].special
    assert hawat is not None
    assert gaius is not None
    assert (hawat.code, hawat.deck, hawat.solo_count) == (SpecialCode.DRAW_CARDS, Deck.HOUSE_HARKONNEN, 3)
    assert (gaius.deck, gaius.count, gaius.solo_count) == (Deck.CORRINO_ALLY, 2, 3)
    assert "at once" in gaius.solo_text


@pytest.mark.rule("PRES-5")
def test_PRES_5_new_forms_replace_the_old() -> None:
    assert LEADERS["paul_muaddib"].replaces == "paul_atreides"
    assert LEADERS["reverend_mother_jessica"].replaces == "lady_jessica"


@pytest.mark.rule("PRES-4")
def test_PRES_4_steps_of_the_prescience_track() -> None:
    track = TRACKS.prescience
    assert (track.desert_leaders, track.alia, track.atomics) == (3, 6, 8)
    assert track.leaders == {
        Marker.KWISATZ_HADERACH: "paul_muaddib",
        Marker.SAND_DWELLERS: "reverend_mother_jessica",
        Marker.JIHAD: "chani",
    }


@pytest.mark.rule("PRES-3")
def test_PRES_3_eight_end_of_round_cards_are_known() -> None:
    assert Counter(card.phase.value for card in PRESCIENCE_CARDS.values()) == {"end": 8, "actions": 2}
    assert PRESCIENCE_CARDS["desert_war"].gains == ((Marker.SAND_DWELLERS, 1), (Marker.JIHAD, 2))
    assert PRESCIENCE_CARDS["southern_palmaries"].gains is None


@pytest.mark.rule("VEH-1")
def test_VEH_1_rows_of_the_spice_board() -> None:
    rows = [(r.row, r.dice_set_aside, r.harvesters, r.ornithopters, r.carryalls) for r in SPICE_BOARD.rows]
    assert rows == [(1, 0, 3, 2, 1), (2, 1, 4, 2, 1), (3, 2, 5, 3, 1), (4, 3, 5, 4, 2), (5, 4, 6, 4, 2)]
    assert SPICE_BOARD.row(4).ornithopters == 4
    assert [SPICE_BOARD.row(2).vehicles(kind) for kind in VehicleKind] == [4, 2, 1]


@pytest.mark.parametrize("number", [0, 6, -1])
def test_a_row_off_the_spice_board_is_refused(number: int) -> None:
    with pytest.raises(IndexError, match=f"no row {number}"):
        SPICE_BOARD.row(number)


@pytest.mark.rule("SPICE-2")
def test_SPICE_2_costs() -> None:
    assert (SPICE_BOARD.keep_cost, SPICE_BOARD.raise_cost) == (2, 3)


@pytest.mark.rule("TANK-1")
def test_TANK_1_spaces() -> None:
    assert TRACKS.tank_spaces == {Faction.HARKONNEN: 5, Faction.ATREIDES: 3}


@pytest.mark.rule("WIN-1", "BG-1")
def test_WIN_1_BG_1_supremacy_track() -> None:
    track = TRACKS.supremacy
    assert (track.length, track.thufir_hawat, track.feyd_rautha) == (10, 1, 6)
    assert track.atreides_bene_gesserit == (4, 7)
    assert track.provenance.confidence is Confidence.MEDIUM


@pytest.mark.rule("SETTLE-1")
def test_SETTLE_1_ranks_of_the_sietches() -> None:
    assert TRACKS.sietch_ranks == {1: 2, 2: 4, 3: 2}


@pytest.mark.rule("BAN-2")
def test_BAN_2_each_power_has_a_ban() -> None:
    assert [ban.power.value for ban in TRACKS.bans] == ["choam", "spacing_guild", "landsraad"]
    assert "5" in TRACKS.bans[0].text


def test_faces_of_the_dice() -> None:
    assert Counter(DICE.harkonnen_action) == {**dict.fromkeys(Result, 1), Result.STRATEGY: 2}
    assert Counter(DICE.combat) == {CombatFace.HIT: 3, CombatFace.SHIELD: 2, CombatFace.SPECIAL: 1}


@pytest.mark.rule("MAHDI-TRUTH-1", "MAHDI-TURN-1")
def test_MAHDI_TRUTH_1_limits_of_a_chosen_result() -> None:
    assert DICE.reroll_at == 3
    assert DICE.truthtrance_limit == {
        Result.LEADERSHIP: 3,
        Result.STRATEGY: 3,
        Result.DEPLOYMENT: 2,
        Result.MENTAT: 3,
        Result.HOUSE: 2,
    }


@pytest.mark.rule("MAHDI-START-2")
def test_MAHDI_START_2_tactical_cards() -> None:
    sectors = Counter(card.sector.value for card in TACTICAL_CARDS.values())
    assert sectors == {"nw": 2, "ne": 2, "central": 2, "se": 1, "sw": 1}


def test_assumptions_are_marked_as_such() -> None:
    assert ASSUMPTIONS.provenance.confidence is Confidence.ASSUMPTION
    assert sum(ASSUMPTIONS.wormsigns[sign] for sign in Wormsign) == 16
    assert len(ASSUMPTIONS.harkonnen_black) == len(ASSUMPTIONS.harkonnen_silver) == 6
    assert len(ASSUMPTIONS.atreides_tokens) == len(ASSUMPTIONS.atreides_starting_tokens) == 8
    assert ASSUMPTIONS.steps_for_a_die == 3
    assert sum(force.bashar for force in ASSUMPTIONS.harkonnen_black + ASSUMPTIONS.harkonnen_silver) == 3


def test_records_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        CARDS["usul"].copies = 2  # type: ignore[misc]
    with pytest.raises(TypeError):
        LEADERS["nobody"] = LEADERS["chani"]  # type: ignore[index]
