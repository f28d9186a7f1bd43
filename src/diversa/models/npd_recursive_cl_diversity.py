# SPDX-License-Identifier: Apache-2.0
"""Negative/positive disclosure-recursive (c1,c2,l)-diversity."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from diversa.models.negative_disclosure import NegativeDisclosure
from diversa.models.parameters import Param
from diversa.models.pd_recursive_cl_diversity import PdRecursiveClDiversity
from diversa.models.sensitive_model import AllOf, SensitiveModel


@dataclass(frozen=True)
class NpdRecursiveClDiversity(AllOf):
    """Pd-recursive (c1,l)-diversity, and no protected value below c2 percent.

    The values Y (`disclosable`) may be frequent, every other one must stay rare against
    the rest of its group; the values W (`protected`) must occur in at least c2 percent
    of the rows of every group, so that nobody can be said not to have them. It does
    not bound the group's size; combine it with k-anonymity.
    The measure is that of pd-recursive (c1,l)-diversity, infinite in a group where a
    protected value has fewer than c2 percent: no c1 is large enough there.

    Edge cases: those of its two conditions; a protected value that is absent from a
    group fails for every c2 > 0.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> counts = {"Healthy": 6, "Flu": 3, "Cancer": 2, "HIV": 1}
        >>> groups = Groups.from_counts([counts], on="condition")
        >>> model = NpdRecursiveClDiversity(
        ...     c1=4, c2=5, l=3, disclosable=["Healthy"], protected=["HIV"]
        ... )
        >>> model.describe(model.attained(groups)), model.holds(groups).tolist()
        ('c1 > 1 at c2 = 5, l = 3', [True])

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Definition 4.4.
    """

    c1: Annotated[
        Fraction, Param("bound on the most frequent value over the tail", above=0)
    ]
    c2: Annotated[
        Fraction, Param("percentage of rows of a protected value", low=0, below=100)
    ]
    l: Annotated[int, Param("number of values in the definition", low=1)]
    disclosable: Annotated[
        tuple[str, ...], Param("list of values whose disclosure is allowed")
    ]
    protected: Annotated[
        tuple[str, ...], Param("list of values that may not be ruled out", low=1)
    ]

    sense = "<"
    union_closed = True  # both conditions are
    absorbing = False  # (1,1) + (0,1): 50 percent of the first fall to 33
    bounded = "c1"
    stops = "inference of the values that matter; ruling protected values out"
    misses = "the values allowed to be disclosed; small groups"

    def parts(self) -> tuple[SensitiveModel, ...]:
        on, joint = self.on, self.joint
        return (
            PdRecursiveClDiversity(
                self.c1, self.l, self.disclosable, on=on, joint=joint
            ),
            NegativeDisclosure(self.c2, self.protected, on=on, joint=joint),
        )
