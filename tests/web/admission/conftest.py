"""The app with limits that a test can reach."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from companion.service.quotas import Keeper, Quotas
from companion.web.admission import KEEPER

Limit = Callable[[Quotas], Keeper]


@pytest.fixture
def limit(app: Flask) -> Limit:
    """Gives the app other limits."""

    def put(quotas: Quotas) -> Keeper:
        keeper: Keeper = replace(app.extensions[KEEPER], quotas=quotas, clock=lambda: datetime.now(UTC))
        app.extensions[KEEPER] = keeper
        return keeper

    return put


def stored(folder: Path) -> int:
    """How many bytes lie below a folder."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
