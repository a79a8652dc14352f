"""The tracks of the board, the faces of the dice and the fixed limits of the game."""

from collections.abc import Collection, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.content.loader import Fields, Provenance, open_document
from companion.content.terms import CombatFace, Faction, Marker, Power, Result, VehicleKind
from companion.frozen import record

TRACKS_FILE = "tracks.json"
DICE_FILE = "dice.json"


@record
class SupremacyTrack:
    """The supremacy track (WIN-1): ``atreides_bene_gesserit`` are the steps of BG-1."""

    length: int
    thufir_hawat: int
    feyd_rautha: int
    atreides_bene_gesserit: tuple[int, ...]
    provenance: Provenance


@record
class PrescienceTrack:
    """The steps of the prescience markers that bring something (PRES-4).

    ``leaders`` gives the leader id that each marker brings on step ``desert_leaders``.
    """

    desert_leaders: int
    alia: int
    atomics: int
    leaders: Mapping[Marker, str]
    provenance: Provenance


@record
class SpiceRow:
    """One row of The Spice Must Flow: vehicles of the round, and the die spaces up to this row."""

    row: int
    dice_set_aside: int
    harvesters: int
    ornithopters: int
    carryalls: int

    def vehicles(self, kind: VehicleKind) -> int:
        """How many vehicles of the kind come in this row (VEH-1)."""
        match kind:
            case VehicleKind.HARVESTER:
                return self.harvesters
            case VehicleKind.ORNITHOPTER:
                return self.ornithopters
            case VehicleKind.CARRYALL:
                return self.carryalls


@record
class SpiceBoard:
    """The Spice Must Flow: rows from the top step 1 down, and what a marker costs (SPICE-2)."""

    rows: tuple[SpiceRow, ...]
    keep_cost: int
    raise_cost: int
    provenance: Provenance

    @property
    def top_row(self) -> int:
        """The row of the top step, where all markers begin."""
        return self.rows[0].row

    @property
    def bottom_row(self) -> int:
        """The row of the bottom step."""
        return self.rows[-1].row

    def row(self, number: int) -> SpiceRow:
        """The row with that number; raises ``IndexError`` off the track."""
        if not self.top_row <= number <= self.bottom_row:
            raise IndexError(f"The Spice Must Flow has no row {number}")
        return self.rows[number - self.top_row]


@record
class Ban:
    """What a power forbids (BAN-2), with the solo effect where it differs."""

    id: str
    power: Power
    text: str
    solo_text: str
    provenance: Provenance


@record
class Tracks:
    """Everything that is printed as a track; ``tank_spaces`` by faction (TANK-1)."""

    supremacy: SupremacyTrack
    prescience: PrescienceTrack
    spice: SpiceBoard
    bans: tuple[Ban, ...]
    tank_spaces: Mapping[Faction, int]
    sietch_ranks: Mapping[int, int]


@record
class Dice:
    """The six faces of the dice that are known, and the solo limits.

    ``reroll_at``: a result shown by that many spent dice is rolled again (MAHDI-TURN-1);
    ``truthtrance_limit``: the same for a chosen result (MAHDI-TRUTH-1).
    """

    harkonnen_action: tuple[Result, ...]
    combat: tuple[CombatFace, ...]
    reroll_at: int
    truthtrance_limit: Mapping[Result, int]
    provenance: Mapping[str, Provenance]


def read_tracks(folder: Path, leaders: Collection[str]) -> Tracks:
    """The tracks; ``leaders`` are the leader ids known. Raises ``ContentError``."""
    document = open_document(folder, TRACKS_FILE)
    tracks = Tracks(
        supremacy=_read_supremacy(document.child("supremacy")),
        prescience=_read_prescience(document.child("prescience"), leaders),
        spice=_read_spice(document.child("spice_must_flow")),
        bans=_read_bans(document),
        tank_spaces=_read_tank(document.child("tank_spaces")),
        sietch_ranks=_read_ranks(document.child("sietch_ranks")),
    )
    document.finish()
    return tracks


def read_dice(folder: Path) -> Dice:
    """The dice; raises ``ContentError``, also for a die that has not six faces."""
    document = open_document(folder, DICE_FILE)
    action, combat = document.child("harkonnen_action"), document.child("combat")
    solo = document.child("solo")
    limits = solo.child("truthtrance_limit")
    dice = Dice(
        harkonnen_action=action.members("faces", Result),
        combat=combat.members("faces", CombatFace),
        reroll_at=solo.integer("reroll_at", low=1),
        truthtrance_limit=MappingProxyType({r: limits.integer(r.value, low=1) for r in Result}),
        provenance=MappingProxyType(
            {
                "harkonnen_action": action.provenance(),
                "combat": combat.provenance(),
                "solo": solo.provenance(),
            }
        ),
    )
    for die, faces in ((action, dice.harkonnen_action), (combat, dice.combat)):
        if len(faces) != 6:
            raise die.error("faces", f"a die has 6 faces, not {len(faces)}")
    document.finish()
    return dice


def _read_supremacy(fields: Fields) -> SupremacyTrack:
    length = fields.integer("length", low=1)
    track = SupremacyTrack(
        length=length,
        thufir_hawat=fields.integer("thufir_hawat", low=1, high=length),
        feyd_rautha=fields.integer("feyd_rautha", low=1, high=length),
        atreides_bene_gesserit=fields.integers("atreides_bene_gesserit"),
        provenance=fields.provenance(),
    )
    for step in track.atreides_bene_gesserit:
        if not 1 <= step <= length:
            raise fields.error("atreides_bene_gesserit", f"the track has no step {step}")
    return track


def _read_prescience(fields: Fields, known: Collection[str]) -> PrescienceTrack:
    leaders = fields.child("leaders")
    return PrescienceTrack(
        desert_leaders=fields.integer("desert_leaders", low=1),
        alia=fields.integer("alia", low=1),
        atomics=fields.integer("atomics", low=1),
        leaders=MappingProxyType({marker: leaders.reference(marker.value, known) for marker in Marker}),
        provenance=fields.provenance(),
    )


def _read_spice(fields: Fields) -> SpiceBoard:
    names = ("row", "dice_set_aside", "harvesters", "ornithopters", "carryalls")
    rows = tuple(SpiceRow(*(row.integer(name) for name in names)) for row in fields.children("rows"))
    if [row.row for row in rows] != list(range(1, len(rows) + 1)) or not rows:
        raise fields.error("rows", "must be numbered 1, 2, 3 from the top")
    return SpiceBoard(
        rows=rows,
        keep_cost=fields.integer("keep_cost", low=1),
        raise_cost=fields.integer("raise_cost", low=1),
        provenance=fields.provenance(),
    )


def _read_bans(document: Fields) -> tuple[Ban, ...]:
    bans: list[Ban] = []
    by_power = document.child("bans")
    for power in Power:
        fields = by_power.child(power.value)
        text = fields.text("text")
        solo_text = fields.optional_text("solo_text") or text
        bans.append(Ban(power.value, power, text, solo_text, fields.provenance()))
    return tuple(bans)


def _read_tank(fields: Fields) -> Mapping[Faction, int]:
    return MappingProxyType({faction: fields.integer(faction.id, low=1) for faction in Faction})


def _read_ranks(fields: Fields) -> Mapping[int, int]:
    return MappingProxyType({rank: fields.integer(str(rank), low=1) for rank in (1, 2, 3)})
