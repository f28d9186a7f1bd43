# SPDX-License-Identifier: Apache-2.0
"""How often a run hops from one module of ours to another.

A hop is a call whose caller and whose callee stand in different modules, both of
Diversa. Many hops make a way that is hard to follow. Counted are the packaged hospital
table, 300 rows: a folder published, with and without suppression (then the lattice is
drawn), the release audited and attacked, its report written; everything is warm. Beside
the calls stand the different pairs of modules, and the modules that take part.
Run with `python -m benchmarks hops`.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import diversa
from benchmarks.arguments import arguments
from benchmarks.record import note
from diversa.data.examples import hospital

ROWS = 300
OURS = "diversa"


def module_of(frame: FrameType | None) -> str:
    """The module that a frame runs in; nothing where it is not ours."""
    name = "" if frame is None else str(frame.f_globals.get("__name__", ""))
    return name if name.split(".")[0] == OURS else ""


def count_hops(work: Callable[[], object]) -> Counter[tuple[str, str]]:
    """Calls from one module of ours to another, by the two modules."""
    hops: Counter[tuple[str, str]] = Counter()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event != "call":
            return
        callee, caller = module_of(frame), module_of(frame.f_back)
        if callee and caller and callee != caller:
            hops[caller, callee] += 1

    work()  # imports and compiled functions are no part of the way
    sys.setprofile(watch)
    try:
        work()
    finally:
        sys.setprofile(None)
    return hops


def works(folder: Path) -> dict[str, Callable[[], object]]:
    """What is counted, by the name of its function."""
    import pandas as pd

    patients = pd.DataFrame(hospital(rows=ROWS))
    known: dict[str, Any] = {
        "quasi_identifiers": ["zip", "born", "sex"],
        "sensitive": "condition",
    }
    release = folder / "release"
    publish: dict[str, Any] = {
        **known,
        "identifiers": "name",
        "models": ["k-anonymity:4", "distinct-l-diversity:2"],
        "suppression": 0.05,
        "out": release,
        "replace": True,
    }
    return {
        "anonymize": lambda: diversa.anonymize(patients, **publish),
        "all rows": lambda: diversa.anonymize(patients, **publish | {"suppression": 0}),
        "audit": lambda: diversa.audit(patients, **known, models="k-anonymity:4"),
        "attack": lambda: diversa.attack(release),
        "report": lambda: diversa.write_report(release, out=folder / "report.html"),
    }


def main() -> None:
    """Print a line per function."""
    with tempfile.TemporaryDirectory() as folder:
        for name, work in works(Path(folder)).items():
            hops = count_hops(work)
            note("hops", name, hops.total())
            modules = {module for pair in hops for module in pair}
            print(
                f"  {name:10} {hops.total():7,} hops, {len(hops):4} pairs,"
                f" {len(modules):4} modules",
                flush=True,
            )


if __name__ == "__main__":
    arguments(__doc__)
    main()
