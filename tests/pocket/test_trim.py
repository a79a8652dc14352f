"""What goes into the bundle: modules that may be imported, without types and docstrings; languages as far as spoken."""

import ast
import marshal
import os
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from types import CodeType
from typing import Any

import pytest
from babel import Locale, localedata
from babel.dates import format_date, format_timedelta
from babel.numbers import format_decimal, format_percent

from companion.pocket import archive, tongues, trim, wheels
from companion.pocket.inside import compile_folder, compiled, imports
from companion.web.i18n import languages

IMPORTS = {
    "place.py": ["shop.counter", "debugger"],
    "shop/__init__.py": ["shop.sign"],
    "shop/counter.py": [],
    "shop/sign.py": ["paint"],
    "shop/cellar.py": [],
    "paint.py": [],
    "debugger/__init__.py": ["terminal"],
    "terminal.py": [],
}


def test_modules_come_with_what_they_import_and_the_packages_above() -> None:
    assert trim.needed(IMPORTS, ["place"], ["debugger"]) == {
        "place.py",
        "shop/__init__.py",
        "shop/counter.py",
        "shop/sign.py",
        "paint.py",
    }
    assert "shop/cellar.py" in trim.needed(IMPORTS, ["shop.*"], [])


def test_imports_are_found_wherever_they_stand() -> None:
    source = b"""
import a.b as c
if TYPE_CHECKING:
    from never import seen
else:
    import otherwise
def f():
    from .. import up
    from .side import thing
    preload_module("by.name")
"""
    assert set(imports(ast.parse(source), "x/y/z.py")) == {
        *("a.b", "otherwise", "x", "x.up", "x.y.side", "x.y.side.thing", "by.name")
    }


def test_docstrings_and_the_types_of_functions_go_and_those_of_classes_stay() -> None:
    source = b'class A:\n    """Told."""\n    x: int = 1\n    def f(self, y: str) -> bytes:\n        """Told."""\n'
    code = marshal.loads(compiled(source, ast.parse(source), "a.py", "/site/a.py")[16:])
    assert isinstance(code, CodeType)
    told = repr(_constants(code))
    assert "Told" not in told
    space: dict[str, Any] = {"__name__": "a"}
    exec(code, space)
    assert space["A"].__annotations__ == {"x": int}
    assert space["A"].f.__annotations__ == {}


def _constants(code: CodeType) -> list[object]:
    return [_constants(one) if isinstance(one, CodeType) else one for one in code.co_consts]


def test_compiled_modules_stand_in_place_of_their_sources(tmp_path: Path) -> None:
    archive.lay(tmp_path, {"a/b.py": b"import c", "a/d.json": b"{}"})
    compile_folder(tmp_path, "/site")
    assert set(archive.below(tmp_path)) == {"a/b.pyc", "a/d.json", "imports.json"}


def test_an_archive_has_the_same_bytes_whatever_the_order_and_time() -> None:
    files = {"b": b"2", "a/c": b"1"}
    assert archive.stored_zip(files) == archive.stored_zip(dict(reversed(files.items())))
    assert archive.contents(archive.stored_zip(files)) == files


@pytest.mark.parametrize("tag", languages())
def test_a_language_cut_down_says_the_same(tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def said() -> list[str]:
        locale = Locale.parse(tag)
        spans = [
            timedelta(seconds=1),
            timedelta(minutes=5),
            timedelta(hours=-3),
            timedelta(days=40),
            timedelta(days=900),
        ]
        return [
            *(
                format_timedelta(span, locale=locale, add_direction=toward)
                for span in spans
                for toward in (True, False)
            ),
            *(format_date(date(2026, month, 29), length, locale) for month in (1, 11) for length in ("medium", "long")),
            *(format_decimal(number, locale=locale) for number in (0.5, 12345.678)),
            format_percent(0.256, locale=locale),
            str(locale.get_display_name(tag)),
        ]

    whole = said()
    files = {path: file for path, file in wheels.library_files() if tongues.spoken(path, languages())}
    assert len(files) == len({*languages(), "en", "root"}) + 1
    cut = {path: tongues.cut(path, file.read_bytes(), languages()) for path, file in files.items()}
    assert sum(map(len, cut.values())) < 0.3 * sum(file.stat().st_size for file in files.values())
    monkeypatch.setattr(localedata, "_cache", {})
    monkeypatch.setattr(localedata, "_dirname", "")
    monkeypatch.setattr(localedata, "resolve_locale_filename", lambda name: name)
    monkeypatch.setattr(
        localedata, "open", lambda name, _mode: _Held(cut[f"{tongues.FOLDER}{name}.dat"]), raising=False
    )
    assert said() == whole


class _Held:
    """A file in memory."""

    def __init__(self, data: bytes) -> None:
        import io

        self._file = io.BytesIO(data)

    def __enter__(self) -> Any:
        return self._file

    def __exit__(self, *_: object) -> None:
        pass


def _line_of_failure(source: bytes, path: str) -> int:
    names: dict[str, Any] = {}
    exec(marshal.loads(compiled(source, ast.parse(source), path, f"/site/{path}")[16:]), names)
    with pytest.raises(ZeroDivisionError) as failed:
        names["f"](0)
    return failed.traceback[-1].lineno + 1


def test_tracebacks_name_our_lines_and_of_libraries_where_a_function_begins() -> None:
    source = b"import math\n\ndef f(x):\n    y = (\n        x\n    )\n    return math.pi / y\n"
    assert _line_of_failure(source, "companion/a.py") == 7
    assert _line_of_failure(source, "werkzeug/a.py") == 3


def test_languages_are_cut_to_the_same_bytes_in_every_process() -> None:
    script = (
        "import hashlib, pathlib, babel; from companion.pocket import tongues;"
        "data = (pathlib.Path(babel.__file__).parent / 'locale-data/cs.dat').read_bytes();"
        "print(hashlib.sha256(tongues.cut('babel/locale-data/cs.dat', data, ['cs'])).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(found) == 1
