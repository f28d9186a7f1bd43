# SPDX-License-Identifier: Apache-2.0
"""Run experiments and write their pages: `python -m experiments figure-7`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from diversa.counts.kernels.patience import PATIENCE_LEFT
from experiments.experiment import ROWS, Settings
from experiments.pages import DATA, pages_of, write_page
from experiments.records import keep
from experiments.registry import EXPERIMENTS

ROOT = Path(__file__).parents[1]
"""The checkout."""

FEW = 20_000
"""Rows of the synthetic Lands End table in a trial."""


def beside() -> Path:
    """The folder of the Adult data, unless it is named."""
    usual = ROOT.parent / "shared" / "data" / "adult"
    return Path(os.environ.get("DIVERSA_DATA", usual))


def parsed(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments",
        description="Run the experiments of the papers and write their pages.",
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"all, or some of {', '.join(EXPERIMENTS)}",
    )
    parser.add_argument("--adult", type=Path, default=beside(), help="folder of Adult")
    parser.add_argument(
        "--rows", type=int, help=f"rows of the synthetic Lands End table ({ROWS:,})"
    )
    parser.add_argument("--small", action="store_true", help="a trial on little data")
    parser.add_argument("--seed", type=int, default=0, help="what is drawn with (0)")
    parser.add_argument(
        "--out",
        type=Path,
        default=ROOT / "docs" / "experiments",
        help="folder of pages",
    )
    parser.add_argument(
        "--pages", action="store_true", help="run nothing, write the pages again"
    )
    chosen = parser.parse_args(arguments)
    if unknown := sorted({*chosen.names} - {*EXPERIMENTS}):
        parser.error(
            f"NAME: must be an experiment, got {', '.join(unknown)}; there are"
            f" {', '.join(EXPERIMENTS)}"
        )
    if not chosen.pages and missing(chosen):
        parser.error(
            f"--adult: must be a folder with adult.data, adult.test (of the UCI"
            f" repository) and hierarchies (of ARX's Adult example), {missing(chosen)};"
            " name one with --adult DIR or DIVERSA_DATA"
        )
    return chosen


NEEDED = ("adult.data", "adult.test", "hierarchies")


def missing(chosen: argparse.Namespace) -> str:
    """What the folder of Adult lacks, in words; nothing where it is whole."""
    lacking = [name for name in NEEDED if not (chosen.adult / name).exists()]
    return f"got {chosen.adult} without {', '.join(lacking)}" if lacking else ""


def main(arguments: Sequence[str]) -> None:
    """Run what is asked for, then write every page that shows some of it."""
    chosen = parsed(arguments)
    rows = chosen.rows or (FEW if chosen.small else ROWS)
    settings = Settings(chosen.adult, rows, small=chosen.small, seed=chosen.seed)
    names = chosen.names or list(EXPERIMENTS)
    if not chosen.pages:
        with PATIENCE_LEFT.suspend():  # everything is compiled when it is measured
            for name in names:
                run(name, settings, chosen.out)
    for page in pages_of({name: EXPERIMENTS[name] for name in names}):
        write_page(chosen.out, page, EXPERIMENTS)
        print(chosen.out / f"{page}.md")


def spent() -> float:
    """Processor time of this process and of those that it has started and awaited."""
    return sum(os.times()[:4])


def run(name: str, settings: Settings, out: Path) -> None:
    """Run one experiment and keep what it found."""
    experiment, start = EXPERIMENTS[name], spent()
    print(f"{name} ...", flush=True)
    outcome = experiment.run(settings)
    seconds = spent() - start
    keep(out / DATA, experiment, outcome, settings, seconds)
    print(f"{name}: {seconds:.1f} s of processor time", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
