# SPDX-License-Identifier: Apache-2.0
"""The command `diversa demo`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from diversa.cli.command import asks_for_json, command
from diversa.cli.failures import HOLDS
from diversa.cli.paths import FILE
from diversa.cli.printing import print_json
from diversa.cli.progress import progress_bars
from diversa.errors import TargetError

if TYPE_CHECKING:
    from diversa.cli.page import Page

TABLE, PLAN, RELEASE = "hospital.csv", "plan.toml", "release"
"""The files and the folder of a demo."""


@command(
    click.option(
        "--out",
        type=FILE,
        metavar="FOLDER",
        default=Path("diversa-demo"),
        show_default=True,
        help="Folder for the table, the plan and the release.",
    )
)
def demo(*, out: Path) -> int:
    """Anonymize a made-up hospital table and say what to try next.

    Writes the table hospital.csv, a plan for it and the release of that plan into a
    folder of its own. Nobody in the table exists. A second demo starts afresh.

    Example:
      diversa demo --out demo
    """
    from diversa.pipeline import anonymize

    check_folder(out)
    with undone_if_it_fails(out), progress_bars() as phases:
        table, plan = write_example(out)
        # Nobody is in it: no ledger is asked, so that a second demo starts afresh.
        release = anonymize(
            table, plan, out=out / RELEASE, replace=True, ledger=False, phases=phases
        )
    if asks_for_json():
        example = {"table": str(table), "plan": str(plan)}
        print_json({**release.to_json(), "example": example})
    else:
        from diversa.cli.page import Page
        from diversa.cli.release_page import draw_release

        page = Page()
        page.say(f"A made-up hospital: {table}")
        page.say(f"The plan for it:    {plan}")
        page.say()
        draw_release(page, release)
        draw_next_steps(page, out)
    return HOLDS


def write_example(out: Path) -> tuple[Path, Path]:
    """Write the table and the plan; an earlier demo is replaced, nothing else."""
    from diversa.data.examples import HOSPITAL_PLAN, csv_text, hospital
    from diversa.files.whole_files import write_whole

    table, plan = out / TABLE, out / PLAN
    out.mkdir(parents=True, exist_ok=True)
    write_whole({table: csv_text(hospital()), plan: HOSPITAL_PLAN})
    return table, plan


@contextmanager
def undone_if_it_fails(out: Path) -> Iterator[None]:
    """Remove what a demo that fails was the first to write."""
    new = [path for path in (out / TABLE, out / PLAN, out) if not path.exists()]
    try:
        yield
    except BaseException:
        for path in new:
            with suppress(OSError):
                path.rmdir() if path == out else path.unlink(missing_ok=True)
        raise


def check_folder(out: Path) -> None:
    """Refuse a folder with files that are not those of a demo."""
    if out.exists() and not out.is_dir():
        raise TargetError(f"out: must be a folder, got the file '{out}'")
    names = {path.name for path in out.iterdir()} if out.is_dir() else set()
    if names - {TABLE, PLAN, RELEASE} and not {TABLE, PLAN} <= names:
        raise TargetError(
            f"out: '{out}' has files that are no demo of Diversa; name a folder that is"
            " empty or does not exist yet"
        )


def draw_next_steps(page: Page, out: Path) -> None:
    """Say what to try next, ready to be copied."""
    table, plan, release, local, other = (
        shlex.quote(str(out / name))
        for name in (TABLE, PLAN, RELEASE, "local", "stricter")
    )
    page.say()
    page.say("What to try next", style="bold")
    page.say(f"  open {out / RELEASE / 'report.html'} in a browser")
    for saying, line in {
        "check the release": f"diversa audit {release}",
        "see whom the raw table would expose": f"diversa attack {table}"
        " --qi zip,born,sex --sensitive condition",
        "keep more of the data": f"diversa anonymize {table} --plan {plan}"
        f" --method mondrian --out {local}",
        "hold the two against each other": f"diversa compare {release} {local}",
        "ask for more": f"diversa anonymize {table} --plan {plan}"
        f" --model k-anonymity:20 --model entropy-l-diversity:4 --out {other}",
        "see every generalization that would do": f"diversa lattice {table}"
        f" --plan {plan}",
        "see in the browser what every setting costs": "diversa studio --demo",
        "start on a table of yours": "diversa suggest people.csv > plan.toml",
    }.items():
        page.say(f"  {saying}:")
        page.say(f"    {line}")
