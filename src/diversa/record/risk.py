# SPDX-License-Identifier: Apache-2.0
"""The risk that people are found in a table, as `risks` measures it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import starmap
from typing import Annotated, Any

from diversa import notebook
from diversa.codec import ALWAYS, After, to_json
from diversa.codec.numbers import Count, Rows


@dataclass(frozen=True)
class AttackerRisk:
    """The probability that a row is matched with the right person."""

    average: float | None
    """Of a row, on average; None where there is no row."""
    highest: float | None
    """Of the row most at risk; None where there is no row."""
    rows_above: Rows
    """Rows whose risk is above the threshold; people, where people are counted."""
    share_above: float
    """Their share of all rows, or people."""


@dataclass(frozen=True)
class Estimate:
    """An estimate of the people who are unique in the population."""

    name: str
    """The estimator."""
    uniques: float | None
    """People who are unique in the population; None where it does not apply."""
    people: Rows
    """People of the population."""
    reason: str = ""
    """Why it does not apply."""

    @property
    def share(self) -> Annotated[float | None, ALWAYS, After("people")]:
        """The share of the population that is unique."""
        if self.uniques is None:
            return None
        return self.uniques / max(1, self.people)


@dataclass(frozen=True)
class PopulationUniques:
    """Estimates of the people who are unique in the population."""

    sampling_fraction: float
    """The share of the population that is in the table."""
    people: Rows
    """People of the population."""
    estimates: tuple[Estimate, ...]
    """The estimates, one for each estimator."""
    chosen: Estimate
    """The recommended estimate."""


@dataclass(frozen=True)
class PopulationEstimate:
    """The population behind a table, estimated by the sampling weights of its rows."""

    people: float
    """People of the population: the sum of all weights."""
    expected: float
    """Rows that a marketer is expected to match with the right person."""


@dataclass(frozen=True)
class Risk:
    """The risk that people are found in a table. It names nobody."""

    rows: Rows
    """Rows of the table."""
    groups: Count
    """Groups of the table."""
    threshold: float
    """The risk above which a row is at high risk."""
    prosecutor: AttackerRisk
    """Of people who are known to be in the table."""
    journalist: AttackerRisk
    """Of people of the population; at most that, where the population is not known."""
    marketer: AttackerRisk
    """Of all rows together; at most that, where the population is not known."""
    population_known: bool
    """True if the people who match each group were counted."""
    sample_uniques: Rows
    """Rows that are alone in their group; people, where people are counted."""
    population_uniques: PopulationUniques | None
    """People who are alone in the population; None without a sampling fraction."""
    people: Rows | None = None
    """People of the table, where people are counted and not rows."""
    population_estimate: PopulationEstimate | None = None
    """The population by which journalist and marketer were measured, where sampling
    weights estimate it."""

    @property
    def unique_share(self) -> Annotated[float, After("sample_uniques")]:
        """The share of rows, or people, that are alone in their group."""
        every = self.rows if self.people is None else self.people
        return self.sample_uniques / max(1, every)

    @property
    def units(self) -> str:
        """The unit of the numbers, in the plural."""
        return "rows" if self.people is None else "people"

    def __str__(self) -> str:
        above = f"{self.units} above {notebook.percent(self.threshold)}"
        attackers = [
            f"{name}: average {average}, highest {highest}, {above} {rows:,}"
            for name, average, highest, rows, _ in starmap(
                self._line, self.attackers.items()
            )
        ]
        estimate = [] if self.population_estimate is None else [self.expectation]
        return "\n  ".join([self._counts, *attackers, *estimate, self._unique])

    @property
    def every_attacker(self) -> dict[str, AttackerRisk]:
        """The three attackers by name."""
        return {
            "prosecutor": self.prosecutor,
            "journalist": self.journalist,
            "marketer": self.marketer,
        }

    @property
    def attackers(self) -> dict[str, AttackerRisk]:
        """The attackers whose risk is known; the others have a bound alone."""
        known = self.knows_people
        return self.every_attacker if known else {"prosecutor": self.prosecutor}

    @property
    def knows_people(self) -> bool:
        """True if the people who match each group were counted or estimated."""
        return self.population_known or self.population_estimate is not None

    @property
    def expectation(self) -> str:
        """The estimate of sampling weights, in words; empty without them."""
        estimate = self.population_estimate
        if estimate is None:
            return ""
        return (
            f"sampling weights: {estimate.people:,.0f} people in the population, of"
            f" whom {estimate.expected:,.1f} are expected to be found by a marketer"
        )

    @property
    def _counts(self) -> str:
        people = "" if self.people is None else f"people {self.people:,}, "
        return f"{people}rows {self.rows:,}, groups {self.groups:,}"

    @property
    def _unique(self) -> str:
        return (
            f"unique in the table: {self.sample_uniques:,} {self.units}"
            f" ({notebook.percent(self.unique_share)})"
        )

    def _repr_html_(self) -> str:
        """The risk in a notebook: without a population, the prosecutor's alone."""
        return notebook.result(
            notebook.verdict("RISK", self._counts),
            notebook.table(
                "Risk of being found",
                (
                    "attacker",
                    "average",
                    "highest",
                    f"{self.units} above {notebook.percent(self.threshold)}",
                    "",
                ),
                list(starmap(self._line, self.attackers.items())),
            ),
            *([notebook.say(text.capitalize())] if (text := self.expectation) else []),
            notebook.say(self._unique.capitalize()),
            ""
            if self.population_uniques is None
            else notebook.table(
                f"Unique in the population of {self.population_uniques.people:,}",
                ("estimate", "people", "why not"),
                [
                    (estimate.name, estimate.uniques, estimate.reason or "")
                    for estimate in self.population_uniques.estimates
                ],
            ),
        )

    def _line(self, name: str, attacker: AttackerRisk) -> tuple[object, ...]:
        return (
            name,
            notebook.percent(attacker.average),
            notebook.percent(attacker.highest),
            attacker.rows_above,
            notebook.Bar(attacker.share_above or 0.0),
        )

    def to_json(self) -> dict[str, Any]:
        """The risk with the keys that other programs rely on."""
        return to_json(self)
