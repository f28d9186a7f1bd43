# SPDX-License-Identifier: Apache-2.0
"""The step *publish*: what is promised and what is not, and what two releases tell.

Two releases of one table can be laid over each other: who has both knows of a person
what the finer label of each says. `intersected` counts the groups that are left then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Unpack

from diversa.comparisons.comparison import compare
from diversa.counts.frequency_set import frequency_set
from diversa.errors import InputError, PlanError
from diversa.models.model import Model
from diversa.models.parameters import Param, declared, is_number, write_number
from diversa.open_tables.open_table import OpenTable
from diversa.plan.keywords import PlanKeywords
from diversa.plan.plan import Plan
from diversa.report.language import phrase
from diversa.report.promise_section import NOT_PROMISED
from diversa.series.series_plan import ask as ask_series
from diversa.studio.explanations import explain_error
from diversa.studio.steps.measure import Danger, danger_of


@dataclass(frozen=True)
class Promise:
    """What is promised of a release, in words."""

    model: str
    """The model."""
    stops: str
    """What it stops."""
    misses: str
    """What it does not stop."""
    asks: str
    """Its numbers, each with what it means."""


@dataclass(frozen=True)
class Promises:
    """What a plan promises, and what it does not."""

    promised: tuple[Promise, ...]
    """Model by model."""
    happens: tuple[str, ...]
    """What happens to the columns, in sentences."""
    not_promised: tuple[str, ...]
    """What every release leaves open, whatever the models."""
    faults: tuple[str, ...]
    """Why nothing can be published yet."""


def promises(plan: Plan, columns: tuple[str, ...], *, grows: bool = False) -> Promises:
    """What a plan promises of a table with these columns.

    Args:
        plan: The plan.
        columns: The columns of the table.
        grows: Whether the table grows, and each release is one of a series.
    """
    always = [word for word in NOT_PROMISED if not (grows and word == "several")]
    return Promises(
        tuple(
            Promise(model.spec, model.stops, model.misses, asked_in_words(model))
            for model in plan.privacy.models
        ),
        tuple(happens(plan, columns)),
        tuple(phrase(f"not_promised.{word}") for word in always),
        tuple(faults_of(plan, columns, grows=grows)),
    )


def asked_in_words(model: Model) -> str:
    """The numbers of a model, each with what it means.

    >>> from diversa.models import parse
    >>> asked_in_words(parse("k-anonymity:5"))
    'k = 5: number of rows in every group'
    """
    told = {
        name: (getattr(model, name), param) for name, (_, param) in declared_of(model)
    }
    return "; ".join(
        f"{name} = {write_number(value)}: {param.meaning}"
        for name, (value, param) in told.items()
        if is_number(value)
    )


def declared_of(model: Model) -> Iterator[tuple[str, tuple[Any, Param]]]:
    """The parameters of a model with their declarations."""
    declarations = declared(type(model))
    return ((name, declarations[name]) for name in model.parameters())


def happens(plan: Plan, columns: tuple[str, ...]) -> list[str]:
    """What happens to the columns of the table."""
    roles = plan.roles
    lines = {
        "Left out, because they name people": roles.identifiers,
        "Made coarser, because others may know them": roles.quasi_identifiers,
        "Published as they are, and protected": roles.sensitive,
        "Published as they are, because nobody knows them": roles.every_kept,
        "Withheld, because they have no role": roles.others(columns),
    }
    told = [f"{text}: {', '.join(names)}." for text, names in lines.items() if names]
    share = float(plan.privacy.suppression)
    if share:
        told.append(f"At most {share:.1%} of the rows may be left out.")
    return told


def faults_of(plan: Plan, columns: tuple[str, ...], *, grows: bool) -> list[str]:
    """What is wrong with a plan for these columns; nothing where it can run."""
    try:
        alone = ask_series(plan).plan if grows else plan
        alone.check(columns)
    except PlanError as error:
        return error.faults
    except InputError as error:
        return [explain_error(error)]
    return []


@dataclass(frozen=True)
class Intersection:
    """What is left of groups when two releases are laid over each other."""

    levels: Mapping[str, int]
    """The finer level of each quasi-identifier."""
    danger: Danger
    """How dangerous both together are."""
    failing: Mapping[str, int]
    """For each model, the rows in groups in which it no longer holds."""
    warning: str | None
    """What to tell people; None where nothing is lost."""


def intersected(
    table: OpenTable,
    first: Mapping[str, int],
    second: Mapping[str, int],
    **words: Unpack[PlanKeywords],
) -> Intersection:
    """Lay two releases of levels over each other.

    Rows that either of them withholds are counted too: who is in neither is not known.

    Args:
        table: The open table.
        first: The levels of one release.
        second: Those of the other.
        words: The models that should hold.
    """
    counted, plan = table.counted, table.plan_for(**words)
    levels = {
        name: min(level, second.get(name, level)) for name, level in first.items()
    }
    node = tuple(levels[one.attribute] for one in counted.hierarchies)
    groups = frequency_set(
        counted.cells, counted.hierarchies, counted.sensitive, levels=node
    ).groups
    failing = {
        model.spec: int(groups.sizes[~model.holds(groups)].sum())
        for model in plan.bound_models()
        if is_told_by(model)
    }
    danger = danger_of(groups)
    same = levels in (dict(first), dict(second))
    warning = None
    if not same or any(failing.values()):
        worst = max(failing.values(), default=0)
        warning = (
            "whoever has both can lay them over each other: groups shrink to"
            f" {danger.smallest:,} rows, {danger.alone:,} people are alone, and the"
            f" models fail for {worst:,} people."
        )
    return Intersection(levels, danger, failing, warning)


def is_told_by(model: Model) -> bool:
    """Whether the groups alone tell if a model holds."""
    return model.local and not model.needs and not model.looks_around


def compare_releases(
    first: Path, second: Path, original: object = None
) -> dict[str, Any]:
    """Two releases side by side: which is safer, which keeps more."""
    return compare(first, second, original=original).to_json()
