# SPDX-License-Identifier: Apache-2.0
"""The question of a front function: which table is meant, by which plan and words.

Every function that looks at a table takes `(source, plan, *, its own words, **words)`.
A plan says roles, reading, models and the rest; words take the place of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, cast

from diversa.counts.cells import Cells
from diversa.data.missing import MissingPersonPolicy
from diversa.data.roles import Roles
from diversa.engines.engine import EngineChoice
from diversa.errors import InputError
from diversa.plan.keywords import PlanKeywords, revise
from diversa.plan.plan import Plan
from diversa.plan.sections import People, Privacy
from diversa.plan.uses import USED, check_used, settle
from diversa.record.reading import is_release
from diversa.tables.population_table import RawPeople
from diversa.tables.table_input import TableInput

PlanChoice = Plan | Path | str | None
"""A plan, the path of a plan file, or none."""


MAY_BE_NONE = ("reading", "kinds", "hierarchies", "population", "population_count")
"""Words for which None says that there is none."""


class Question(NamedTuple):
    """A table and the plan by which it is looked at."""

    table: TableInput
    """The table, with all that is needed to open it."""
    plan: Plan
    """The settings: those of the plan, and the words that were given."""


def ask(
    function: str,
    source: object,
    plan: PlanChoice,
    words: PlanKeywords,
    *,
    engine: EngineChoice = None,
) -> Question:
    """Make the question of a function; words that it has no use for are refused."""
    given: dict[str, Any] = {
        word: value
        for word, value in words.items()
        if value is not None or word not in MAY_BE_NONE
    }
    check_used(function, given)
    people = given.get("population")
    if isinstance(people, RawPeople | Cells):  # generalized or counted before
        del given["population"]
    planned = settle(plan, {})
    if is_release(source):
        base = beside_release(planned)
    else:
        base = as_looked_at(planned, USED.get(function, ()))
    settled = revise(base, **cast("PlanKeywords", given))
    settled.check_people()
    check_missing_person(function, settled)
    table = TableInput.of_plan(source, settled, engine=engine)
    if isinstance(people, RawPeople | Cells):
        table = replace(table, population=people)
    return Question(table, settled)


def check_missing_person(function: str, plan: Plan) -> None:
    """Refuse rows that anybody may have where only people are counted."""
    worst = plan.people.missing_person is MissingPersonPolicy.WORST
    if worst and function not in ("audit", "suggest"):
        raise InputError(
            f"missing_person: must be raise or own for {function}, got worst, which"
            " only models decide; audit the table by them"
        )


def as_looked_at(plan: Plan, used: Sequence[str] = ()) -> Plan:
    """The part of a plan that says how a published table is looked at.

    Published quasi-identifiers are labels, no numbers or dates. The person,
    weight and count of a row are of use where they are among the words that are `used`.
    """
    roles = plan.roles
    person = roles.person if "person" in used else None
    weight = roles.weight if "weight" in used else None
    count = roles.count if "count" in used else None
    kinds = {name: kind for name, kind in plan.kinds.items() if name in roles.sensitive}
    return replace(
        plan,
        roles=Roles(
            (),
            roles.quasi_identifiers,
            roles.sensitive,
            person=person,
            weight=weight,
            count=count,
        ),
        kinds=kinds,
        identifiers={},
        people=plan.people if person else People(),
    )


def beside_release(plan: Plan) -> Plan:
    """The part of a plan that the manifest of a release does not say."""
    return Plan(
        Roles(),
        Privacy(population=plan.privacy.population),
        plan.hierarchies,
        report=plan.report,
    )
