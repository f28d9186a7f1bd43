# SPDX-License-Identifier: Apache-2.0
"""A sweep: what each value of a setting costs, and what privacy is got for it.

A parameter of a model (k, l, t), the suppression or the method runs through several
values; for each the best release is looked for and measured, and nothing is published.
The Pareto frontier are the releases of which none other is both safer and better kept.
`OpenTable.sweep` makes it, `diversa sweep` prints it.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import product
from typing import Any

from diversa import notebook
from diversa.counts.groups import Groups
from diversa.errors import PlanError
from diversa.models.model import Model
from diversa.models.parameters import write_value
from diversa.plan.plan import Plan
from diversa.plan.sections import Privacy, Search
from diversa.plan.setting import settings_of
from diversa.report.charts import Trial, frontier_chart
from diversa.report.drawing import standalone

MOST = 2000
"""Searches of one sweep at most."""

TABLES = {"models", "weights", "least", "greatest", "population", "missing"}
"""Settings of which no single value can be written down, or that say how to count."""

SETTINGS = {
    name: section
    for section, kind in (("privacy", Privacy), ("search", Search))
    for name in settings_of(kind)
    if name not in TABLES
}
"""The settings that may vary, and their section of a plan."""

RISKS = ("average risk", "highest risk")
"""What privacy is measured by, where it is not the level of a model."""


@dataclass(frozen=True)
class Axis:
    """What varies, and the values that it takes.

    Example:
        >>> Axis.read("k=2..6:2"), Axis.read("method=full-domain,mondrian").values
        (Axis(name='k', values=('2', '4', '6')), ('full-domain', 'mondrian'))
    """

    name: str
    """A parameter of a model (`k`, or `t-closeness.t`) or a setting of a plan."""
    values: tuple[object, ...]
    """Its values, in the order in which they are tried."""

    @classmethod
    def read(cls, text: str) -> Axis:
        """Read `name=values`: a list such as 2,3,5 or a range such as 2..20:2."""
        name, equals, listed = (part.strip() for part in text.partition("="))
        if not (name and equals and listed):
            raise PlanError(
                f"over: must be written name=values, got '{text}'; values are a list"
                " (l=2,3,4), a range (k=2..20) or a range with a step (t=0.1..0.5:0.1)"
            )
        parts = [part.strip() for part in listed.split(",")]
        values = [value for part in parts for value in read_values(name, part)]
        return cls(name, tuple(dict.fromkeys(values)))


def read_values(name: str, text: str) -> list[str]:
    """The values that a part of a list stands for: one, or those of a range.

    >>> read_values("t", "0.1..0.3:0.1"), read_values("k", "5")
    (['0.1', '0.2', '0.3'], ['5'])
    """
    first, dots, rest = text.partition("..")
    if not dots:
        return [text]
    last, _, step = rest.partition(":")
    try:
        low, high, wide = (Decimal(part.strip()) for part in (first, last, step or "1"))
    except InvalidOperation:
        raise PlanError(
            f"over: a range must be written low..high or low..high:step, got '{text}'"
            f" for {name}"
        ) from None
    if not (low.is_finite() and high.is_finite() and low <= high and wide > 0):
        raise PlanError(
            f"over: a range must run from its least to its greatest value with a step"
            f" above 0, got '{text}' for {name}"
        )
    if (high - low) / wide > MOST:
        raise PlanError(f"over: {name} must have at most {MOST:,} values; got more")
    if not step and low != low.to_integral_value():
        raise PlanError(
            f"over: a range between numbers that are not whole must have a step, got"
            f" '{text}' for {name}; write {text}:0.05"
        )
    steps = int((high - low) / wide)
    return [plainly(low + wide * turn) for turn in range(steps + 1)]


def plainly(number: Decimal) -> str:
    """Write a number without an exponent or zeros at its end.

    >>> plainly(Decimal("2E+1")), plainly(Decimal("0.10"))
    ('20', '0.1')
    """
    text = f"{number:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def axes_of(over: Mapping[str, Iterable[object]]) -> tuple[Axis, ...]:
    """What varies, from what Python says: names with their values."""
    axes = tuple(Axis(name, tuple(values)) for name, values in over.items())
    for axis in axes:
        if not axis.values:
            raise PlanError(f"over: {axis.name} must have at least one value, got none")
    if math.prod(len(axis.values) for axis in axes) > MOST:
        raise PlanError(
            f"over: a sweep must have at most {MOST:,} searches, got more; leave values"
            " out"
        )
    if not axes:
        raise PlanError("over: something must vary, got nothing; write k=2..20")
    return axes


def plans_of(
    plan: Plan, axes: Sequence[Axis]
) -> Iterator[tuple[dict[str, object], Plan]]:
    """Every combination of values, with the plan that has them."""
    for values in product(*(axis.values for axis in axes)):
        changed, told = plan, dict[str, object]()
        for axis, value in zip(axes, values, strict=True):
            changed, told[axis.name] = changed_plan(changed, axis.name, value)
        yield told, changed


def changed_plan(plan: Plan, name: str, value: object) -> tuple[Plan, object]:
    """A plan in which a setting or the parameter of a model has a value.

    Also the value as the plan holds it: "2" is the number 2.
    """
    if name in SETTINGS:
        section = SETTINGS[name]
        changed = replace(getattr(plan, section), **{name: value})
        held = getattr(changed, name)
        return replace(plan, **{section: changed}), as_number(held)
    varied = varied_models(plan.privacy.models, name)
    parameter = name.rpartition(".")[2]
    models = tuple(
        replace(model, **{parameter: value}) if model in varied else model
        for model in plan.privacy.models
    )
    held = getattr(replace(varied[0], **{parameter: value}), parameter)
    return replace(plan, privacy=replace(plan.privacy, models=models)), as_number(held)


def varied_models(models: Sequence[Model], name: str) -> list[Model]:
    """The models of which a parameter is meant: of one kind, or named before it."""
    kind, _, parameter = name.rpartition(".")
    having = [
        model
        for model in models
        if parameter in model.parameters() and kind in ("", model.name())
    ]
    kinds = sorted({model.name() for model in having})
    if len(kinds) == 1:
        return having
    if kinds:
        listed = " or ".join(f"{kind}.{parameter}" for kind in kinds)
        raise PlanError(
            f"over: {parameter} must be the parameter of one model, got"
            f" {len(kinds)} models that have it; write {listed}"
        )
    own = sorted(
        {
            f"{parameter} ({model.name()})"
            for model in models
            for parameter in model.parameters()
        }
    )
    raise PlanError(
        f"over: '{name}' must be a parameter of a model of the plan or a setting, got"
        f" neither; there are {', '.join(own) or 'no models'}, and the settings"
        f" {', '.join(SETTINGS)}"
    )


def as_number(value: object) -> object:
    """An exact number as one that JSON has; other values as they are."""
    if not isinstance(value, Fraction):
        return value
    return int(value) if value.denominator == 1 else float(value)


@dataclass(frozen=True)
class Yardstick:
    """What privacy is measured by in a sweep."""

    name: str
    """The number, in words for people."""
    model: Model | None = None
    """The model whose attained level it is; None for a risk."""

    @property
    def more_is_safer(self) -> bool:
        """Whether a greater number is more privacy."""
        return self.model is not None and self.model.sense == ">="

    @classmethod
    def choose(cls, plan: Plan, axes: Sequence[Axis], asked: str | None) -> Yardstick:
        """The yardstick that was asked for; else the model that varies, or the first.

        A level is told of a model whose bound varies, or of which nothing does: that of
        another parameter would not be one number. What needs more than the groups of a
        release is not measured here. Else it is the average risk.
        """
        if asked in RISKS:
            return cls(str(asked))
        levels = {
            model.name(): model
            for model in plan.bound_models()
            if has_level(model, [axis.name for axis in axes])
        }
        if asked is not None:
            if asked not in levels:
                raise PlanError(
                    f"privacy: must be one of {', '.join([*RISKS, *levels])}, got"
                    f" '{asked}'"
                )
            return cls.of_level(levels[asked])
        varying = [
            model
            for name, model in levels.items()
            for axis in axes
            if axis.name in (model.bounded, f"{name}.{model.bounded}")
        ]
        return next(map(cls.of_level, [*varying, *levels.values()]), cls(RISKS[0]))

    @classmethod
    def of_level(cls, model: Model) -> Yardstick:
        """The level that a model attains."""
        return cls(f"{model.subject} of {model.name()}", model)

    def measure(self, groups: Groups) -> float | None:
        """The number of a release; None where it is not defined."""
        if self.model is None:
            return risks_of(groups)[RISKS.index(self.name)]
        return finite(self.model.attained(groups)) if len(groups) else None


def has_level(model: Model, varying: Sequence[str]) -> bool:
    """Whether the level of a model is one number in all points of a sweep."""
    others = set(model.parameters()) - {model.bounded}
    changed = {name.rpartition(".")[2] for name in varying} & others
    return not (model.needs or model.looks_around or changed) and model.local


def risks_of(groups: Groups) -> tuple[float, float]:
    """The average and the highest risk of a person to be found in a release."""
    if not len(groups):
        return 0.0, 0.0
    return len(groups) / groups.rows, 1 / int(groups.sizes.min())


def finite(number: float) -> float | None:
    """A number that can be drawn and written; None where it is none."""
    return float(number) if math.isfinite(number) else None


@dataclass(frozen=True)
class SweepPoint:
    """What one combination of values gives."""

    settings: Mapping[str, object]
    """The values that were tried."""
    loss: float | None = None
    """How much of the detail the best release loses; None where there is none."""
    privacy: float | None = None
    """How safe it is, by the yardstick of the sweep."""
    suppressed: int | None = None
    """Rows that are suppressed in it."""
    groups: int | None = None
    """Groups of rows that look alike."""
    average_risk: float | None = None
    """The share of a person, on average, in who is found: groups by rows."""
    highest_risk: float | None = None
    """The same in the smallest group: one by its rows."""
    method: str | None = None
    """How the table is recoded."""
    levels: Mapping[str, int] | None = None
    """Its levels, to publish them; None where groups are no levels."""
    best: bool = False
    """Whether it lies on the Pareto frontier."""
    failure: str | None = field(default=None, repr=False)
    """Why there is no release."""

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
    """What varied."""
    yardstick: Yardstick
    """What privacy was measured by."""
    points: tuple[SweepPoint, ...]
    """One for each combination of values, in their order."""

    @classmethod
    def of(
        cls, over: Iterable[str], yardstick: Yardstick, points: Iterable[SweepPoint]
    ) -> Sweep:
        """A sweep whose Pareto frontier is marked."""
        marked = mark_best(list(points), more_is_safer=yardstick.more_is_safer)
        return cls(tuple(over), yardstick, tuple(marked))

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
            Trial(point.privacy, point.loss, said(point.settings), best=point.best)
            for point in self.points
            if point.loss is not None and point.privacy is not None
        ]
        chart = frontier_chart(self._title, trials, unit=self.yardstick.name)
        return standalone(chart)

    def _repr_html_(self) -> str:
        """The picture and the points, in a notebook."""
        lines = list(self.rows())
        return notebook.shown(
            notebook.picture(self._title, self.svg()),
            notebook.table(
                f"Privacy is the {self.yardstick.name}",
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


def said(settings: Mapping[str, object]) -> str:
    """The values of a point in a few letters.

    >>> said({"k": 5, "method": "mondrian"})
    'k=5, mondrian'
    """
    return ", ".join(
        text_of(value) if isinstance(value, str) else f"{name}={text_of(value)}"
        for name, value in settings.items()
    )


def text_of(value: object) -> str:
    """A value as a person writes it."""
    return write_value(value) if isinstance(value, bool) else str(value)
