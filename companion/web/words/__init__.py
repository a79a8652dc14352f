"""Words: pure presenters that put states, decisions, refusals and events of the game into the reader's language.

No request and no database: every function takes a value of the rules or of the opponent and returns a record of
``records`` or a string. What each module is for:

* `names`      areas, zones, leaders, figures, rules: ``area_name(area)``, ``figures(army, faction)``, ``rule_ref(id)``
* `orders`     what to do with the hands: ``order_text(state, order_decision_or_option)``
* `why`        the funnel: ``why_text(decision)``, ``why_lines(steps, options)``, ``summary(decision)``; what the app
               chose for the player: ``picked_text(steps)``
* `questions`  ``question_text(question)``, ``wormsign_question(area)``, ``card_question(deck)``
* `guide`      the one next step: ``guide_text(state)``
* `history`    ``history_line(event, phase)``
* `refusals`   ``refusal_texts(refusals)``, ``format_error_text(error)``
* `violations` ``violation_text(violation)``
"""

from companion.web.words.effects import vehicle_order
from companion.web.words.guide import guide_text
from companion.web.words.history import history_line
from companion.web.words.orders import order_text
from companion.web.words.questions import card_question, question_text, wormsign_question
from companion.web.words.refusals import format_error_text, refusal_text, refusal_texts
from companion.web.words.violations import violation_text
from companion.web.words.why import picked_text, summary, why_lines, why_text

__all__ = [
    "card_question",
    "format_error_text",
    "guide_text",
    "history_line",
    "order_text",
    "picked_text",
    "question_text",
    "refusal_text",
    "refusal_texts",
    "summary",
    "vehicle_order",
    "violation_text",
    "why_lines",
    "why_text",
    "wormsign_question",
]
