# SPDX-License-Identifier: Apache-2.0
"""Options that several commands have, with one text each."""

from __future__ import annotations

import csv
from collections.abc import Callable
from inspect import cleandoc
from pathlib import Path
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])
Described = TypeVar("Described", bound=click.Command)

FILE = click.Path(path_type=Path)
"""A path; whether it can be used is said by what reads it, with what is there."""


def unfolded_examples(command: Described) -> Described:
    """Show the indented paragraphs of a command's help as they are written."""
    paragraphs = cleandoc(command.help or "").split("\n\n")
    # click folds every paragraph that does not begin with a backspace.
    command.help = "\n\n".join(
        f"\b\n{text}" if "\n  " in text else text for text in paragraphs
    )
    return command


def split_columns(
    ctx: click.Context, param: click.Parameter, given: tuple[str, ...]
) -> tuple[str, ...]:
    """Split names at commas; a name with a comma stands in double quotes.

    >>> split_columns(None, None, ('zip,age', '"last, first"'))
    ('zip', 'age', 'last, first')
    """
    del ctx, param
    rows = csv.reader(given, skipinitialspace=True)
    return tuple(name.strip() for row in rows for name in row if name.strip())


def columns_option(*names: str, help: str) -> Callable[[Command], Command]:  # noqa: A002 - as click has it
    """Make an option for column names, with commas between them or repeated."""
    return click.option(
        *names, multiple=True, metavar="COLUMNS", callback=split_columns, help=help
    )


def with_options(
    *options: Callable[[Command], Command],
) -> Callable[[Command], Command]:
    """Put several options on a command, in this order."""

    def apply(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return apply


json_option: Callable[[Command], Command] = click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print one JSON object on standard output, and nothing else there.",
)

quasi_identifiers_option: Callable[[Command], Command] = columns_option(
    "--qi",
    "--quasi-identifiers",
    "quasi_identifiers",
    help="Quasi-identifiers: what others may know of a person (zip,age,sex).",
)

sensitive_option: Callable[[Command], Command] = columns_option(
    "--sensitive", help="Sensitive attributes: what must stay secret."
)

models_option: Callable[[Command], Command] = click.option(
    "--model",
    "models",
    multiple=True,
    metavar="SPEC",
    help="A privacy model such as k-anonymity:5; repeat it for more. `diversa models`"
    " lists them.",
)

missing_option: Callable[[Command], Command] = click.option(
    "--missing",
    metavar="POLICY",
    help="What a missing sensitive value means: raise (an error, the default), own (one"
    " more value), worst (any value) or drop (its row goes).",
)

population_options: Callable[[Command], Command] = with_options(
    click.option(
        "--population",
        type=FILE,
        metavar="FILE",
        help="A table of the people whom the rows may be, for models that ask for it.",
    ),
    click.option(
        "--population-count",
        metavar="COLUMN",
        help="The column of that table with the number of people of each line.",
    ),
)

identifiers_option: Callable[[Command], Command] = columns_option(
    "--identifier",
    "--identifiers",
    "identifiers",
    help="Identifiers: what names a person. They are dropped.",
)

format_options: Callable[[Command], Command] = with_options(
    click.option(
        "--delimiter",
        metavar="CHARACTER",
        help="Between the fields of a text file; found out by default.",
    ),
    click.option(
        "--encoding",
        metavar="NAME",
        help="Of a text file, such as latin-1; UTF-8 by default.",
    ),
    click.option(
        "--no-header",
        is_flag=True,
        help="The first line holds values; the columns are column1, column2, ...",
    ),
    click.option(
        "--missing-text",
        "missing_texts",
        multiple=True,
        metavar="TEXT",
        help="A text of a text file that means missing, such as '?' or NA, besides an"
        " empty field; repeat it for more.",
    ),
)

kind_options: Callable[[Command], Command] = with_options(
    columns_option(
        "--number", "number_columns", help="Columns of a text file that are numbers."
    ),
    columns_option(
        "--date", "date_columns", help="Columns of a text file that are dates."
    ),
)


def hierarchy_option(more: str) -> Callable[[Command], Command]:
    """The option that says how a column is generalized, and more about it."""
    return click.option(
        "--hierarchy",
        "hierarchies",
        multiple=True,
        metavar="COLUMN=HOW",
        help="How a column is generalized: a levels file (zip=zip.csv), a kind"
        f" (zip=masking) or widths of intervals (age=5,10,20). {more}",
    )


def coding_option(name: str, which: str) -> Callable[[Command], Command]:
    """An option that codes one end of the scale of a column."""
    return click.option(
        name,
        multiple=True,
        metavar="COLUMN=NUMBER",
        help=f"{which} published as one category, by every method.",
    )


plan_file_option: Callable[[Command], Command] = click.option(
    "--plan",
    "plan_file",
    type=FILE,
    metavar="FILE",
    help="A plan in TOML. Options given beside it take the place of what it says.",
)

hierarchy_options: Callable[[Command], Command] = with_options(
    hierarchy_option("Chosen by the values by default."),
    click.option(
        "--hierarchies",
        "hierarchies_folder",
        type=FILE,
        metavar="FOLDER",
        help="A folder with levels files named <column>.csv or"
        " <data>_hierarchy_<column>.csv.",
    ),
    coding_option("--bottom-code", "Numbers below are"),
    coding_option("--top-code", "This number and larger ones are"),
)

plan_options: Callable[[Command], Command] = with_options(
    plan_file_option,
    quasi_identifiers_option,
    sensitive_option,
    identifiers_option,
    models_option,
    hierarchy_options,
    click.option(
        "--suppression",
        metavar="SHARE",
        help="Share of the rows that may be suppressed, such as 0.02; 0 by default.",
    ),
    click.option(
        "--suppressed",
        metavar="drop|star",
        help="Drop suppressed rows (the default), or publish them with * in every"
        " quasi-identifier.",
    ),
    missing_option,
    population_options,
    click.option(
        "--objective",
        metavar="METRIC",
        help="What is minimized: loss (the default), precision, discernibility,"
        " average-group-size or height.",
    ),
    click.option(
        "--method",
        metavar="NAME",
        help="How rows are recoded: full-domain (the default), auto, mondrian,"
        " local-recoding, mdav, dealing, anatomy or mbf.",
    ),
    click.option(
        "--algorithm",
        metavar="NAME",
        help="The search: auto (the default), optimal, exhaustive, incognito, samarati,"
        " datafly or descent.",
    ),
    click.option("--seed", type=int, help="For whatever is random; 0 by default."),
    click.option(
        "--cut",
        metavar="cheapest|median",
        help="Partitions: cut where it loses least (the default), or at the median of"
        " the widest axis.",
    ),
    click.option(
        "--relaxed",
        is_flag=True,
        default=None,
        help="Partitions: a cut may divide rows that are alike.",
    ),
    click.option(
        "--boxes",
        metavar="tight|region",
        help="Partitions: the box of a group spans its values (the default; shows the"
        " extremes), or the region it was cut to.",
    ),
    click.option(
        "--sets",
        metavar="values|ancestor|star",
        help="Partitions: several categories as a set (the default), as their common"
        " ancestor in the hierarchy, or as *.",
    ),
    click.option(
        "--numbers",
        metavar="range|mean|median|star",
        help="Partitions: several numbers as a range (the default), their mean or"
        " median, or *.",
    ),
    click.option(
        "--nearby",
        is_flag=True,
        default=None,
        help="Buckets: join rows near in quasi-identifiers, instead of any.",
    ),
    click.option(
        "--label",
        metavar="COLUMN",
        help="Report: how well this column is predicted from the release, beside the"
        " raw table; needs scikit-learn.",
    ),
    kind_options,
    format_options,
)
