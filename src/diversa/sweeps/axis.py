# SPDX-License-Identifier: Apache-2.0
"""The axes of a sweep: settings, their values, and the plans that have them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from itertools import product

from diversa.errors import PlanError
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.plan.search_section import Search
from diversa.plan.sections import Privacy
from diversa.setting import settings_of

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


@dataclass(frozen=True)
class Axis:
    """A setting that varies, with its values.

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
    """The axes of a sweep, from names with their values."""
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
            changed, told[axis.name] = with_setting(changed, axis.name, value)
        yield told, changed


def with_setting(plan: Plan, name: str, value: object) -> tuple[Plan, object]:
    """A plan in which a setting or the parameter of a model has a value.

    Also the value as the plan holds it: "2" is the number 2.
    """
    if name in SETTINGS:
        section = SETTINGS[name]
        changed = replace(getattr(plan, section), **{name: value})
        held = getattr(changed, name)
        return replace(plan, **{section: changed}), as_number(held)
    varied = models_with(plan.privacy.models, name)
    parameter = name.rpartition(".")[2]
    models = tuple(
        replace(model, **{parameter: value}) if model in varied else model
        for model in plan.privacy.models
    )
    held = getattr(replace(varied[0], **{parameter: value}), parameter)
    return replace(plan, privacy=replace(plan.privacy, models=models)), as_number(held)


def models_with(models: Sequence[Model], name: str) -> list[Model]:
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
