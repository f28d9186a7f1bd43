# SPDX-License-Identifier: Apache-2.0
"""The releases of a sweep side by side, as lines and as a picture.

The Pareto frontier are the releases of which none other is both safer and better kept.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from diversa import notebook
from diversa.counts.groups import Groups
from diversa.methods.decision import Decision
from diversa.models.parameters import write_value
from diversa.report.dot_charts import ChartPoint, frontier_chart
from diversa.report.drawing import standalone
from diversa.sweeps.yardstick import Yardstick, risks_of


@dataclass(frozen=True)
class SweepPoint:
    """The best release for one combination of values."""

    settings: Mapping[str, object]
    """The values that were tried."""
    loss: float | None = None
    """The loss of the release; None where there is no release."""
    privacy: float | None = None
    """Its privacy, by the yardstick of the sweep."""
    suppressed: int | None = None
    """Rows that are suppressed in it."""
    groups: int | None = None
    """Groups of rows that look alike."""
    average_risk: float | None = None
    """The share of a person, on average, in who is found: groups by rows, or people."""
    highest_risk: float | None = None
    """The same in the smallest group: one by its rows, or people."""
    method: str | None = None
    """The method of the recoding."""
    levels: Mapping[str, int] | None = None
    """Its levels, to publish them; None where groups are no levels."""
    best: bool = False
    """True on the Pareto frontier."""
    failure: str | None = field(default=None, repr=False)
    """Why there is no release."""

    @classmethod
    def of(
        cls,
        settings: Mapping[str, object],
        decision: Decision,
        groups: Groups,
        yardstick: Yardstick,
    ) -> SweepPoint:
        """Measure what a search decided, by the groups that it publishes."""
        average, highest = risks_of(groups)
        return cls(
            settings,
            decision.loss,
            yardstick.measure(groups),
            decision.suppressed,
            len(groups),
            average,
            highest,
            decision.method,
            decision.recoding.levels,
        )

    def to_json(self) -> dict[str, Any]:
        """The point as plain values."""
        return {
            "settings": dict(self.settings),
            "loss": self.loss,
            "privacy": self.privacy,
            "suppressed": self.suppressed,
            "groups": self.groups,
            "average_risk": self.average_risk,
            "highest_risk": self.highest_risk,
            "method": self.method,
            "levels": None if self.levels is None else dict(self.levels),
            "frontier": self.best,
            **({} if self.failure is None else {"failure": self.failure}),
        }


FACTS = ("loss", "privacy", "suppressed", "groups", "average_risk", "highest_risk")
"""The numbers of a point, as columns of a table."""


@dataclass(frozen=True)
class Sweep:
    """Releases for several values of a setting, each measured."""

    over: tuple[str, ...]
    """The settings that varied."""
    yardstick: Yardstick
    points: tuple[SweepPoint, ...]
    """One for each combination of values, in their order."""
    person: str | None = None
    """The column that says whose a row is, where people are counted and not rows."""

    @classmethod
    def of(
        cls,
        over: Iterable[str],
        yardstick: Yardstick,
        points: Iterable[SweepPoint],
        person: str | None = None,
    ) -> Sweep:
        """A sweep whose Pareto frontier is marked."""
        marked = mark_best(list(points), more_is_safer=yardstick.more_is_safer)
        return cls(tuple(over), yardstick, tuple(marked), person)

    @property
    def privacy_in_words(self) -> str:
        """The measure of privacy, and who is counted if it is not the rows."""
        whose = "" if self.person is None else f", people by '{self.person}'"
        return f"{self.yardstick.name}{whose}"

    @property
    def frontier(self) -> tuple[SweepPoint, ...]:
        """The points that no other one beats, the best kept data first."""
        best = [point for point in self.points if point.best]
        return tuple(sorted(best, key=lambda point: (point.loss, point.privacy)))

    def to_json(self) -> dict[str, Any]:
        """The sweep with the keys that other programs rely on."""
        return {
            "over": list(self.over),
            "privacy": self.yardstick.name,
            "more_is_safer": self.yardstick.more_is_safer,
            "counted": "rows" if self.person is None else "people",
            "points": [point.to_json() for point in self.points],
        }

    def rows(self) -> Iterator[dict[str, object]]:
        """The points as lines of a table, the same columns in each."""
        attributes = next((p.levels for p in self.points if p.levels is not None), {})
        for point in self.points:
            levels = point.levels or {}
            yield {
                **{name: text_of(point.settings[name]) for name in self.over},
                **{name: getattr(point, name) for name in FACTS},
                "frontier": "yes" if point.best else "no",
                **{f"level of {name}": levels.get(name) for name in attributes},
            }

    def to_csv(self) -> str:
        """The points as a CSV table; a point without a release has empty cells."""
        lines, text = list(self.rows()), io.StringIO()
        writer = csv.DictWriter(text, list(lines[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
        return text.getvalue()

    def svg(self) -> str:
        """A picture of privacy against loss, with the frontier, as a file of its own.

        A point without a number for privacy is not drawn.
        """
        trials = [
            ChartPoint(
                point.privacy,
                point.loss,
                settings_in_words(point.settings),
                best=point.best,
            )
            for point in self.points
            if point.loss is not None and point.privacy is not None
        ]
        chart = frontier_chart(self._title, trials, unit=self.yardstick.name)
        return standalone(chart)

    def _repr_html_(self) -> str:
        """The picture and the points, in a notebook."""
        lines = list(self.rows())
        return notebook.result(
            notebook.picture(self._title, self.svg()),
            notebook.table(
                f"Privacy is the {self.privacy_in_words}",
                [name.replace("_", " ") for name in lines[0]],
                [list(line.values()) for line in lines],
            ),
        )

    @property
    def _title(self) -> str:
        return f"Privacy against loss over {', '.join(self.over)}"


def mark_best(points: Sequence[SweepPoint], *, more_is_safer: bool) -> list[SweepPoint]:
    """Mark the points that no other one beats in loss and privacy."""
    sign = -1.0 if more_is_safer else 1.0
    costs = [
        (point.loss, sign * point.privacy)
        if point.loss is not None and point.privacy is not None
        else None
        for point in points
    ]
    drawn = sorted(cost for cost in costs if cost is not None)
    best, safest = set[tuple[float, float]](), math.inf
    for loss, danger in drawn:  # of equal loss the safest comes first
        if danger < safest:
            best.add((loss, danger))
            safest = danger
    return [
        replace(point, best=cost in best)
        for point, cost in zip(points, costs, strict=True)
    ]


def settings_in_words(settings: Mapping[str, object]) -> str:
    """The values of a point in a few letters.

    >>> settings_in_words({"k": 5, "method": "mondrian"})
    'k=5, mondrian'
    """
    return ", ".join(
        text_of(value) if isinstance(value, str) else f"{name}={text_of(value)}"
        for name, value in settings.items()
    )


def text_of(value: object) -> str:
    """A value as a person writes it."""
    return write_value(value) if isinstance(value, bool) else str(value)
