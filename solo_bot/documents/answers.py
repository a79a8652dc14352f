"""The answers of the opponent as the JSON documents of docs/formats.md."""

from collections.abc import Mapping

from companion.board import AREA_IDS, ZONE_IDS
from companion.content.terms import Result
from companion.rules.errors import FormatError
from companion.rules.positions.reading import read_casualties
from companion.rules.state import POWERS, State
from solo_bot.documents.decisions import Document, army_document, decision_document, question_document
from solo_bot.documents.explain import steps_document
from solo_bot.procedure.casualties import take_hits
from solo_bot.procedure.decide import decide
from solo_bot.procedure.spice import spend_spice
from solo_bot.procedure.vehicles import place_vehicles


def read_result(value: object) -> Result:
    """Returns the die result named ``value``; raises FormatError (MAHDI-TURN-1)."""
    if isinstance(value, str) and value in list(Result):
        return Result(value)
    raise FormatError("MAHDI-TURN-1", f"{value!r} is no result of a Harkonnen die: {', '.join(Result)}")


def decide_document(state: State, result: object, auto: bool = False, seed: int | None = None) -> Document:
    """Returns the decision for ``result``; with ``auto`` the first option is taken each time: decisions and position.

    ``seed`` is accepted for the contract; the procedure itself draws nothing. Raises FormatError.
    """
    _solo_only(state)
    if auto:
        # Start-up time: the only answer for which commands are executed.
        from solo_bot.documents.auto import decide_all

        return decide_all(state, read_result(result))
    return decision_document(decide(state, read_result(result)))


def preview_document(state: State) -> Document:
    """Returns the decision for each result that can still be rolled (MAHDI-TURN-1), by result, questions included.

    Without an unused die there is none. Raises FormatError for a game that is not solo.
    """
    _solo_only(state)
    # Start-up time: it takes positions as events leave them, which no other answer but the one above does.
    from solo_bot.ahead import look_ahead

    faces = look_ahead(state)
    return {face.result.value: decision_document(face.decision) for face in faces if face.decision is not None}


def vehicles_document(state: State) -> Document:
    """Returns the vehicle placement of the round."""
    _solo_only(state)
    plan = place_vehicles(state)
    return {
        "harvesters": [{"options": [AREA_IDS[area] for area in options]} for options in plan.harvesters],
        "carryalls": [{"options": [ZONE_IDS[zone] for zone in options]} for options in plan.carryalls],
        "ornithopters": [{"options": [ZONE_IDS[zone] for zone in options]} for options in plan.ornithopters],
        "question": question_document(plan.question),
        "trace": steps_document(plan.trace),
    }


def spice_document(state: State, collected: object) -> Document:
    """Returns the spice harvest with ``collected`` spice; raises FormatError when that is no number from 0."""
    _solo_only(state)
    if not isinstance(collected, int) or isinstance(collected, bool) or collected < 0:
        raise FormatError("collected", f"expected a number of spice from 0, got {collected!r}")
    options, trace = spend_spice(state, collected)
    documents = [
        {
            "imperium": {power.value: row for power, row in zip(POWERS, option.imperium, strict=True)},
            "supremacy": option.supremacy,
            "reserve": option.reserve,
            "bans": sorted(ban.value for ban in option.bans),
        }
        for option in options
    ]
    return {**documents[0], "options": documents, "trace": steps_document(trace)}


def casualties_document(legion: Mapping[str, object], hits: object) -> Document:
    """Returns how a Harkonnen legion takes ``hits``; raises FormatError for tokens and anything malformed."""
    if not isinstance(hits, int) or isinstance(hits, bool) or hits < 0:
        raise FormatError("hits", f"expected a number of hits from 0, got {hits!r}")
    if not isinstance(legion, Mapping):
        raise FormatError("legion", "expected an object")
    army, supply = read_casualties(legion)
    options, _ = take_hits(army, hits, supply)
    documents = [
        {"legion": army_document(option.legion), "removed": list(option.removed), "tank": list(option.tank)}
        for option in options
    ]
    return {**documents[0], "options": documents}


def _solo_only(state: State) -> None:
    if state.mode.value != "solo":
        raise FormatError("mode", "the Mahdi opponent plays solo games only")
