# SPDX-License-Identifier: Apache-2.0
"""(l,e)-diversity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray

from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.models.distinct_l_diversity import DistinctLDiversity
from diversa.models.e_similarity import SemanticModel, similar_within
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.models.group_numbers import Numbers
from diversa.models.k_anonymity import KAnonymity
from diversa.models.model import Model
from diversa.models.needs import Unknown
from diversa.models.parameters import Param
from diversa.models.proof import Proof

Reading = Literal["tuple", "value"]

SIBLINGS = Fraction(1, 2)
"""No two different values of a tree are nearer than this: parent and child."""


@dataclass(frozen=True)
class LeDiversity(SemanticModel):
    """Every group has at least l values, and no two of them are e-similar.

    Nobody learns what kind of value a person has. No search over generalizations can
    prune with it, since a merge may bring similar values together: it is made for
    bucketization. `subtree-frequency-diversity` is its union-closed relative.
    d(u,v) is half the way between u and v in the taxonomy. By the `reading` tuple, any
    two rows have d > e (so no value occurs twice) and there are at least l rows; by the
    reading value, any two different values have d > e and there are at least l values.
    The measure is the number of rows or values, and 0 where two are similar.

    Edge cases: the way is the true one also where leaves have different depths; e = 0
    forbids equal rows (tuple) or nothing (value); one row gives 1; l = 1, which other
    models take for "always holds", still forbids similar values here, the stricter
    reading; a missing value under the policy `worst` may be similar to another.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> from diversa.hierarchies import Taxonomy
        >>> tree = {"any": {"lungs": ["flu", "asthma"], "stomach": ["ulcer"]}}
        >>> counts = [{"flu": 1, "ulcer": 1}, {"flu": 1, "asthma": 1, "ulcer": 1}]
        >>> groups = Groups.from_counts(counts, on="ill", taxonomy=Taxonomy(tree=tree))
        >>> LeDiversity(l=2, e=1).holds(groups).tolist()
        [True, False]

    Reference:
        H. Wang, J. Han, J. Wang, L. Wang, (l,e)-Diversity - A Privacy Preserving Model
        to Resist Semantic Similarity Attack, Definition 3.
    """

    l: Annotated[int, Param("number of dissimilar rows or values", low=1)]
    e: Annotated[Fraction, Param("distance in the taxonomy that is similar", low=0)]
    reading: Annotated[
        Reading, Param("choice of what must be dissimilar, tuple or value")
    ] = "tuple"

    union_closed = False  # {flu, ulcer} + {asthma, gastritis}: flu is near asthma
    absorbing = False  # the same
    bounded = "l"
    stops = "learning what kind of value a person has, by a taxonomy"
    misses = "negative facts about a person; skewness against the whole table"

    @property
    def similarity(self) -> Fraction:
        return self.e

    def level(self, histogram: Histogram) -> Numbers:
        rows = histogram.sizes
        if self.reading == "value":
            rows = np.maximum(histogram.distinct, 1)
        return Numbers(rows).out_of_reach(self.similar(histogram), self.sense)

    def similar(self, histogram: Histogram) -> NDArray[np.bool_]:
        """Mark the groups with two rows or values that are, or may be, similar."""
        found = similar_within(histogram, self.e)
        if self.reading == "tuple":
            found |= histogram.max(histogram.counts) > 1
        if self.reading == "tuple" or self.e >= SIBLINGS:
            found |= (histogram.unknown > 0) & (histogram.sizes > 1)
        return found

    def most_of(self, histogram: Histogram) -> NDArray[np.int64] | None:
        """The bound of frequency diversity, or of distinct diversity (reading value).

        Where no value occurs twice among l rows or more, none has a share above 1/l.
        """
        if self.reading == "tuple":
            return FrequencyLDiversity(Fraction(self.l)).most_of(histogram)
        return DistinctLDiversity(self.l).most_of(histogram)

    def prove(self, groups: Groups, unknown: Unknown) -> Proof:
        """A value that occurs twice is similar to itself, whatever the tree is."""
        proof = super().prove(groups, unknown)
        is_open = self.gap(unknown) is not None and unknown.persons is None
        if is_open and self.reading == "tuple":
            counts = groups.histogram(self.on)
            proof.fails[counts.max(counts.counts) > 1] = True
        return proof

    @property
    def whole_shares(self) -> int:
        return self.l if self.reading == "tuple" else 1

    def implied(self) -> tuple[Model, ...]:
        return DistinctLDiversity(self.l, on=self.on), KAnonymity(self.l)
