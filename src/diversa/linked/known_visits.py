# SPDX-License-Identifier: Apache-2.0
"""The evidence of linked tables: what is left to guess by how many visits are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from diversa.codec.numbers import Count, Rows
from diversa.counts.histories import Histories
from diversa.models.linked_privacy import (
    KmAnonymity,
    LinkedModel,
    LkcPrivacy,
    Secrets,
    judge_patterns,
)


@dataclass(frozen=True, kw_only=True)
class KnownVisits:
    """What somebody can learn who knows a person and some visits of the person."""

    visits: Count | None = None
    """The most visits that are known; None if all are, and that they are all."""
    people: Rows
    """The fewest people behind what is known; 0 where nobody is published."""
    alone: Rows
    """People who are alone with what may be known of them."""
    surest: Mapping[str, float] = field(default_factory=dict)
    """For each sensitive attribute, the largest share of a value among those people."""


def measure_known(
    histories: Histories, models: tuple[LinkedModel, ...], secrets: Secrets
) -> tuple[KnownVisits, ...]:
    """The evidence for no visit, one, ... up to what a model promises, and for all."""
    most = max((model.known or 0 for model in models), default=0)
    return tuple(
        measure_one(histories, visits, secrets) for visits in (*range(most + 1), None)
    )


def measure_one(
    histories: Histories, visits: int | None, secrets: Secrets
) -> KnownVisits:
    """The evidence where so many visits may be known."""
    most = "all" if visits is None else str(visits)
    judged = judge_patterns(histories, KmAnonymity(1, most), secrets)
    supports = np.concatenate([one.supports for one in judged])
    is_alone = np.zeros(len(histories), dtype=np.bool_)
    for one in judged:
        is_alone[one.having(one.supports == 1)] = True
    surest = {}
    for name in (*secrets.people, *secrets.visits):
        found = judge_patterns(
            histories, LkcPrivacy(1, most, Fraction(1), on=name), secrets
        )
        shares = [(one.alike / one.supports).max(initial=0.0) for one in found]
        surest[name] = float(max(shares, default=0.0))
    return KnownVisits(
        visits=visits,
        people=int(supports.min(initial=supports.max(initial=0))),
        alone=int(histories.people[is_alone].sum()),
        surest=surest,
    )
