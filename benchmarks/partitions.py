# SPDX-License-Identifier: Apache-2.0
"""What is left of the Adult table, method by method, for the same models.

30,162 rows, eight quasi-identifiers (all attributes but occupation). Loss is LM
averaged over rows and quasi-identifiers: a set of categories costs (values - 1) /
(domain - 1), a range of ages its share of the range, a suppressed row 1. Seconds are
processor time, warm.

Then Mondrian at k = 10 on 5,000,000 rows, nearly every one a tuple of its own, in units
of the time that counting them takes. Run with `python -m benchmarks partitions`.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from benchmarks.arguments import arguments
from benchmarks.count import COLUMNS, ROWS, make_tables
from benchmarks.record import note
from benchmarks.search import FOLDER, SENSITIVE, Adult, load, seconds, unit_of
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.counts.kernels.cut_search import SearchRules
from diversa.counts.sensitive import Sensitive
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.methods import METHODS
from diversa.metrics import OBJECTIVES
from diversa.models import parse
from diversa.plan.keywords import make_plan
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.partition import Partition, whole_table
from diversa.search.deadline import Deadline
from diversa.search.lattice.optimal import optimal
from diversa.search.partitions.all_cuts import all_cuts
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.mondrian import mondrian
from diversa.search.partitions.public_tree import (
    TreeRule,
    cut_publicly,
    public_trees,
)
from diversa.search.partitions.region_rebuilding import all_cuts_within
from diversa.search.partitions.row_mondrian import row_mondrian
from diversa.search.task import Task
from diversa.tables.count_table import count_table
from diversa.tables.table_input import TableInput

MODELS = (
    ("k-anonymity:5",),
    ("k-anonymity:5", f"entropy-l-diversity:3,on={SENSITIVE}"),
)

REGIONS = BoxStyle(region=True)
ANCESTORS = BoxStyle(sets="ancestor")

DRAWN = 15_060
"""Rows of Adult on which labels are compared, beside all."""

PARTITIONS: dict[str, Callable[[Task], object]] = {
    "mondrian, median of the widest": lambda task: mondrian(task, cut="median"),
    "mondrian, median, relaxed": lambda task: row_mondrian(
        task, whole_table(task.finest)
    ),
    "mondrian, cheapest cut": mondrian,
    "mondrian, all cuts, regions": lambda task: all_cuts(
        task, whole_table(task.finest, REGIONS)
    ),
    "mondrian, cheapest, ancestors": lambda task: mondrian(task, style=ANCESTORS),
    "local-recoding, ancestors": lambda task: local_recoding(task, style=ANCESTORS),
    "local-recoding": local_recoding,
}


def make_task(adult: Adult, specs: tuple[str, ...], share: float) -> Task:
    """A task in which age is a number and the occupation is known."""
    ages = next(one for one in adult.hierarchies if one.attribute == "age")
    numbers = np.array([float(value) for value in ages.labels[0]])
    known = tuple(
        replace(one, numbers=numbers) if one is ages else one
        for one in adult.hierarchies
    )
    sensitive = (Sensitive(adult.cells.dictionaries[-1]),)
    finest = frequency_set(adult.cells, known, sensitive)
    models = tuple(parse(spec) for spec in specs)
    limit = int(share * len(adult.keys))
    return Task(finest, models, OBJECTIVES["loss"], limit=limit)


def safe(task: Task) -> Partition:
    """Regions of public trees; the hierarchies name all values."""
    names = frozenset(
        one.attribute for one in task.finest.hierarchies if not one.is_number_line
    )
    rule = TreeRule(5, key=b"benchmark", declared=names)
    return cut_publicly(task.finest, public_trees(task.finest, rule), rule.least)


LABELS: dict[str, Callable[[Task], Partition]] = {
    "safe (epsilon = 1)": safe,
    "region, best cuts": lambda task: all_cuts(
        task, whole_table(task.finest, REGIONS), SearchRules(5, 1, 0, 0)
    ),
    "region": lambda task: all_cuts(task, whole_table(task.finest, REGIONS)),
    "region, 5 s": lambda task: all_cuts_within(
        task, whole_table(task.finest, REGIONS), Deadline(5)
    ),
    "tight": mondrian,
}
"""What labels span, at k = 5."""


def draw(adult: Adult, rows: int) -> Adult:
    """Some of the rows, drawn with a seed."""
    cells = adult.cells
    drawn = np.random.default_rng(0).multivariate_hypergeometric(cells.counts, rows)
    kept = drawn > 0
    some = Cells(cells.dictionaries, cells.codes[kept], drawn[kept])
    return replace(adult, cells=some)


def on_labels(adult: Adult) -> None:
    """Print what labels cost, on some rows of Adult and on all of them."""
    unit = unit_of(adult)
    for rows in (DRAWN, len(adult.keys)):
        task = make_task(draw(adult, rows), MODELS[0], 0.0)
        task = replace(task, limit=rows // 50)
        print(f"labels, {rows:,} rows, {MODELS[0][0]}")
        found = optimal(task)
        if found.best is not None:
            spent = seconds(lambda task=task: optimal(task))
            report("full-domain, 2% suppressed", found.cost, found.best.groups, spent)
        for name, split in LABELS.items():
            partition = split(task)
            spent = seconds(lambda split=split, task=task: split(task))
            report(name, partition.loss, partition.parts, spent)
            note("partitions", f"labels: {name}, {rows:,} rows", spent / unit)


def report(name: str, loss: float, groups: int, spent: float) -> None:
    """One line of the table."""
    print(f"  {name:32} {loss:8.4f} {groups:8,} {spent:8.3f}")


def main() -> None:
    """Print one table per set of models, and the times on many rows."""
    on_adult()
    on_many_rows()


def on_many_rows() -> None:
    """Print the seconds of counting and of Mondrian on the clock, after a warm-up."""
    with tempfile.TemporaryDirectory() as folder, DuckDBEngine() as engine:
        for rows in (20_000, ROWS):
            path = make_tables(Path(folder), rows)["many cells"]
            for name, words in CLOCKED.items():
                clocked(engine, path, rows, name, words)


CLOCKED: dict[str, dict[str, str]] = {
    "cheapest": {"labels": "tight"},
    "median": {"labels": "tight", "cut": "median"},
    "region": {"labels": "region"},
    "safe": {"labels": "safe"},
}
"""Cuts of many rows: a name, and the words of a plan."""


def clocked(
    engine: DuckDBEngine, path: Path, rows: int, cut: str, words: dict[str, str]
) -> None:
    """Print one line: rows, seconds of count and search, their ratio, loss."""
    plan = make_plan(
        quasi_identifiers=COLUMNS,
        models="k-anonymity:10",
        method="mondrian",
        **words,
    )
    start, begin = time.perf_counter(), time.process_time()
    counted = count_table(TableInput.of_plan(path, plan).open_in(engine))
    half, between = time.perf_counter(), time.process_time()
    decision = METHODS["mondrian"](counted, plan, lambda *_: None)
    count, search = half - start, time.perf_counter() - half
    if rows == ROWS:
        ratio = (time.process_time() - between) / (between - begin)
        note("partitions", f"mondrian, {cut}, {rows:,} rows, to its count", ratio)
    print(
        f"mondrian, {cut:8} {rows:>9,} rows: count {count:.2f} s,"
        f" search {search:.2f} s, ratio {search / count:.1f},"
        f" loss {decision.metrics['loss']:.4f}"
    )


def on_adult() -> None:
    """Print one table per set of models."""
    if not FOLDER.is_dir():
        print(f"no Adult data in {FOLDER}; name its folder in DIVERSA_DATA")
        return
    adult = load(FOLDER)
    on_labels(adult)
    unit = unit_of(adult)
    for specs in MODELS:
        print(
            f"{' + '.join(specs)}\n  {'method':32} {'loss':>8} {'groups':>8} {'s':>8}"
        )
        for share in (0.0, 0.02):
            task = make_task(adult, specs, share)
            found = optimal(task)
            spent = seconds(lambda task=task: optimal(task))
            if found.best is not None:
                name = f"full-domain, {share:.0%} suppressed"
                report(name, found.cost, found.best.groups, spent)
                note("partitions", f"{name}, {len(specs)} models", spent / unit)
        task = make_task(adult, specs, 0.0)
        for name, split in PARTITIONS.items():
            partition = split(task)
            spent = seconds(lambda split=split, task=task: split(task))
            report(name, partition.loss, partition.parts, spent)
            note("partitions", f"{name}, {len(specs)} models", spent / unit)


if __name__ == "__main__":
    arguments(__doc__)
    main()
