# SPDX-License-Identifier: Apache-2.0
"""The command `diversa warm-up`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from diversa.cli.command import asks_for_json, command
from diversa.cli.failures import HOLDS
from diversa.cli.printing import print_json
from diversa.cli.talk import is_quiet


@dataclass(frozen=True)
class Run:
    """A run on a made-up table, so that what it needs is compiled."""

    method: str
    models: tuple[str, ...]
    suppression: float = 0.0
    """Rows that may go, as a share: what must go at least is bounded by compiled
    code."""
    sensitive: str = "condition"
    """The sensitive attribute."""
    labels: str | None = None
    """The span of labels, if it is not the default."""
    visits: int = 1
    """Rows of each person."""


DIVERSE = ("k-anonymity:3", "entropy-l-diversity:1.5")

PARTITIONS = (
    Run("mondrian", DIVERSE),
    Run("mondrian", DIVERSE, labels="tight"),
    Run("local-recoding", DIVERSE, labels="tight"),
    Run("mdav", DIVERSE, labels="tight"),
)
"""The methods that divide the rows."""

REGIONS = (
    Run("mondrian", ("k-anonymity:3",), labels="region"),
    Run("mondrian", DIVERSE, labels="region"),
)
"""All cuts, by sizes and with models that judge their sides."""

LATTICES = (
    Run("full-domain", DIVERSE, 0.02),
    Run("full-domain", ("k-anonymity:3", "t-closeness:0.3"), 0.02),
    Run("full-domain", ("t-closeness:0.3",), 0.02, sensitive="born"),
    Run("full-domain", ("nt-closeness:100,t=0.3",), 0.02),
    Run("full-domain", ("beta-likeness:1",), 1.0),
    Run("full-domain", ("recursive-cl-diversity:3,l=2",), 1.0),
    Run("anatomy", ("frequency-l-diversity:2",)),
)
"""The method that searches a lattice, with models that bound in different ways what
must go; anatomy needs little."""

PEOPLE = (
    Run("full-domain", ("k-anonymity:3", "frequency-l-diversity:1.2"), 0.02, visits=3),
)
"""Visits: a person is in several groups, and all who know less are looked at."""

ALONGSIDE = (PARTITIONS, (*LATTICES, *PEOPLE), REGIONS)
"""Runs by process; those in one process need the same functions."""

KNOWN = ("zip", "born", "sex", "admitted")
"""The quasi-identifiers of the table."""

ROWS = 6_000
"""Rows of the made-up table: so many that no model does without compiled code."""


@command()
def warm_up() -> int:
    """Compile the functions for large tables beforehand, for images and services.

    They are compiled for the machine when they are first used, which takes about forty
    seconds of processor time in all. The compiled code is kept beside the package, or,
    if that cannot be written, in the user's cache folder. DIVERSA_CACHE names another
    folder.

    Examples:
      diversa warm-up
      DIVERSA_CACHE=/var/cache/diversa diversa warm-up --json
    """
    seconds = round(compile_all(ALONGSIDE), 1)
    methods = list(dict.fromkeys(run.method for runs in ALONGSIDE for run in runs))
    if asks_for_json():
        print_json({"methods": methods, "seconds": seconds})
    elif not is_quiet():
        click.echo(
            f"Compiled what {', '.join(methods)} need: {seconds} s of processor time."
        )
    return HOLDS


def compile_all(alongside: Sequence[Sequence[Run]]) -> float:
    """Run everything and say how much time of processors it took."""
    # A fresh process: what threads of this one hold would be held for ever in a copy.
    with ProcessPoolExecutor(len(alongside), get_context("spawn")) as processes:
        return sum(processes.map(processor_time, alongside))


def processor_time(runs: Sequence[Run]) -> float:
    """Processor time of some runs in this process."""
    begin = time.process_time()
    for run in runs:
        run_once(run)
    return time.process_time() - begin


def run_once(run: Run) -> None:
    """Anonymize a made-up table; its audit looks at every model.

    No ledger is kept: nobody is in these releases, and they would stand in the way of
    each other.
    """
    from diversa.counts.kernels.patience import PATIENCE_LEFT
    from diversa.data.examples import hospital, write_csv
    from diversa.pipeline import anonymize

    words: dict[str, Any] = {} if run.labels is None else {"labels": run.labels}
    columns = hospital(rows=ROWS)
    if run.visits > 1:
        words["person"] = "patient"
        columns["patient"] = [f"P{row // run.visits}" for row in range(ROWS)]
    with PATIENCE_LEFT.suspend(), TemporaryDirectory() as folder:
        anonymize(
            write_csv(columns, Path(folder) / "hospital.csv"),
            out=Path(folder) / "release",
            quasi_identifiers=[name for name in KNOWN if name != run.sensitive],
            sensitive=run.sensitive,
            models=run.models,
            method=run.method,
            suppression=run.suppression,
            ledger=False,
            **words,
        )
