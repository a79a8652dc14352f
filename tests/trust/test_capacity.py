"""The simulation of queues is right where it can be reckoned by hand, and the guide shows what it says."""

import re
from pathlib import Path

import pytest

from tests.trust.capacity import DEVICES, DISK_MS, HEAD, MEASURED, Costs, Setting, line, simulate

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "hosting.md"
ROW = re.compile(r"^\| ([\d,]+) \| ([\d.]+) \| ([\d,]+) \| ([\d,]+) \| \d+% .*$", re.M)
EVEN = Costs(10.0, 2.0, 10.0, 2.0)


def test_how_busy_all_are_is_work_divided_by_time() -> None:
    load = simulate(Setting(tables=60, actions_a_minute=6, processes=1, cores=1), EVEN)
    a_second = 6 * (1 + DEVICES)
    assert load.processes == pytest.approx(a_second * 10 / 1000, rel=0.05)
    assert load.databases == pytest.approx(a_second * 2 / 1000, rel=0.05)


def test_nobody_waits_where_there_is_enough_of_everything() -> None:
    load = simulate(Setting(tables=1, actions_a_minute=6, processes=500, databases=100), EVEN)
    assert 8 < load.median < 12 + DISK_MS
    assert load.p95 < 25


def test_the_busier_the_longer_it_takes_and_another_process_helps() -> None:
    few, many = (simulate(Setting(tables, 6, 1), EVEN, 20_000).p95 for tables in (20, 180))
    helped = simulate(Setting(180, 6, 2), EVEN, 20_000).p95
    assert few < helped < many


def test_the_same_seed_gives_the_same_figures() -> None:
    setting = Setting(10, 6, 1)
    assert simulate(setting, EVEN, 5_000) == simulate(setting, EVEN, 5_000) != simulate(setting, EVEN, 5_000, seed=2)


@pytest.mark.slow
def test_the_guide_shows_what_the_simulation_says() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    assert "\n".join(HEAD) in text
    costs = f"a form took {MEASURED.tap_app:.0f} ms of the app and {MEASURED.tap_database} ms of PostgreSQL, "
    costs += f"a page {MEASURED.page_app:.0f} ms and {MEASURED.page_database} ms; {DISK_MS:.0f} ms are added"
    assert costs in " ".join(text.split())
    rows = list(ROW.finditer(text))
    assert len(rows) == 6
    for row in rows:
        tables, actions, processes, databases = (float(cell.replace(",", "")) for cell in row.groups())
        setting = Setting(int(tables), actions, int(processes), int(databases))
        load = simulate(setting, MEASURED)
        assert row[0] == line(setting, load)
        assert load.p95 <= 100.5
