"""Questions that only the player can answer, each with the reason why it is asked and how to look without revealing."""

from collections.abc import Sequence

from companion.board import DEEP_DESERT_MASK
from companion.content import DECK_CARDS
from companion.content.terms import Deck, Wormsign
from companion.web.say import _
from companion.web.words import names
from companion.web.words.records import QuestionText
from solo_bot import Question

RANKS = (1, 2, 3)


def question_text(question: Question) -> QuestionText:
    """Returns the wording of a question of the opponent: ``rank``, ``reveal_token``, ``wormsign`` or ``card``.

    Raises KeyError for any other.
    """
    return _ASKED[question.ask](question)


def _rank(question: Question) -> QuestionText:
    areas = question.areas
    if len(areas) == 1:
        title = _("What rank is %(area)s?", area=names.area_name(areas[0]))
    else:
        title = _("What ranks are %(areas)s?", areas=names.area_names(areas))
    return QuestionText(
        kicker=_("Look under the token, keep it facedown"),
        title=title,
        why=_("Asked because it decides what the Harkonnen do."),
        hint=_("Telling the app does not reveal it. It counts the rank only where the rules do."),
        rule=names.rule_ref("MAHDI-ATTACK-1"),
        ruling=names.rule_ref("R-16"),
        areas=areas,
        answers=tuple((str(rank), str(rank), "") for rank in RANKS),
    )


def _reveal_token(question: Question) -> QuestionText:
    areas = question.areas
    if len(areas) == 1:
        title = _("Reveal a token in %(area)s. What does it show?", area=names.area_name(areas[0]))
    else:
        title = _("Reveal a token in one of %(areas)s. What does it show?", areas=names.area_names(areas))
    return QuestionText(
        kicker=_("Reveal a Harkonnen token"),
        title=title,
        why=_("No visible unit can be replaced, so a facedown token is revealed first."),
        hint=_("Replace the token with its figures, then enter them."),
        rule=names.rule_ref("MAHDI-HOUSE-1"),
        ruling=names.rule_ref("R-25"),
        areas=areas,
    )


def wormsign_question(area: int, *, deep: bool | None = None) -> QuestionText:
    """Returns the question which wormsign was turned in ``area``; ``deep``: deep desert, None: by the board."""
    in_deep = bool(DEEP_DESERT_MASK >> area & 1) if deep is None else deep
    buried = _("a worm appears: this is deep desert") if in_deep else _("nothing happens: this is not deep desert")
    effects = {
        Wormsign.SAND: _("nothing happens"),
        Wormsign.SANDWORM: _("a worm appears"),
        Wormsign.BURIED_SANDWORM: buried,
    }
    return QuestionText(
        kicker=_("Reveal the wormsign"),
        title=_("Which wormsign did you reveal in %(area)s?", area=names.area_name(area)),
        why=_("A Harkonnen legion is there, or the desert hazards reveal it."),
        rule=names.rule_ref("WORM-2"),
        areas=(area,),
        answers=tuple((token.value, names.wormsign_name(token), effects[token]) for token in Wormsign),
    )


def _wormsign(question: Question) -> QuestionText:
    if len(question.areas) == 1:
        return wormsign_question(question.areas[0])
    return QuestionText(
        kicker=_("Reveal the wormsigns"),
        title=_("Which wormsigns did you reveal in %(areas)s?", areas=names.area_names(question.areas)),
        why=_("What they show decides what happens to the legions there."),
        rule=names.rule_ref("WORM-2"),
        areas=question.areas,
        answers=tuple((token.value, names.wormsign_name(token), "") for token in Wormsign),
    )


def card_question(deck: Deck, cards: Sequence[str] | None = None) -> QuestionText:
    """Returns the question which card was turned up from ``deck``; ``cards``: the ids to offer, None: all of it."""
    offered = [card.id for card in DECK_CARDS[deck]] if cards is None else list(cards)
    return QuestionText(
        kicker=_("Reveal a Harkonnen card"),
        title=_("Which card was drawn from the %(deck)s?", deck=names.deck_name(deck)),
        why=_("The Harkonnen play it at once, by the rules of the solo game."),
        hint=_("Reveal the top card and tap its name."),
        rule=names.rule_ref("MAHDI-CARD-1"),
        answers=tuple((card, names.card_name(card), names.card_summary(card)) for card in offered),
    )


def _card(question: Question) -> QuestionText:
    return card_question(question.deck or Deck.HOUSE_HARKONNEN)


_ASKED = {"rank": _rank, "reveal_token": _reveal_token, "wormsign": _wormsign, "card": _card}
ASKS = tuple(_ASKED)
"""Every kind of question that is worded."""
