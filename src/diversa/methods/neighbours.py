# SPDX-License-Identifier: Apache-2.0
"""The neighbours of a plan: plans that differ from it in one point."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal, NamedTuple

from diversa.data.missing import MissingPolicy
from diversa.plan.plan import Plan
from diversa.tables.count_table import CountTable
from diversa.tables.part_tables import with_cells, without_column
from diversa.tables.role_cells import cells_with_values

SHARES = (Fraction(2, 100), Fraction(5, 100))
"""Shares of rows that may go, which are tried."""

Point = Literal["method", "missing", "suppression", "model", "column"]
"""The point in which a trial differs."""


class Neighbour(NamedTuple):
    """A plan that differs in one point, with the counts for it."""

    point: Point
    """The difference."""
    change: str
    """The difference in words."""
    key: str
    """The setting that says it; empty where models or columns are left out."""
    counted: CountTable
    """The table that it is decided on."""
    plan: Plan
    """The plan."""


def neighbours(
    counted: CountTable, plan: Plan, method: str | None = None
) -> Iterator[Neighbour]:
    """The plans that differ in one point, most promising first.

    `method` is the one that decided, where the plan left that open.
    """
    yield from other_policies(counted, plan)
    yield from other_methods(counted, plan, method or plan.search.method)
    privacy = plan.privacy
    for share in SHARES:
        if share > privacy.suppression:
            other = replace(plan, privacy=replace(privacy, suppression=share))
            yield Neighbour(
                "suppression",
                f"up to {float(share):.0%} of the rows suppressed",
                f"suppression = {float(share)}",
                counted,
                other,
            )
    if len(privacy.models) > 1:
        for model in privacy.models:
            others = tuple(one for one in privacy.models if one is not model)
            other = replace(plan, privacy=replace(privacy, models=others))
            yield Neighbour("model", f"without {model.spec}", "", counted, other)
    names = plan.roles.quasi_identifiers
    if len(names) > 1 and counted.people is None:
        for name in names:
            rest = tuple(one for one in names if one != name)
            kept: dict[str, Any] = {
                key: tuple(one for one in getattr(plan.search, key) if one[0] != name)
                for key in ("weights", "least", "greatest", "floor")
            }
            other = replace(
                plan,
                roles=plan.roles.revise({"quasi_identifiers": rest}),
                search=replace(plan.search, **kept),
            )
            table = without_column(counted, name)
            yield Neighbour("column", f"without '{name}'", "", table, other)


def other_policies(counted: CountTable, plan: Plan) -> Iterator[Neighbour]:
    """The same plan with other meanings of missing sensitive values."""
    missing = any(one.dictionary.missing_code is not None for one in counted.sensitive)
    worst = plan.privacy.missing is MissingPolicy.WORST
    if not (worst and missing) or counted.floor:
        return
    own = replace(plan, privacy=replace(plan.privacy, missing=MissingPolicy.OWN))
    sensitive = tuple(
        replace(one, missing=MissingPolicy.OWN) for one in counted.sensitive
    )
    words = "missing values as a value of their own"
    table = replace(counted, sensitive=sensitive)
    yield Neighbour("missing", words, 'missing = "own"', table, own)
    kept = cells_with_values(counted.cells, [one.name for one in counted.sensitive])
    if counted.kinds is None and counted.people is None and kept.any():
        drop = replace(plan, privacy=replace(plan.privacy, missing=MissingPolicy.DROP))
        words = "rows with a missing sensitive value left out"
        table = with_cells(counted, kept)
        yield Neighbour("missing", words, 'missing = "drop"', table, drop)


def other_methods(counted: CountTable, plan: Plan, method: str) -> Iterator[Neighbour]:
    """The same plan by other methods whose labels imply nothing of single rows."""
    if counted.floor:
        return
    for name in ("mondrian", "full-domain"):
        if method not in (name, "auto"):
            secret = plan.search.secret if name == "mondrian" else None
            search = replace(type(plan.search)(), method=name, secret=secret)
            other = replace(plan, search=search)
            key = f'method = "{name}"'
            yield Neighbour("method", f"the method {name}", key, counted, other)
