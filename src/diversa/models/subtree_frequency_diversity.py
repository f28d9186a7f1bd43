# SPDX-License-Identifier: Apache-2.0
"""Subtree-frequency diversity: the union-closed relative of (l,e)-diversity."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Self

import numpy as np
from numpy.typing import NDArray

from diversa.counts.histogram import Histogram
from diversa.hierarchies.tree import Tree
from diversa.models.e_similarity import SemanticModel
from diversa.models.frequency_l_diversity import FrequencyLDiversity
from diversa.models.group_numbers import Numbers
from diversa.models.keeping import most_under_caps
from diversa.models.model import Model
from diversa.models.parameters import Param


@dataclass(frozen=True)
class SubtreeFrequencyDiversity(SemanticModel):
    """No subtree of height up to e holds more than a share of 1/l of any group's rows.

    Whoever knows nothing but the group guesses the kind of a person's value, at that
    height of the taxonomy, with probability at most 1/l. With negative facts about the
    person the guess becomes better than that.
    `rows below u <= N/l` for every node u with a height of at most e; the measure is
    N over the most rows below such a node. Where (l,e)-diversity by tuples holds, this
    holds too.

    Edge cases: e = 0 is frequency l-diversity; e as high as the tree always gives 1; a
    value that is an inner node above e is a subtree of its own; l = 1 always holds; a
    missing value under the policy `worst` lies in the fullest subtree.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> from diversa.hierarchies import Taxonomy
        >>> tree = {"any": {"lungs": ["flu", "asthma"], "stomach": ["ulcer"]}}
        >>> counts = [{"flu": 1, "asthma": 1, "ulcer": 2}, {"flu": 2, "asthma": 1}]
        >>> groups = Groups.from_counts(counts, on="ill", taxonomy=Taxonomy(tree=tree))
        >>> SubtreeFrequencyDiversity(l=2, e=1).measure(groups).floats.tolist()
        [2.0, 1.0]

    Reference:
        Our own: the family of subtrees does not depend on the group, so that the model
        is closed under union, which Definition 3 of (l,e)-diversity (H. Wang, J. Han,
        J. Wang, L. Wang) is not.
    """

    l: Annotated[Fraction, Param("inverse of the largest share of a subtree", low=1)]
    e: Annotated[Fraction, Param("height of a subtree that is one kind", low=0)]

    union_closed = True  # for each subtree, l rows below - N <= 0 is linear
    absorbing = False  # (1,1) + (0,1) in two subtrees: 2 falls to 3/2
    in_people = "having"
    bounded = "l"
    symbol = "subtree l"
    stops = "guessing what kind of value a person has, by a taxonomy"
    misses = "negative facts about a person; skewness against the whole table"

    @property
    def similarity(self) -> Fraction:
        return self.e

    def level(self, histogram: Histogram) -> Numbers:
        roots, nodes = self._subtrees(histogram.sensitive.tree)
        return FrequencyLDiversity(self.l).level(histogram.recode(roots, nodes))

    def most_of(self, histogram: Histogram) -> NDArray[np.int64]:
        """The largest M with Σ min(n_u, M/l) >= M, n_u the rows below a node u."""
        if self.l == 1:
            return histogram.sizes
        roots, nodes = self._subtrees(histogram.sensitive.tree)
        caps = np.full(nodes, 1 / float(self.l))
        return most_under_caps(histogram, caps, blocks=roots[None])

    def _subtrees(self, tree: Tree) -> tuple[NDArray[np.int32], int]:
        """The largest subtree that each value is in, and how many nodes there are.

        Subtrees are nested: the largest ones hold the most rows.
        """
        roots = tree.subtrees(min(math.floor(self.e), tree.height))
        return roots.astype(np.int32), len(tree.parents)

    def implied(self) -> tuple[Model, ...]:
        return FrequencyLDiversity(self.l, on=self.on).implied()

    @classmethod
    def audited(cls) -> tuple[Self, ...]:
        return (cls(Fraction(1), Fraction(1), on="*"),)
