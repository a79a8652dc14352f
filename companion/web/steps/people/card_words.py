"""The steps of a Harkonnen card between people in words: what is the solo game's is said otherwise."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.content import steps as s
from companion.web.orders.card_steps import card_step_text
from companion.web.say import _, ngettext
from companion.web.words import names
from companion.web.words.atreides_cards import draw_words, play_words


def people_step_text(step: s.Step) -> str:
    """Returns what to do for a step of a Harkonnen card that people play."""
    say = WORDINGS.get(type(step))
    return card_step_text(step) if say is None else say(step)


def _opponent_discards(step: s.OpponentDiscards) -> str:
    return ngettext(
        "Atreides discard %(num)d planning card of their choice",
        "Atreides discard %(num)d planning cards of their choice",
        step.count,
    )


def _gain_token(step: s.GainBeneGesserit) -> str:
    return ngettext("Take %(num)d Bene Gesserit token", "Take %(num)d Bene Gesserit tokens", step.count)


def _discard_die(step: s.DiscardEnemyDie) -> str:
    result = names.result_name(step.result)
    return _("Discard one unused Atreides die showing %(result)s", result=result)


def _forbid(step: s.ForbidNextTurn) -> str:
    leaders = names.leader_names(step.leaders)
    return _("In the next Atreides turn these leaders stay where they are: %(leaders)s", leaders=leaders)


WORDINGS: Mapping[type, Callable[[Any], str]] = {
    s.Draw: draw_words,
    s.Play: play_words,
    s.OpponentDiscards: _opponent_discards,
    s.GainBeneGesserit: _gain_token,
    s.DiscardEnemyDie: _discard_die,
    s.ForbidNextTurn: _forbid,
}
"""By the type of the step."""
