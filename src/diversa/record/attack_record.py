# SPDX-License-Identifier: Apache-2.0
"""The part of a record on the results of attacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from diversa.codec import ALWAYS, REST
from diversa.codec.numbers import Count, Level, Rows


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
