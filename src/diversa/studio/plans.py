# SPDX-License-Identifier: Apache-2.0
"""The plan of a project: suggested first, changed step by step, asked of its table.

The plan is a plan file like any other: it gives the same release on the command line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeVar, Unpack

from diversa.data.database_table import is_address
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.duckdb.engine import first_rows
from diversa.engines.file_kinds import find_kind
from diversa.engines.text_file import fields, first_lines, head_of, inspect
from diversa.errors import DiversaError, InputError, PlanError
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.open_tables.open_table import open as open_table
from diversa.plan.file import plan_from_toml, plan_to_toml, read_plan
from diversa.plan.keywords import PlanKeywords, revise
from diversa.plan.plan import Plan
from diversa.studio.explanations import explain_error
from diversa.studio.method_settings import unused_settings
from diversa.studio.projects import find, get_project, no_such_project
from diversa.studio.security.permissions import Action
from diversa.studio.sources import source_of, source_state
from diversa.studio.storage import write_private
from diversa.studio.tables import Question, opening_plan
from diversa.studio.visit import ProjectVisit
from diversa.suggestions.suggestion import Suggestion, suggest

Answer = TypeVar("Answer")


# Suggestions


def suggestion_of(visit: ProjectVisit) -> Suggestion:
    """The suggestion for the table: roles with reasons, hierarchies, models.

    Raises:
        SourceError: The file cannot be read like this; see `set_reading`.
    """
    visit.must(Action.READ_DATA)
    return make_suggestion(visit, load_plan(visit).reading)


def make_suggestion(visit: ProjectVisit, reading: ReadOptions) -> Suggestion:
    """Suggest a plan; the same question is answered from memory."""
    suggestions = visit.studio.suggestions
    asked = (source_state(visit), reading)
    made_for, suggestion = suggestions.get(visit.project, (None, None))
    if suggestion is None or made_for != asked:
        suggestion = suggest(source_of(visit), reading=reading)
        suggestions[visit.project] = (asked, suggestion)
    return suggestion


def plan_to_begin_with(visit: ProjectVisit) -> Plan:
    """The suggested plan; an empty one if the source cannot be read without hints."""
    try:
        return make_suggestion(visit, ReadOptions()).plan
    except InputError:
        return Plan(Roles())


def set_reading(visit: ProjectVisit, reading: ReadOptions) -> Plan:
    """Read the file in another way, and suggest roles anew.

    Raises:
        SourceError: The file cannot be read like this; nothing was changed.
    """
    visit.must(Action.CHANGE_PLAN)
    plan = make_suggestion(visit, reading).plan
    return save_plan(visit, replace(plan, writing=load_plan(visit).writing))


# The plan so far


def plan_of(visit: ProjectVisit) -> Plan:
    """The plan so far."""
    visit.must(Action.READ_PLAN)
    get_project(visit)
    return load_plan(visit)


def plan_toml(visit: ProjectVisit) -> str:
    """The plan so far as a plan file."""
    return plan_to_toml(plan_of(visit))


def change_plan(visit: ProjectVisit, **words: Unpack[PlanKeywords]) -> Plan:
    """Change settings of the plan; see `PlanKeywords`.

    Hierarchies are added to those of the plan; all other words replace its own. Another
    method takes away the settings that it has no use for. The plan is only checked for
    what it says itself: it may still lack roles or models.
    """
    visit.must(Action.CHANGE_PLAN)
    plan = load_plan(visit)
    if (method := words.get("method")) is not None:
        unused = unused_settings(method) | ({"labels"} if method == "auto" else set())
        search = plan.search.without(unused)
        plan = replace(plan, search=search)
    return save_plan(visit, revise(plan, **words))


def save_plan(visit: ProjectVisit, plan: Plan) -> Plan:
    """Replace the plan so far; hierarchies of columns without a role are dropped."""
    visit.must(Action.CHANGE_PLAN)
    with visit.studio.database.session() as session:
        record = find(session, visit.project)
        named: dict[str, HierarchyKind] = {}
        for columns in (plan.roles.quasi_identifiers, plan.roles.sensitive):
            named |= {n: k for n, k in plan.hierarchies.items() if n in columns}
        plan = replace(plan, hierarchies=named)
        write_plan(visit, plan)
        record.version += 1
    return plan


def load_plan(visit: ProjectVisit) -> Plan:
    """The plan of a project, from its file."""
    path = visit.studio.storage.plan(visit.project)
    if not path.is_file():
        raise no_such_project()
    return read_plan(path)


def write_plan(visit: ProjectVisit, plan: Plan) -> None:
    """Write the plan file of a project."""
    write_private(visit.studio.storage.plan(visit.project), plan_to_toml(plan))


# Plans from outside: they must not name files of this machine


NAMING = ("file", "population")
"""Settings of a plan that name a file."""


def plan_from_text(text: str) -> Plan:
    """Read a plan that somebody sent.

    Raises:
        PlanError: It is no plan, or names files: the studio opens none but its own.
    """
    try:
        tables = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise PlanError(f"plan: must be TOML; {error}") from None
    refuse_files(tables)
    plan = plan_from_toml(text, base=Path("/nonexistent"))
    is_said = "spreadsheet_safe" in tables.get("writing", {})
    return plan if is_said else with_safe_cells(plan)


def with_safe_cells(plan: Plan) -> Plan:
    """A plan whose CSV files run nothing in a spreadsheet: people open them there."""
    return replace(plan, writing=replace(plan.writing, spreadsheet_safe=True))


def refuse_files(declared: Mapping[str, object]) -> None:
    """Refuse tables of a plan that name a file.

    >>> refuse_files({"kind": "rows", "rows": [["a", "*"]]})
    """
    faults = [
        f"{name}: must not name a file in the studio; write the levels as rows"
        for name in file_settings(declared)
    ]
    if faults:
        raise PlanError(faults)


def file_settings(declared: Mapping[str, object], where: str = "") -> Iterator[str]:
    """The places where tables of a plan name files."""
    for name, value in declared.items():
        place = f"{where}.{name}" if where else str(name)
        if name in NAMING and isinstance(value, str | Mapping):
            # A column may have such a name: then it is a table with a kind.
            is_column = isinstance(value, Mapping) and "kind" in value
            if not is_column:
                yield place
                continue
        if isinstance(value, Mapping):
            yield from file_settings(value, place)


# The open table


def ask(visit: ProjectVisit, question: Question[Answer]) -> Answer:
    """Put a question to the table of a project, opened as its plan says.

    The question is a function of the open table, which it must not keep. It passes the
    models and the search of the plan itself, by `search_words`.

    Example:
        ``ask(visit, lambda table: table.search(**search_words(plan)))``
    """
    visit.must(Action.READ_DATA)
    get_project(visit)
    plan = opening_plan(load_plan(visit))
    opening = partial(open_table, source_of(visit), plan)
    opened_for = (source_state(visit), plan_to_toml(plan))
    return visit.studio.tables.ask(visit.project, opened_for, opening, question)


ROWS = 20
"""Number of rows that are shown."""


@dataclass(frozen=True)
class Preview:
    """The first rows of a table, and the form in which they were read."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """The first rows, as texts."""
    delimiter: str | None = None
    """The character between fields, of a text file."""
    encoding: str | None = None
    """The encoding, of a text file."""
    missing: tuple[str, ...] = ()
    """Texts that stand for a missing value, of a text file."""
    problem: str | None = None
    """The reason why the table cannot be read like this."""


def preview(visit: ProjectVisit, reading: ReadOptions | None = None) -> Preview:
    """The first rows of a project's table, read as its plan says or in another way."""
    visit.must(Action.READ_DATA)
    get_project(visit)
    source = source_of(visit)
    options = reading or load_plan(visit).reading
    if is_address(source):
        return Preview(tuple(suggestion_of(visit).guesses), ())
    try:
        path = Path(source)
        if find_kind(path) != "csv":
            columns, rows = first_rows(path, ROWS)
            return Preview(columns, tuple(map(tuple, rows)))
        return of_text(path, options)
    except DiversaError as error:
        return Preview((), (), problem=explain_error(error))


def of_text(path: Path, options: ReadOptions) -> Preview:
    """The first rows of a text file."""
    text = inspect(path, options)
    lines, _ = first_lines(head_of(path, text.encoding))
    sample = fields(lines, text.delimiter, options.quote)
    rows = sample if options.header is False else sample[1:]
    return Preview(
        text.names,
        tuple(map(tuple, rows[:ROWS])),
        text.delimiter,
        text.encoding,
        options.missing,
    )
