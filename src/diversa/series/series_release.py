# SPDX-License-Identifier: Apache-2.0
"""The release of a republication: it says more than every release does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.models.republication import Republication
from diversa.plan.plan import Plan
from diversa.release.manifest import Manifest
from diversa.release.release import Release, plan_fingerprint


@dataclass(frozen=True, eq=False, repr=False)
class Republished(Release):
    """One release of an m-invariant series."""

    whole_plan: Plan = field(kw_only=True)
    """The plan as it was given; `plan` promises what one release alone can."""
    m: int = field(kw_only=True)
    """The number of values that every signature has at least."""
    number: int = field(kw_only=True)
    """Which release of the series it is, from 1."""
    counterfeits: int = field(kw_only=True)
    """Rows that nobody is behind."""
    waiting: int = field(kw_only=True)
    """Newcomers who could not be published yet."""
    withheld_people: int = field(kw_only=True)
    """People whose value is not in their signature any more."""
    series: Republication = field(kw_only=True)
    """What the register and this release give away together."""
    people: NDArray[np.str_] = field(kw_only=True)
    """The keys of the people who are published: a secret, like the register."""
    group_of: NDArray[np.int64] = field(kw_only=True)
    """The group of each of them: a secret too."""

    @property
    def rows_out(self) -> int:
        """Rows of the release, the counterfeit ones among them."""
        return super().rows_out + self.counterfeits

    @property
    def fewest_people(self) -> int:
        """People in the smallest group, without counterfeit rows."""
        return int(np.bincount(self.group_of).min())

    @property
    def discloses(self) -> tuple[str, ...]:
        """What the release does not hide, whatever the models."""
        if not self.counterfeits:
            return ()
        return (
            f"{self.counterfeits:,} of the rows are counterfeit: nobody is behind them,"
            " and counterfeits.csv says how many a group has. Group sizes and the risk"
            " to be singled out count them as people; without them the smallest group"
            f" has {self.fewest_people:,}.",
        )

    @property
    def series_json(self) -> dict[str, Any]:
        """The numbers of the series."""
        return {
            "m": self.m,
            "release": self.number,
            "counterfeits": self.counterfeits,
            "fewest_people": self.fewest_people,
            "waiting": self.waiting,
            "withheld": self.withheld_people,
            "persons": self.series.persons,
            "signatures": self.series.signatures,
            "holds": self.series.holds(self.m),
        }

    def to_json(self) -> dict[str, Any]:
        """The release with the keys that other programs rely on."""
        return {**super().to_json(), "republication": self.series_json}

    def manifest(self, source: object, files: Mapping[str, str]) -> Manifest:
        """The manifest of the release, with what is said of its series."""
        manifest = super().manifest(source, files)
        plan = {"plan": plan_fingerprint(self.whole_plan)}
        return replace(
            manifest,
            fingerprints={**manifest.fingerprints, **plan},
            discloses=self.discloses,
            republication=self.series_json,
        )
