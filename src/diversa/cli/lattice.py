# SPDX-License-Identifier: Apache-2.0
"""The command `diversa lattice`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diversa.cli.command import command, show
from diversa.cli.failures import FAILS, HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import plan_options, table_argument
from diversa.cli.paths import TableSource
from diversa.cli.printing import many, number
from diversa.cli.progress import progress_bars

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.search.lattice.lattice_report import LatticeReport, NodeReport

SHOWN = 20
"""Minimal nodes that are shown; `--json` has them all."""

METRICS = ("loss", "precision", "discernibility")
"""Metrics that are shown beside the objective; `--json` has them all."""


@command(table_argument("INPUT"), plan_options, limit_options)
def lattice(
    *,
    source: TableSource,
    plan_file: Path | None,
    **options: Any,  # noqa: ANN401 - the settings of a plan
) -> int:
    r"""List every generalization that satisfies the models.

    A node of the lattice is one level for each quasi-identifier. A node is minimal if
    it satisfies the models and no less general node does; the best node is the one with
    the lowest cost by the objective. Nothing is written. The exit code is 1 if no node
    satisfies the models.

    Examples:
      diversa lattice people.csv --plan plan.toml
      diversa lattice people.csv --qi zip,age --model k-anonymity:5 \
          --suppression 0.02 --objective discernibility
    """
    from diversa.cli.plans import check_options, plan_from
    from diversa.pipeline import lattice as list_nodes

    check_options("lattice", options)
    plan = plan_from(plan_file, options)
    with engine_within_limits(source) as engine, progress_bars() as phases:
        report = list_nodes(source, plan, engine=engine, phases=phases)
    show(report, partial(draw_lattice, objective=plan.search.objective))
    return FAILS if report.best is None else HOLDS


def draw_lattice(page: Page, report: LatticeReport, *, objective: str) -> None:
    """Show how many nodes satisfy, the best one and the minimal ones."""
    from diversa.search.lattice.result import optimality_in_words

    size, satisfying = report.result.lattice.size, len(report.satisfying)
    minimal = f", {len(report.minimal):,} of them minimal" if satisfying else ""
    page.verdict(
        "SATISFIABLE" if satisfying else "NO SOLUTION",
        f"{satisfying:,} of {many(size, 'node')} satisfy the models{minimal}",
        good=satisfying > 0,
    )
    for line in (report.failure or "").splitlines():
        page.say(line)
    page.say(
        f"Search: {report.result.algorithm},"
        f" {optimality_in_words(report.optimality)}"
        f" ({report.result.reason}); {report.result.checked:,} nodes counted"
    )
    if report.floor:
        levels = (f"{name}={level}" for name, level in report.floor.items())
        page.say(f"Searched from this floor upwards: {', '.join(levels)}")
    if report.best is None:
        return
    page.say(f"Levels: {', '.join(ranges(report))}")
    draw_nodes(page, f"Best by {objective}", (report.best,), objective)
    shown, every = report.minimal[:SHOWN], len(report.minimal)
    title = f"Minimal nodes, best first ({len(shown):,} of {every:,})"
    draw_nodes(page, title, shown, objective)


def ranges(report: LatticeReport) -> list[str]:
    """The levels that each attribute may have."""
    heights = report.result.lattice.heights
    return [
        f"{name} 0 to {height}"
        for name, height in zip(report.attributes, heights, strict=True)
    ]


def draw_nodes(
    page: Page, title: str, nodes: Sequence[NodeReport], objective: str
) -> None:
    """Show nodes, one a line."""
    metrics = tuple(dict.fromkeys((*METRICS, objective)))
    numbers = ("groups", "suppressed", *metrics)
    page.table(
        title,
        ("levels", *numbers),
        [
            (
                " ".join(map(str, node.levels)),
                f"{node.groups:,}",
                f"{node.suppressed:,}",
                *(number(node.metrics[name]) for name in metrics),
            )
            for node in nodes
        ],
        right=numbers,
        whole=("levels", *numbers),
    )
