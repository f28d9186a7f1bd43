# SPDX-License-Identifier: Apache-2.0
"""The command `diversa sweep`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import command, show
from diversa.cli.failures import FAILS, HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import plan_options, table_argument
from diversa.cli.paths import FILE, TableSource
from diversa.cli.printing import many, number
from diversa.cli.progress import progress_bars

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.sweeps.sweep import Sweep, SweepPoint


@command(
    table_argument("INPUT"),
    click.option(
        "--over",
        "axes",
        multiple=True,
        required=True,
        metavar="NAME=VALUES",
        help="The setting that varies: a parameter of a model (k=2..20, l=2,3,4,"
        " t-closeness.t=0.1..0.5:0.1) or a setting (suppression=0,0.02,0.05,"
        " method=full-domain,mondrian). Repeat it to try every combination.",
    ),
    click.option(
        "--privacy",
        metavar="MEASURE",
        help="The measure of privacy: the name of a model, for the level that it"
        " attains, 'average risk' or 'highest risk'. The model that varies by default.",
    ),
    click.option(
        "--out",
        type=FILE,
        metavar="FILE",
        help="File for the table: .csv or .json; a file there is replaced.",
    ),
    click.option(
        "--picture",
        type=FILE,
        metavar="FILE",
        help="File for a picture of privacy against loss, as SVG.",
    ),
    plan_options,
    limit_options,
)
def sweep(
    *,
    source: TableSource,
    plan_file: Path | None,
    axes: tuple[str, ...],
    privacy: str | None,
    out: Path | None,
    picture: Path | None,
    **options: Any,  # noqa: ANN401 - the settings of a plan
) -> int:
    r"""Try several values of a setting: the privacy and the loss of each.

    The table is counted once. For every value the best release is searched and
    measured; nothing is published. The Pareto frontier is marked: releases for which no
    other one is both safer and keeps more. The exit code is 1 if there is a release for
    no value.

    Examples:
      diversa sweep people.csv --plan plan.toml --over k=2..20
      diversa sweep people.csv --plan plan.toml --over l=2,3,4 --out sweep.csv
      diversa sweep people.csv --qi zip,age --sensitive condition \
          --model t-closeness:0.3 --over t=0.1..0.5:0.1 --picture sweep.svg
      diversa sweep people.csv --plan plan.toml --over method=full-domain,mondrian \
          --over suppression=0,0.02,0.05 --privacy "average risk"
    """
    from diversa.cli.plans import check_options, plan_from
    from diversa.files.whole_files import write_whole
    from diversa.open_tables.sweep import sweep as try_values

    write = writer_of(out)
    over = read_axes(axes)
    check_options("sweep", options)
    plan = plan_from(plan_file, options)
    with engine_within_limits(source) as engine, progress_bars() as phases:
        tried = try_values(
            source, plan, over=over, privacy=privacy, engine=engine, phases=phases
        )
    texts = {} if out is None else {out: write(tried)}
    if picture is not None:
        texts[picture] = tried.svg()
    write_whole(texts)
    show(tried, partial(draw_sweep, files=tuple(texts)))
    return HOLDS if any(point.loss is not None for point in tried.points) else FAILS


def read_axes(texts: tuple[str, ...]) -> dict[str, tuple[object, ...]]:
    """Read the axes of a sweep: settings with their values."""
    from diversa.errors import PlanError
    from diversa.sweeps.axis import Axis

    axes = [Axis.read(text) for text in texts]
    over = {axis.name: axis.values for axis in axes}
    if len(over) < len(axes):
        raise PlanError(
            "over: each name must be given once, got one twice; list values"
        )
    return over


def writer_of(out: Path | None) -> Any:  # noqa: ANN401 - a function of a sweep
    """The function that writes a sweep to a file, by the suffix of its name."""
    import json

    from diversa.errors import TargetError

    if out is None or out.suffix == ".csv":
        return lambda tried: tried.to_csv()
    if out.suffix == ".json":
        return lambda tried: json.dumps(tried.to_json(), indent=2) + "\n"
    raise TargetError(f"out: must end with .csv or .json, got '{out.name}'")


def draw_sweep(page: Page, tried: Sweep, *, files: tuple[Path, ...]) -> None:
    """Show every value with its numbers; those of the frontier have a star."""
    points = tried.points
    solved = sum(point.loss is not None for point in points)
    page.verdict(
        "SWEPT" if solved else "NO SOLUTION",
        f"{many(solved, 'release')} for {many(len(points), 'value')},"
        f" {many(len(tried.frontier), 'value')} on the Pareto frontier",
        good=solved > 0,
    )
    numbers = (tried.yardstick.name, "loss", "suppressed", "groups", "average risk")
    page.table(
        f"Privacy ({tried.privacy_in_words}) against loss",
        (*tried.over, *numbers, "frontier", "levels"),
        [line(tried, point) for point in points],
        right=numbers,
    )
    for file in files:
        page.say(f"Wrote {file}")


def line(tried: Sweep, point: SweepPoint) -> tuple[str, ...]:
    """A point as a line of the table; why there is none, where it is so."""
    from diversa.sweeps.sweep import text_of

    values = [text_of(point.settings[name]) for name in tried.over]
    facts = (
        point.privacy,
        point.loss,
        point.suppressed,
        point.groups,
        point.average_risk,
    )
    levels = "" if point.levels is None else " ".join(map(str, point.levels.values()))
    if point.loss is None:
        levels = (point.failure or "").partition("\n")[0]
    shown = ["" if fact is None else number(fact) for fact in facts]
    return (*values, *shown, "*" if point.best else "", levels)
