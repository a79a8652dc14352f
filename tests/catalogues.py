"""The texts of the app and their catalogues: extracts, brings up to date, compiles and checks them.

    python -m tests.catalogues write    after adding or changing a text
    python -m tests.catalogues check    what the tests do: prints what is wrong, exit status 1 if anything is

`companion/translations/messages.pot` lists the texts; `LANGUAGE/LC_MESSAGES/messages.po` translates them, and
`messages.mo` beside it is its compiled form, kept in the repository so that a checkout runs without a build.
English needs no catalogue. Where the texts are looked for stands in `pyproject.toml` under `tool.babel`.
"""

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {**DEFAULT_KEYWORDS, "lazy": None, "counted": (1, 2)}
COMMENT_TAG = "Translators:"


def extract(root: Path) -> Catalog:
    """Return the texts of the code and the templates under a checkout's top folder."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    mappings = [(each["pattern"], each["method"]) for each in settings["tool"]["babel"]["mappings"]]
    catalog = Catalog(charset="utf-8", fuzzy=False)
    for folder in ("companion", "templates"):
        found = extract_from_dir(
            root / folder,
            [(p.removeprefix(f"{folder}/"), method) for p, method in mappings if p.startswith(folder)],
            keywords=KEYWORDS,
            comment_tags=[COMMENT_TAG],
        )
        for _file, _line, text, comments, context in found:
            catalog.add(text, None, auto_comments=comments, context=context)
    return catalog


def translations(root: Path) -> Path:
    return root / "companion" / "translations"


def catalogue_files(root: Path) -> list[Path]:
    return sorted(translations(root).glob("*/LC_MESSAGES/messages.po"))


def read(file: Path) -> Catalog:
    locale = None if file.suffix == ".pot" else file.parent.parent.name
    with file.open("rb") as stream:
        return read_po(stream, locale=locale)


def is_compiled(file: Path, catalog: Catalog) -> bool:
    """Tell whether the binary beside a catalogue says the same; its header, with dates, may differ."""
    binary = file.with_suffix(".mo")
    if not binary.is_file():
        return False
    with binary.open("rb") as stream:
        # An untranslated text is left out of the binary.
        return _strings(read_mo(stream)) == {key: text for key, text in _strings(catalog).items() if any(text)}


def _strings(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    return {_key(message): _forms(message) for message in catalog if message.id and not message.fuzzy}


def write(root: Path) -> None:
    """Write the list of texts, carry the catalogues over to it and compile them."""
    texts = extract(root)
    _write_po(translations(root) / "messages.pot", texts)
    for file in catalogue_files(root):
        catalog = read(file)
        catalog.update(texts, no_fuzzy_matching=True)
        _write_po(file, catalog)
        if not is_compiled(file, catalog):
            with file.with_suffix(".mo").open("wb") as stream:
                write_mo(stream, catalog)


def _write_po(file: Path, catalog: Catalog) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as stream:
        # No places and no dates: a catalogue changes when a text does, and only then.
        write_po(stream, catalog, no_location=True, sort_output=True, ignore_obsolete=True, omit_header=True)


def problems(root: Path) -> Iterator[str]:
    """Yield what is wrong with the list of texts and with each catalogue, a line for each thing."""
    texts = extract(root)
    template = translations(root) / "messages.pot"
    listed = read(template) if template.is_file() else Catalog()
    for key in sorted(_keys(texts) ^ _keys(listed)):
        state = "is not listed" if key in _keys(texts) else "is listed, but no longer used"
        yield f"messages.pot: {key!r} {state} (python -m tests.catalogues write)"
    for file in catalogue_files(root):
        yield from _catalogue_problems(file, texts)


def _catalogue_problems(file: Path, texts: Catalog) -> Iterator[str]:
    name = "/".join(file.parts[-3:])
    catalog = read(file)
    for message in texts:
        if not message.id:
            continue
        translated = catalog.get(message.id, message.context)
        if translated is None or not _complete(translated, catalog):
            yield f"{name}: {_key(message)!r} is missing"
        elif translated.fuzzy:
            yield f"{name}: {_key(message)!r} is fuzzy"
        else:
            yield from (f"{name}: {_key(message)!r}: {error}" for error in translated.check(catalog))
    if not is_compiled(file, catalog):
        yield f"{name}: its messages.mo is not compiled from it (python -m tests.catalogues write)"


def _complete(message: Message, catalog: Catalog) -> bool:
    expected = catalog.num_plurals if message.pluralizable else 1
    return len(_forms(message)) == expected and all(_forms(message))


def _forms(message: Message) -> tuple[str, ...]:
    # Babel gives None for a text that an update has just brought in.
    string = message.string or ""
    return (string,) if isinstance(string, str) else tuple(string)


def _key(message: Message) -> str:
    first = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}|{first}" if message.context else first


def _keys(catalog: Catalog) -> set[str]:
    return {_key(message) for message in catalog if message.id}


def main(arguments: list[str]) -> int:
    if arguments == ["write"]:
        write(ROOT)
        return 0
    if arguments == ["check"]:
        found = list(problems(ROOT))
        print(*found, sep="\n", end="\n" if found else "")
        return 1 if found else 0
    print("error: catalogues: write or check is needed", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
