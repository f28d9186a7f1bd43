# SPDX-License-Identifier: Apache-2.0
"""Loss against time: how much a longer search gains over local recoding on Adult.

30,162 rows, eight quasi-identifiers (all attributes but occupation), loss as in
`partitions`; processor seconds since the partition of local recoding, the proven bound
beside it. Run with `python -m benchmarks rebuilding`.
"""

from __future__ import annotations

from benchmarks.arguments import arguments
from benchmarks.partitions import MODELS, make_task
from benchmarks.record import note
from benchmarks.search import FOLDER, load
from diversa.search.deadline import Deadline
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.rebuilding import least_loss, rebuilding

MARKS = (1, 2, 5, 10, 20, 30)
"""Seconds after which the loss is printed."""


def main() -> None:
    """Print the loss after some seconds, for each set of models."""
    if not FOLDER.is_dir():
        print(f"no Adult data in {FOLDER}; name its folder in DIVERSA_DATA")
        return
    adult = load(FOLDER)
    for specs in MODELS:
        task = make_task(adult, specs, 0.0)
        partition = local_recoding(task)
        next(rebuilding(task, partition, seed=0))  # everything warm
        print(f"{' + '.join(specs)}: bound {least_loss(task, partition):.4f}")
        print(f"   0 s  {partition.loss:.4f}  {partition.parts:,} groups")
        first = partition.loss
        clock, marks = Deadline(MARKS[-1]), list(MARKS)
        rounds = rebuilding(task, partition, seed=0)
        while marks:
            partition = next(rounds)
            if clock.used >= marks[0]:
                mark = marks.pop(0)
                name = f"{len(specs)} models, {mark} s, loss to the first, in percent"
                note("rebuilding", name, 100 * partition.loss / first)
                print(
                    f"  {mark:2} s  {partition.loss:.4f}  {partition.parts:,} groups",
                    flush=True,
                )


if __name__ == "__main__":
    arguments(__doc__)
    main()
