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
    for name, ours in risk_numbers(first).items():
        yield difference("risk", name, ours, risk_numbers(second).get(name), lower=True)
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
        f"share of rows above {risk.threshold:g}": risk.prosecutor.share_above,
        "unique rows": float(risk.sample_uniques),
        **estimated,
    }


def level_differences(
    first: MeasuredRelease, second: MeasuredRelease
) -> Iterator[Difference]:
    """The levels that are attained, for each sensitive attribute."""
    theirs = {(level.name, level.on): level for level in second.audit.measured}
    for ours in first.audit.measured:
        other = theirs.get((ours.name, ours.on))
        name = ours.name if ours.on is None else f"{ours.name} of {ours.on}"
        yield difference(
            "levels",
            name,
            ours.attained,
            None if other is None else other.attained,
            lower=ours.model.sense != ">=",
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
