# SPDX-License-Identifier: Apache-2.0
"""Models of the values of one sensitive attribute."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.counts.joint_blocks import JointBlocks
from diversa.counts.sensitive import Sensitive
from diversa.data.missing import MissingPolicy
from diversa.errors import ModelError, nearest
from diversa.models.group_numbers import Numbers
from diversa.models.model import Model
from diversa.models.parameters import Param
from diversa.models.share_limits import ShareLimits


@dataclass(frozen=True)
class SensitiveModel(Model):
    """A model of the values of one sensitive attribute in a group."""

    on: Annotated[str | None, Param("sensitive attribute")] = field(
        default=None, kw_only=True
    )
    """The sensitive attribute; may be left out where there is one only."""
    joint: Annotated[
        bool, Param("choice to count other sensitive attributes as quasi-identifiers")
    ] = field(default=False, kw_only=True)
    """Definition 4.5: the other sensitive attributes count as quasi-identifiers."""

    needs_rows_alike = False
    policies: ClassVar[frozenset[MissingPolicy]] = frozenset(MissingPolicy)
    """The policies for missing values under which the model is defined."""

    @abstractmethod
    def level(self, histogram: Histogram) -> Numbers:
        """One number per group, from the histogram of the sensitive attribute."""

    def lacks(self, attributes: Sequence[Sensitive]) -> str | None:
        attribute = next(
            attribute for attribute in attributes if attribute.name == self.on
        )
        allowed = attribute.missing in self.policies
        if attribute.dictionary.missing_code is not None and not allowed:
            policies = ", ".join(sorted(self.policies))
            return (
                f"missing values of '{self.on}' must have one of the policies"
                f" {policies}, got '{attribute.missing}'"
            )
        concerned = attributes if self.joint else (attribute,)
        if self.in_people is None or self.joint:
            several = [one.name for one in concerned if one.has_several]
            if several:
                return (
                    f"everybody must have one value of '{several[0]}', got people with"
                    " several; use frequency-l-diversity, or window-diversity for"
                    " numbers"
                )
        return self.lacks_of(attribute)

    def lacks_of(self, attribute: Sensitive) -> str | None:
        """The reason why its attribute does not suit the model, if any."""
        del attribute
        return None

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        """For each group, whether the model holds; exact."""
        return self.level(histogram).satisfy(self.sense, self.bound)

    def histogram(self, groups: Groups) -> Histogram:
        """The histogram of the model's attribute, counted as the model counts."""
        histogram = groups.histogram(self.on, self.in_people or "having")
        if self.in_people is None and not histogram.is_exclusive:
            raise ModelError(
                f"{self.spec}: everybody must have one value, got people with several"
            )
        return histogram

    def measure(self, groups: Groups) -> Numbers:
        if not self.joint:
            return self.level(self.histogram(groups))
        blocks = self._blocks(groups)
        numbers = self.level(self.histogram(blocks.groups))
        return numbers.worst_by(blocks.parent, len(groups), self.sense)

    def holds(self, groups: Groups) -> NDArray[np.bool_]:
        return self.in_every_block(groups, self.judge)

    def in_every_block(
        self, groups: Groups, judge: Callable[[Histogram], NDArray[np.bool_]]
    ) -> NDArray[np.bool_]:
        """For each group, whether `judge` says yes to it, or to each of its blocks."""
        if not self.joint:
            return judge(self.histogram(groups))
        blocks = self._blocks(groups)
        failing = blocks.parent[~judge(self.histogram(blocks.groups))]
        return np.bincount(failing, minlength=len(groups)) == 0

    def _blocks(self, groups: Groups) -> JointBlocks:
        """The blocks of Definition 4.5, whatever missing values of others may be."""
        return JointBlocks.of(groups, self.on, union_closed=self.union_closed)

    def most_kept(self, groups: Groups) -> NDArray[np.int64]:
        if not self.joint:
            histogram = self.histogram(groups)
            most = self.most_of(histogram)
            if most is None or histogram.sensitive.people is None:
                return super().most_kept(groups) if most is None else most
            parts = histogram.sizes // groups.sizes  # of a person, where shares count
            return np.minimum(most // parts, groups.sizes)
        # Where a group holds jointly every block of it holds, and the blocks of several
        # groups with the same other values make one block: each is bounded by itself.
        # A row that may be alone in a block is kept only where it holds alone.
        blocks = self._blocks(groups)
        of_blocks = self.most_of(self.histogram(blocks.groups))
        if of_blocks is None:
            return super().most_kept(groups)
        most = np.zeros(len(groups), dtype=np.int64)
        np.add.at(most, blocks.parent, of_blocks * blocks.times)
        return most

    def share_limits(self, attributes: Sequence[Sensitive]) -> ShareLimits | None:
        named = [one for one in attributes if self.on in (None, one.name)]
        # A joint model asks it of blocks; a row that may have any value has none.
        if self.joint or len(named) != 1 or named[0].unknown_code is not None:
            return None
        return None if named[0].has_several else self.share_limits_of(named[0])

    def share_limits_of(self, attribute: Sensitive) -> ShareLimits | None:
        """Limits of every value in a group in which the model holds; see above."""
        del attribute
        return None

    def most_of(self, histogram: Histogram) -> NDArray[np.int64] | None:
        """The most rows of each group that can be kept, from its histogram.

        See `most_kept`. None where nothing is proven beyond what `implied` says. Where
        people have several values, it bounds people, and their counts add up to more
        than the size of the group.
        """
        if self.absorbing:
            return np.where(self.judge(histogram), histogram.sizes, 0)
        return None

    def prunes(self, *, suppression: bool) -> bool:
        # Definition 4.5 splits groups by values that a merge may add: never absorbing.
        allowed = super().prunes(suppression=suppression)
        return allowed and not (suppression and self.joint)

    def bind(self, sensitive: Sequence[str]) -> tuple[Model, ...]:
        if self.on == "*" and sensitive:
            return tuple(replace(self, on=name) for name in sensitive)
        if self.on is None and len(sensitive) == 1:
            return (replace(self, on=sensitive[0]),)
        if self.on not in sensitive:
            raise ModelError(self._unbound(sensitive))
        return (self,)

    def _unbound(self, sensitive: Sequence[str]) -> str:
        where = f"{self.name()}: on must be a sensitive attribute"
        if not sensitive:
            return f"{where}, but none is declared; name one as sensitive"
        if self.on is None:
            listed = ", ".join(sensitive)
            return f"{where}, got none; write on=… with one of {listed}, or on=*"
        return f"{where}, got '{self.on}'; {nearest(self.on, sensitive)}"


@dataclass(frozen=True)
class AllOf(SensitiveModel):
    """A model of several conditions; each bounds a number of its own."""

    @abstractmethod
    def parts(self) -> tuple[SensitiveModel, ...]:
        """The conditions, all of which must hold."""

    def level(self, histogram: Histogram) -> Numbers:
        """The level of the first condition, out of reach where another one fails."""
        first, *others = self.parts()
        fails = np.logical_or.reduce([~part.judge(histogram) for part in others])
        return first.level(histogram).out_of_reach(fails, self.sense)

    def judge(self, histogram: Histogram) -> NDArray[np.bool_]:
        return np.logical_and.reduce([part.judge(histogram) for part in self.parts()])

    def most_of(self, histogram: Histogram) -> NDArray[np.int64] | None:
        most = [part.most_of(histogram) for part in self.parts()]
        proven = [rows for rows in most if rows is not None]
        return np.minimum.reduce(proven) if proven else None

    def implied(self) -> tuple[Model, ...]:
        return tuple(one for part in self.parts() for one in part.implied())


def population_attributes(models: Iterable[Model]) -> tuple[str, ...]:
    """The sensitive attributes that a population must know for the models."""
    names = [
        model.on
        for model in models
        if isinstance(model, SensitiveModel) and "population" in model.needs
    ]
    return tuple(dict.fromkeys(name for name in names if name is not None))
