"""The command line of mutation testing."""

import argparse
import random
import time
from pathlib import Path

from tests.mutation import report, running
from tests.mutation.operators import members_of, mutants
from tests.mutation.targets import TESTS, find


def main() -> int:
    """Tries mutants of the code in the working folder; returns 1 when one survives unexplained."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    many = parser.add_mutually_exclusive_group()
    many.add_argument("--sample", type=int, default=300, metavar="N", help="try N mutants at random (300)")
    many.add_argument("--all", action="store_true", help="try every mutant")
    many.add_argument("--again", type=Path, metavar="FILE", help="try those of a file that --write wrote")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="which sample (0)")
    parser.add_argument("--file", action="append", default=[], metavar="GLOB", help="only of files that fit")
    parser.add_argument("--tests", nargs="+", default=TESTS, metavar="PATH", help="only these tests")
    parser.add_argument("--patience", type=float, default=20, metavar="S", help="seconds of tests for a mutant (20)")
    parser.add_argument("--write", type=Path, metavar="FILE", help="write the survivors to a file")
    options = parser.parse_args()

    files = find(Path(), options.file)
    texts = {file: Path(file).read_text(encoding="utf-8") for file in files}
    members = members_of(Path(file).read_text(encoding="utf-8") for file in find(Path()) or files)
    chosen = [mutant for file in files for mutant in mutants(file, texts[file], members)]
    known = report.explained()
    whole = len(chosen)
    if options.again:
        again = report.explained(options.again)
        chosen = [mutant for mutant in chosen if mutant.key in again]
    elif not options.all and options.sample < whole:
        chosen = random.Random(options.seed).sample(chosen, options.sample)
    print(f"{len(chosen)} of {whole} mutants of {len(files)} files", flush=True)

    start = time.monotonic()
    sources = running.Sources(texts, members)
    suite = running.measured(sources, options.tests)
    seconds = sum(test.seconds for test in suite.tests)
    print(f"{len(suite.tests)} tests of {seconds:.0f} s measured in {time.monotonic() - start:.0f} s", flush=True)
    for name in suite.failing:
        print(f"left out, because it fails without any mutant: {name}")
    results = []
    for result in running.tried(chosen, sources, suite, options.tests, options.patience):
        results.append(result)
        if report.survivors([result], known):
            print(report.shown(result), flush=True)
        if len(results) % 100 == 0:
            print(f"{len(results)} tried, {time.monotonic() - start:.0f} s", flush=True)
    print("\n".join(report.table(results, known, sampled=len(chosen) < whole)))
    print(f"{time.monotonic() - start:.0f} s")
    if options.write:
        report.write(results, known, options.write)
    return 1 if report.survivors(results, known) else 0


if __name__ == "__main__":
    raise SystemExit(main())
