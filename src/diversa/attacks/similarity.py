# SPDX-License-Identifier: Apache-2.0
"""The similarity attack: the values of a group differ but mean nearly the same."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from diversa.attacks.exposure import ROWS, Crowd, Exposure, largest, percent
from diversa.counts.histogram import Histogram
from diversa.models.group_numbers import Numbers
from diversa.models.subtree_frequency_diversity import SubtreeFrequencyDiversity

HEIGHT = Fraction(1)
"""Default height of the subtrees that count as one kind of value."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Similarity(Exposure):
    """Rows of groups with one kind of value; `worst` is the largest share of a kind.

    A kind is a subtree of the taxonomy of height e or less.

    Reference:
        H. Wang, J. Han, J. Wang, L. Wang, (l,e)-Diversity - A Privacy Preserving Model
        to Resist Semantic Similarity Attack; N. Li, T. Li, S. Venkatasubramanian,
        t-Closeness, ICDE 2007, Section 3.1.
    """

    name = "similarity"

    e: Fraction
    """Height of the subtrees that count as one kind of value."""

    def in_words(self) -> str:
        if self.worst is None:
            return "there is no group"
        if not self.exposed:
            most = percent(self.worst)
            return f"no group has one kind of '{self.on}' only, {most} at most"
        return (
            f"in {len(self.affected):,} of {self.groups:,} groups everyone has the same"
            f" kind of '{self.on}' (one subtree of height {float(self.e):.3g})"
        )


def similarity(
    histogram: Histogram, *, e: Fraction = HEIGHT, crowd: Crowd = ROWS
) -> Similarity:
    """Find the groups whose values lie in one subtree of the taxonomy.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> from diversa.hierarchies import Taxonomy
        >>> tree = {"any": {"lungs": ["flu", "asthma"], "stomach": ["ulcer"]}}
        >>> counts = [{"flu": 1, "asthma": 1, "ulcer": 2}, {"flu": 2, "asthma": 1}]
        >>> groups = Groups.from_counts(counts, on="ill", taxonomy=Taxonomy(tree=tree))
        >>> similarity(groups.histogram()).affected.tolist()
        [1]
    """
    level = SubtreeFrequencyDiversity(Fraction(1), e).level(histogram)
    shares = inverse(level)  # it is N over the rows of the largest kind
    return Similarity(
        on=histogram.sensitive.name,
        worst=largest(shares.floats),
        e=Fraction(e),
        **crowd.expose(shares.satisfy(">=", Fraction(1)), histogram.sizes),
    )


def inverse(level: Numbers) -> Numbers:
    """One over each number; none is 0."""
    if level.denominators is None:
        return Numbers(1 + 0 * level.numerators, level.numerators)
    return Numbers(level.denominators, level.numerators)
