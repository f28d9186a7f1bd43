# SPDX-License-Identifier: Apache-2.0
"""What releases tell of their people: rehearsed attacks beside a control, by method.

Each release of a table is rehearsed by an adversary who learns. The table that is
printed stands in docs/guides/attacks.md. FOLDER has `adult/adult_30162.csv` and
`fars/data.csv`, with their hierarchies; of FARS 30,162 rows are drawn. Times are those
of processors, and the whole run takes some minutes. Run with
`python -m benchmarks.rehearsals [FOLDER] [adult|fars] [plain]`.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pandas as pd

import diversa
from benchmarks.arguments import arguments
from benchmarks.search import FOLDER
from diversa.record.rehearsal_record import ComparedRate
from diversa.rehearsals.rehearsal import Kind, rehearse
from diversa.rehearsals.table_rehearsal import count_original
from diversa.rehearsals.thirds import Third
from diversa.rehearsals.trial_release import TrialRelease

TABLES: dict[str, dict[str, Any]] = {
    "adult": {
        "file": "adult/adult_30162.csv",
        "quasi_identifiers": [
            *("sex", "age", "race", "marital-status", "education"),
            *("native-country", "workclass", "salary-class"),
        ],
        "sensitive": "occupation",
        "numbers": ["age"],
    },
    "fars": {
        "file": "fars/data.csv",
        "quasi_identifiers": [
            *("iage", "irace", "ideathmon", "ideathday", "isex", "ihispanic"),
            "istatenum",
        ],
        "sensitive": "iinjury",
        "numbers": ["iage", "ideathday"],
    },
}
"""The tables, with the columns that others may know."""

ROWS = 30_162
"""Rows of a table."""

METHODS: dict[str, dict[str, Any]] = {
    "full-domain, 2 % suppressed": {"method": "full-domain", "suppression": 0.02},
    "mondrian, `safe`": {"method": "mondrian", "labels": "safe"},
    "mondrian, `region`": {"method": "mondrian", "labels": "region"},
    "mondrian, `tight`": {"method": "mondrian", "labels": "tight"},
    "local-recoding, `tight`": {"method": "local-recoding", "labels": "tight"},
    "local-recoding, `tight`, words of hierarchies": {
        "method": "local-recoding",
        "labels": "tight",
        "sets": "ancestor",
    },
    "the same, numbers as `*`": {
        "method": "local-recoding",
        "labels": "tight",
        "sets": "ancestor",
        "numbers": "star",
    },
    "anatomy, l = 3": {"method": "anatomy", "models": "distinct-l-diversity:3"},
}
"""The releases that are compared."""

HEAD = (
    "release",
    "loss",
    "singled out",
    "control",
    "excess",
    "finer values told (true)",
    "rows finer",
    "members named",
    "others named",
    "linked: excess",
    "guessed: excess",
)


def main(
    folder: Path = FOLDER.parent, names: Sequence[str] = (), kind: Kind = "adaptive"
) -> None:
    """Rehearse every release of every table, and print the figures."""
    for name in names or TABLES:
        print(f"\n{name}, {ROWS:,} rows, k = 5, {kind}\n")
        print(f"| {' | '.join(HEAD)} |\n|{'---|' * len(HEAD)}")
        for title, words in METHODS.items():
            begin = time.process_time()
            line = figures(folder, TABLES[name], words, kind)
            seconds = time.process_time() - begin
            print(f"| {title} | {' | '.join(line)} |", flush=True)
            print(f"{title}: {seconds:.1f} s", file=sys.stderr, flush=True)


def figures(
    folder: Path, table: dict[str, Any], words: dict[str, Any], kind: Kind
) -> list[str]:
    """The figures of one release."""
    file = folder / table["file"]
    frame = pd.read_csv(file, sep=";", dtype=str)
    frame = frame.sample(min(ROWS, len(frame)), random_state=0)
    for column in table["numbers"]:
        frame[column] = pd.to_numeric(frame[column], errors="coerce").astype("Int64")
    hierarchies = {
        column: file.parent / "hierarchies" / f"{column}.csv"
        for column in table["quasi_identifiers"]
        if column not in table["numbers"]
    }
    plan = diversa.plan.keywords.make_plan(
        **{
            "quasi_identifiers": table["quasi_identifiers"],
            "sensitive": table["sensitive"],
            "models": "k-anonymity:5",
            "hierarchies": hierarchies,
            **words,
        }
    )
    counted = count_original(frame, plan, None)
    found = rehearse(counted, plan, kind=kind)
    whole = TrialRelease.of(Third(counted, ()), plan)
    loss = whole.decision.metrics.get("loss", 0.0)
    rates = {rate.attack: rate for rate in found.rates}
    single, claims = rates.get("singling out"), found.downcoding
    return [
        f"{loss:.3f}",
        *(
            ["–"] * 3
            if single is None
            else [
                percent(
                    single.released.rate, single.released.low, single.released.high
                ),
                percent(single.control.rate, single.control.low, single.control.high),
                percent(single.excess, single.excess_low, single.excess_high),
            ]
        ),
        "–"
        if claims is None
        else f"{claims.claims:,} ({claims.true / max(1, claims.claims):.0%})"
        if claims.claims
        else "0",
        "–" if claims is None else f"{claims.finer / max(1, claims.rows):.0%}",
        *named(rates.get("membership")),
        *(
            percent(rate.excess, rate.excess_low, rate.excess_high)
            for rate in (rates["linkability"], rates["inference"])
        ),
    ]


def named(rate: ComparedRate | None) -> list[str]:
    """People who are named as members of the release, and others who are."""
    if rate is None:
        return ["–", "–"]
    return [f"{one.rate:.1%}" for one in (rate.released, rate.control)]


def percent(share: float, low: float, high: float) -> str:
    """A share with its ends."""
    return f"{100 * share:.0f} % ({100 * low:.0f} to {100 * high:.0f})"


if __name__ == "__main__":
    given = arguments(__doc__)
    main(
        Path(given[0]) if given else FOLDER.parent,
        [name for name in TABLES if name in given],
        "plain" if "plain" in given else "adaptive",
    )
