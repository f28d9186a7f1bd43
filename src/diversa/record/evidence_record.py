# SPDX-License-Identifier: Apache-2.0
"""The part of a record on an adversary's gains and an analyst's losses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from diversa.codec import ALWAYS, REST, Must
from diversa.codec.numbers import Count, Level, Rows
from diversa.metrics.utility import Utility
from diversa.recodings.picture import Picture
from diversa.record.risk import Risk


@dataclass(frozen=True, kw_only=True)
class ExposureRecord:
    """The result of one attack."""

    attack: str
    """The attack, by the paper's word."""
    on: str | None
    """The sensitive attribute, if the attack is on one."""
    unit: Annotated[str, ALWAYS] = "row"
    """The unit that is counted: row or person."""
    exposed: Annotated[Rows, ALWAYS] = 0
    """Rows, or people, that are exposed."""
    total: Annotated[Rows, ALWAYS] = 0
    """Rows, or people, that the attack looked at."""
    share: float
    """The share of them that is exposed."""
    affected_groups: Annotated[Count, ALWAYS] = 0
    """Groups of those who are exposed."""
    groups: Annotated[Count, ALWAYS] = 0
    """Groups that the attack looked at."""
    worst: Annotated[Level, ALWAYS] = None
    """The attack's own number in its worst case."""
    words: str
    """The meaning of the result, in a sentence."""
    numbers: Annotated[Mapping[str, Any], REST] = field(default_factory=dict)
    """Further numbers of this attack."""


@dataclass(frozen=True)
class NotMade:
    """An attack that was not made."""

    attack: str
    """The attack."""
    on: str | None
    """The sensitive attribute, if it is about one."""
    why: str
    """The reason: what the attack lacks."""


@dataclass(frozen=True)
class AttacksRecord:
    """The results of all attacks."""

    attacks: tuple[ExposureRecord, ...]
    """Results of the attacks that were made."""
    not_made: tuple[NotMade, ...]
    """Attacks that do not apply or lack something."""


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
