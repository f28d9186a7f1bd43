# SPDX-License-Identifier: Apache-2.0
"""The tables of people and of visits in one engine, and the plan of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from secrets import randbits
from typing import Any, TypeVar

from diversa.data.column_names import nearest_column
from diversa.data.identifiers import Drop
from diversa.data.roles import Roles
from diversa.engines.engine import Engine
from diversa.engines.table import Table
from diversa.errors import PlanError, RoleError, SourceError
from diversa.models.model import Model
from diversa.models.sensitive_model import SensitiveModel
from diversa.plan.plan import Plan
from diversa.plan.sections import Linked, People
from diversa.recodings.groupings import free_name

Said = TypeVar("Said")
"""What a plan says of a column."""

SEED = 60
"""Bits of the seed by which visits are drawn."""

PEOPLE, VISITS = "people", "visits"
"""The names of the two tables in a release."""


@dataclass(frozen=True, eq=False)
class TablePair:
    """A table of people and one of their visits, open in an engine."""

    engine: Engine
    """The engine."""
    people: Table
    """The people, one row each."""
    visits: Table
    """The visits."""
    plan: Plan
    """The plan of both."""
    joined: Table = field(repr=False)
    """The visits, each with the columns of its person that visits are published with;
    the columns that were not read come last."""

    @classmethod
    def open_in(cls, engine: Engine, source: object, plan: Plan) -> TablePair:
        """Open both tables, and check that every visit is of one of the people."""
        check_plan(plan)
        linked, person = plan.linked, str(plan.roles.person)
        theirs = None if linked.table is None else linked.table.source
        people = engine.open(source, options=plan.reading, columns=plan.roles.every)
        plan.roles.check(people.columns)
        wanted = (visit_person(plan), *linked.quasi_identifiers, *linked.sensitive)
        visits = engine.open(theirs, options=plan.reading.shared, columns=wanted)
        check_columns(plan, people.columns, visits.columns)
        times = engine.repeats(people, [person])[person]
        if times.missing or times.different < times.present:
            raise SourceError(
                f"linked: '{person}' must name everybody once in the table of people,"
                f" got {people.rows:,} rows of {times.different:,} people; if a person"
                " has several rows there, publish that table by itself"
            )
        copied = [
            name for name in linked.quasi_identifiers if name not in visits.places
        ]
        joined = engine.join(
            visits, people, by=(visit_person(plan), person), columns=copied
        )
        if joined.rows != visits.rows:
            raise SourceError(
                "linked: every visit must be of somebody in the table of people, got"
                f" {visits.rows - joined.rows:,} of {visits.rows:,} visits of nobody;"
                " leave those out, or add their people"
            )
        unread = [name for name in visits.columns if name not in joined.places]
        joined = replace(
            joined,
            columns=(*joined.columns, *unread),
            types=(*joined.types, *([""] * len(unread))),
        )
        return cls(engine, people, visits, plan, joined)

    @property
    def people_plan(self) -> Plan:
        """The plan of the table of people, published by itself: rows are people."""
        roles, person = self.plan.roles, str(self.plan.roles.person)
        names = tuple(dict.fromkeys((*roles.identifiers, person)))
        return part_of(
            self.plan,
            replace(roles, identifiers=names, person=None),
            self.people.columns,
            PEOPLE,
        )

    @property
    def visits_plan(self) -> Plan:
        """The plan of the visits, published by themselves and counted in people."""
        linked = self.plan.linked
        roles = Roles(
            quasi_identifiers=linked.quasi_identifiers,
            sensitive=linked.sensitive,
            person=visit_person(self.plan),
        )
        return part_of(self.plan, roles, self.joined.columns, VISITS)

    def histories(self, number: str) -> Table:
        """Visits beside their person, numbered, and people without a visit.

        A person has as many visits at most as the plan allows, drawn anew every time.
        """
        roles, person = self.plan.roles, visit_person(self.plan)
        visits = self.engine.draw(
            self.visits, person, self.plan.linked.most_visits, seed=randbits(SEED)
        )
        columns = (str(roles.person), *roles.quasi_identifiers, *roles.sensitive)
        by = (person, str(roles.person))
        return number_visits(self.engine, visits, self.people, by, columns, number)


def number_visits(
    engine: Engine,
    visits: Table,
    people: Table,
    by: tuple[str, str],
    columns: Sequence[str],
    number: str,
) -> Table:
    """Join numbered visits with columns of people, that of the person among them."""
    own = free_name("visitor", (*visits.columns, *columns))
    named = tuple(own if name == by[0] else name for name in visits.columns)
    return engine.join(
        replace(visits, columns=named),
        people,
        by=(own, by[1]),
        columns=columns,
        number=number,
    )


def visit_person(plan: Plan) -> str:
    """The column of the visits that says whose they are."""
    return str(plan.linked.person or plan.roles.person)


def check_plan(plan: Plan) -> None:
    """Refuse a plan that lacks what two tables need."""
    linked = plan.linked
    lacking = {
        "linked.table: must name the table of visits (--with FILE)": linked.table,
        "roles.person: must name the column of the table of people that says who it is"
        " (--person COLUMN)": plan.roles.person,
        "linked.quasi_identifiers: must name what may be known of a visit"
        " (--visit-qi COLUMNS)": linked.quasi_identifiers,
    }
    faults = [f"{message}, got none" for message, value in lacking.items() if not value]
    if not isinstance(plan.identifiers.get(str(plan.roles.person), Drop()), Drop):
        faults.append(
            f"[identifiers] '{plan.roles.person}' must be dropped, got another"
            " treatment; linked.models link the tables by a pseudonym"
        )
    if plan.roles.weight is not None:
        faults.append(
            "roles.weight: must be left out of two tables, got one; weights are of rows"
        )
    if plan.roles.count is not None:
        faults.append(
            "roles.count: must be left out of two tables, got one; each person of the"
            " first has one row"
        )
    if faults:
        raise PlanError(faults)


def check_columns(plan: Plan, people: Sequence[str], visits: Sequence[str]) -> None:
    """Refuse columns of visits that are nowhere, or in both tables."""
    linked, roles = plan.linked, plan.roles
    person = visit_person(plan)
    faults = [
        f"linked.{role}: must be a column of the visits, got '{name}';"
        f" {nearest_column(name, visits)}"
        for role, names in (("person", [person]), ("sensitive", linked.sensitive))
        for name in names
        if name not in visits
    ]
    faults += [
        "linked.quasi_identifiers: must be a column of the visits, or a"
        f" quasi-identifier of the people, got '{name}';"
        f" {nearest_column(name, (*visits, *roles.quasi_identifiers))}"
        for name in linked.quasi_identifiers
        if name not in visits and name not in roles.quasi_identifiers
    ]
    own = (*linked.quasi_identifiers, *linked.sensitive)
    faults += [
        f"linked: '{name}' must have a role in one of the tables, got it in both;"
        " rename it in one of them"
        for name in own
        if name in visits and name in roles.every
    ]
    for table in ("hierarchies", "kinds", "identifiers"):
        faults += [
            f"[{table}] '{name}' must be a column, got one that neither table has;"
            f" {nearest_column(name, (*people, *visits))}"
            for name in getattr(plan, table)
            if name not in people and name not in visits
        ]
    if faults:
        raise RoleError("\n".join(faults))


def part_of(plan: Plan, roles: Roles, columns: Sequence[str], name: str) -> Plan:
    """The plan of one of the tables: what is said of its columns and attributes."""
    people: dict[str, Any] = {"rows_are_people": True}
    if name == VISITS:
        people = {
            key: value
            for key, value in plan.people.explicit_settings.items()
            if key not in people and key != "not_the_subject"
        }
    others = (*plan.roles.sensitive, *plan.linked.sensitive)
    models = models_of(plan.privacy.models, roles.sensitive, others)
    if not models:
        raise PlanError(
            f"[privacy] models must name one for the table of {name} too, such as"
            " k-anonymity:5, got none"
        )
    return replace(
        plan,
        roles=roles,
        linked=Linked(),
        people=People(**people),
        privacy=replace(plan.privacy, models=models),
        hierarchies=only(plan.hierarchies, columns),
        kinds=only(plan.kinds, columns),
        identifiers=plan.identifiers if name == PEOPLE else {},
    )


def only(table: Mapping[str, Said], columns: Sequence[str]) -> dict[str, Said]:
    """The part of a table of columns that is about some of them."""
    return {column: said for column, said in table.items() if column in columns}


def models_of(
    models: Sequence[Model], sensitive: Sequence[str], every: Sequence[str]
) -> tuple[Model, ...]:
    """The models of a plan that are about one of the tables."""
    chosen = []
    for model in models:
        on = model.on if isinstance(model, SensitiveModel) else ""
        if on not in ("", None, "*", *every):
            model.bind(every)  # which refuses it
        if on == "" or on in sensitive or (on in (None, "*") and sensitive):
            chosen.append(model)
    return tuple(chosen)
