# SPDX-License-Identifier: Apache-2.0
"""The plan of a command: read from its file, then changed by the options given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diversa.cli.options import destination
from diversa.data.read_options import ReadOptions
from diversa.errors import HierarchyError, PlanError, RoleError, nearest
from diversa.plan.settings import Place, all_settings
from diversa.setting_kind import FLAG, one_or_more

if TYPE_CHECKING:
    from diversa.hierarchies import Coding
    from diversa.plan.keywords import PlanKeywords
    from diversa.plan.plan import Plan


def plan_from(plan_file: Path | None, options: Mapping[str, Any]) -> Plan:
    """The plan that a plan file and options ask for."""
    from diversa.plan.file import read_plan
    from diversa.plan.keywords import make_plan, revise

    start = make_plan() if plan_file is None else read_plan(plan_file)
    with speaking_options():
        return revise(start, **keywords_from(options, start))


def table_keywords(options: Mapping[str, Any]) -> dict[str, Any]:
    """The plan and the words that say which table is meant, as a function takes them.

    What is not given is left out. Words take the place of what the plan says.
    """
    path = options.get("plan_file")
    if path is None:
        return {**keywords_from(options, None)}
    from diversa.plan.file import read_plan  # most commands only read a table

    plan = read_plan(path)
    return {"plan": plan, **keywords_from(options, plan)}


def check_options(command: str, options: Mapping[str, Any]) -> None:
    """Refuse options of settings that a command has no use for."""
    from diversa.plan.uses import check_used

    with speaking_options():
        check_used(command, without_absent(options))


@contextmanager
def speaking_options() -> Iterator[None]:
    """Tell faults of settings by the options that were given for them."""
    try:
        yield
    except PlanError as error:
        raise PlanError(map(in_options, error.faults)) from None


def in_options(fault: str) -> str:
    """Name a setting at the beginning of a fault by its option.

    >>> in_options("search.cut: must be one of cheapest, median, got 'x'")
    "--cut: must be one of cheapest, median, got 'x'"
    """
    key, colon, rest = fault.partition(": ")
    options = {place.key: place.options[0] for place in all_settings()}
    return f"{options.get(key, key)}{colon}{rest}"


def keywords_from(options: Mapping[str, Any], start: Plan | None) -> PlanKeywords:
    """Turn options into the keywords of a plan; what is not given is left out."""
    from diversa.plan.column_tables import COLUMN_TABLES
    from diversa.plan.keywords import PlanKeywords

    stated = without_absent(options)
    same = PlanKeywords.__annotations__.keys() - {*COLUMN_TABLES} | {"identifiers"}
    keywords: Any = {name: value for name, value in stated.items() if name in same}
    if "visits" in stated:
        keywords |= visits_from(str(stated["visits"]))
    if "identifiers_as" in stated:
        keywords["identifiers"] = identifier_treatments(stated, start)
    for word, table in {
        "hierarchies": hierarchies_from(stated, start),
        "kinds": kinds_from(stated),
    }.items():
        if table:
            keywords[word] = table
    reading = reading_settings(stated)
    if reading:
        read_before = ReadOptions() if start is None else start.reading
        keywords["reading"] = read_before.revise(reading)
    return keywords


def visits_from(text: str) -> dict[str, str]:
    """Read `file:column`: a table of visits, and the column that says whose they are.

    >>> visits_from("encounters.csv:patient")
    {'visits': 'encounters.csv', 'visit_person': 'patient'}
    >>> visits_from("postgresql://ann@db.org:5432/clinic?table=visits")
    {'visits': 'postgresql://ann@db.org:5432/clinic?table=visits'}
    """
    table, _, column = text.rpartition(":")
    if not table or "/" in column or "\\" in column:
        return {"visits": text}
    return {"visits": table, "visit_person": column}


def hierarchies_from(
    options: Mapping[str, Any], start: Plan | None
) -> dict[str, object]:
    """The hierarchies that options say: of a folder, by column, and coded ends."""
    before = {} if start is None else start.hierarchies
    folder = options.get("hierarchies_folder")
    named = dict(map(read_hierarchy, options.get("hierarchies", ())))
    if folder is not None:
        columns = [
            name
            for word, section in (("", "roles"), ("visit_", "linked"))
            for name in options.get(
                f"{word}quasi_identifiers",
                getattr(getattr(start, section, None), "quasi_identifiers", ()),
            )
        ]
        named = {**from_folder(folder, columns), **named}
    return named | coding_hierarchies(options, {**before, **named})


def without_absent(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given: click has None or () for the others."""
    return {name: value for name, value in options.items() if value not in (None, ())}


def identifier_treatments(
    options: Mapping[str, Any], start: Plan | None
) -> dict[str, str]:
    """Give every identifier the treatment that was asked for."""
    before = () if start is None else start.roles.identifiers
    names = options.get("identifiers", before)
    if not names:
        raise RoleError(
            "identifiers-as: there must be an identifier to treat, got none; name it"
            " with --identifier"
        )
    return dict.fromkeys(names, str(options["identifiers_as"]))


def read_hierarchy(text: str) -> tuple[str, object]:
    """Read `column=how`: a levels file, the name of a kind, or widths.

    >>> read_hierarchy("age=5,10"), read_hierarchy("zip=masking")
    (('age', [Decimal('5'), Decimal('10')]), ('zip', 'masking'))
    """
    from diversa.hierarchies.declaration import kind_names

    column, equals, how = (part.strip() for part in text.partition("="))
    if not (column and equals and how):
        raise PlanError(
            f"hierarchy: must be written column=how, got '{text}'; how is a levels"
            f" file, widths such as 5,10,20 or one of {', '.join(kind_names())}"
        )
    widths = read_widths(how)
    if not widths and how not in kind_names() and not Path(how).is_file():
        raise HierarchyError(f"hierarchy of '{column}': {no_hierarchy(how)}")
    return column, widths or how


def no_hierarchy(how: str) -> str:
    """Say why a text is no hierarchy: a file that is not there, or a word unknown."""
    if Path(how).suffix:
        return f"must be a levels file, got '{how}'; there is no such file"
    from diversa.hierarchies.declaration import kind_names

    return (
        "must be a levels file, widths such as 5,10,20 or a kind, got"
        f" '{how}', which is none of them; {nearest(how, kind_names())}"
    )


def coding_hierarchies(
    options: Mapping[str, Any], every: Mapping[str, object]
) -> dict[str, Coding]:
    """The hierarchies of the columns whose scale has a coded end."""
    ends: dict[str, dict[str, Decimal]] = {}
    for end in ("bottom", "top"):
        for text in options.get(f"{end}_code", ()):
            column, number = read_end(end, text)
            ends.setdefault(column, {})[end] = number
    if not ends:
        return {}
    from diversa.hierarchies import Coding, hierarchy_from  # with every kind of them

    return {
        column: Coding(
            **both, then=hierarchy_from(every[column]) if column in every else None
        )
        for column, both in ends.items()
    }


def read_end(end: str, text: str) -> tuple[str, Decimal]:
    """Read `column=number`.

    >>> read_end("top", "age=90")
    ('age', Decimal('90'))
    """
    column, _, number = (part.strip() for part in text.partition("="))
    widths = read_widths(number)
    if not column or len(widths) != 1:
        raise PlanError(f"{end}-code: must be written column=number, got '{text}'")
    return column, widths[0]


def read_widths(how: str) -> list[Decimal]:
    """Read numbers between commas; nothing where it is something else."""
    try:
        return [Decimal(width.strip()) for width in how.split(",")]
    except InvalidOperation:
        return []


def from_folder(folder: Path, columns: Iterable[str]) -> dict[str, Path]:
    """Find the levels files of the quasi-identifiers in a folder."""
    if not folder.is_dir():
        raise HierarchyError(
            f"hierarchies: must be a folder of levels files, got '{folder}'"
        )
    from diversa.hierarchies import find_levels_files

    files = find_levels_files(folder, columns)
    if not files:
        raise HierarchyError(
            f"hierarchies: '{folder}' must hold levels files named <column>.csv or"
            f" <data>_hierarchy_<column>.csv, got none for {', '.join(columns)}"
        )
    return files


def kinds_from(options: Mapping[str, Any]) -> dict[str, str]:
    """The kinds of columns that are declared as numbers or dates."""
    numbers, dates = options.get("number_columns", ()), options.get("date_columns", ())
    both = sorted(set(numbers) & set(dates))
    if both:
        raise PlanError(
            f"kinds: must be numbers or dates, got {', '.join(both)} as both"
        )
    return dict.fromkeys(numbers, "number") | dict.fromkeys(dates, "date")


def reading_settings(options: Mapping[str, Any]) -> dict[str, object]:
    """The settings of [reading] that options say."""
    return {
        place.name: reading_value(place, options[destination(place)])
        for place in all_settings()
        if place.section == "reading" and destination(place) in options
    }


def reading_value(place: Place, value: object) -> object:
    """The value of a setting of [reading] that an option asks for."""
    if place.switches_off:
        return not value
    if place.setting.kind is FLAG and not place.is_switch:
        return yes_or_no(place, value)
    return ("", *one_or_more(value)) if place.name == "missing" else value


def yes_or_no(place: Place, value: object) -> bool:
    """Read yes or no."""
    if value not in ("yes", "no"):
        raise PlanError(f"{place.options[0]}: must be yes or no, got '{value}'")
    return value == "yes"
