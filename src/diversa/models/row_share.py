# SPDX-License-Identifier: Apache-2.0
"""Row share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from diversa.counts.groups import Groups
from diversa.counts.people_histograms import most_rows_of_a_person, rows_of_people
from diversa.models.group_numbers import Numbers
from diversa.models.k_anonymity import KAnonymity
from diversa.models.model import Model
from diversa.models.parameters import Param


@dataclass(frozen=True)
class RowShare(Model):
    """Nobody has more than a share of 1/k of the rows of any group.

    An adversary who knows how many rows everybody has in the group says of a row whose
    it is, and is right with probability at most 1/k. A group of k people may not be
    enough for that: one of them may have nearly all rows.
    `k w_u <= N` for every person u with w_u of the N rows; the measure is N over the
    most rows of one person.

    Edge cases: k = 1 always holds; where nobody has several rows it is k-anonymity, as
    where the plan names no column of the person; rows of a person that are published
    alike count as one.

    Example:
        >>> from diversa.counts.visits import groups_of_people
        >>> groups = groups_of_people([["ab", "a", "c"], ["abc", "a"]], on="ill")
        >>> RowShare(2).measure(groups).floats.round(3).tolist()
        [2.0, 1.333]

    Reference:
        Our own: k-anonymity of people says whose rows they are to nobody who does not
        know how many rows a person has.
    """

    k: Annotated[int, Param("inverse of the largest share of a person", low=1)]

    union_closed = True  # k w_u - N <= 0 is linear where nobody is in both groups
    absorbing = False  # (1,1) rows of two people + 3 of a third: 2 falls to 5/3
    in_people = "having"
    counts_distinct_rows = True
    bounded = "k"
    symbol = "row share k"
    stops = "saying whose a row is, for who knows how many rows everybody has"
    misses = "homogeneous groups: k people with one sensitive value"

    def measure(self, groups: Groups) -> Numbers:
        return Numbers(rows_of_people(groups).sizes, most_rows_of_a_person(groups))

    def implied(self) -> tuple[Model, ...]:
        return (KAnonymity(self.k),)
