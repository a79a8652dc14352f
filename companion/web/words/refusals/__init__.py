"""Refusals of the rules in words, one module for each part of the game; ``texts.refusal_texts`` is the entry."""
