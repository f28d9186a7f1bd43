# SPDX-License-Identifier: Apache-2.0
"""The shape of a privacy model: it bounds one number in every group.

A model states `measure` (one number per group), the sense in which that number is
compared with its bound, and two flags. From these come the check, the attained level,
which groups to suppress, what a search may prune, and the docs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.sensitive import InPeople, Sensitive
from diversa.errors import ModelError
from diversa.models.group_numbers import Numbers, Sense, level_in_words
from diversa.models.needs import (
    AROUND,
    NOT_GIVEN,
    Gap,
    Need,
    Unknown,
    missing_need,
    no_rows,
    no_tree,
)
from diversa.models.parameters import is_number
from diversa.models.proof import Proof
from diversa.models.search_verbs import SearchVerbs

DECLARED = {
    "union_closed": "write union_closed = False unless it is proven",
    "absorbing": "write absorbing = False unless it is proven",
    "bounded": "name the parameter that bounds the measure",
    "stops": "say in a line what the model stops",
    "misses": "say in a line what the model does not stop",
}
"""Declarations that every model must have, each with advice."""


@dataclass(frozen=True)
class Model(SearchVerbs):
    """A privacy definition: a number that it bounds in every group."""

    sense: ClassVar[Sense] = ">="
    """`measure` stands in this relation to the bound where the model holds."""
    bounded: ClassVar[str]
    """Name of the parameter that bounds the measure."""
    symbol: ClassVar[str] = ""
    """The attained level in words for people; the name of the parameter if empty."""
    stops: ClassVar[str]
    """The attacks that the model stops, in one line."""
    misses: ClassVar[str]
    """The attacks that it does not stop, in one line."""
    needs: ClassVar[tuple[Need, ...]] = ()
    """Needs beside the table."""
    looks_around: ClassVar[bool] = False
    """True if it compares a group with coarser ones around it (`Groups.supersets`)."""
    compares_with_table: ClassVar[bool] = False
    """True if it compares a group with the table before any row was suppressed."""
    tells_people_apart: ClassVar[bool] = False
    """True if it asks what is known of people with each of the raw values."""
    in_people: ClassVar[InPeople | None] = None
    """How people are counted by the model where somebody may have several values: by
    all that they have, or in shares. With None it needs one value for everybody."""
    bounds_unnamed: ClassVar[bool] = False
    """True if it is decided by the most people who may have a value, where some rows do
    not say whose they are."""
    counts_distinct_rows: ClassVar[bool] = False
    """True if it counts the rows of people, of which those that look alike are one."""
    counts_matches: ClassVar[bool] = False
    """True if it asks how many people fit a group, whatever other groups they fit."""
    reads_labels: ClassVar[bool] = False
    """True if it judges what labels state of the rows behind them."""
    of_series: ClassVar[bool] = False
    """True for a promise of a series of releases: `republish` makes the groups,
    whatever the method of the plan is."""

    def __post_init__(self) -> None:
        self.check_declared()
        super().__post_init__()

    @classmethod
    def check_declared(cls) -> None:
        """Refuse a class that leaves out what every model must declare."""
        for flag, advice in DECLARED.items():
            if not hasattr(cls, flag):
                raise ModelError(
                    f"{cls.name()}: the class {cls.__name__} must declare {flag}, got"
                    f" none; {advice}"
                )

    @property
    def bound(self) -> Fraction:
        """The number that `measure` is compared with."""
        return Fraction(getattr(self, self.bounded))

    @property
    def subject(self) -> str:
        """The name of the attained level, in words for people."""
        return self.symbol or self.bounded

    @abstractmethod
    def measure(self, groups: Groups) -> Numbers:
        """One number per group."""

    def holds(self, groups: Groups) -> NDArray[np.bool_]:
        """For each group, whether the model holds in it."""
        return self.measure(groups).satisfy(self.sense, self.bound)

    def gap(self, unknown: Unknown) -> Gap | None:
        """The unknown fact that the model depends on; None where it is decided."""
        if (lacking := self.lacks_fact(unknown)) is not None:
            return lacking
        if unknown.persons is not None:
            return unknown.persons
        if self.counts_distinct_rows and unknown.alike is not None:
            return unknown.alike
        if self.tells_people_apart and unknown.beliefs is not None:
            return unknown.beliefs
        beyond = unknown.trees_in_part if self.compares_with_table else ()
        if self.tree_of is not None and self.tree_of in (*unknown.trees, *beyond):
            return no_tree(self.tree_of)
        if self.compares_with_table and unknown.suppressed:
            return no_rows(unknown.suppressed)
        return AROUND if self.looks_around and unknown.around else None

    def lacks_fact(self, unknown: Unknown) -> Gap | None:
        """The need that is not met; None where all of them are."""
        lacking = next((need for need in self.needs if need in unknown.needs), None)
        if lacking is not None:
            given = unknown.people if lacking == "population" else None
            return given or NOT_GIVEN[lacking]
        in_groups = "population" in self.needs and not self.counts_matches
        return unknown.overlap if in_groups else None

    def prove(self, groups: Groups, unknown: Unknown) -> Proof:
        """Decide every group as far as it can be, whatever is unknown.

        Where the model depends on something unknown, nothing proves here that it holds,
        and a group in which a model fails that it implies proves that it fails.
        """
        if self.gap(unknown) is None:
            return Proof.complete(self.holds(groups))
        proof = Proof.nothing(len(groups))
        # However many rows a person has: people do not reach the number of rows or of
        # values that the implied models ask for where rows do not reach it.
        known = replace(unknown, persons=None)
        for model in self.implied():
            if model != self or unknown.persons is not None:
                proof.fails[model.prove(groups, known).fails] = True
        if self.in_each_release is not None:
            proof.fails[self.in_each_release.prove(groups, unknown).fails] = True
        return proof

    def attained(self, groups: Groups) -> float:
        """The level of the whole table: the worst number of its groups."""
        return self.measure(groups).worst(self.sense)

    def describe(self, level: float) -> str:
        """Say an attained level so that it is true for every group of the table.

        The level of a table without a group is not defined: do not describe it.

        >>> from diversa.models import parse
        >>> parse("recursive-cl-diversity:c=4,l=2").describe(2.0)
        'c > 2 at l = 2'
        """
        return level_in_words(level, self.subject, self.sense, self.other_numbers)

    @property
    def other_numbers(self) -> dict[str, Fraction | int]:
        """The numbers that a level is a level at: all parameters but the bound."""
        return {
            parameter.name: value
            for parameter in fields(self)
            if is_number(value := getattr(self, parameter.name))
            and parameter.name != self.bounded
            and not parameter.kw_only
        }

    @property
    def local(self) -> bool:
        """True if removing the groups that fail repairs the table.

        Else the published table is judged as a whole: `holds` says in which groups the
        model fails, and it must fail in none of those that are left.
        """
        return True

    @property
    def judges_alone(self) -> bool:
        """True if the model judges a group by its rows alone."""
        return self.local and not self.looks_around and not self.needs

    def implied(self) -> tuple[Model, ...]:
        """Absorbing models that hold wherever this one does: itself, if it is one."""
        return (self,) if self.prunes(suppression=True) else ()

    @property
    def tree_of(self) -> str | None:
        """The sensitive attribute whose values must have a taxonomy; None without."""
        return None

    @property
    def in_each_release(self) -> Model | None:
        """The demand of a model of a series on each release; None for others."""
        return None

    def bind(self, sensitive: Sequence[str]) -> tuple[Model, ...]:
        """Fix the sensitive attribute; a model of group sizes has none."""
        del sensitive
        return (self,)

    def check(
        self, attributes: Sequence[Sensitive], *, given: Sequence[Need] = ()
    ) -> None:
        """Refuse a table that lacks what the model needs, saying what is missing.

        Args:
            attributes: The sensitive attributes of the table.
            given: What is given beside the table.
        """
        fault = missing_need(self.needs, given) or self.lacks(attributes)
        if fault:
            raise ModelError(f"{self.spec}: {fault}")

    def lacks(self, attributes: Sequence[Sensitive]) -> str | None:
        """The reason why the sensitive attributes do not suit the model, if any."""
        del attributes
        return None

    def check_counts(self, groups: Groups) -> None:
        """Refuse counts that contradict what the model takes for granted.

        Args:
            groups: The groups before anything is generalized.
        """
        del groups

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        """The instances whose level an audit reports when no model is named.

        None by default: a model whose parameters only the user can know has no level of
        its own. `models.audited` binds them to the sensitive attributes.
        """
        return ()
