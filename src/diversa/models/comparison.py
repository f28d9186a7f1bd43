# SPDX-License-Identifier: Apache-2.0
"""Groups beside the distributions that they are compared with.

Usually that is the distribution of the original table, the same for every group; it
may also be that of a larger group around each. Only the values that a group has are
looked at, never a matrix of groups and values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.counts.kernels.distances import UNDECIDED, within
from diversa.counts.sensitive import Sensitive
from diversa.data.missing import MissingPolicy
from diversa.memo import know
from diversa.models.group_numbers import INTEGER, NEAR, Numbers
from diversa.models.needs import Unknown
from diversa.models.proof import Proof
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class DistributionModel(SensitiveModel):
    """A model of how far a group is from the original table.

    The reference is the distribution of the table before anything was suppressed
    (`Sensitive.reference_counts`): it is the same at every node of a search, so the
    model judges each group by itself.
    """

    compares_with_table = True
    policies = frozenset({MissingPolicy.RAISE, MissingPolicy.OWN, MissingPolicy.DROP})

    def prove(self, groups: Groups, unknown: Unknown) -> Proof:
        known = replace(unknown, suppressed=0, around=False)
        people = any(one.people is not None for one in groups.sensitive)
        if self.gap(unknown) is None or self.gap(known) is not None or people:
            return super().prove(groups, unknown)
        return Proof(
            self.in_every_block(groups, lambda of: self.proof_of(of, unknown).holds),
            ~self.in_every_block(groups, lambda of: ~self.proof_of(of, unknown).fails),
        )

    def proof_of(self, histogram: Histogram, unknown: Unknown) -> Proof:
        """The proof for each group, whatever suppressed rows were.

        The reference of the histogram lacks the suppressed rows: they may have any
        values, also such that nobody else has. Nothing is certain by default.
        """
        del unknown
        return Proof.nothing(len(histogram))


@dataclass(frozen=True, eq=False)
class TableComparison:
    """The histogram of every group and the reference that it is compared with."""

    histogram: Histogram
    """The groups."""
    reference: Histogram
    """The distributions; each holds every value of the groups compared with it."""
    parents: NDArray[np.int64] = field(repr=False)
    """The distribution that belongs to each group."""
    domain: int
    """Codes of the values lie below this."""
    integers: type = np.int64
    """The type of products of counts: `object` where 64 bits are not enough."""

    @classmethod
    def with_table(cls, histogram: Histogram) -> TableComparison:
        """Compare with the original table."""
        parents = np.zeros(len(histogram), dtype=np.int64)
        domain = histogram.sensitive.dictionary.size
        return cls(histogram, whole_table(histogram.sensitive), parents, domain)

    @cached_property
    def sizes(self) -> NDArray[Any]:
        """Rows of each group (N)."""
        return self.histogram.sizes.astype(self.integers)

    @cached_property
    def totals(self) -> NDArray[Any]:
        """Rows behind the distribution that each group is compared with (T)."""
        return self.reference.sizes[self.parents].astype(self.integers)

    @cached_property
    def places(self) -> NDArray[Any]:
        """For each entry of a group, the entry of its reference with that value."""
        values = self.histogram.values
        if len(self.reference) == 1 and len(self.reference.values) == self.domain:
            return values  # the whole table has every code
        theirs = self.reference.group * self.domain + self.reference.values
        return np.searchsorted(theirs, self.spread(self.parents) * self.domain + values)

    @cached_property
    def reference_rows(self) -> NDArray[np.int64]:
        """Rows of the reference that have the value of each entry."""
        return self.reference.counts[self.places]

    @property
    def is_compiled(self) -> bool:
        """True if kernels are used: for many entries, in 64 bits."""
        return self.integers is np.int64 and self.histogram.is_large

    @property
    def products(self) -> NDArray[np.float64]:
        """N T of each group, rounded."""
        return self.histogram.sizes * self.reference.sizes[self.parents].astype(float)

    def safe(self) -> TableComparison:
        """The same with integers in which products N T are exact."""
        wide = bool((self.products >= INTEGER).any())
        return replace(self, integers=object) if wide else self

    def spread(self, per_group: NDArray[Any]) -> NDArray[Any]:
        """Give every entry the number of its group."""
        return np.repeat(per_group, self.histogram.distinct)

    def recode(self, codes: NDArray[np.int32], size: int) -> TableComparison:
        """Compare other codes: `codes[value]`, all below `size`."""
        ours = self.histogram.recode(codes, size)
        theirs = self.reference.recode(codes, size)
        return TableComparison(ours, theirs, self.parents, size, self.integers)

    def select(self, chosen: NDArray[np.bool_], integers: type) -> TableComparison:
        """Compare the chosen groups only, with integers of the given type."""
        ours = self.histogram.select(chosen)
        parents = self.parents[chosen]
        return TableComparison(ours, self.reference, parents, self.domain, integers)


def whole_table(attribute: Sensitive) -> Histogram:
    """The original table as one group; it has every code, also those without rows."""

    def table() -> Histogram:
        counts = attribute.reference_counts
        whole = Histogram(
            attribute,
            np.array([0, len(counts)]),
            np.arange(len(counts), dtype=np.int32),
            counts,
            np.zeros(1, dtype=np.int64),
        )
        know(whole, sizes=np.array([attribute.reference_size]))
        return whole

    return attribute.memo.once("whole table", table)


def table_shares(attribute: Sensitive) -> NDArray[np.float64]:
    """The share of every value in the original table (q)."""
    return attribute.reference_counts / max(1, attribute.reference_size)


def holds_within(
    histogram: Histogram,
    floors: NDArray[np.float64],
    caps: NDArray[np.float64],
    exactly: Callable[[Histogram], NDArray[np.bool_]],
) -> NDArray[np.bool_]:
    """Mark the groups whose values all have a share between two bounds.

    `exactly` decides groups in which a share is nearly on a bound.
    """
    if not histogram.is_large:
        return exactly(histogram)
    inside = within(histogram.entries, floors, caps, NEAR)
    if inside.max(initial=0) == UNDECIDED:
        near = inside == UNDECIDED
        inside[near] = exactly(histogram.select(near))
    return inside.view(bool)


def surplus_within(
    histogram: Histogram,
    above: Callable[[], NDArray[np.int64]],
    factor: int,
    t: Fraction,
    exactly: Callable[[Histogram], NDArray[np.bool_]],
) -> NDArray[np.bool_]:
    """Mark the groups whose work is at most t, by integers of N T factor times both.

    `exactly` decides where integers are longer than 64 bits, and where groups are too
    small for a kernel.
    """
    total = histogram.sensitive.reference_size
    widest = int(histogram.sizes.max(initial=0)) * total * factor * t.denominator
    if widest >= INTEGER or not histogram.is_large:
        return exactly(histogram)
    most = histogram.sizes * (total * factor * t.numerator)
    return above() * t.denominator <= most


def over_products(
    comparison: TableComparison,
    factor: int,
    numerators: Callable[[TableComparison], NDArray[Any]],
) -> Numbers:
    """Divide by N T factor, exactly: groups whose products outgrow 64 bits go apart.

    `numerators` gives one integer per group, none larger than N T factor.
    """
    wide = comparison.products * float(min(factor, INTEGER)) >= INTEGER
    if len(wide) == 0:
        return Numbers(np.zeros(0, dtype=np.int64))
    if not wide.any():
        below = comparison.sizes * comparison.totals * factor
        return Numbers(numerators(comparison), below)
    above, below = np.empty((2, len(wide)), dtype=object)
    for chosen, integers in ((~wide, np.int64), (wide, object)):
        if chosen.any():
            part = comparison.select(chosen, integers)
            above[chosen] = numerators(part)
            below[chosen] = part.sizes * part.totals * factor
    return Numbers(above, below)
