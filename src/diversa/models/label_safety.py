# SPDX-License-Identifier: Apache-2.0
"""Label safety."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from diversa.counts.groups import Groups
from diversa.models.group_numbers import Numbers
from diversa.models.k_anonymity import KAnonymity
from diversa.models.model import Model
from diversa.models.needs import Gap, Unknown
from diversa.models.parameters import Param


@dataclass(frozen=True)
class LabelSafety(Model):
    """At least m rows of the group stand behind everything that its labels state.

    A tight range `[17-25]` states that a row has 17 and a row has 25, a set that each
    of its members is there: whoever reads them describes one person and more finely
    than the table does. The release with all that it states written into it is still
    m-anonymous, column by column. Says nothing of what follows from the rule by which
    groups were made, of several columns together, nor of sensitive values.
    The measure is the least number of rows behind a stated value, or N, the size of the
    group, where labels state nothing: single values, regions, levels, suppressed rows.

    Edge cases: labels of a table without a record are read as tight; an open end
    (`90+`) states nothing there; of a published mean its sum is read where the values
    of the column are few and known. m = 1 always holds.

    Example:
        >>> from dataclasses import replace
        >>> import numpy as np
        >>> groups = Groups.from_counts([{"flu": 5}, {"flu": 4}], on="ill")
        >>> groups = replace(groups, backing=np.array([1, 4]))
        >>> LabelSafety(2).attained(groups), LabelSafety(2).holds(groups).tolist()
        (1.0, [False, True])

    Reference:
        A. Cohen, Attacks on Deidentification's Defenses, USENIX Security 2022 (the
        downcoding attack that it bounds).
    """

    m: Annotated[int, Param("least rows behind everything that labels state", low=1)]

    # An end or a member of the union is one of a part, and keeps its rows there.
    union_closed = True
    absorbing = False  # {a, a} and {b}, m = 2: only one row of {a, b} has b
    in_people = "having"
    reads_labels = True
    bounded = "m"
    symbol = "label safety"
    stops = "making labels finer for fewer than m rows by reading them"
    misses = "what the choice of groups implies; columns together; sensitive values"

    @property
    def judges_alone(self) -> bool:
        """False: labels are of a group, and rows do not show them."""
        return False

    @property
    def least_rows(self) -> int:
        return self.m

    def gap(self, unknown: Unknown) -> Gap | None:
        return super().gap(unknown) or unknown.backing

    def implied(self) -> tuple[Model, ...]:
        return (KAnonymity(self.m),)

    def measure(self, groups: Groups) -> Numbers:
        return Numbers(groups.sizes if groups.backing is None else groups.backing)
