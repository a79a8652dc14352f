"""Words: pure presenters that put states, refusals and events of the game into the reader's language.

No request and no database: every function takes a value of the rules or of the opponent and returns a record of
``records`` or a string. What each module is for:

* `names`      areas, zones, leaders, figures, rules: ``area_name(area)``, ``figures(army, faction)``, ``rule_ref(id)``
* `questions`  ``question_text(question)``, ``wormsign_question(area)``, ``card_question(deck)``
* `history`    ``lines.history_line(event, phase)``
* `refusals`   ``texts.refusal_texts(refusals)``
* `violations` ``violation_text(violation)``

What the opponent does is worded by ``companion.web.orders``.
"""
