# SPDX-License-Identifier: Apache-2.0
"""The command `diversa hierarchies`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import asks_for_json, command
from diversa.cli.failures import HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    hierarchy_options,
    kind_options,
    plan_file_option,
    quasi_identifiers_option,
    reading_options,
    table_argument,
)
from diversa.cli.paths import FILE, TableSource
from diversa.cli.printing import print_json
from diversa.cli.standard_streams import source_name
from diversa.errors import TargetError

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.hierarchies.choice import HierarchyChoice
    from diversa.plan.plan import Plan


OF_RAW_VALUES = ("hierarchies", "hierarchies_folder", "top_code", "bottom_code")
"""Options that say how raw values are generalized."""


@command(
    table_argument("INPUT|FOLDER"),
    plan_file_option,
    quasi_identifiers_option,
    hierarchy_options,
    click.option(
        "--values",
        type=click.IntRange(min=1),
        default=10,
        show_default=True,
        metavar="N",
        help="Number of values to show of each column, spread over all of them.",
    ),
    click.option(
        "--write",
        type=FILE,
        metavar="FOLDER",
        help="Write each hierarchy as a levels file into a new folder, to be edited.",
    ),
    kind_options,
    reading_options,
    limit_options,
)
def hierarchies(
    *,
    source: TableSource,
    plan_file: Path | None,
    values: int,
    write: Path | None,
    **options: Any,  # noqa: ANN401 - the settings of a plan
) -> int:
    r"""Show how each quasi-identifier would be generalized.

    INPUT is a table. FOLDER is a release of Diversa: its labels would be generalized
    further.

    For each quasi-identifier there is a table of its values with their labels on each
    level, up to `*`. The hierarchy is the one that you declare, or one chosen by the
    values. No models are needed, and nothing is anonymized.

    The output and the files show raw values: do not hand them out with a release.

    Examples:
      diversa hierarchies people.csv --qi zip,age
      diversa hierarchies people.csv --qi zip,age --hierarchy age=5,10,20 \
          --top-code age=90
      diversa hierarchies people.csv --plan plan.toml --write levels
      diversa hierarchies release
      diversa anonymize people.csv --plan plan.toml --hierarchies levels \
          --out release
    """
    from diversa.cli.page import Page
    from diversa.cli.plans import plan_from
    from diversa.engines.registry import open_engine
    from diversa.tables.hierarchy_choice import choose_hierarchies

    check_own_labels(source, options)
    source, plan = as_release(source, plan_from(plan_file, options))
    if write is not None:
        check_folder(write)
    with (
        engine_within_limits(source) as engine,
        open_engine(engine, source) as opened,
    ):
        table = opened.open(source, options=plan.reading)
        choices = choose_hierarchies(opened, table, plan)
    files = [] if write is None else write_files(choices, write)
    if asks_for_json():
        listed = [plain(choice, values) for choice in choices]
        print_json({"hierarchies": listed, "files": [str(file) for file in files]})
    else:
        draw_choices(Page(), choices, values)
        if write is not None:
            draw_files(Page(), choices, source, write)
    return HOLDS


def check_own_labels(source: TableSource, options: dict[str, Any]) -> None:
    """Refuse hierarchies for a release: they are of raw values, not of its labels."""
    from diversa.record.reading import is_release

    stated = [name for name in OF_RAW_VALUES if options.get(name)]
    if stated and isinstance(source, Path) and is_release(source):
        raise click.UsageError(
            "a release has labels, which hierarchies of raw values do not cover; name"
            " the table that it was made from, or leave the hierarchies out"
        )


def as_release(source: TableSource, plan: Plan) -> tuple[TableSource, Plan]:
    """The table of a release and a plan for it; of any other, what was given."""
    from diversa.plan.keywords import make_plan
    from diversa.record.reading import is_release, release_reading
    from diversa.record.record import Record

    if not isinstance(source, Path) or not is_release(source):
        return source, plan
    record = Record.read(source)
    columns = plan.roles.quasi_identifiers or record.roles.quasi_identifiers
    reading = release_reading(
        spreadsheet_safe=record.spreadsheet_safe,
        most_unpacked=plan.reading.most_unpacked,
    )
    # What a plan says of raw values does not cover labels.
    own = make_plan(quasi_identifiers=columns, reading=reading)
    return source / record.release_file, own


def check_folder(folder: Path) -> None:
    """Refuse a folder with files: some may have been edited."""
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise TargetError(
            f"write: must be a new or empty folder, got '{folder}', which is a file or"
            " has files; they are not written over"
        )


def write_files(choices: Sequence[HierarchyChoice], folder: Path) -> list[Path]:
    """Write a levels file per quasi-identifier; all of them or none."""
    from diversa.hierarchies import write_levels_file
    from diversa.record.placing import appearing

    names = [file_name(choice.column) for choice in choices]
    with appearing(folder) as hidden:
        for choice, name in zip(choices, names, strict=True):
            write_levels_file(choice.without_coding(), hidden / name)
    return [folder / name for name in names]


def file_name(column: str) -> str:
    """The name of the levels file of a column, as `--hierarchies` looks for it."""
    if not column.isprintable() or any(sign in column for sign in '/\\:*?"<>|'):
        raise TargetError(
            f"write: the name of a column must do as a file name, got {column!r};"
            " leave it out of --qi"
        )
    return f"{column}.csv"


def plain(choice: HierarchyChoice, values: int) -> dict[str, Any]:
    """A hierarchy as JSON holds it."""
    from diversa.hierarchies import declaration_of
    from diversa.hierarchies.previews import grid

    declaration = json.dumps(declaration_of(choice.kind), default=str)
    return {
        "attribute": choice.column,
        "declared": choice.is_declared,
        "declaration": json.loads(declaration),
        "height": choice.hierarchy.height,
        "sizes": list(choice.hierarchy.sizes),
        "examples": [list(line) for line in grid(choice.hierarchy, values)[1:-1]],
    }


def draw_choices(page: Page, choices: Sequence[HierarchyChoice], values: int) -> None:
    """Show every hierarchy as a table."""
    from diversa.hierarchies import declaration_of
    from diversa.hierarchies.previews import grid
    from diversa.plan.file import key, toml

    for choice in choices:
        titles, *lines = grid(choice.hierarchy, values)
        declaration = declaration_of(choice.kind)
        who = "as declared" if choice.is_declared else "chosen by the values"
        page.table(f"{choice.column}: {declaration['kind']}, {who}", titles, lines)
        if not choice.is_declared:
            page.say(f"In a plan: {key(choice.column)} = {toml(declaration)}")


def draw_files(
    page: Page, choices: Sequence[HierarchyChoice], source: TableSource, folder: Path
) -> None:
    """Say where the levels files are, and how they are used."""
    page.say()
    page.say(f"Levels files, a line per value, are in {folder}. Edit them, then:")
    ends = "".join(f" {option}" for choice in choices for option in codes(choice))
    listed = ",".join(choice.column for choice in choices)
    page.say(
        f"  diversa anonymize {shlex.quote(source_name(source))} --qi"
        f" {shlex.quote(listed)}"
        f" --hierarchies {shlex.quote(str(folder))}{ends} ..."
    )
    if ends:
        page.say("A levels file codes no end of a scale: keep these options.")


def codes(choice: HierarchyChoice) -> list[str]:
    """The options that code the ends of the scale of a column."""
    if choice.coding_of_ends is None:
        return []
    ends = {
        "--bottom-code": choice.coding_of_ends.bottom,
        "--top-code": choice.coding_of_ends.top,
    }
    return [
        f"{option} {shlex.quote(f'{choice.column}={end}')}"
        for option, end in ends.items()
        if end is not None
    ]
