# SPDX-License-Identifier: Apache-2.0
"""The tries and hits of attacks, added up over draws."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from diversa.array_types import Floats
from diversa.record.rehearsal_record import Colour, ComparedRate
from diversa.rehearsals.downcoding import Downcoding
from diversa.rehearsals.interval import LITTLE, compare, rate_of
from diversa.rehearsals.membership import MembershipCount

ENOUGH = 500
"""Descriptions of single people after which no more thirds are drawn."""


@dataclass
class Tally:
    """Tries and hits of an attack, added up over draws."""

    tries: int = 0
    hits: float = 0.0
    control_tries: int = 0
    control_hits: float = 0.0

    def add(self, chances: Floats, control: Floats) -> None:
        """Add the chances of some tries, and of those of the control."""
        self.tries += len(chances)
        self.hits += float(chances.sum())
        self.control_tries += len(control)
        self.control_hits += float(control.sum())

    def compare(self, attack: str, on: str | None) -> ComparedRate:
        """The rate beside that of the control."""
        released = rate_of(self.hits, self.tries)
        control = rate_of(self.control_hits, self.control_tries)
        return compare(attack, released, control, on=on)


def colour_of_members(rate: ComparedRate) -> Colour:
    """The verdict where labels name members: who is certain is no matter of chance."""
    if rate.excess_low > LITTLE:
        return "red"
    return "amber" if rate.excess_low > 0 else rate.colour


@dataclass
class Results:
    """The results of all draws."""

    draws: int = 0
    people: int = 0
    tallies: dict[tuple[str, str | None], Tally] = field(default_factory=dict)
    downcoding: Downcoding | None = None
    membership: MembershipCount | None = None
    not_made: dict[str, str] = field(default_factory=dict)

    @property
    def has_enough(self) -> bool:
        """True if there were enough tries to single people out, or none can be made."""
        made = self.tallies.get(("singling out", None))
        return made is None or made.tries >= ENOUGH

    def tries(self, attack: str) -> int:
        """The tries of an attack so far, on one attribute."""
        made = [one.tries for (name, _), one in self.tallies.items() if name == attack]
        return max(made, default=0)

    def add(
        self, attack: str, chances: Floats, control: Floats, on: str | None
    ) -> None:
        """Add the tries of an attack."""
        self.tallies.setdefault((attack, on), Tally()).add(chances, control)

    def rates(self) -> Iterator[ComparedRate]:
        """The attacks beside their control."""
        for (attack, on), tally in self.tallies.items():
            rate = tally.compare(attack, on)
            if attack == "membership" and self._labels_name_people:
                rate = replace(rate, colour=colour_of_members(rate))
            yield rate

    @property
    def _labels_name_people(self) -> bool:
        return self.membership is not None and self.membership.by_labels > 0

    def reasons(self) -> Iterator[tuple[str, str]]:
        """Attacks that no draw could make, and why."""
        made = {attack for attack, _ in self.tallies}
        if self.downcoding is not None:
            made |= {"downcoding", "membership"}
        for attack, why in self.not_made.items():
            if attack not in made:
                yield attack, why
