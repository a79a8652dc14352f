"""The dice pools: rolled by the app or tapped from the table, spent by a tap."""

from companion.content import DICE
from companion.content.terms import Faction, Result
from companion.rules.commands import PutDieAside, ThrowDice
from companion.rules.frames import RollSource
from companion.rules.state import ATREIDES, HARKONNEN, Mode, State
from companion.service import Chance
from companion.web.say import _, ngettext
from companion.web.scene import Commands, Scene, deed
from companion.web.trackers.page import counter, counters, part
from companion.web.ui.blocks import Block, Button, Buttons, Fold, Form, Key, Keys, Note, Stepper, Steppers
from companion.web.ui.fields import Fields
from companion.web.ui.parts import SIDE
from companion.web.words import names
from companion.web.words.glyphs import action_glyph

RESULTS = tuple(Result)


@part("dice")
def dice(scene: Scene) -> list[Block]:
    """Returns both pools, the Harkonnen first."""
    return [*_pool(scene, HARKONNEN), *_pool(scene, ATREIDES)]


def _pool(scene: Scene, faction: Faction) -> list[Block]:
    state = scene.state
    results = _results(state, faction)
    unused = state.harkonnen_unused if faction is HARKONNEN else state.atreides_unused
    found: list[Block] = [counters(scene, [counter(scene, f"{faction.id}_unused", _detail(state, faction))])]
    if spent := _spent(state, faction):
        found.append(spent)
    if not scene.may_write or scene.now is not None:
        return [*found, *([_shown(results, faction)] if results else [])]
    if results:
        found.append(Form("tracker-spend", (_to_spend(results, faction),), {"faction": faction.id}))
    if results is None and unused:
        found += _to_roll(scene, faction, unused)
    return found


def _results(state: State, faction: Faction) -> tuple[Result, ...] | None:
    return state.harkonnen_results if faction is HARKONNEN else state.atreides_results


def _one_by_one(state: State, faction: Faction) -> bool:
    """Only the solo opponent rolls a die for each turn (MAHDI-TURN-1)."""
    return faction is HARKONNEN and state.mode is Mode.SOLO


def _detail(state: State, faction: Faction) -> str:
    if _one_by_one(state, faction):
        return _("One is rolled for each Harkonnen turn.")
    if _results(state, faction) is None:
        return _("Not rolled yet")
    return _("Tap a die when it is spent.") if _results(state, faction) else _("All are spent.")


def _spent(state: State, faction: Faction) -> Keys | None:
    """The dice that the Harkonnen spent: in solo a result that three dice show is rolled again."""
    spent = state.harkonnen_spent if faction is HARKONNEN else ()
    keys = tuple(_key(result, spent.count(result), "gone") for result in RESULTS if result in spent)
    return Keys(_("Harkonnen dice spent"), keys) if keys else None


def _key(result: Result, count: int, state: str = "", value: str | None = None) -> Key:
    name = names.result_name(result)
    return Key(name, action_glyph(result), value=value, state=state, many=str(count) if count > 1 else "")


def _shown(results: tuple[Result, ...], faction: Faction) -> Keys:
    keys = tuple(_key(result, results.count(result)) for result in RESULTS if result in results)
    return Keys(names.faction_name(faction), keys)


def _to_spend(results: tuple[Result, ...], faction: Faction) -> Keys:
    keys = tuple(_key(result, results.count(result), value=result.value) for result in RESULTS if result in results)
    return Keys(_("Dice of %(faction)s", faction=names.faction_name(faction)), keys, name="result")


def _to_roll(scene: Scene, faction: Faction, number: int) -> list[Block]:
    hidden = {"faction": faction.id}
    if _one_by_one(scene.state, faction):
        keys = tuple(_key(result, 0, value=result.value) for result in RESULTS)
        roll = Buttons((Button(_("The app rolls 1 die"), "roll", name="by", value="app"),))
        note = Note(_("Or tap what the die shows:"), "dice")
        return [Form("tracker-throw", (roll, note, Keys(_("Result of the die"), keys, name="result")), hidden)]
    text = ngettext("The app rolls %(num)d die", "The app rolls %(num)d dice", number)
    roll = Buttons((Button(text, "roll", name="by", value="app"),))
    steppers = tuple(
        Stepper(f"die-{result.value}", names.result_name(result), 0, 0, number, action_glyph(result), SIDE[faction])
        for result in RESULTS
    )
    entered = Form("tracker-throw", (Steppers(steppers), Buttons((Button(_("These are the dice"), "check"),))), hidden)
    return [
        Form("tracker-throw", (roll,), hidden),
        Fold(_("Enter the dice of %(faction)s", faction=names.faction_name(faction)), (entered,), "dice"),
    ]


@deed("tracker-throw")
def _throw(scene: Scene, fields: Fields) -> Commands:
    faction, state = fields.faction(), scene.state
    if fields.text("by") == "app":
        return (ThrowDice(faction, _rolled(scene.chance, state, faction), RollSource.APP),)
    if fields.text("result"):
        return (ThrowDice(faction, (fields.member("result", Result),), RollSource.TAPPED),)
    results = tuple(result for result in RESULTS for _n in range(fields.count(f"die-{result.value}", 9)))
    return (ThrowDice(faction, results, RollSource.TAPPED),)


def _rolled(chance: Chance, state: State, faction: Faction) -> tuple[Result, ...]:
    if faction is ATREIDES:
        return chance.atreides_dice(state.atreides_unused)
    if state.mode is Mode.SOLO:
        return (chance.harkonnen_die(state),)
    random = chance.random("harkonnen_dice")
    return tuple(random.choice(DICE.harkonnen_action) for _n in range(state.harkonnen_unused))


@deed("tracker-spend", relative=True)
def _spend(scene: Scene, fields: Fields) -> Commands:
    return (PutDieAside(fields.faction(), fields.member("result", Result)),)
