"""A copy of the data that a test can damage, and a fresh load of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.content.library import Content, load_content
from companion.content.loader import DATA_FOLDER

Damage = Callable[[Any], object]


class DataCopy:
    """A copy of the content data; `damage` changes one file, `load` reads them all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def damage(self, file: str, change: Damage) -> None:
        path = self.folder / file
        document = json.loads(path.read_text(encoding="utf-8"))
        before = json.dumps(document)
        change(document)
        assert json.dumps(document) != before, "the damage changes nothing"
        path.write_text(json.dumps(document), encoding="utf-8")

    def load(self) -> Content:
        return load_content(self.folder)


@pytest.fixture
def data(tmp_path: Path) -> DataCopy:
    """A copy of the data that a test may change."""
    shutil.copytree(DATA_FOLDER, tmp_path / "data")
    return DataCopy(tmp_path / "data")
