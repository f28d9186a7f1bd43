# SPDX-License-Identifier: Apache-2.0
"""What releases of two tables tell who learns from them, and how well they answer.

Each release of Adult (30,162 rows, eight quasi-identifiers, occupation) is attacked by
three adversaries who know what goes with what, and asked random COUNT queries. The
table that is printed stands in docs/guides/buckets.md. Times are those of processors:
of the attack alone. Run with `python -m benchmarks.two_tables [FOLDER]`, in which is
`adult_30162.csv` with its hierarchies.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pandas as pd

import diversa
from benchmarks.arguments import arguments
from benchmarks.rehearsals import TABLES
from benchmarks.search import FOLDER
from diversa.attacks.correlation import Correlation, correlation
from diversa.attacks.exposure import percent
from diversa.evidence import correlation_limit

FREQUENT = "frequency-l-diversity:3"
SIMILAR = "le-diversity:l=2,e=1"

RELEASES: dict[str, dict[str, Any]] = {
    "anatomy, any rows": {"models": FREQUENT, "nearby": False},
    "anatomy, near rows": {"models": FREQUENT, "group_rows": 0},
    "anatomy, near groups of 4 l rows": {"models": FREQUENT},
    "mbf (2,1), any rows": {"models": SIMILAR, "method": "mbf", "nearby": False},
    "mbf (2,1), near rows": {"models": SIMILAR, "method": "mbf"},
    "anatomy, kinds at most 1/2": {"models": "subtree-frequency-diversity:l=2,e=1"},
}
"""The releases that are compared."""

HEAD = (
    "release",
    "groups",
    "promised",
    "learner",
    "oracle",
    "half known",
    "without groups",
    "query error",
    "seconds",
)


def main(folder: Path = FOLDER) -> None:
    """Publish, attack and ask every release, and print the figures."""
    table = TABLES["adult"]
    roles = {name: table[name] for name in ("quasi_identifiers", "sensitive")}
    columns = [*table["quasi_identifiers"], table["sensitive"]]
    rows = pd.read_csv(folder / "adult_30162.csv", sep=";", dtype=str)[columns]
    rows = rows.assign(age=rows["age"].astype(int))
    kinds = {"occupation": folder / "hierarchies" / "occupation.csv"}
    print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
    for title, words in RELEASES.items():
        every = {"method": "anatomy", "hierarchies": kinds, **roles, **words}
        release = diversa.anonymize(rows, evidence=True, ledger=None, **every)
        evidence = release.evidence
        found = evidence.attacks["after"]["correlation"]
        error = evidence.utility.query_error
        line = [
            f"{release.audit.groups:,}",
            *map(percent, shares(found)),
            f"{error.mean:.3f}",
            f"{seconds_of(rows, every):.2f}",
        ]
        print(f"| {title} | {' | '.join(line)} |", flush=True)


def shares(found: Correlation) -> list[float]:
    """What the groups promise, and what adversaries guess right."""
    oracle = 0.0 if found.oracle is None else found.oracle.share
    known, alone = found.half_known or 0.0, found.without_groups or 0.0
    return [found.promised, found.learner.share, oracle, known, alone]


def seconds_of(rows: pd.DataFrame, words: dict[str, Any]) -> float:
    """Processor time of one attack: a limit that everything keeps makes it alone."""
    times: list[float] = []

    def measure(*given: Any, **more: Any) -> Correlation | str:  # noqa: ANN401
        begin = time.process_time()
        found = correlation(*given, **more)
        times.append(time.process_time() - begin)
        return found

    kept = correlation_limit.correlation
    correlation_limit.correlation = measure  # type: ignore[attr-defined]
    try:
        diversa.anonymize(rows, ledger=None, correlation_limit=1, **words)
    finally:
        correlation_limit.correlation = kept  # type: ignore[attr-defined]
    return min(times)


if __name__ == "__main__":
    given = arguments(__doc__)
    main(Path(given[0]) if given else FOLDER)
