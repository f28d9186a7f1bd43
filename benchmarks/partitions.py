# SPDX-License-Identifier: Apache-2.0
"""What is left of the Adult table, method by method, for the same models.

30,162 rows, eight quasi-identifiers (all attributes but occupation). Loss is LM
averaged over rows and quasi-identifiers: a set of categories costs (values - 1) /
(domain - 1), a range of ages its share of the range, a suppressed row 1. Seconds are
processor time, warm. Run with `python -m benchmarks partitions`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from benchmarks.search import FOLDER, SENSITIVE, Adult, load, seconds
from diversa.counts.frequency_set import frequency_set
from diversa.counts.sensitive import Sensitive
from diversa.metrics import OBJECTIVES
from diversa.models import parse
from diversa.search.local_recoding import local_recoding
from diversa.search.mondrian import mondrian
from diversa.search.optimal import optimal
from diversa.search.task import Task

MODELS = (
    ("k-anonymity:5",),
    ("k-anonymity:5", f"entropy-l-diversity:3,on={SENSITIVE}"),
)

PARTITIONS: dict[str, Callable[[Task], object]] = {
    "mondrian, median of the widest": lambda task: mondrian(task, cut="median"),
    "mondrian, cheapest cut": mondrian,
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


def report(name: str, loss: float, groups: int, spent: float) -> None:
    """One line of the table."""
    print(f"  {name:32} {loss:8.4f} {groups:8,} {spent:8.3f}")


def main() -> None:
    """Print one table per set of models."""
    if not FOLDER.is_dir():
        print(f"no Adult data in {FOLDER}; name its folder in DIVERSA_DATA")
        return
    adult = load(FOLDER)
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
        task = make_task(adult, specs, 0.0)
        for name, split in PARTITIONS.items():
            partition = split(task)
            spent = seconds(lambda split=split, task=task: split(task))
            report(name, partition.loss, partition.parts, spent)


if __name__ == "__main__":
    main()
