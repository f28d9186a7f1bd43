# SPDX-License-Identifier: Apache-2.0
"""The numbers of two releases side by side, and the better one of each."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from diversa.codec.numbers import plain
from diversa.comparisons.release_measures import MeasuredRelease
from diversa.metrics import metric_of

Better = Literal["first", "second"]
"""The better one of two releases."""

Section = Literal["risk", "levels", "utility", "loss"]
"""The subject of a number."""

EQUAL = 1e-9
"""Largest relative difference of equal numbers."""


@dataclass(frozen=True)
class Difference:
    """A number of both releases."""

    section: Section
    """Subject of the number."""
    name: str
    """Name of the number."""
    first: float | None
    """The number of the first release; None if unknown or undefined."""
    second: float | None
    """The number of the second release."""
    better: Better | None
    """The better release; None if the numbers are equal or not both known."""

    @property
    def words(self) -> str:
        """The difference in plain words."""
        if self.first is None or self.second is None:
            return "not known of both"
        if self.better is None:
            return "the same"
        what = "is safer" if self.section in ("risk", "levels") else "keeps more"
        return f"{'A' if self.better == 'first' else 'B'} {what}"

    def to_json(self) -> dict[str, Any]:
        """Both numbers, and the difference in words."""
        return {
            "section": self.section,
            "name": self.name,
            "first": plain(self.first),
            "second": plain(self.second),
            "better": self.better,
            "words": self.words,
        }


def differences(
    first: MeasuredRelease, second: MeasuredRelease
) -> Iterator[Difference]:
    """Every number that both releases may have."""
    both = [risk_numbers(release) for release in (first, second)]
    if first.risk.units != second.risk.units:  # rows are not compared with people
        both = [
            {f"{name} ({release.risk.units})": number for name, number in own.items()}
            for own, release in zip(both, (first, second), strict=True)
        ]
    for name in dict.fromkeys([*both[0], *both[1]]):
        yield difference("risk", name, *(own.get(name) for own in both), lower=True)
    yield from level_differences(first, second)
    names = dict.fromkeys([*first.metrics, *second.metrics])
    for name in names:
        pair = first.metrics.get(name), second.metrics.get(name)
        metric = metric_of(name)
        safety = metric is not None and metric.about == "safety"
        section: Section = "levels" if safety else "utility"
        lower = metric is None or metric.better == "lower"
        yield difference(section, name, *pair, lower=lower)
    if first.utility is not None and second.utility is not None:
        theirs = second.utility.loss_by_attribute
        for name, loss in first.utility.loss_by_attribute.items():
            yield difference("loss", name, loss, theirs[name], lower=True)


def risk_numbers(release: MeasuredRelease) -> dict[str, float | None]:
    """The numbers of a risk by name."""
    risk = release.risk
    uniques = risk.population_uniques
    estimated = (
        {} if uniques is None else {"population uniques": uniques.chosen.uniques}
    )
    return {
        "average risk": risk.prosecutor.average,
        "highest risk": risk.prosecutor.highest,
        f"share of {risk.units} above {risk.threshold:g}": risk.prosecutor.share_above,
        f"unique {risk.units}": float(risk.sample_uniques),
        **estimated,
    }


def level_differences(
    first: MeasuredRelease, second: MeasuredRelease
) -> Iterator[Difference]:
    """The levels that are attained, for each sensitive attribute."""
    counted = [release.audit.counted for release in (first, second)]
    both = [
        {
            (
                level.name if level.on is None else f"{level.name} of {level.on}",
                unit if len({*counted}) > 1 else "",
            ): level
            for level in release.audit.measured
        }
        for release, unit in zip((first, second), counted, strict=True)
    ]
    for name, unit in dict.fromkeys([*both[0], *both[1]]):
        ours, theirs = (own.get((name, unit)) for own in both)
        known = ours or theirs
        if known is not None and (unit or ours is not None):
            yield difference(
                "levels",
                f"{name} ({unit})" if unit else name,
                None if ours is None else ours.attained,
                None if theirs is None else theirs.attained,
                lower=known.model.sense != ">=",
            )


def difference(
    section: Section,
    name: str,
    first: float | None,
    second: float | None,
    *,
    lower: bool,
) -> Difference:
    """Compare one number; a difference by rounding is none."""
    better: Better | None = None
    if first is None or second is None:
        return Difference(section, name, first, second, better)
    if not math.isclose(first, second, rel_tol=EQUAL, abs_tol=EQUAL):
        better = "first" if (first < second) == lower else "second"
    return Difference(section, name, first, second, better)
