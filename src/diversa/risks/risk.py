# SPDX-License-Identifier: Apache-2.0
"""The re-identification risk of a table, all of it at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa import notebook
from diversa.counts.population import Population
from diversa.errors import InputError
from diversa.risks.attackers import (
    AttackerRisk,
    journalist,
    marketer,
    prosecutor,
)
from diversa.risks.population_uniques import (
    PopulationUniques,
    population_uniques,
)

THRESHOLD = 0.2
"""The risk of a group of five."""


@dataclass(frozen=True)
class Risk:
    """The risk that people are found in a table. It names nobody."""

    rows: int
    """Rows of the table."""
    groups: int
    """Groups of the table."""
    threshold: float
    """What risk of a row is taken to be too high."""
    prosecutor: AttackerRisk
    """Of people who are known to be in the table."""
    journalist: AttackerRisk
    """Of people of the population; at most that, where the population is not known."""
    marketer: AttackerRisk
    """Of all rows together; at most that, where the population is not known."""
    population_known: bool
    """Whether the people who match each group were counted."""
    sample_uniques: int
    """Rows that are alone in their group."""
    population_uniques: PopulationUniques | None
    """People who are alone in the population; None without a sampling fraction."""

    @property
    def unique_share(self) -> float:
        """The share of rows that are alone in their group."""
        return self.sample_uniques / max(1, self.rows)

    def __str__(self) -> str:
        above = f"rows above {notebook.percent(self.threshold)}"
        attackers = [
            f"{name}: average {average}, highest {highest}, {above} {rows:,}"
            for name, average, highest, rows, _ in map(self._line, self._attackers)
        ]
        return "\n  ".join([self._counted, *attackers, self._unique])

    @property
    def _attackers(self) -> tuple[str, ...]:
        others = ("journalist", "marketer") if self.population_known else ()
        return ("prosecutor", *others)

    @property
    def _counted(self) -> str:
        return f"rows {self.rows:,}, groups {self.groups:,}"

    @property
    def _unique(self) -> str:
        return (
            f"unique in the table: {self.sample_uniques:,} rows"
            f" ({notebook.percent(self.unique_share)})"
        )

    def _repr_html_(self) -> str:
        """The risk in a notebook: without a population, the prosecutor's alone."""
        return notebook.shown(
            notebook.verdict("RISK", self._counted),
            notebook.table(
                "Risk of being found",
                (
                    "attacker",
                    "average",
                    "highest",
                    f"rows above {notebook.percent(self.threshold)}",
                    "",
                ),
                [self._line(name) for name in self._attackers],
            ),
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

    def _line(self, name: str) -> tuple[object, ...]:
        attacker: AttackerRisk = getattr(self, name)
        return (
            name,
            notebook.percent(attacker.average),
            notebook.percent(attacker.highest),
            attacker.rows_above,
            notebook.Bar(attacker.share_above or 0.0),
        )

    def to_json(self) -> dict[str, Any]:
        """The risk with the keys that other programs rely on."""
        uniques = self.population_uniques
        return {
            "rows": self.rows,
            "groups": self.groups,
            "threshold": self.threshold,
            "prosecutor": self.prosecutor.to_json(),
            "journalist": self.journalist.to_json(),
            "marketer": self.marketer.to_json(),
            "population_known": self.population_known,
            "sample_uniques": self.sample_uniques,
            "unique_share": self.unique_share,
            "population_uniques": None if uniques is None else uniques.to_json(),
        }


def risks(
    sizes: NDArray[np.int64],
    *,
    population: Population | NDArray[np.int64] | None = None,
    sampling_fraction: float | None = None,
    threshold: float = THRESHOLD,
) -> Risk:
    """Measure the re-identification risk of a table by the sizes of its groups.

    Args:
        sizes: Rows of each group (`Groups.sizes`).
        population: People of the population who match each group
            (`Groups.population`). Without it, journalist and marketer are bounded by
            what they would find if nobody but the table's people existed.
        sampling_fraction: The share of the population that is in the table, for
            estimates of population uniques.
        threshold: What risk of a row is taken to be too high.

    Example:
        >>> risk = risks(np.array([1, 4]))
        >>> risk.prosecutor.average, risk.prosecutor.highest, risk.sample_uniques
        (0.4, 1.0, 1)
    """
    if not 0 <= threshold <= 1:
        raise InputError(
            f"threshold: must be from 0 to 1, got {threshold}; it is a probability"
        )
    people = population.sizes if isinstance(population, Population) else population
    population_sizes = sizes if people is None else people
    return Risk(
        rows=int(sizes.sum()),
        groups=len(sizes),
        threshold=threshold,
        prosecutor=prosecutor(sizes, threshold=threshold),
        journalist=journalist(sizes, population_sizes, threshold=threshold),
        marketer=marketer(sizes, population_sizes, threshold=threshold),
        population_known=people is not None,
        sample_uniques=int((sizes == 1).sum()),
        population_uniques=None
        if sampling_fraction is None
        else population_uniques(sizes, sampling_fraction=sampling_fraction),
    )
