"""What Atreides tell the app in secret of their sietches: the ranks; watchers never see them."""

from companion.board import AREA_IDS
from companion.rules.commands import EnterRank
from companion.web.say import _
from companion.web.scene import Commands, Scene, deed
from companion.web.ui.blocks import Button, Buttons, Fold, Form, Note, Select
from companion.web.ui.fields import Fields
from companion.web.words import names

RANKS = (1, 2, 3)


def ranks_fold(scene: Scene) -> Fold:
    """Returns the form that takes the ranks of all sietches; those left open stay unknown."""
    state = scene.state
    offers = (("", _("not entered")), *((str(rank), _("rank %(rank)s", rank=rank)) for rank in RANKS))
    selects = tuple(
        Select(f"rank-{AREA_IDS[s.area]}", names.area_name(s.area), offers, str(s.rank or ""))
        for s in state.sietches
        if not s.revealed
    )
    note = Note(_("Telling the app does not reveal them. Spectators never see them."), "lock")
    save = Buttons((Button(_("Save the ranks"), "check"),))
    return Fold(_("Ranks of your sietches"), (Form("ranks", (note, *selects, save), {"then": scene.query}),), "sietch")


@deed("ranks")
def _ranks(scene: Scene, fields: Fields) -> Commands:
    commands = []
    for sietch in scene.state.sietches:
        rank = fields.count(f"rank-{AREA_IDS[sietch.area]}", 3, default=0) or None
        if not sietch.revealed and rank != sietch.rank:
            commands.append(EnterRank(sietch.area, rank))
    return commands


@deed("rank")
def _rank(scene: Scene, fields: Fields) -> Commands:
    return (EnterRank(fields.area(), fields.count("rank", 3, default=0) or None),)
