# SPDX-License-Identifier: Apache-2.0
"""The release of a republication: it says more than every release does."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.codec import to_json
from diversa.errors import InternalError
from diversa.models.republication import Republication
from diversa.plan.plan import Plan
from diversa.record.people import RepublicationRecord
from diversa.release.release import Release


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Republished(Release):
    """One release of an m-invariant series."""

    given_plan: Plan
    """The plan as it was given; `plan` promises what one release alone can."""
    series: Republication
    """The judgement of the series by m-invariance."""
    people: NDArray[np.str_] = field(repr=False)
    """The keys of the people who are published: a secret, like the register."""
    group_of: NDArray[np.int64] = field(repr=False)
    """The group of each of them: a secret too."""

    @property
    def whole_plan(self) -> Plan:
        """The plan as it was given."""
        return self.given_plan

    @property
    def republication(self) -> RepublicationRecord:
        """The public record of the series: its number, counterfeits, who waits."""
        if self.record.republication is None:
            raise InternalError("release: must be one of a series, got one alone")
        return self.record.republication

    @property
    def number(self) -> int:
        """The number of the release in its series, from 1."""
        return self.republication.release

    @property
    def counterfeits(self) -> int:
        """Rows that nobody is behind."""
        return self.republication.counterfeits

    @property
    def waiting(self) -> int:
        """Newcomers who could not be published yet."""
        return self.republication.waiting

    @property
    def withheld_people(self) -> int:
        """People whose value is not in their signature any more."""
        return self.republication.withheld

    def to_json(self) -> dict[str, Any]:
        """The release with the keys that other programs rely on."""
        return {**super().to_json(), "republication": to_json(self.republication)}
