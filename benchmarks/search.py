# SPDX-License-Identifier: Apache-2.0
"""Searching the lattice of the Adult table, in units of one `np.unique`.

30,162 rows, eight quasi-identifiers (all attributes but occupation), 4,320 nodes, the
objective is loss. The unit R is one `np.unique` over the packed int64 keys of the same
rows: what it takes to find the groups of one node once. Everything is warm; R is
measured between the runs, and the ratios are medians, because machines are noisy.

Run with `python benchmarks/search.py`; the data stands in `../shared/data/adult`, or
where DIVERSA_DATA says.
"""

from __future__ import annotations

import csv
import os
import statistics
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Hierarchy, LevelsFile
from diversa.metrics import OBJECTIVES
from diversa.models import SensitiveModel, parse
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.optimal import optimal
from diversa.search.lattice.result import SearchResult
from diversa.search.task import Task

BESIDE = Path(__file__).parents[2] / "shared" / "data" / "adult"
FOLDER = Path(os.environ.get("DIVERSA_DATA", BESIDE))
SENSITIVE = "occupation"
ANONYMITY = "k-anonymity:5"
DIVERSITY = f"entropy-l-diversity:3,on={SENSITIVE}"

Search = Callable[[Task], SearchResult]


@dataclass(frozen=True)
class Job:
    """A search and how many units it may take."""

    spec: str
    suppression: float
    target: int
    search: Search = optimal
    repeats: int = 15

    @property
    def name(self) -> str:
        rows = {0.0: "no row", 1.0: "any row"}.get(self.suppression)
        may_go = rows or f"{self.suppression:.0%} of the rows"
        return f"{self.search.__name__}, {self.spec}, {may_go} may go"


JOBS = (
    Job(ANONYMITY, 0.0, 10),
    Job(ANONYMITY, 0.02, 100),
    Job(ANONYMITY, 1.0, 150),
    Job(DIVERSITY, 0.0, 10),
    Job(DIVERSITY, 0.02, 150),
    Job(DIVERSITY, 1.0, 300),
    Job(ANONYMITY, 0.0, 400, search=exhaustive, repeats=3),
)


@dataclass(frozen=True, eq=False)
class Adult:
    """The counted table, and the packed key of every row."""

    cells: Cells = field(repr=False)
    hierarchies: tuple[Hierarchy, ...]
    keys: NDArray[np.int64] = field(repr=False)

    def finest(self, spec: str) -> FrequencySet:
        """The bottom node, with the sensitive attribute if the model looks at it."""
        looks = isinstance(parse(spec), SensitiveModel)
        sensitive = (Sensitive(self.cells.dictionaries[-1]),) if looks else ()
        return frequency_set(self.cells, self.hierarchies, sensitive)


def load(folder: Path) -> Adult:
    """Read the rows and the hierarchies of the quasi-identifiers."""
    with (folder / "adult_30162.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    names = [name for name in rows[0] if name != SENSITIVE]
    dictionaries, columns = [], []
    for name in (*names, SENSITIVE):
        counts = Counter(row[name] for row in rows)
        dictionary = Dictionary.build(name, counts.keys(), counts.values())
        code = {value: place for place, value in enumerate(dictionary.values)}
        dictionaries.append(dictionary)
        columns.append([code[row[name]] for row in rows])
    codes = np.array(columns, dtype=np.int32).T
    distinct, counted = np.unique(codes, axis=0, return_counts=True)
    hierarchies = tuple(
        LevelsFile(folder / "hierarchies" / f"{one.column}.csv").build(one)
        for one in dictionaries[:-1]
    )
    keys = pack(codes, [one.size for one in dictionaries[:-1]])
    return Adult(Cells(tuple(dictionaries), distinct, counted), hierarchies, keys)


def pack(codes: NDArray[np.int32], sizes: list[int]) -> NDArray[np.int64]:
    """One integer per row from the codes of its quasi-identifiers."""
    keys = np.zeros(len(codes), dtype=np.int64)
    for place, size in enumerate(sizes):
        keys = keys * size + codes[:, place]
    return keys


def seconds(action: Callable[[], object]) -> float:
    """The processor time of an action; all of them use one thread."""
    start = time.process_time()
    action()
    return time.process_time() - start


def measure(job: Job, adult: Adult) -> tuple[float, SearchResult]:
    """The median ratio of a warm search to the unit, and what the search found."""
    finest = adult.finest(job.spec)
    limit = int(job.suppression * len(adult.keys))
    task = Task(finest, (parse(job.spec),), OBJECTIVES["loss"], limit=limit)
    found = job.search(task)
    ratios = []
    for _ in range(job.repeats):
        unit = statistics.median(seconds(lambda: np.unique(adult.keys)) for _ in "123")
        ratios.append(seconds(lambda: job.search(task)) / unit)
    return statistics.median(ratios), found


def main() -> None:
    """Print one table of ratios with their targets."""
    if not FOLDER.is_dir():
        print(f"no Adult data in {FOLDER}; name its folder in DIVERSA_DATA")
        return
    adult = load(FOLDER)
    np.unique(adult.keys)
    unit = statistics.median(seconds(lambda: np.unique(adult.keys)) for _ in range(25))
    print(f"R = one np.unique over {len(adult.keys):,} keys = {unit * 1e3:.2f} ms")
    print(f"{'search':69} {'R':>6} {'target':>6} {'nodes':>6} {'loss':>7}")
    for job in JOBS:
        ratio, found = measure(job, adult)
        missed = "" if ratio <= job.target else "  missed"
        print(
            f"{job.name:69} {ratio:6.1f} {job.target:6} {found.checked:6,}"
            f" {found.cost:7.4f}{missed}"
        )


if __name__ == "__main__":
    main()
