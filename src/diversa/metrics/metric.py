# SPDX-License-Identifier: Apache-2.0
"""A metric of utility, declared once: what it says, what is better, how to measure.

The report, `compare`, the command line and the guide show what is declared here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from diversa.metrics.recoded import Recoded

Numbers = Mapping[str, float | None]
"""Numbers by the names they have in JSON and in reports; None: it does not apply."""

NOT_COUNTED = "nothing: published rows alone"
"""The cost of a withheld row in a metric of the published groups."""


@dataclass(frozen=True)
class Request:
    """Settings of the measurement of a release."""

    k: int | None = None
    """The group size that was asked for."""
    queries: int = 1000
    """Number of COUNT queries; 0 for none."""
    label: str | None = None
    """A column whose prediction is tried."""
    seed: int = 0
    """Seed of the draw of queries and held-out rows."""


def one_number(name: str, measured: float | None) -> Numbers:
    """The measurement is the number itself."""
    return {name: measured}


def mean_number(name: str, measured: Mapping[str, float]) -> Numbers:
    """The mean over what was measured of each attribute; 0 of nothing."""
    return {name: sum(measured.values()) / max(1, len(measured))}


def number_by_attribute(name: str, measured: Mapping[str, float]) -> Numbers:
    """A number for each sensitive attribute; the bare name where there is one only."""
    if len(measured) == 1:
        return {name: next(iter(measured.values()))}
    return {f"{name}:{on}": number for on, number in measured.items()}


@dataclass(frozen=True)
class Metric:
    """A metric that compares a table with its release.

    Example:
        >>> metric = Metric("groups", "groups", "published groups", lambda _, __: 3)
        >>> metric.numbers(3)
        {'groups': 3}
    """

    name: str
    """The name in JSON and in reports."""
    title: str
    """The name as people say it, with the letters that papers have for it."""
    meaning: str
    """Its meaning, in half a sentence."""
    measure: Callable[[Recoded, Request], Any]
    """Measure a release: a number, numbers by attribute, or an object with `to_json`;
    None where it does not apply."""
    better: Literal["lower", "higher"] = "lower"
    """The direction that is better."""
    about: Literal["use", "safety"] = "use"
    """Its side: the use of a release, or its safety."""
    needs: str = ""
    """Its need, if it does not apply to every release."""
    withheld: str = NOT_COUNTED
    """The cost of a withheld row; see `metrics.utility`."""
    shape: Callable[[str, Any], Numbers] = one_number
    """The numbers of what was measured."""
    meanings: Mapping[str, str] = field(default_factory=dict)
    """Meaning of each number by its name, if there are several."""
    detail: str = ""
    """The key of JSON under which all that was measured stands, where numbers alone do
    not say it."""

    def numbers(self, measured: object) -> Numbers:
        """The numbers of what was measured, by name."""
        return self.shape(self.name, measured)

    @property
    def sentences(self) -> Mapping[str, str]:
        """Meaning of each of its numbers, by name."""
        return self.meanings or {self.name: self.meaning}


def plain(measured: object) -> object:
    """A measurement as JSON holds it."""
    if isinstance(measured, Mapping):
        return {name: plain(part) for name, part in measured.items()}
    to_json = getattr(measured, "to_json", None)
    return measured if to_json is None else to_json()
