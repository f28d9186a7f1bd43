# SPDX-License-Identifier: Apache-2.0
"""The part of a record on a rehearsal: rates of attacks beside those of a control."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from diversa.codec import ALWAYS
from diversa.codec.numbers import Count, Rows
from diversa.data.roles import Roles
from diversa.record.attack_record import NotMade

Colour = Literal["green", "amber", "red", "grey"]
"""How much more an attack learns than the control: nothing (green), at most a fifth
(amber), more (red); grey where too little was tried to say."""

LeftOut = Literal["few people", "no release", "large table", "long search"]
"""Why nothing was rehearsed: the table has too few people to draw thirds of them; the
plan has no release of a third; or it would take too long."""


def unit_of(roles: Roles) -> Literal["row", "person"]:
    """The unit that is counted.

    People, where a column says whose a row is or for how many people a line stands.
    """
    return "row" if roles.person is None and roles.count is None else "person"


@dataclass(frozen=True, kw_only=True)
class RateRecord:
    """The share of tries that succeed, with a 95 % interval."""

    tries: Count
    """Number of tries."""
    hits: float
    """Successful tries; those that a coin decides count in part."""
    rate: float
    """The share of successful tries."""
    low: float
    """The lower end of its interval."""
    high: float
    """The upper end of its interval."""


@dataclass(frozen=True, kw_only=True)
class ComparedRate:
    """The rate of an attack on the people of a release, and on other people."""

    attack: str
    """The attack: singling out, membership, linkability or inference."""
    on: str | None = None
    """The sensitive attribute, if the attack is on one."""
    released: RateRecord
    """The rate among the people of the release."""
    control: RateRecord
    """The rate among as many other people, of whom the release has no row."""
    excess: float
    """The gain of the attack over the control, as a share of what it could gain."""
    excess_low: float
    """The lower end of its interval."""
    excess_high: float
    """The upper end of its interval."""
    colour: Colour
    """The verdict on the excess."""


@dataclass(frozen=True, kw_only=True)
class DowncodingRecord:
    """Claims of labels about single rows, beyond the values that they cover."""

    groups: Count
    """Groups with a generalized label."""
    rows: Rows
    """Rows, or people, of these groups."""
    claims: Count
    """Sets of values that a label says to be in its group."""
    true: Count
    """Claims that are true."""
    backed_by_one: Count
    """True claims that hold for one row of their group alone."""
    finer: Rows
    """Rows, or people, that can be made finer by the claims on one column."""
    restored: Rows
    """Rows, or people, whose values can be restored completely."""


@dataclass(frozen=True, kw_only=True)
class MembershipRecord:
    """People of a population who are certainly among those released.

    The population are the released people and the control: half of it is released.
    """

    population: Rows
    """Rows, or people, of the population."""
    certain: Rows
    """Those who are named as released."""
    right: Rows
    """Those of them who were released."""
    by_labels: Rows
    """Those who are named because of what labels state, or a learner is sure of."""
    by_box: Rows
    """Those who are named because the population has nobody else in their box."""


@dataclass(frozen=True, kw_only=True)
class RehearsalRecord:
    """A rehearsal: thirds of the people are released, learnt from, and a control."""

    kind: Literal["plain", "adaptive"]
    """The adversary: who counts, or who also learns from a release of other people."""
    unit: Literal["row", "person"] = "row"
    """The unit that is counted."""
    draws: Annotated[Count, ALWAYS] = 0
    """Times that thirds were drawn; their tries are added up."""
    people: Annotated[Rows, ALWAYS] = 0
    """Rows, or people, of a third."""
    rates: Annotated[tuple[ComparedRate, ...], ALWAYS] = ()
    """The attacks that are compared with a control."""
    downcoding: DowncodingRecord | None = None
    """Claims of labels about single rows; None where nothing is generalized."""
    membership: MembershipRecord | None = None
    """People certainly in the release; None where nothing is generalized."""
    not_made: Annotated[tuple[NotMade, ...], ALWAYS] = ()
    """Attacks that do not apply to this kind of release, and why."""
    left_out: LeftOut | None = None
    """The reason why nothing was rehearsed; None where it was."""

    def of(self, attack: str) -> tuple[ComparedRate, ...]:
        """The rates of an attack: one, or one for each sensitive attribute."""
        return tuple(rate for rate in self.rates if rate.attack == attack)
