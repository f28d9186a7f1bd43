# SPDX-License-Identifier: Apache-2.0
"""The part of a record on an adversary's gains and an analyst's losses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from diversa.codec import ALWAYS, Must
from diversa.codec.numbers import Count
from diversa.metrics.utility import Utility
from diversa.recodings.picture import Picture
from diversa.record.attack_record import AttacksRecord
from diversa.record.rehearsal_record import RehearsalRecord
from diversa.record.risk import Risk


@dataclass(frozen=True, kw_only=True)
class RiskMoments:
    """The risk of being found, before and after."""

    before: Risk | None = None
    """In the table; None where one table alone was measured."""
    after: Risk
    """In the release, or in the one table."""

    @property
    def every(self) -> tuple[Risk, ...]:
        """Each time that it was measured."""
        return (self.after,) if self.before is None else (self.before, self.after)


@dataclass(frozen=True, kw_only=True)
class AttackMoments:
    """The results of all attacks, before and after."""

    before: AttacksRecord | None = None
    """In the table; None where one table alone was measured."""
    after: AttacksRecord
    """In the release, or in the one table."""

    @property
    def every(self) -> tuple[AttacksRecord, ...]:
        """Each time that it was measured."""
        return (self.after,) if self.before is None else (self.before, self.after)


@dataclass(frozen=True, kw_only=True)
class SizeSpan:
    """The rows in groups of some sizes, before and after."""

    low: Count
    """The smallest size."""
    high: Count | None
    """The largest size; None where there is no largest."""
    before: float | None = None
    """Share of the rows of the table."""
    after: float
    """Share of the rows of the release."""


@dataclass(frozen=True)
class GeneralizedAttribute:
    """The published level of a quasi-identifier."""

    attribute: str
    """Name of the column."""
    level: Count
    """The level that is published; 0 is the value itself."""
    height: Count | None
    """The highest level; None if rows are withheld, since their values may be the
    reason for its height."""
    label: str | None
    """The label that most published rows have; None where values are unchanged."""


@dataclass(frozen=True, kw_only=True)
class EvidenceRecord:
    """Measurements of a table, or of a table and its release."""

    risk: RiskMoments
    """The risk of being found."""
    attacks: AttackMoments
    """The results of all attacks."""
    group_sizes: tuple[SizeSpan, ...]
    """Rows in groups of each span of sizes."""
    utility: Utility | None
    """The utility of the release; None without an original to compare with."""
    picture: Picture | None
    """Numbers for a drawing of the decision."""
    levels: Annotated[tuple[GeneralizedAttribute, ...] | None, ALWAYS] = None
    """The published level of every quasi-identifier; None without levels."""
    rehearsal: RehearsalRecord | None = None
    """Attacks on the release of a third of the people, beside a control; None where the
    plan wants none."""

    RULE: ClassVar = Must(
        "measured at the same times throughout",
        lambda evidence: (
            len(
                {
                    part.before is None
                    for part in (evidence.risk, evidence.attacks, *evidence.group_sizes)
                }
            )
            == 1
        ),
    )
