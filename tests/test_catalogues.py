"""The texts of the app are listed, and each language that has a catalogue has all of them."""

import gettext
import re
from pathlib import Path

import pytest

from tests import catalogues

ROOT = Path(__file__).resolve().parent.parent
CODE = 'from companion.web.say import _, lazy\na = _("Done")\nb = lazy("Undo")\n'
PAGE = '{{ _("New game") }}{{ ngettext("%(num)d legion", "%(num)d legions", n) }}{{ pgettext("die", "House")}}'
TEXTS = {"Done", "Undo", "New game", "%(num)d legion", "die|House"}
GERMAN = """
msgid "Done"
msgstr "Fertig"

msgid "Undo"
msgstr "Zurück"

msgid "New game"
msgstr "Neues Spiel"

msgid "%(num)d legion"
msgid_plural "%(num)d legions"
msgstr[0] "%(num)d Legion"
msgstr[1] "%(num)d Legionen"

msgctxt "die"
msgid "House"
msgstr "Haus"
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A small checkout with five texts, their list and a complete German catalogue."""
    for file, text in {
        "companion/web/page.py": CODE,
        "templates/start/page.html": PAGE,
        "companion/translations/de/LC_MESSAGES/messages.po": GERMAN,
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    catalogues.write(tmp_path)
    return tmp_path


def german(tree: Path) -> Path:
    return tree / "companion/translations/de/LC_MESSAGES/messages.po"


def replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.slow
def test_the_catalogues_of_this_checkout_are_complete() -> None:
    assert list(catalogues.problems(ROOT)) == []


def test_texts_of_code_and_templates_are_found(tree: Path) -> None:
    found = {
        (f"{m.context}|" if m.context else "") + (m.id if isinstance(m.id, str) else m.id[0])
        for m in catalogues.extract(tree)
        if m.id
    }
    assert found == TEXTS
    assert list(catalogues.problems(tree)) == []


def test_writing_twice_changes_nothing(tree: Path) -> None:
    files = {file: file.read_bytes() for file in tree.rglob("messages.*")}
    catalogues.write(tree)
    assert len(files) == 3
    assert {file: file.read_bytes() for file in files} == files


def test_a_compiled_catalogue_speaks(tree: Path) -> None:
    with german(tree).with_suffix(".mo").open("rb") as stream:
        speak = gettext.GNUTranslations(stream)
    assert speak.gettext("Undo") == "Zurück"
    assert speak.pgettext("die", "House") == "Haus"
    assert [speak.ngettext("%(num)d legion", "%(num)d legions", n) for n in (1, 2)] == [
        "%(num)d Legion",
        "%(num)d Legionen",
    ]


def test_a_new_text_is_reported_until_listed_and_translated(tree: Path) -> None:
    replace(tree / "companion/web/page.py", '_("Done")', '_("Done") + _("Redo")')
    first, second = catalogues.problems(tree)
    assert first.startswith("messages.pot: 'Redo' is not listed")
    assert second == "de/LC_MESSAGES/messages.po: 'Redo' is missing"
    catalogues.write(tree)
    assert list(catalogues.problems(tree)) == ["de/LC_MESSAGES/messages.po: 'Redo' is missing"]


def test_a_text_no_longer_used_is_reported(tree: Path) -> None:
    replace(tree / "templates/start/page.html", '{{ _("New game") }}', "")
    (only,) = catalogues.problems(tree)
    assert only.startswith("messages.pot: 'New game' is listed, but no longer used")


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('msgid "Undo"', '#, fuzzy\nmsgid "Undo"', "'Undo' is fuzzy"),
        ("Zurück", "", "'Undo' is missing"),
        ("%(num)d Legionen", "", "'%(num)d legion' is missing"),
        ("%(num)d Legionen", "%(nun)d Legionen", "'%(num)d legion': "),
    ],
)
def test_a_gap_or_a_fault_in_a_catalogue_is_reported(tree: Path, old: str, new: str, said: str) -> None:
    replace(german(tree), old, new)
    assert any(said in problem for problem in catalogues.problems(tree))


def test_a_stale_compiled_catalogue_is_reported(tree: Path) -> None:
    replace(german(tree), "Fertig", "Erledigt")
    (only,) = catalogues.problems(tree)
    assert "messages.mo is not compiled" in only


def test_no_text_hides_in_the_braces_of_another() -> None:
    hidden = re.compile(r"""f["'].*\{\s*(?:_|ngettext)\(""")
    files = (catalogues.ROOT / "companion").rglob("*.py")
    found = [str(one) for one in files if hidden.search(one.read_text(encoding="utf-8"))]
    assert not found, "extraction does not look into f-strings"
