# SPDX-License-Identifier: Apache-2.0
"""The step *publish*: the promises of a plan, and the overlap of two releases.

A reader who has two releases of one table knows the finer label of each. `overlap_of`
counts the groups that remain.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Unpack

from diversa.counts.frequency_set import frequency_set
from diversa.counts.people_of_groups import PeopleOfGroups
from diversa.errors import InputError, PlanError
from diversa.models.model import Model
from diversa.models.parameters import is_number, write_number
from diversa.open_tables.open_table import OpenTable
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.report.language import ENGLISH, phrase, speaking
from diversa.report.people_section import OF_PEOPLE
from diversa.report.promise_section import NOT_PROMISED
from diversa.series.series_plan import ask as ask_series
from diversa.studio.explanations import explain_error
from diversa.studio.steps.measure import Danger, danger_of, is_judged_by_groups
from diversa.studio.steps.model_forms import (
    meaning_of,
    model_words,
    parameter_declarations,
)


@dataclass(frozen=True)
class Promises:
    """The promises of a plan, and what it leaves open."""

    models: tuple[Model, ...]
    """The models, which say what they stop and what they miss."""
    happens: tuple[str, ...]
    """The treatment of the columns, in sentences."""
    not_promised: tuple[str, ...]
    """Sentences on what every release leaves open."""
    faults: tuple[str, ...]
    """Reasons why nothing can be published yet."""
    person: str | None = None
    """The column that says whose a row is, where people are counted."""

    def stops(self, model: Model) -> str:
        """The attack that a model stops, in words."""
        return model_words(model, "stops", self.person)

    def misses(self, model: Model) -> str:
        """The attack that a model does not stop, in words."""
        return model_words(model, "misses", self.person)


def promises(plan: Plan, columns: tuple[str, ...], *, grows: bool = False) -> Promises:
    """The promises of a plan for a table with these columns.

    A table that `grows` is published as a series of releases.
    """
    always = [word for word in NOT_PROMISED if not (grows and word == "several")]
    person = plan.roles.person
    with speaking(ENGLISH, of_people=person is not None):
        words = (*(() if person is None else OF_PEOPLE), *always)
        limits = tuple(phrase(f"not_promised.{one}", person=person) for one in words)
    return Promises(
        plan.privacy.models,
        tuple(treatment_of(plan, columns)),
        limits,
        tuple(faults_of(plan, columns, grows=grows)),
        person,
    )


def parameter_words(model: Model, person: str | None = None) -> str:
    """The numbers of a model, each with its meaning.

    >>> from diversa.models import parse
    >>> parameter_words(parse("k-anonymity:5"))
    'k = 5: number of rows in every group'
    """
    return "; ".join(
        f"{name} = {write_number(getattr(model, name))}: {meaning_of(param, person)}"
        for name, (_, param) in parameter_declarations(type(model))
        if is_number(getattr(model, name))
    )


def treatment_of(plan: Plan, columns: tuple[str, ...]) -> list[str]:
    """The treatment of the columns, in sentences."""
    roles = plan.roles
    lines = {
        "Left out, because they name people": roles.identifiers,
        "Left out, because it says who a row is about": roles.columns_of("person"),
        "Left out, because they name others": plan.people.not_the_subject,
        "Left out, because it weighs the rows": tuple(
            name for name in roles.columns_of("weight") if name not in roles.every_kept
        ),
        "Published as the number of people of each line": roles.columns_of("count"),
        "Made coarser, because others may know them": roles.quasi_identifiers,
        "Published as they are, and protected": roles.sensitive,
        "Published as they are, because nobody knows them": roles.every_kept,
        "Withheld, because they have no role": tuple(
            name
            for name in roles.others(columns)
            if name not in plan.people.not_the_subject
        ),
    }
    sentences = [
        f"{text}: {', '.join(names)}." for text, names in lines.items() if names
    ]
    share = float(plan.privacy.suppression)
    if share:
        sentences.append(f"At most {share:.1%} of the rows may be left out.")
    return sentences


def faults_of(plan: Plan, columns: tuple[str, ...], *, grows: bool) -> list[str]:
    """The faults of a plan for these columns."""
    try:
        alone = ask_series(plan).plan if grows else plan
        alone.check(columns)
    except PlanError as error:
        return error.faults
    except InputError as error:
        return [explain_error(error)]
    return []


@dataclass(frozen=True)
class ReleaseOverlap:
    """The groups of a reader who has two releases."""

    levels: Mapping[str, int]
    """The finer level of each quasi-identifier."""
    danger: Danger
    """The danger of both together."""
    failing: Mapping[str, int]
    """Rows in groups in which each model no longer holds."""
    warning: str | None
    """A warning for people; None if nothing is lost."""


def overlap_of(
    table: OpenTable,
    first: Mapping[str, int],
    second: Mapping[str, int],
    **words: Unpack[PlanKeywords],
) -> ReleaseOverlap:
    """Measure the overlap of two releases that were made by these levels.

    Rows that either of them withholds are counted too: nobody knows who is in neither.
    The words name the models that should hold.
    """
    counted, plan = table.counted, table.plan_for(**words)
    levels = {
        name: min(level, second.get(name, level)) for name, level in first.items()
    }
    node = tuple(levels[one.attribute] for one in counted.hierarchies)
    together = frequency_set(
        counted.cells,
        counted.hierarchies,
        counted.sensitive,
        levels=node,
        kinds=counted.kinds,
    )
    groups, unit = together.groups, "rows"
    if counted.kinds is not None:
        people = PeopleOfGroups(groups.sizes, together.group_rows, together.visits)
        groups, unit = replace(groups, people=people), "people"
    failing = {
        model.spec: int(groups.sizes[~model.holds(groups)].sum())
        for model in plan.bound_models()
        if is_judged_by_groups(model)
    }
    danger = danger_of(groups)
    same = levels in (dict(first), dict(second))
    warning = None
    if not same or any(failing.values()):
        worst = max(failing.values(), default=0)
        warning = (
            "whoever has both can lay them over each other: groups shrink to"
            f" {danger.smallest:,} {unit}, {danger.alone:,} people are alone, and the"
            f" models fail for {worst:,} people."
        )
    return ReleaseOverlap(levels, danger, failing, warning)
