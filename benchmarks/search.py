# SPDX-License-Identifier: Apache-2.0
"""Searching the lattice of the Adult table, in units of one `np.unique`.

30,162 rows, eight quasi-identifiers (all attributes but occupation), 4,320 nodes, the
objective is loss. The unit R is one `np.unique` over the packed int64 keys of the same
rows: what it takes to find the groups of one node once. Everything is warm; R is
measured between the runs, and the ratios are medians, because machines are noisy.

Beside them stand the seconds of processor time that ARX 3.9.2 took, where known: they
are of another run, on another day. The targets were set at half of its time.

Run with `python -m benchmarks search`, or with `python -m benchmarks.search beta` for
the searches whose names have that word; the data stands in `../shared/data/adult`, or
where DIVERSA_DATA says.
"""

from __future__ import annotations

import csv
import os
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.arguments import arguments
from benchmarks.record import note
from diversa.counts.cells import Cells
from diversa.counts.frequency_set import FrequencySet, frequency_set
from diversa.counts.kernels.patience import PATIENCE_LEFT
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Hierarchy, LevelsFile
from diversa.metrics import OBJECTIVES
from diversa.models import Model, SensitiveModel, parse
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.optimal import optimal
from diversa.search.lattice.result import SearchResult
from diversa.search.task import Task

BESIDE = Path(__file__).parents[2] / "shared" / "data" / "adult"
FOLDER = Path(os.environ.get("DIVERSA_DATA", BESIDE))
SENSITIVE = "occupation"
ON = f",on={SENSITIVE}"
ANONYMITY = "k-anonymity:5"
DIVERSITY = f"entropy-l-diversity:3{ON}"
RECURSIVE = f"recursive-cl-diversity:c=4,l=3{ON}"
CLOSENESS = f"t-closeness:0.2{ON}"
AROUND = f"nt-closeness:n=1000,t=0.2{ON}"

SPECS = (
    (ANONYMITY,),
    (f"distinct-l-diversity:3{ON}",),
    (DIVERSITY,),
    (RECURSIVE,),
    (f"frequency-l-diversity:3{ON}",),
    (f"alpha-k-anonymity:alpha=0.5,k=5{ON}",),
    (CLOSENESS,),
    (f"t-closeness:0.2,distance=ordered{ON}",),
    (f"t-closeness:0.2,distance=hierarchical{ON}",),
    (f"beta-likeness:1{ON}",),
    (f"beta-likeness:2,enhanced=true{ON}",),
    (f"delta-disclosure:1{ON}",),
    (ANONYMITY, RECURSIVE),
    (ANONYMITY, CLOSENESS),
    (ANONYMITY, DIVERSITY, CLOSENESS),
)
"""What is searched for, each with no row, 2 % of the rows and any row to go."""

TARGETS = {
    ((ANONYMITY,), 0.0): 10,
    ((ANONYMITY,), 0.02): 100,
    ((ANONYMITY,), 1.0): 150,
    ((DIVERSITY,), 0.0): 10,
    ((DIVERSITY,), 0.02): 150,
    ((DIVERSITY,), 1.0): 300,
    ((CLOSENESS,), 0.02): 500,
    ((CLOSENESS,), 1.0): 600,
    ((ANONYMITY, DIVERSITY, CLOSENESS), 1.0): 600,
}
"""How many units a search may take."""

ARX = {((ANONYMITY, DIVERSITY, CLOSENESS), 1.0): 3.1}
"""Seconds of processor time of ARX 3.9.2; in that run an earlier state took 5.5 s."""

Search = Callable[[Task], SearchResult]


@dataclass(frozen=True)
class Job:
    """A search for some models, and what it is compared with."""

    specs: tuple[str, ...]
    suppression: float
    target: int | None = None
    arx: float | None = None
    search: Search = optimal
    repeats: int = 5

    @property
    def name(self) -> str:
        rows = {0.0: "no row", 1.0: "any row"}.get(self.suppression)
        may_go = rows or f"{self.suppression:.0%} of the rows"
        models = " + ".join(spec.removesuffix(ON) for spec in self.specs)
        return f"{self.search.__name__}, {models}, {may_go}"


JOBS = (
    *(
        Job(
            specs,
            suppression,
            TARGETS.get((specs, suppression)),
            ARX.get((specs, suppression)),
        )
        for specs in SPECS
        for suppression in (0.0, 0.02, 1.0)
    ),
    Job((AROUND,), 0.0, repeats=1),
    Job((ANONYMITY,), 0.0, 400, search=exhaustive, repeats=3),
)


@dataclass(frozen=True, eq=False)
class Adult:
    """The counted table, and the packed key of every row."""

    cells: Cells = field(repr=False)
    hierarchies: tuple[Hierarchy, ...]
    taxonomy: Hierarchy
    """The tree of the sensitive attribute."""
    keys: NDArray[np.int64] = field(repr=False)

    def finest(self, models: Sequence[Model]) -> FrequencySet:
        """The bottom node, with the sensitive attribute if a model looks at it."""
        sensitive: tuple[Sensitive, ...] = ()
        if any(isinstance(model, SensitiveModel) for model in models):
            occupations = self.cells.dictionaries[-1]
            sensitive = (Sensitive(occupations, taxonomy=self.taxonomy),)
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
    *hierarchies, taxonomy = (
        LevelsFile(folder / "hierarchies" / f"{one.column}.csv").build(one)
        for one in dictionaries
    )
    keys = pack(codes, [one.size for one in dictionaries[:-1]])
    cells = Cells(tuple(dictionaries), distinct, counted)
    return Adult(cells, tuple(hierarchies), taxonomy, keys)


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


def unit_of(adult: Adult) -> float:
    """R: the processor time of one `np.unique` over the packed keys, now."""
    return statistics.median(seconds(lambda: np.unique(adult.keys)) for _ in range(9))


def measure(job: Job, adult: Adult) -> tuple[float, SearchResult]:
    """The median ratio of a warm search to the unit, and what the search found."""
    models = tuple(parse(declared(spec, adult)) for spec in job.specs)
    limit = int(job.suppression * len(adult.keys))
    task = Task(adult.finest(models), models, OBJECTIVES["loss"], limit=limit)
    result = job.search(task)
    ratios = []
    for _ in range(job.repeats):
        unit = statistics.median(seconds(lambda: np.unique(adult.keys)) for _ in "123")
        ratios.append(seconds(lambda: job.search(task)) / unit)
    return statistics.median(ratios), result


def declared(spec: str, adult: Adult) -> str:
    """A spec with the order of the occupations where a distance needs one."""
    if "distance=ordered" not in spec:
        return spec
    order = "|".join(map(str, adult.cells.dictionaries[-1].values))
    return f"{spec},order={order}"


def line_of(job: Job, ratio: float, result: SearchResult) -> str:
    """One line of the table."""
    missed = "" if job.target is None or ratio <= job.target else "  missed"
    return (
        f"{job.name:92} {ratio:6.1f} {job.target or '':>6} {job.arx or '':>5}"
        f" {result.checked:6,} {result.cost:7.4f}{missed}"
    )


def main() -> None:
    """Print one table of ratios with their targets and with what ARX took."""
    if not FOLDER.is_dir():
        print(f"no Adult data in {FOLDER}; name its folder in DIVERSA_DATA")
        return
    adult = load(FOLDER)
    with PATIENCE_LEFT.suspend():  # everything is compiled when it is measured
        print_table(adult, sys.argv[1:])


def print_table(adult: Adult, words: Sequence[str]) -> None:
    """Print a line for every search whose name has one of some words, or for all."""
    np.unique(adult.keys)
    unit = statistics.median(seconds(lambda: np.unique(adult.keys)) for _ in range(25))
    print(f"R = one np.unique over {len(adult.keys):,} keys = {unit * 1e3:.2f} ms")
    heads = f"{'R':>6} {'target':>6} {'ARX s':>5} {'nodes':>6} {'loss':>7}"
    print(f"{'search; how many rows may go':92} {heads}")
    for job in JOBS:
        if not words or any(word in job.name for word in words):
            ratio, result = measure(job, adult)
            note("search", job.name, ratio)
            print(line_of(job, ratio, result), flush=True)


if __name__ == "__main__":
    arguments(__doc__)
    main()
