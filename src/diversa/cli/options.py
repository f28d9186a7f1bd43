# SPDX-License-Identifier: Apache-2.0
"""Options that several commands have, with one text each."""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import partial
from typing import Any

import click

from diversa.cli.command import Option, with_options
from diversa.cli.paths import FILE, TABLE
from diversa.cli.standard_streams import from_stream
from diversa.plan.kinds import POPULATION
from diversa.plan.search_section import METHODS
from diversa.plan.settings import SECTIONS, Place
from diversa.setting import settings_of
from diversa.setting_kind import COLUMNS, FLAG, WHOLE

FEW = 30
"""So many characters of words that may be chosen stand beside an option."""


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


def columns_option(*names: str, help: str) -> Option[Any]:  # noqa: A002 - as click has it
    """Make an option for column names, with commas between them or repeated."""
    return click.option(
        *names, multiple=True, metavar="COLUMNS", callback=split_columns, help=help
    )


def table_argument(metavar: str) -> Option[Any]:
    """The argument that names the table of a command; `-` is standard input."""
    return click.argument("source", metavar=metavar, type=TABLE, callback=from_stream)


out_option: Option[Any] = click.option(
    "--out",
    type=FILE,
    metavar="FOLDER",
    required=True,
    help="The folder of the release; it appears after the audit has passed.",
)

format_option: Option[Any] = click.option(
    "--format",
    metavar="csv|parquet",
    help="The format of the released table. By default Parquet stays Parquet, and all"
    " else becomes CSV.",
)

tokens_option: Option[Any] = click.option(
    "--tokens",
    type=FILE,
    metavar="FILE",
    help="File for the secret list of tokens; never inside the release.",
)

sampling_fraction_option: Option[Any] = click.option(
    "--sampling-fraction",
    type=float,
    metavar="SHARE",
    help="The share of the population that is in the table, such as 0.05, to estimate"
    " who is unique in the population.",
)

threshold_option: Option[Any] = click.option(
    "--threshold",
    type=float,
    default=0.2,
    show_default=True,
    metavar="RISK",
    help="The risk of a row that is too high; 0.2 is that of a group of five.",
)


def reference_option(meaning: str, *names: str) -> Option[Any]:
    """The option that names the table before it was anonymized."""
    return click.option(
        "--reference", *names, "reference", type=TABLE, metavar="FILE", help=meaning
    )


def groups_option(kind: str, default: int) -> Option[Any]:
    """The option that says how many groups of a kind are shown."""
    return click.option(
        "--groups",
        type=click.IntRange(min=0),
        default=default,
        show_default=True,
        metavar="N",
        help=f"Number of {kind} groups to show, smallest first.",
    )


replace_option: Option[Any] = click.option(
    "--replace",
    is_flag=True,
    help="Replace the release that is in the folder; it stays there until the new one"
    " is complete.",
)


def setting_option(section: str, name: str) -> Option[Any]:
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


def section_options(section: str, *names: str) -> Option[Any]:
    """The options of some settings of a section; of all where none is named."""
    every = names or tuple(settings_of(SECTIONS[section]))
    return with_options(*(setting_option(section, name) for name in every))


quasi_identifiers_option: Option[Any] = setting_option("roles", "quasi_identifiers")
sensitive_option: Option[Any] = setting_option("roles", "sensitive")
identifiers_option: Option[Any] = setting_option("roles", "identifiers")
person_option: Option[Any] = setting_option("roles", "person")
person_options: Option[Any] = with_options(
    person_option, setting_option("people", "missing_person")
)
weight_option: Option[Any] = setting_option("roles", "weight")
count_option: Option[Any] = setting_option("roles", "count")
people_options: Option[Any] = section_options("people", "known", "missing_person")
several_rows_options: Option[Any] = section_options(
    "people", "rows_are_people", "not_the_subject"
)
models_option: Option[Any] = setting_option("privacy", "models")
missing_option: Option[Any] = setting_option("privacy", "missing")
reading_options: Option[Any] = section_options("reading")

population_count_option: Option[Any] = click.option(
    "--population-count",
    metavar="COLUMN",
    help="The column of the population that says how many people a line stands for.",
)
population_options: Option[Any] = with_options(
    setting_option("privacy", "population"), population_count_option
)

kind_options: Option[Any] = with_options(
    columns_option(
        "--number", "number_columns", help="Columns of a text file that hold numbers."
    ),
    columns_option(
        "--date", "date_columns", help="Columns of a text file that hold dates."
    ),
)


def hierarchy_option(more: str) -> Option[Any]:
    """The option that says how a column is generalized, and more about it."""
    return click.option(
        "--hierarchy",
        "hierarchies",
        multiple=True,
        metavar="COLUMN=HOW",
        help="How a column is generalized: a levels file (zip=zip.csv), a kind"
        f" (zip=masking) or widths of intervals (age=5,10,20). {more}",
    )


def coding_option(name: str, which: str) -> Option[Any]:
    """An option that codes one end of the scale of a column."""
    return click.option(
        name,
        multiple=True,
        metavar="COLUMN=NUMBER",
        help=f"Publish {which} as one category, with every method.",
    )


plan_file_option: Option[Any] = click.option(
    "--plan",
    "plan_file",
    type=FILE,
    metavar="FILE",
    help="A plan in TOML. Other options take the place of what it says.",
)

role_options: Option[Any] = with_options(
    plan_file_option, quasi_identifiers_option, sensitive_option
)

hierarchy_options: Option[Any] = with_options(
    hierarchy_option("By default it is chosen by the values."),
    click.option(
        "--hierarchies",
        "hierarchies_folder",
        type=FILE,
        metavar="FOLDER",
        help="A folder with levels files named <column>.csv or"
        " <data>_hierarchy_<column>.csv.",
    ),
    coding_option("--bottom-code", "all numbers below this one"),
    coding_option("--top-code", "this number and all larger ones"),
)

plan_options: Option[Any] = with_options(
    plan_file_option,
    section_options("roles"),
    section_options("people"),
    section_options("linked"),
    section_options("privacy"),
    population_count_option,
    hierarchy_options,
    section_options("search"),
    section_options("report"),
    kind_options,
    reading_options,
    section_options("writing"),
)
