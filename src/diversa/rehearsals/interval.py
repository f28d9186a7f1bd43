# SPDX-License-Identifier: Apache-2.0
"""Rates with intervals, and what an attack gains over its control.

The interval of a rate is Wilson's, at 95 %. The interval of the excess takes the ends
of both that are farthest apart, so that it is rather too wide than too narrow.

Reference:
    E. B. Wilson, Probable Inference, the Law of Succession, and Statistical Inference,
    JASA 22 (1927).
"""

from __future__ import annotations

import math

from diversa.record.rehearsal_record import Colour, ComparedRate, RateRecord

Z = 1.96
"""Standard deviations of a 95 % interval."""

LITTLE = 0.05
"""The greatest excess that counts as none."""

DIGITS = 4
"""Digits after the point of a rate: no try is told apart by more."""

SOME = 0.20
"""The greatest excess that does not count as a leak."""


def wilson(hits: float, tries: int) -> tuple[float, float]:
    """The ends of the interval of a rate; from 0 to 1 without a try.

    >>> [round(end, 4) for end in wilson(29, 100)]
    [0.2101, 0.3854]
    """
    if tries == 0:
        return 0.0, 1.0
    share, scale = hits / tries, 1 + Z * Z / tries
    centre = (share + Z * Z / (2 * tries)) / scale
    spread = share * (1 - share) / tries + Z * Z / (4 * tries * tries)
    half = Z * math.sqrt(max(0.0, spread)) / scale
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == tries else min(1.0, centre + half)
    return low, high


def rate_of(hits: float, tries: int) -> RateRecord:
    """A rate with its interval."""
    low, high = (round(end, DIGITS) for end in wilson(hits, tries))
    share = round(hits / tries, DIGITS) if tries else 0.0
    return RateRecord(
        tries=tries, hits=round(hits, DIGITS), rate=share, low=low, high=high
    )


def excess(attack: float, control: float) -> float:
    """The gain of an attack over its control, as a share of the possible gain.

    >>> excess(0.75, 0.5), excess(0.5, 0.75), excess(1.0, 1.0)
    (0.5, -1.0, 0.0)
    """
    if control >= 1:
        return 0.0
    return (attack - control) / (1 - control)


def colour_of(low: float, high: float) -> Colour:
    """The verdict on an excess by its interval.

    It is grey where the interval holds both 0 and more than a leak: too little was
    tried to tell one from the other.

    >>> [colour_of(*ends) for ends in ((-0.1, 0.1), (0.01, 0.04), (0.01, 0.1))]
    ['green', 'green', 'amber']
    >>> colour_of(0.1, 0.3), colour_of(-0.9, 0.9)
    ('red', 'grey')
    """
    if high <= LITTLE:
        return "green"
    if low <= 0:
        return "green" if high <= SOME else "grey"
    return "amber" if high <= SOME else "red"


def compare(
    attack: str, released: RateRecord, control: RateRecord, *, on: str | None = None
) -> ComparedRate:
    """The rate of an attack beside that of its control."""
    low = excess(released.low, control.high)
    high = excess(released.high, control.low)
    return ComparedRate(
        attack=attack,
        on=on,
        released=released,
        control=control,
        excess=round(excess(released.rate, control.rate), DIGITS),
        excess_low=round(low, DIGITS),
        excess_high=round(high, DIGITS),
        colour=colour_of(low, high),
    )
