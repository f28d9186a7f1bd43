# SPDX-License-Identifier: Apache-2.0
"""The assumptions of attacks: the adversary's knowledge and thresholds of exposure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from diversa.attacks.background_knowledge import FACTS
from diversa.attacks.corruption import SHARE
from diversa.attacks.learning_limits import LearningLimits
from diversa.attacks.rule_table import USUAL, RuleAssumptions
from diversa.attacks.similarity import HEIGHT
from diversa.attacks.skewness import RATIO
from diversa.data.dictionary import as_decimal
from diversa.errors import InputError
from diversa.models.model import Model

Number = int | float | str | Fraction
"""A number as a user gives it."""


@dataclass(frozen=True)
class Assumptions:
    """The adversary's knowledge, and the thresholds of exposure."""

    facts: int = FACTS
    """Most negative facts that are tried."""
    ratio: Number = RATIO
    """A group is skewed if a value is at least this many times as likely as in the
    whole table."""
    e: Number = HEIGHT
    """Height of the subtrees of a taxonomy that count as one kind of value."""
    widths: Mapping[str, Number] = field(default_factory=dict)
    """Sensitive attribute of numbers to the width of an interval of near values; a
    twentieth of the range by default."""
    rules: RuleAssumptions = USUAL
    """The rules that are mined from the original table, or from a population."""
    corruption: float = SHARE
    """The share of people whose sensitive values are known, from 0 to 1."""
    rule: tuple[Model, ...] = ()
    """The models that the publisher satisfied with the least change."""
    seed: int = 0
    """Seed of the simulations, and of what an adversary draws who learns."""
    learning: LearningLimits = field(default_factory=LearningLimits)
    """How much of a release is learnt from in the correlation attack."""

    def __post_init__(self) -> None:
        at_least("facts", self.facts)
        at_least("rules.conditions", self.rules.conditions)
        at_least("rules.support", self.rules.support, least=1)
        exact("ratio", self.ratio, least=1)
        exact("e", self.e)
        if not 0 <= self.corruption <= 1:
            raise InputError(
                f"corruption: must be a share from 0 to 1, got {self.corruption}"
            )
        for name, width in self.widths.items():
            exact(f"widths.{name}", width)

    @property
    def exact_widths(self) -> dict[str, Fraction]:
        """The widths that are given, as exact numbers."""
        return {name: exact("widths", width) for name, width in self.widths.items()}

    def width(self, on: str) -> Fraction | None:
        """The width of a sensitive attribute, if one is given."""
        return self.exact_widths.get(on)


def at_least(where: str, number: int, *, least: int = 0) -> int:
    """The number, refused if it is smaller."""
    if number < least:
        raise InputError(f"{where}: must be {least} or more, got {number}")
    return number


def exact(where: str, number: Number, *, least: int = 0) -> Fraction:
    """The exact value of a number as it is written; refused below `least`."""
    try:
        read = number if isinstance(number, Fraction) else Fraction(as_decimal(number))
    except ValueError:
        raise InputError(f"{where}: must be a number, got {number!r}") from None
    if read < least:
        raise InputError(f"{where}: must be {least} or more, got {number}")
    return read
