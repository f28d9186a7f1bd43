# SPDX-License-Identifier: Apache-2.0
"""Options that several commands have, with one text each."""

from __future__ import annotations

import csv
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from inspect import cleandoc
from os import PathLike, fsdecode
from pathlib import Path
from typing import Any, TypeVar

import click

from diversa.data.cluster_table import ClusterTable, is_cluster_address
from diversa.data.database_table import DatabaseTable, is_address
from diversa.plan.kinds import POPULATION
from diversa.plan.sections import METHODS
from diversa.plan.settings import SECTIONS, Place
from diversa.setting import settings_of
from diversa.setting_kind import COLUMNS, FLAG, WHOLE

Command = TypeVar("Command", bound=Callable[..., Any])
Described = TypeVar("Described", bound=click.Command)


class FilePath(click.Path):
    """A path; the address of a table is none, and would show its password as one."""

    def convert(
        self,
        value: str | PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - as click has it
        """Take a path as it was typed."""
        if is_address(value):
            self.fail("must be a path, got the address of a database", param, ctx)
        if is_cluster_address(value):
            self.fail("must be a path, got the address of a cluster", param, ctx)
        check_path(self, value, param, ctx)
        return super().convert(value, param, ctx)


class TablePath(click.Path):
    """The path of a table, or the address of one in a database or a cluster."""

    def convert(
        self,
        value: str | PathLike[str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401 - a path or a table of a database
        """Take what was typed for what it is; no password of it is ever shown."""
        if is_address(value):
            return DatabaseTable.at(str(value))
        if is_cluster_address(value):
            return ClusterTable(str(value))
        check_path(self, value, param, ctx)
        return super().convert(value, param, ctx)


def check_path(
    kind: click.Path,
    value: str | PathLike[str],
    param: click.Parameter | None,
    ctx: click.Context | None,
) -> None:
    """Refuse what no system takes for a path; a variable or a program may say it."""
    if "\0" in fsdecode(value):
        kind.fail("must be a path, got a text with a zero byte", param, ctx)


FILE = FilePath(path_type=Path)
"""A path; whether it can be used is said by what reads it, with what is there."""

TableSource = Path | DatabaseTable | ClusterTable
"""A table as it is named on the command line."""

TABLE = TablePath(path_type=Path)
"""A table: a path, or an address such as postgresql://user@host/db?table=people."""

FEW = 30
"""So many characters of words that may be chosen stand beside an option."""


def keep_examples(command: Described) -> Described:
    """Show the indented paragraphs of a command's help as they are written."""
    paragraphs = cleandoc(command.help or "").split("\n\n")
    # click folds every paragraph that does not begin with a backspace.
    command.help = "\n\n".join(
        f"\b\n{text}" if "\n  " in text else text for text in paragraphs
    )
    return command


def split_columns(
    ctx: click.Context, param: click.Parameter, texts: tuple[str, ...]
) -> tuple[str, ...]:
    """Split names at commas; a name with a comma stands in double quotes.

    >>> split_columns(None, None, ('zip,age', '"last, first"'))
    ('zip', 'age', 'last, first')
    """
    del ctx, param
    rows = csv.reader(texts, skipinitialspace=True)
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


replace_option: Callable[[Command], Command] = click.option(
    "--replace",
    is_flag=True,
    help="Take the place of a release that is in the folder; it stays there until the"
    " new one is whole.",
)


def setting_option(section: str, name: str) -> Callable[[Command], Command]:
    """The option of a setting, from its declaration.

    An option that is not given is None or (). It comes to the command by the name of
    its keyword; those of [reading] by that of the option (see `destination`).
    """
    place = Place(section, name, settings_of(SECTIONS[section])[name])
    kind = place.setting.kind
    named = (*declarations(place), destination(place))
    shape: dict[str, Any] = {"metavar": metavar_of(place)}
    if kind is COLUMNS:
        shape |= {"multiple": True, "callback": split_columns}
    elif kind.repeated:
        shape |= {"multiple": True}
    elif place.is_switch:
        shape = {"is_flag": True, "default": None}
    elif kind is WHOLE:
        shape |= {"type": int}
    elif kind is POPULATION:
        shape |= {"type": FILE}
    if place.setting.choices:
        shape |= {"shell_complete": partial(begun_words, tuple(place.setting.choices))}
    return click.option(*named, help=help_of(place), **shape)


def begun_words(
    words: tuple[str, ...], ctx: click.Context, param: click.Parameter, begun: str
) -> list[str]:
    """The words that a shell may complete."""
    del ctx, param
    return [word for word in words if word.startswith(begun)]


def destination(place: Place) -> str:
    """The name by which the value of an option comes to a command."""
    if place.section != "reading":
        return place.keyword
    return place.options[0].removeprefix("--").replace("-", "_")


def declarations(place: Place) -> tuple[str, ...]:
    """The options as click declares them: yes and no are one, with a stroke."""
    return ("/".join(place.options),) if place.is_two_way else place.options


def metavar_of(place: Place) -> str:
    """The name of a value in the help: its possible words, where they are few."""
    setting = place.setting
    words = "|".join(setting.choices)
    few = words if len(words) <= FEW else ""
    return setting.metavar or few or setting.kind.metavar


def help_of(place: Place) -> str:
    """The help on a setting: its sentence, its words, its methods."""
    setting = place.setting
    text = setting.meaning
    if setting.choices:
        words = [
            f"{word} ({'the default; ' * (word == setting.default)}{meaning})"
            for word, meaning in setting.choices.items()
        ]
        text = f"{text.rstrip('.')}: {', '.join(words[:-1])} or {words[-1]}."
    elif isinstance(setting.default, int | Fraction) and setting.kind is not FLAG:
        text = f"{text.rstrip('.')}; {setting.default} by default."
    if place.switches_off:
        text = f"Unless given, {text[0].lower()}{text[1:]}"
    if setting.kind.repeated and setting.kind is not COLUMNS:
        text = f"{text.rstrip('.')}; repeat it for more."
    methods = [name for name in setting.methods if name in METHODS]
    if methods and set(methods) != set(METHODS):
        text = f"{text} For {', '.join(methods)}."
    return text


def section_options(section: str, *names: str) -> Callable[[Command], Command]:
    """The options of some settings of a section; of all where none is named."""
    every = names or tuple(settings_of(SECTIONS[section]))
    return with_options(*(setting_option(section, name) for name in every))


quasi_identifiers_option: Callable[[Command], Command] = setting_option(
    "roles", "quasi_identifiers"
)
sensitive_option: Callable[[Command], Command] = setting_option("roles", "sensitive")
identifiers_option: Callable[[Command], Command] = setting_option(
    "roles", "identifiers"
)
models_option: Callable[[Command], Command] = setting_option("privacy", "models")
missing_option: Callable[[Command], Command] = setting_option("privacy", "missing")
format_options: Callable[[Command], Command] = section_options("reading")

population_count_option: Callable[[Command], Command] = click.option(
    "--population-count",
    metavar="COLUMN",
    help="The column of the population with the number of people of each line.",
)
population_options: Callable[[Command], Command] = with_options(
    setting_option("privacy", "population"), population_count_option
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
    section_options("roles"),
    section_options("privacy"),
    population_count_option,
    hierarchy_options,
    section_options("search"),
    section_options("report"),
    kind_options,
    format_options,
    section_options("writing"),
)
