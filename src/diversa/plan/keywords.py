# SPDX-License-Identifier: Apache-2.0
"""A plan from the keywords of the Python functions and the options of the command line.

`PlanKeywords` is for type checkers and readers; what a keyword may be is declared in
the sections of a plan (`plan.settings`), and a test of the house holds the two against
each other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

from diversa.data.dictionary import Kind
from diversa.data.identifiers import Treatment
from diversa.data.missing import MissingPersonPolicy, MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Names, Roles
from diversa.errors import PlanError, nearest
from diversa.models.model import Model
from diversa.plan.column_tables import COLUMN_TABLES
from diversa.plan.faults import Faults
from diversa.plan.former_names import former_keywords, with_names_of_today
from diversa.plan.plan import Plan
from diversa.setting import Section, settings_of
from diversa.setting_kind import SettingError, show_value

if TYPE_CHECKING:
    from diversa.models.linked_privacy import LinkedModel

OneSection = TypeVar("OneSection", bound=Section)


class PlanKeywords(TypedDict, total=False):
    """The keywords of a plan in Python; the command line has the same ones.

    What each means is declared with its setting, in `data.roles`, `plan.sections` and
    `data.write_options`; docs/settings.md lists them all.
    """

    quasi_identifiers: Names
    sensitive: Names
    identifiers: Names | Mapping[str, str | Treatment]
    """Columns, or columns with a treatment: "drop", "hash", "tokens", "mask"."""
    keep: Names
    keep_anyway: Names
    person: str | int | None
    weight: str | int | None
    count: str | int | None
    person_rows: int | str
    known_visits: str
    missing_person: str | MissingPersonPolicy
    rows_are_people: bool
    not_the_subject: Names
    visits: object
    """A path or a frame."""
    visit_person: str | int | None
    visit_quasi_identifiers: Names
    visit_sensitive: Names
    linked_models: str | LinkedModel | Sequence[str | LinkedModel]
    most_visits: int
    models: str | Model | Sequence[str | Model]
    hierarchies: Mapping[str, object]
    """For each quasi-identifier anything that describes a hierarchy (see
    `hierarchies.mapping`); one that is left out gets an automatic hierarchy."""
    suppression: float | Fraction | str
    correlation_limit: float | Fraction | str
    suppress_by: str
    missing: str | MissingPolicy
    population: object
    """A path or a frame."""
    population_count: str
    """The column of the population that says how many people a line stands for."""
    kinds: Mapping[str, str | Kind]
    """Columns of a text file that hold a "number" or a "date"."""
    method: str
    algorithm: str
    objective: str
    weights: Mapping[str, float | Fraction]
    least: Mapping[str, int]
    greatest: Mapping[str, int]
    floor: Mapping[str, int]
    time: int
    seed: int
    cut: str
    relaxed: bool
    labels: str
    epsilon: float | Fraction | str
    secret: str | Path | None
    sets: str
    numbers: str
    label: str
    nearby: bool
    group_rows: int
    spreadsheet_safe: bool
    taxonomies: str
    title: str
    author: str
    language: str
    rehearsal: str
    reading: ReadOptions
    """The read options of a text file, which are keywords of `ReadOptions`."""


def make_plan(**keywords: Unpack[PlanKeywords]) -> Plan:
    """Make a plan from keywords; see `PlanKeywords`.

    Example:
        >>> plan = make_plan(quasi_identifiers=["zip", "age"], models="k-anonymity:4")
        >>> plan.roles.quasi_identifiers, plan.privacy.models[0].spec
        (('zip', 'age'), 'k-anonymity:4')
    """
    return revise(Plan(Roles()), **keywords)


def revise(plan: Plan, **keywords: Unpack[PlanKeywords]) -> Plan:
    """A plan in which the keywords take the place of its own settings.

    Hierarchies and kinds of columns are added to those of the plan.

    Example:
        >>> plan = make_plan(quasi_identifiers=["zip", "age"], models="k-anonymity:4")
        >>> stricter = revise(plan, models="k-anonymity:9")
        >>> stricter.roles.quasi_identifiers, stricter.privacy.models[0].spec
        (('zip', 'age'), 'k-anonymity:9')
    """
    faults = Faults()
    values = with_names_of_today(keywords, former_keywords(), "", faults)
    check_keywords(values)
    with faults.caught("privacy.population"):
        values |= population_of(values)
    roles = revise_section(plan.roles, "roles", values, faults)
    treatments = values.get("identifiers", {})
    tables = {
        "hierarchies": values.get("hierarchies", {}),
        "kinds": values.get("kinds", {}),
        "identifiers": treatments if isinstance(treatments, Mapping) else {},
    }
    lines = {
        name: {**getattr(plan, name), **accept_columns(name, table, faults)}
        for name, table in tables.items()
    }
    changed = Plan(
        roles=roles,
        people=revise_section(plan.people, "people", values, faults),
        linked=revise_section(plan.linked, "linked", values, faults),
        privacy=revise_section(plan.privacy, "privacy", values, faults),
        search=revise_section(plan.search, "search", values, faults),
        report=revise_section(plan.report, "report", values, faults),
        reading=values.get("reading", plan.reading),
        writing=revise_section(plan.writing, "writing", values, faults),
        hierarchies=lines["hierarchies"],
        kinds=lines["kinds"],
        identifiers={
            column: treatment
            for column, treatment in lines["identifiers"].items()
            if column in roles.identifiers or column not in plan.roles.identifiers
        },
    )
    with faults.caught("reading"):
        if not isinstance(changed.reading, ReadOptions):
            raise SettingError("must be ReadOptions", changed.reading)
    faults.raise_any()
    return changed


def check_keywords(keywords: Mapping[str, object]) -> None:
    """Refuse keywords that a plan does not have: a typing error is never ignored."""
    known = list(PlanKeywords.__annotations__)
    faults = [
        f"{name}: is no keyword of a plan; {nearest(name, known)}"
        for name in keywords
        if name not in known
    ]
    if faults:
        raise PlanError(faults)


def population_of(keywords: Mapping[str, Any]) -> dict[str, PeopleSource]:
    """The table of the population with its column of counts, if one is named."""
    source, count = keywords.get("population"), keywords.get("population_count")
    if source is None and count is not None:
        raise PlanError(
            "population_count: must come with a population, got it alone; name the"
            " table that has the column"
        )
    if count is None or isinstance(source, PeopleSource):
        return {}
    if not isinstance(count, str):
        raise PlanError(f"population_count: must be a column, got {show_value(count)}")
    return {"population": PeopleSource.of(source, count)}


def revise_section(
    section: OneSection, name: str, keywords: Mapping[str, Any], faults: Faults
) -> OneSection:
    """A section of a plan in which the keywords of its settings are laid over it."""
    values = {
        key: keywords[word]
        for key, declared in settings_of(type(section)).items()
        if (word := declared.keyword or key) in keywords
    }
    with faults.caught(name):
        return section.revise(values) if values else section
    return section


def accept_columns(
    name: str, table: Mapping[str, object], faults: Faults
) -> dict[str, object]:
    """The keyword of a table of columns, in the form that a plan holds."""
    lines: dict[str, object] = {}
    if not isinstance(table, Mapping):
        faults.add(f"{name}: must be a mapping of columns, got {show_value(table)}")
        return lines
    for column, value in table.items():
        with faults.caught(f"{name}.{column}"):
            # A frame may call its columns by numbers.
            lines[str(column)] = COLUMN_TABLES[name].accept(str(column), value)
    return lines
