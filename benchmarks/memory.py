# SPDX-License-Identifier: Apache-2.0
"""Memory of each method per distinct tuple, beside what `methods/memory.py` says.

Two tables of each number of columns are searched in processes of their own; the memory
that the larger one takes more, by the tuples that it has more, is divided by the bytes
that a run with `--memory` reckons with. A ratio above 1 means that it reckons too low.

Run with `python -m benchmarks memory`.
"""

from __future__ import annotations

import resource
import subprocess
import sys

import numpy as np

import diversa
from benchmarks.arguments import arguments
from benchmarks.record import note
from diversa.methods.memory import CELL_BYTES, bytes_needed

TUPLES = (150_000, 450_000)
FEWER = {"mdav": (20_000, 50_000)}
"""MDAV takes time in the square of the tuples."""

DOMAINS = (3000, 3000, 50, 50, 9, 9, 9, 9)
MODELS = {
    "anatomy": "frequency-l-diversity:3",
    "dealing": "epsilon-m-anonymity:epsilon=3,m=2",
}


def kilobytes(method: str, rows: int, columns: int) -> int:
    """The memory that a search takes beyond that of the open table."""
    draw = np.random.default_rng(0)
    pyarrow = __import__("pyarrow")
    table = {f"q{n}": draw.integers(0, DOMAINS[n], rows) for n in range(columns)}
    secret = draw.integers(0, 500 if method == "dealing" else 50, rows)
    table["s"] = secret if method == "dealing" else secret.astype(str)
    known = [name for name in table if name != "s"]
    with diversa.open(
        pyarrow.table(table), quasi_identifiers=known, sensitive="s"
    ) as opened:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        opened.search(models=MODELS.get(method, "k-anonymity:5"), method=method)
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before


def measure(method: str, rows: int, columns: int) -> int:
    """The same, in a process of its own."""
    words = [sys.executable, "-m", "benchmarks.memory", method, str(rows), str(columns)]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    return int(done.stdout)


def main() -> None:
    """Print a line per method and number of columns."""
    for method in (
        name for name in CELL_BYTES if name != "mbf"
    ):  # which deals rows as anatomy does
        few, many = FEWER.get(method, TUPLES)
        for columns in (4, 8):
            more = measure(method, many, columns) - measure(method, few, columns)
            each = more * 1024 / (many - few)
            ratio = each / bytes_needed(method, 1, columns)
            print(f"{method:15} {columns} columns  {each:6.0f} bytes  {ratio:5.2f}")
            note("memory", f"{method}, {columns} columns", ratio)


if __name__ == "__main__":
    if len(sys.argv) == 4 and sys.argv[1] in CELL_BYTES:
        print(kilobytes(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
    else:
        arguments(__doc__)
        main()
