"""The borders of the board on its photo: nodes that an owner puts where they are printed, and how far ours were off."""

from flask import redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from companion.rules.errors import FormatError
from companion.web.camera import words
from companion.web.camera.boxes import now, state_of
from companion.web.camera.common import asker, bp, context, photographs, shelf
from companion.web.camera.setup import places_of
from companion.web.say import _
from companion.web.seats import View
from companion.web.words import names


@bp.get("/g/<game_id>/camera/boxes/<box>/outline")
@photographs
def outline_page(view: View, box: str) -> ResponseReturnValue:
    """Shows the photo of the empty board with the nodes of its borders; to the owner of the box only."""
    shelf().owned(box, asker(view))
    state = state_of(view, box)
    back = url_for("camera.more", game_id=view.game.id, box=box)
    if not state.get("nodes"):
        return redirect(back, 303)
    return render_template(
        "camera/outline.html",
        **context(view),
        box=box,
        state=state,
        back=back,
        points=[(node, node_name(node), place) for node, place in state["nodes"].items()],
        off=state["outline"],
    )


@bp.post("/g/<game_id>/camera/boxes/<box>/outline")
@photographs
def move_outline(view: View, box: str) -> ResponseReturnValue:
    """Puts nodes where they are printed; its owner only."""
    folder = shelf().owned(box, asker(view))
    places = places_of(state_of(view, box)["nodes"])
    check = now(view, "outline", {"table": str(folder), "places": places})
    if not check["ok"]:
        text = words.check_text(check)
        raise FormatError("outline", f"{node_name(str(check['name']))}: {text}" if "name" in check else text)
    return redirect(url_for("camera.outline_page", game_id=view.game.id, box=box), 303)


def node_name(node: str) -> str:
    """Returns a node by the areas that meet there."""
    return names.join(names.area_name(area) for area in node.split("+")) if node else _("The board")
