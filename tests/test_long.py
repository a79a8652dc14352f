"""The list of tests that take long names tests that there are, and is made from a report."""

from pathlib import Path

import pytest

from tests import long

ROOT = Path(__file__).resolve().parent.parent
REPORT = """<testsuites><testsuite>
<testcase classname="tests.web.test_a" name="test_far[1]" time="0.01"/>
<testcase classname="tests.web.test_a" name="test_far[2]" time="0.2"/>
<testcase classname="tests.web.test_a" name="test_near" time="0.001"/>
<testcase classname="tests.rules.test_b" name="test_rule" time="9"/>
</testsuite></testsuites>"""


def test_every_test_in_the_list_is_there() -> None:
    gone = []
    for name in sorted(long.listed()):
        module, _, function = name.partition("::")
        file = ROOT / f"{module.replace('.', '/')}.py"
        if not file.is_file() or f"def {function}(" not in file.read_text("utf-8"):
            gone.append(name)
    assert gone == [], "python -m tests.long says how the list is made anew"


def test_the_list_is_made_from_a_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "report.xml").write_text(REPORT, "utf-8")
    monkeypatch.setattr(long, "LIST", tmp_path / "long.txt")
    assert long.main([str(tmp_path / "report.xml")]) == 0
    assert long.listed() == {"tests.web.test_a::test_far"}


def test_without_a_report_it_says_how_to_make_one(capsys: pytest.CaptureFixture[str]) -> None:
    assert long.main([]) == 2
    assert "--junitxml" in capsys.readouterr().err
