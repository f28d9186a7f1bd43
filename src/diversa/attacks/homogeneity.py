# SPDX-License-Identifier: Apache-2.0
"""The homogeneity attack: everyone in a group has the same sensitive value."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from diversa.attacks.exposure import ROWS, Crowd, Exposure, largest
from diversa.counts.histogram import Histogram
from diversa.models.negative_facts import facts_for_certainty, posterior_after


@dataclass(frozen=True, eq=False, kw_only=True)
class Homogeneity(Exposure):
    """The rows of groups with one sensitive value; `worst` is the surest guess.

    Of people with several values, those of groups in which all have one in common.

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Section 2.1.
    """

    name = "homogeneity"

    largest_group: int
    """Rows of the largest such group; 0 without one."""

    def in_words(self) -> str:
        if not self.exposed and self.unit == "person":
            return f"in no group everybody has the same '{self.on}'"
        if not self.exposed:
            return f"no group has one '{self.on}' only"
        return (
            f"in {len(self.affected):,} of {self.groups:,} groups everyone has the same"
            f" '{self.on}': who finds a person's group knows it"
        )


def homogeneity(histogram: Histogram, *, crowd: Crowd = ROWS) -> Homogeneity:
    """Find the groups with one sensitive value.

    A missing value under the policy `worst` may be the same as the others.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"flu": 2, "HIV": 2}, {"HIV": 4}], on="ill")
        >>> exposure = homogeneity(groups.histogram())
        >>> exposure.exposed, exposure.share, exposure.affected.tolist()
        (4, 0.5, [1])
    """
    hit = facts_for_certainty(histogram) == 0
    return Homogeneity(
        on=histogram.sensitive.name,
        worst=largest(posterior_after(histogram, 0).floats),
        largest_group=int(histogram.sizes[hit].max(initial=0)),
        **crowd.expose(hit, histogram.sizes),
    )


@dataclass(frozen=True)
class Expectation:
    """The homogeneity to expect by chance."""

    groups: Fraction
    """Groups of the table."""
    share: Fraction
    """The share of them with one value only."""

    @property
    def homogeneous_groups(self) -> Fraction:
        """Groups with one value only."""
        return self.groups * self.share

    def exposed(self, size: int) -> int:
        """People in them, in whole groups."""
        return int(self.homogeneous_groups) * size


def homogeneity_by_chance(rows: int, *, size: int, values: int) -> Expectation:
    """The homogeneity to expect of k-anonymity alone.

    A group of `size` rows, with values drawn evenly, is homogeneous with probability
    values (1/values)^size.

    Args:
        rows: Rows of the table.
        size: Rows of each group.
        values: Number of sensitive values, equally frequent.

    Example:
        >>> expected = homogeneity_by_chance(60000, size=5, values=3)
        >>> int(expected.groups), str(expected.share), expected.exposed(5)
        (12000, '1/81', 740)
    """
    share = values * Fraction(1, values) ** size
    return Expectation(Fraction(rows, size), share)
