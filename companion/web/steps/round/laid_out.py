"""The quick set-up as a list: what the app laid out, for hands that follow and eyes that compare."""

from companion.rules.state import HARKONNEN
from companion.web.say import _
from companion.web.scene import Scene
from companion.web.steps.round.setting_up import FIGURES, LAST, parts
from companion.web.ui.blocks import Block, Fold, Todo, Todos
from companion.web.ui.parts import legion_words, rule_link
from companion.web.words import names


def laid_out(scene: Scene, *, unfolded: bool) -> tuple[Block, ...]:
    """Returns the steps of the set-up to tick off, with the figures that the app rolled for each settlement."""
    todos: list[Todo] = []
    for number, part in enumerate(parts(scene.state), 1):
        if number == LAST:
            continue
        if number == FIGURES:
            todos += [
                Todo(names.area_name(area), legion_words(army, HARKONNEN), "settlement", "h", rule_link(part.rule))
                for area, army in scene.state.legions(HARKONNEN)
            ]
        else:
            rule = rule_link(part.rule) if part.rule else None
            todos.append(Todo(part.title, part.detail, rule=rule))
    return (Fold(_("What the app laid out"), (Todos(tuple(todos), key="laid"),), "settlement", unfolded),)
