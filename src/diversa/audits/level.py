# SPDX-License-Identifier: Apache-2.0
"""Levels: the number that a table attains under a model."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, dataclass

from diversa.models.model import Model
from diversa.models.parameters import write_value
from diversa.models.sensitive_model import SensitiveModel


@dataclass(frozen=True)
class Level:
    """The worst number of all groups under one model."""

    model: Model
    """The model; its bound does not matter."""
    attained: float | None
    """The number, infinite if no bound can hold; None without a group."""
    in_rows: float | None = None
    """The number by rows, where people are counted; None if rows are."""

    @property
    def on(self) -> str | None:
        """The sensitive attribute; None for a model of group sizes."""
        return self.model.on if isinstance(self.model, SensitiveModel) else None

    @property
    def name(self) -> str:
        """The model's name, with the choices that differ from the defaults.

        >>> from diversa.models import parse
        >>> Level(parse("t-closeness:0.2,distance=ordered,on=s"), 0.1).name
        't-closeness:distance=ordered'
        """
        chosen = [
            f"{name}={write_value(getattr(self.model, name))}"
            for name, default in self.model.parameters().items()
            if default is not MISSING
            and name not in ("on", "joint")
            and getattr(self.model, name) != default
        ]
        return ":".join([self.model.name(), ",".join(chosen)]).rstrip(":")

    @property
    def words(self) -> str:
        """The level in words."""
        if self.attained is None:
            return "no group"
        words = self.model.describe(self.attained)
        if self.in_rows is None:
            return words
        if self.model.only_size:
            unit = "row" if self.in_rows == 1 else "rows"
            return f"{words} people (smallest group: {self.in_rows:,.0f} {unit})"
        return f"{words} (by rows: {self.model.describe(self.in_rows)})"

    def __str__(self) -> str:
        of = "" if self.on is None else f" of '{self.on}'"
        return f"{self.name}{of}: {self.words}"


def worst_levels(levels: Iterable[Level]) -> dict[str, float | None]:
    """The worst level of each model over all sensitive attributes, by its name."""
    worst: dict[str, float | None] = {}
    for level in levels:
        name, attained = level.name, level.attained
        other = worst.get(name)
        if attained is not None and other is not None:
            attained = (min if level.model.sense == ">=" else max)(attained, other)
        worst[name] = attained
    return worst
