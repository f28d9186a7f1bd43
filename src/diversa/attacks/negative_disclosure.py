# SPDX-License-Identifier: Apache-2.0
"""Negative disclosure: a group rules out values of a person."""

from __future__ import annotations

from dataclasses import dataclass

from diversa.attacks.exposure import ROWS, Crowd, Exposure
from diversa.counts.histogram import Histogram


@dataclass(frozen=True, eq=False, kw_only=True)
class ValuesRuledOut(Exposure):
    """The rows of groups that rule a value out; `worst` is the most values ruled out.

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Section 3.1.
    """

    name = "negative disclosure"

    values: int
    """Values of the attribute in the whole table."""
    average: float
    """Values that are ruled out for a row, on average."""

    def in_words(self) -> str:
        if not self.exposed:
            return f"no group rules a value of '{self.on}' out"
        return (
            f"the group rules out {self.average:.3g} of {self.values:,} values of"
            f" '{self.on}' on average, {self.worst:.0f} at worst"
        )


def negative_disclosure(histogram: Histogram, *, crowd: Crowd = ROWS) -> ValuesRuledOut:
    """Count the values of the table that each group lacks.

    A missing value under the policy `worst` may be any value, so nothing is ruled out.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"flu": 3, "HIV": 1}, {"flu": 4}], on="ill")
        >>> exposure = negative_disclosure(groups.histogram())
        >>> exposure.affected.tolist(), exposure.worst, exposure.average
        ([1], 1.0, 0.5)
    """
    attribute, sizes = histogram.sensitive, histogram.sizes
    occurring = attribute.dictionary.counts[: attribute.unknown_code] > 0
    values = int(occurring.sum())
    gone = (values - histogram.distinct) * (histogram.unknown == 0)
    rows = sizes * crowd.times(sizes)
    total = int(rows.sum())
    return ValuesRuledOut(
        on=attribute.name,
        worst=float(gone.max()) if len(gone) else None,
        values=values,
        average=float((gone @ rows) / total) if total else 0.0,
        **crowd.expose(gone > 0, sizes),
    )
