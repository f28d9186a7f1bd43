# SPDX-License-Identifier: Apache-2.0
"""The shape of a privacy model: it bounds one number in every group.

A model states `measure` (one number per group), the sense in which that number is
compared with its bound, and two flags. From these come the check, the attained level,
which groups to suppress, what a search may prune, and the docs.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.errors import ModelError
from diversa.models.group_numbers import Numbers, Sense
from diversa.models.level_in_words import level_in_words
from diversa.models.model_value import ModelValue
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
from diversa.models.parameters import (
    is_number,
)
from diversa.models.proof import Proof
from diversa.models.share_limits import ShareLimits

if TYPE_CHECKING:
    from diversa.models.proximity_bound import ProximityBound


DECLARED = {
    "union_closed": "write union_closed = False unless it is proven",
    "absorbing": "write absorbing = False unless it is proven",
    "bounded": "name the parameter that bounds the measure",
    "stops": "say in a line what the model stops",
    "misses": "say in a line what the model does not stop",
}
"""Declarations that every model must have, each with advice."""


@dataclass(frozen=True)
class Model(ModelValue):
    """A privacy definition: a number that it bounds in every group."""

    sense: ClassVar[Sense] = ">="
    """`measure` stands in this relation to the bound where the model holds."""
    union_closed: ClassVar[bool]
    """Two groups that hold, merged, hold."""
    absorbing: ClassVar[bool]
    """A group that holds, merged with any other, holds."""
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
    needs_rows_alike: ClassVar[bool] = True
    """True if its promise rests on rows of a group that look alike (to hide people)."""
    only_size: ClassVar[bool] = False
    """True if it holds in exactly the groups of at least `least_rows` rows."""
    of_series: ClassVar[bool] = False
    """True for a promise of a series of releases: `republish` makes the groups,
    whatever the method of the plan is."""
    distinct_suffices: ClassVar[bool] = False
    """True if it holds in every group of at least `least_rows` and `least_values` rows
    that all have different values."""
    removal_is_least: ClassVar[bool] = False
    """True if the least repair of a group removes rows of its most frequent values."""

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
        lacking = next((need for need in self.needs if need in unknown.needs), None)
        if lacking is not None:
            given = unknown.people if lacking == "population" else None
            return given or NOT_GIVEN[lacking]
        if self.tells_people_apart and unknown.beliefs is not None:
            return unknown.beliefs
        if self.tree_of is not None and self.tree_of in unknown.trees:
            return no_tree(self.tree_of)
        if self.compares_with_table and unknown.suppressed:
            return no_rows(unknown.suppressed)
        return AROUND if self.looks_around and unknown.around else None

    def prove(self, groups: Groups, unknown: Unknown) -> Proof:
        """Decide every group as far as it can be, whatever is unknown.

        Where the model depends on something unknown, nothing proves here that it holds,
        and a group in which a model fails that it implies proves that it fails.
        """
        if self.gap(unknown) is None:
            return Proof.complete(self.holds(groups))
        proof = Proof.nothing(len(groups))
        for model in (*self.implied(), self.in_each_release):
            if model is not None and model != self:
                proof.fails[model.prove(groups, unknown).fails] = True
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

    def prunes(self, *, suppression: bool) -> bool:
        """True if a search may conclude from one node to all above or below it.

        Merging groups that hold needs `union_closed`; when failing groups may be
        removed, a merge with a failing group counts too and needs `absorbing`.
        """
        return self.absorbing if suppression else self.union_closed

    def implied(self) -> tuple[Model, ...]:
        """Absorbing models that hold in every group where this one holds."""
        return (self,) if self.prunes(suppression=True) else ()

    def most_kept(self, groups: Groups) -> NDArray[np.int64]:
        """The most rows of each group that can be kept, however it is divided.

        A proven upper bound: into whatever parts a group is divided by its
        quasi-identifiers, those parts in which the model holds have no more rows
        together. What is not kept must be removed here and at every node below, so a
        search rules nodes out by it, whatever the model is; N is always right.

        For a union-closed model the parts that hold make one part that holds, and the
        size of the largest part that may hold is a bound. For an absorbing model that
        is N or, where the group fails, nothing: every part of it fails.
        """
        if self.prunes(suppression=True):
            return np.where(self.holds(groups), groups.sizes, 0)
        most = [model.most_kept(groups) for model in self.implied()]
        return np.minimum.reduce([groups.sizes, *most])

    def share_limits(self, attributes: Sequence[Sensitive]) -> ShareLimits | None:
        """Limits of every group in which the model holds; None if nothing is known.

        A proven necessary condition that is cheap to look at; a search rules nodes out
        by it before it counts them in full.

        Args:
            attributes: The sensitive attributes of the table.
        """
        del attributes
        return None

    @property
    def least_rows(self) -> int:
        """The rows that a group must have, as far as the model implies it."""
        others = [model for model in self.implied() if model != self]
        return max((model.least_rows for model in others), default=1)

    @property
    def least_values(self) -> int:
        """The different sensitive values that a group must have, as far as implied."""
        others = [model for model in self.implied() if model != self]
        return max((model.least_values for model in others), default=1)

    @property
    def whole_shares(self) -> int:
        """The largest whole l with which no value has more than 1 of l rows of a group.

        As far as the model implies it; 1 says nothing.
        """
        return 1

    @property
    def least_people(self) -> int:
        """The people who must be behind the rows of a group; counterfeits are none."""
        return self.least_rows if self.needs_rows_alike else 1

    @property
    def tree_of(self) -> str | None:
        """The sensitive attribute whose values must have a taxonomy; None without."""
        return None

    @property
    def similarity(self) -> Fraction | None:
        """The distance in a taxonomy up to which two values count as one kind."""
        return None

    @property
    def proximity(self) -> ProximityBound | None:
        """The bound on rows with near numbers that the model is, if it is one."""
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
