"""What came of a run: figures by group and file, the survivors, and which of those are explained."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from math import sqrt
from pathlib import Path

from tests.mutation.operators import Mutant
from tests.mutation.running import Outcome, Tried
from tests.mutation.targets import group_of

Key = tuple[str, str, str, str, int]
EXPLAINED = Path(__file__).with_name("explained.json")


def explained(file: Path = EXPLAINED) -> dict[Key, str]:
    """Returns why a survivor is no gap in the tests, by its key; raises KeyError when an entry is not complete."""
    entries = json.loads(file.read_text(encoding="utf-8"))
    return {
        (entry["file"], entry["function"], entry["before"], entry["after"], entry.get("repeat", 0)): entry["because"]
        for entry in entries
    }


def interval(caught: int, total: int) -> tuple[float, float]:
    """Returns the 95 % interval of Wilson for a share of which ``caught`` of ``total`` were seen; (0, 1) of none."""
    if not total:
        return 0.0, 1.0
    z, share = 1.96, caught / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return max(0.0, middle - half), min(1.0, middle + half)


def survivors(results: Iterable[Tried], known: dict[Key, str]) -> list[Tried]:
    """Returns those that no test noticed and nobody explained, by file and line."""
    left = [one for one in results if not one.outcome.noticed and one.mutant.key not in known]
    return sorted(left, key=lambda one: (one.mutant.file, one.mutant.line))


def shown(one: Tried) -> str:
    """Returns a survivor as text: where it is, and the source before and after."""
    mutant, note = one.mutant, " (no test gets there)" if one.outcome is Outcome.UNREACHED else ""
    return f"{mutant.file}:{mutant.line} {mutant.function}{note}\n  - {mutant.before}\n  + {mutant.after}"


def table(results: Sequence[Tried], known: dict[Key, str], *, sampled: bool) -> Iterable[str]:
    """Yields the figures by file, by group and of the whole."""
    yield f"{'':56}{'mutants':>8}{'caught':>8}{'timeout':>8}{'survived':>9}{'explained':>10}{'':>8}"
    for name in (*sorted({one.mutant.file for one in results}), *dict.fromkeys(_group(one.mutant) for one in results)):
        yield _row(name, [one for one in results if name in (one.mutant.file, _group(one.mutant))], known)
    yield _row("all", results, known)
    if sampled:
        low, high = interval(sum(one.outcome.noticed for one in results), len(results))
        yield f"Of all mutants, between {low:.1%} and {high:.1%} are caught (95 %)."


def _group(mutant: Mutant) -> str:
    return f"[{group_of(mutant.file) or 'other'}]"


def _row(name: str, results: Sequence[Tried], known: dict[Key, str]) -> str:
    count = Counter(one.outcome for one in results)
    noticed = count[Outcome.CAUGHT] + count[Outcome.TIMED_OUT]
    reasons = sum(not one.outcome.noticed and one.mutant.key in known for one in results)
    survived = len(results) - noticed - reasons
    figures = f"{len(results):8}{noticed:8}{count[Outcome.TIMED_OUT]:8}{survived:9}{reasons:10}"
    return f"{name:56}{figures}{noticed / len(results):8.1%}"


def write(results: Sequence[Tried], known: dict[Key, str], file: Path) -> None:
    """Writes the survivors, in the shape of ``explained.json``, so that a later run can try them again."""
    entries = [
        dict(zip(("file", "function", "before", "after", "repeat"), one.mutant.key, strict=True)) | {"because": ""}
        for one in survivors(results, known)
    ]
    file.write_text(json.dumps(entries, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
