# SPDX-License-Identifier: Apache-2.0
"""Every method on the Adult tables: what is left, and how long it takes, in one run.

Eight quasi-identifiers (all attributes but occupation, which is sensitive), the 30,162
rows of the training file without missing values, and the 45,222 rows of both files. The
same models for every method that can promise them; buckets promise frequency
3-diversity instead, because they publish quasi-identifiers as they are.

Columns: loss (LM), certainty penalty (GCP), discernibility, average group size, share
suppressed, accuracy of predicting the salary class from the release (raw data and
majority beside), median relative error of 1,000 random COUNT queries, processor seconds
of the search. Run with `python -m benchmarks methods`; it needs the extra `bench`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from benchmarks.arguments import arguments
from benchmarks.record import note
from benchmarks.search import FOLDER, SENSITIVE, load, unit_of
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.hierarchies import LevelsFile
from diversa.methods import METHODS
from diversa.metrics.utility import Utility, utility
from diversa.plan.keywords import make_plan
from diversa.plan.plan import Plan
from diversa.progress import unseen
from diversa.tables.count_table import CountTable, count_table
from diversa.tables.table_input import TableInput

LABEL = "salary-class"
ANONYMITY = ("k-anonymity:5",)
DIVERSITY = ("k-anonymity:5", "entropy-l-diversity:3")
BUCKETS = ("frequency-l-diversity:3",)


@dataclass(frozen=True)
class Run:
    """A method with its settings."""

    name: str
    words: dict[str, Any] = field(default_factory=dict)
    models: tuple[tuple[str, ...], ...] = (ANONYMITY, DIVERSITY)


RUNS = (
    Run("full-domain", {"method": "full-domain"}),
    Run("full-domain, 2 % suppressed", {"method": "full-domain", "suppression": 0.02}),
    Run("mondrian, median", {"method": "mondrian", "labels": "tight", "cut": "median"}),
    Run(
        "mondrian, median, relaxed",
        {"method": "mondrian", "labels": "tight", "cut": "median", "relaxed": True},
    ),
    Run(
        "mondrian, median, ancestors",
        {"method": "mondrian", "labels": "tight", "cut": "median", "sets": "ancestor"},
    ),
    Run(
        "mondrian, median, regions",
        {"method": "mondrian", "cut": "median", "labels": "region"},
    ),
    Run("mondrian, safe labels", {"method": "mondrian"}),
    Run("mondrian, cheapest", {"method": "mondrian", "labels": "tight"}),
    Run(
        "mondrian, cells starred",
        {"method": "mondrian", "labels": "tight", "sets": "star", "numbers": "star"},
    ),
    Run("local-recoding", {"method": "local-recoding", "labels": "tight"}),
    Run(
        "local-recoding, 2 % suppressed",
        {"method": "local-recoding", "labels": "tight", "suppression": 0.02},
    ),
    Run("mdav", {"method": "mdav", "labels": "tight"}),
    Run("anatomy", {"method": "anatomy", "nearby": False}, (BUCKETS,)),
    Run("anatomy, nearby", {"method": "anatomy", "group_rows": 0}, (BUCKETS,)),
    Run("anatomy, near groups of 4 l", {"method": "anatomy"}, (BUCKETS,)),
)


def small(folder: Path) -> pd.DataFrame:
    """The 30,162 rows."""
    return pd.read_csv(folder / "adult_30162.csv", sep=";", dtype=str)


def large(folder: Path) -> pd.DataFrame:
    """The 45,222 rows of both files that have no missing value."""
    names = small(folder).columns
    read = {"dtype": str, "skipinitialspace": True, "na_values": "?"}
    parts = [pd.read_csv(folder / f"adult.{one}", **read) for one in ("data", "test")]
    rows = pd.concat(parts).dropna().reset_index(drop=True)
    rows[LABEL] = rows["classification"].str.rstrip(".")
    return rows[list(names)]


def make(rows: pd.DataFrame, run: Run, models: tuple[str, ...]) -> Plan:
    """The plan of a run; age is a number, the others have the hierarchies."""
    known = [name for name in rows.columns if name != SENSITIVE]
    files = {n: LevelsFile(FOLDER / "hierarchies" / f"{n}.csv") for n in known}
    lattice = run.words["method"] == "full-domain"
    if not lattice:
        files["age"] = [5, 10, 20, 40]
    return make_plan(
        quasi_identifiers=known,
        sensitive=SENSITIVE,
        models=list(models),
        hierarchies=files,
        kinds={} if lattice else {"age": "number"},
        **run.words,
    )


def decide(counted: CountTable, plan: Plan) -> tuple[Utility, float]:
    """Search twice, so that everything is warm, and measure what is left."""
    method = METHODS[plan.search.method]
    method(counted, plan, unseen)
    start = time.process_time()
    decision = method(counted, plan, unseen)
    spent = time.process_time() - start
    recoded = decision.recoding.recode(counted)
    return utility(recoded, queries=1000, label=LABEL), spent


def line(name: str, left: Utility, spent: float) -> str:
    """One line of the table."""
    error, accuracy = left.measured["query-error"], left.measured["accuracy"]
    shown = ("loss", "gcp", "discernibility", "average-group-size")
    loss, gcp, discernibility, size = (left[metric] or 0 for metric in shown)
    return (
        f"| {name} | {loss:.4f} | {gcp:.4f} | {discernibility:,}"
        f" | {size:.2f} | {left.suppressed / left.rows:.2%}"
        f" | {'' if accuracy is None else f'{accuracy.release:.4f}'}"
        f" | {'' if error is None else f'{error.median:.2%}'} | {spent:.2f} |"
    )


def report(rows: pd.DataFrame, models: tuple[str, ...], unit: float) -> None:
    """One table: every method that can promise these models; R is noted."""
    print(f"\n{len(rows):,} rows, {' and '.join(models)}\n")
    print(
        "| method | loss | GCP | discernibility | group size | suppressed"
        " | accuracy | query error | s |\n|---|---|---|---|---|---|---|---|---|"
    )
    accuracy = None
    for run in RUNS:
        if models not in run.models:
            continue
        plan = make(rows, run, models)
        with DuckDBEngine() as engine:
            counted = count_table(
                TableInput.of_plan(rows, plan).open_in(engine), plan.bound_models()
            )
            left, spent = decide(counted, plan)
        accuracy = left.measured["accuracy"] or accuracy
        print(line(run.name, left, spent), flush=True)
        name = f"{run.name}, {' and '.join(models)}, {len(rows):,} rows"
        note("methods", name, spent / unit)
    if accuracy is not None:
        print(
            f"\nAccuracy from the raw table {accuracy.raw:.4f}, majority"
            f" {accuracy.majority:.4f}."
        )


def main() -> None:
    """Print a table for each set of rows and each set of models."""
    tables: tuple[Callable[[Path], pd.DataFrame], ...] = (small, large)
    unit = unit_of(load(FOLDER))
    for table in tables:
        rows = table(FOLDER)
        for models in (ANONYMITY, DIVERSITY, BUCKETS):
            report(rows, models, unit)


if __name__ == "__main__":
    arguments(__doc__)
    main()
