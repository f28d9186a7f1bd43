# SPDX-License-Identifier: Apache-2.0
"""The flags and verbs of a model by which searches and methods find groups.

All of them have defaults that are always safe. A proven declaration lets a search skip
nodes, and a method make groups that hold; no release depends on it, because an audit
measures every group.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.models.model_value import ModelValue
from diversa.models.share_limits import ShareLimits

if TYPE_CHECKING:
    from diversa.models.model import Model
    from diversa.models.proximity_bound import ProximityBound


@dataclass(frozen=True)
class SearchVerbs(ModelValue):
    """What a search or a method may conclude from a model."""

    union_closed: ClassVar[bool]
    """Two groups that hold, merged, hold."""
    absorbing: ClassVar[bool]
    """A group that holds, merged with any other, holds."""
    grows: ClassVar[bool] = False
    """A group of people that holds, merged with any, holds, whoever is in both."""
    needs_rows_alike: ClassVar[bool] = True
    """True if its promise rests on rows of a group that look alike (to hide people)."""
    only_size: ClassVar[bool] = False
    """True if it holds in exactly the groups of at least `least_rows` rows."""
    distinct_suffices: ClassVar[bool] = False
    """True if it holds in every group of at least `least_rows` and `least_values` rows
    that all have different values."""
    removal_is_least: ClassVar[bool] = False
    """True if the least repair of a group removes rows of its most frequent values."""

    @abstractmethod
    def holds(self, groups: Groups) -> NDArray[np.bool_]:
        """For each group, whether the model holds in it."""

    def prunes(self, *, suppression: bool) -> bool:
        """True if a search may conclude from one node to all above or below it.

        Merging groups that hold needs `union_closed`; when failing groups may be
        removed, a merge with a failing group counts too and needs `absorbing`.
        """
        return self.absorbing if suppression else self.union_closed

    def prunes_people(self, *, suppression: bool, shared: bool) -> bool:
        """As `prunes`, where groups count people who may have several values.

        Args:
            suppression: True if failing groups may be removed.
            shared: True if somebody may be in several groups. A union then has fewer
                people than its parts together.
        """
        if shared:
            return self.grows
        return self.absorbs_people if suppression else self.union_closed

    @property
    def absorbs_people(self) -> bool:
        """True if a group that holds, merged with any other people, holds."""
        return self.grows

    @abstractmethod
    def implied(self) -> tuple[Model, ...]:
        """Absorbing models that hold in every group where this one holds."""

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
    def similarity(self) -> Fraction | None:
        """The distance in a taxonomy up to which two values count as one kind."""
        return None

    @property
    def proximity(self) -> ProximityBound | None:
        """The bound on rows with near numbers that the model is, if it is one."""
        return None
