# SPDX-License-Identifier: Apache-2.0
"""A plan from the words of the Python functions and of the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypedDict, TypeVar, Unpack

from diversa.data.dictionary import Kind
from diversa.data.identifiers import Treatment
from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.errors import HierarchyError, PlanError, nearest
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.mapping import hierarchy_from
from diversa.models import parse
from diversa.models.model import Model
from diversa.plan.plan import Plan, Privacy, Search, section_fields
from diversa.plan.settings import (
    SettingError,
    drop_or_star,
    one_of,
    read_treatment,
    share,
)

Read = TypeVar("Read")

Names = str | Sequence[str]
"""One column, or several."""


class PlanKeywords(TypedDict, total=False):
    """The words of a plan in Python; the command line has the same ones."""

    quasi_identifiers: Names
    """Columns that an adversary may know of a person."""
    sensitive: Names
    """Columns that must stay secret."""
    identifiers: Names | Mapping[str, str | Treatment]
    """Columns that name a person, dropped; or what happens to each of them: "drop",
    "hash", "tokens", "mask" or a treatment."""
    models: str | Model | Sequence[str | Model]
    """Spec strings such as "k-anonymity:5", or models."""
    hierarchies: Mapping[str, object]
    """For each quasi-identifier anything that describes a hierarchy (see
    `hierarchies.mapping`); one that is left out gets an automatic hierarchy."""
    suppression: float | Fraction | str
    """Share of rows that may be suppressed, from 0 to 1."""
    suppressed: str
    """"drop" suppressed rows, or "star" their quasi-identifiers."""
    missing: str
    """What a missing sensitive value means: "raise", "own", "worst" or "drop"."""
    population: object
    """A table of the people whom the rows may be: a path or a frame."""
    population_count: str
    """The column of the population with the number of people of each line."""
    columns: Mapping[str, str]
    """Columns of a text file that hold a "number" or a "date"."""
    method: str
    """How the table is recoded."""
    algorithm: str
    """The search over the lattice."""
    objective: str
    """What is minimized."""
    seed: int
    """For whatever is random."""
    cut: str
    """How partitions are cut: "cheapest" or "median"."""
    relaxed: bool
    """Whether a cut may divide rows that are alike."""
    boxes: str
    """How wide the box of a group is: "tight" or "region"."""
    sets: str
    """What is published of several categories: "values", "ancestor" or "star"."""
    numbers: str
    """What is published of several numbers: "range", "mean", "median" or "star"."""
    label: str
    """A column whose prediction from the release is tried, for the report."""
    nearby: bool
    """Whether buckets are joined near in quasi-identifiers, not at random."""
    reading: ReadOptions
    """How a text file is read."""


def make_plan(**words: Unpack[PlanKeywords]) -> Plan:
    """Make a plan from plain words; see `PlanKeywords`.

    Example:
        >>> plan = make_plan(quasi_identifiers=["zip", "age"], models="k-anonymity:4")
        >>> plan.roles.quasi_identifiers, plan.privacy.models[0].spec
        (('zip', 'age'), 'k-anonymity:4')
    """
    check_words(words)
    identifiers = words.get("identifiers", ())
    treated = identifiers if isinstance(identifiers, Mapping) else {}
    declared, kinds = words.get("hierarchies", {}), words.get("columns", {})
    return Plan(
        roles=Roles(
            names(identifiers),
            names(words.get("quasi_identifiers", ())),
            names(words.get("sensitive", ())),
        ),
        privacy=Privacy(
            models=tuple(read_model(one) for one in listed(words.get("models", ()))),
            suppression=share(words.get("suppression", 0)),
            suppressed=at("suppressed", drop_or_star, words.get("suppressed", "drop")),
            missing=at("missing", read_policy, words.get("missing", "raise")),
            population=people_from(words),
        ),
        hierarchies={n: read_hierarchy(n, one) for n, one in declared.items()},
        search=Search(**{n: words[n] for n in section_fields(Search) if n in words}),  # type: ignore[literal-required]
        columns={
            name: at(f"columns.{name}", read_kind, kind) for name, kind in kinds.items()
        },
        identifiers={
            name: one
            if isinstance(one, Treatment)
            else at(f"identifiers.{name}", read_treatment, one)
            for name, one in treated.items()
        },
        reading=words.get("reading", ReadOptions()),
    )


def check_words(words: PlanKeywords) -> None:
    """Refuse words that a plan does not have: a typing error must not be ignored."""
    known = list(PlanKeywords.__annotations__)
    faults = [
        f"{one}: is no word of a plan; {nearest(one, known)}"
        for one in words
        if one not in known
    ]
    if faults:
        raise PlanError(faults)


def read_hierarchy(name: str, source: object) -> HierarchyKind:
    """Read a hierarchy; what is wrong with it is told with its column."""
    try:
        return hierarchy_from(source)
    except PlanError as error:
        raise PlanError(
            [f"hierarchies.{name}: {one}" for one in error.faults]
        ) from None
    except HierarchyError as error:
        raise HierarchyError(f"hierarchies.{name}: {error}") from None


def at(word: str, reader: Callable[[object], Read], value: object) -> Read:
    """Read the value of a word; what is wrong with it is told with the word."""
    try:
        return reader(value)
    except SettingError as error:
        raise PlanError(f"{word}: {error}") from None


def people_from(words: PlanKeywords) -> PeopleSource | None:
    """The table of the population, if one is named."""
    source, count = words.get("population"), words.get("population_count")
    if source is None and count is not None:
        raise PlanError(
            "population_count: must come with a population, got it alone; name the"
            " table that has the column"
        )
    return None if source is None else PeopleSource.of(source, count)


def read_policy(value: object) -> MissingPolicy:
    """Read what a missing sensitive value means."""
    return one_of(value, MissingPolicy)


def read_kind(value: object) -> Kind:
    """Read what a column of a text file holds."""
    return one_of(value, Kind)


def revise(plan: Plan, **words: Unpack[PlanKeywords]) -> Plan:
    """A plan in which the words that are given take the place of its own.

    Hierarchies and kinds of columns are added to those of the plan.

    Example:
        >>> plan = make_plan(quasi_identifiers=["zip", "age"], models="k-anonymity:4")
        >>> stricter = revise(plan, models="k-anonymity:9")
        >>> stricter.roles.quasi_identifiers, stricter.privacy.models[0].spec
        (('zip', 'age'), 'k-anonymity:9')
    """
    given = make_plan(**words)
    roles = overlaid(plan.roles, given.roles, words)
    treated = {**plan.identifiers, **given.identifiers}
    return Plan(
        roles=roles,
        privacy=overlaid(plan.privacy, given.privacy, words),
        hierarchies={**plan.hierarchies, **given.hierarchies},
        search=overlaid(plan.search, given.search, words),
        columns={**plan.columns, **given.columns},
        identifiers={n: how for n, how in treated.items() if n in roles.identifiers},
        reading=words.get("reading", plan.reading),
    )


Section = TypeVar("Section", Roles, Privacy, Search)


def overlaid(old: Section, new: Section, words: PlanKeywords) -> Section:
    """A section of a plan with the fields of another one whose words are given."""
    names = [name for name in section_fields(type(old)) if name in words]
    return replace(old, **{name: getattr(new, name) for name in names})


def names(given: Names | Mapping[str, object]) -> tuple[str, ...]:
    """One column name or several as a tuple."""
    return (given,) if isinstance(given, str) else tuple(given)


def listed(given: str | Model | Sequence[str | Model]) -> tuple[str | Model, ...]:
    """One model or several as a tuple."""
    return (given,) if isinstance(given, str | Model) else tuple(given)


def read_model(given: str | Model) -> Model:
    """A model, or the one that a spec string stands for."""
    return parse(given) if isinstance(given, str) else given
