"""Translations use the words of the printed game and the signs of their language; what looks odd is explained."""

from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog

from tests import words


def found(language: str, english: str | tuple[str, str], said: str | tuple[str, ...]) -> set[str]:
    catalogue = Catalog(locale=language)
    catalogue.add(english, said)
    return {finding.kind for finding in words.findings(language, catalogue)}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["es", "pl", "cs", "ru"])
def test_nothing_odd_is_left_unexplained(language: str) -> None:
    known, catalogue = words.explained(), words.catalogues()[language]
    odd = [one.line for one in words.findings(language, catalogue) if not words.is_explained(one, known)]
    assert not odd, "\n".join(odd)


@pytest.mark.slow
def test_every_explanation_is_of_something() -> None:
    assert not list(idle()), "in tests/words_explained.json"


def idle() -> Iterator[tuple[str, str, str]]:
    """Explanations whose text is no longer odd, or no longer there."""
    catalogues = words.catalogues()
    for language, kinds in words.explained().items():
        there = {(one.kind, one.english[: words.SHOWN]) for one in words.findings(language, catalogues[language])}
        yield from (
            (language, kind, text) for kind, texts in kinds.items() for text in texts if (kind, text) not in there
        )


@pytest.mark.parametrize(
    ("language", "english", "said", "kind"),
    [
        ("ru", "The defender retreats", "Защитник отступает", "verb"),
        ("ru", "The defender retreats", "Сторона отступает", "term"),
        ("pl", "Harkonnen cards were discarded", "Spalono karty Harkonnenów", "verb"),
        ("pl", "The harvesting sector", "Sektor wydobycia", "verb"),
        ("cs", "Turn the sietch over", "Otočte domov", "term"),
        ("es", "Reveal the token", "Gira la ficha", "verb"),
        ("pl", "Say “yes”", "Powiedz „tak", "sign"),
        ("es", "Paul's turn", "Turno de Paul's", "sign"),
        ("cs", "Round 1.", "Kolo 1", "end"),
        ("ru", "Nobody defends", "никто не защищается", "capital"),
        ("es", "Save", "Guardar todos los cambios", "length"),
        ("ru", "Save the game", "Save the game", "english"),
        ("pl", ("%(num)d stone", "%(num)d stones"), ("%(num)d kamień",) * 3, "plural"),
    ],
)
def test_what_is_odd_is_found(language: str, english: str | tuple[str, str], said: str, kind: str) -> None:
    assert kind in found(language, english, said)


@pytest.mark.parametrize(
    ("language", "english", "said"),
    [
        ("ru", "The defender may retreat.", "Защищающийся может отступить."),
        ("pl", "Reveal the token", "Odkryj żeton"),
        ("pl", "Say “yes”", "Powiedz „tak”"),
        ("cs", ("%(num)d stone", "%(num)d stones"), ("Kamenů: %(num)d",) * 3),
    ],
)
def test_what_is_not_odd_is_left_alone(
    language: str, english: str | tuple[str, str], said: str | tuple[str, ...]
) -> None:
    assert found(language, english, said) == set()
