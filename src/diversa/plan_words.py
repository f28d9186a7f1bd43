# SPDX-License-Identifier: Apache-2.0
"""A plan from the words of the Python functions and of the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from diversa.data.dictionary import Kind
from diversa.data.identifiers import Treatment
from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.engines.engine import ReadOptions
from diversa.hierarchies.mapping import hierarchy_from
from diversa.models import parse
from diversa.models.model import Model
from diversa.plan import Plan, Privacy, Search
from diversa.plan_file import drop_or_star, one_of, read_treatment, share

Names = str | Sequence[str]
"""One column, or several."""


def make_plan(
    *,
    quasi_identifiers: Names,
    sensitive: Names = (),
    identifiers: Names | Mapping[str, str | Treatment] = (),
    models: str | Model | Sequence[str | Model] = (),
    hierarchies: Mapping[str, object] | None = None,
    suppression: float | Fraction | str = 0,
    suppressed: str = "drop",
    missing: str = "raise",
    columns: Mapping[str, str] | None = None,
    method: str = "auto",
    algorithm: str = "auto",
    objective: str = "loss",
    seed: int = 0,
    reading: ReadOptions | None = None,
) -> Plan:
    """Make a plan from plain words.

    Args:
        quasi_identifiers: Columns that an adversary may know of a person.
        sensitive: Columns that must stay secret.
        identifiers: Columns that name a person, dropped; or what happens to each:
            "drop", "hash", "tokens", "mask" or a treatment.
        models: Spec strings such as "k-anonymity:5", or models.
        hierarchies: For each quasi-identifier anything that describes a hierarchy (see
            `hierarchies.mapping`); those left out get an automatic one.
        suppression: Share of rows that may be suppressed, from 0 to 1.
        suppressed: "drop" suppressed rows or "star" their quasi-identifiers.
        missing: What a missing sensitive value means: "raise", "own", "worst", "drop".
        columns: Columns of a text file that hold a "number" or a "date".
        method: How the table is recoded.
        algorithm: The search over the lattice.
        objective: What is minimized.
        seed: For whatever is random.
        reading: How a text file is read.
    """
    treated = identifiers if isinstance(identifiers, Mapping) else {}
    kinds = {name: one_of(kind, Kind) for name, kind in (columns or {}).items()}
    return Plan(
        roles=Roles(names(identifiers), names(quasi_identifiers), names(sensitive)),
        privacy=Privacy(
            models=tuple(read_model(one) for one in listed(models)),
            suppression=cast("Fraction", share(suppression)),
            suppressed=cast("Any", drop_or_star(suppressed)),
            missing=one_of(missing, MissingPolicy),
        ),
        hierarchies={k: hierarchy_from(v) for k, v in (hierarchies or {}).items()},
        search=Search(method, algorithm, objective, seed),
        columns=kinds,
        identifiers={
            name: one if isinstance(one, Treatment) else read_treatment(one)
            for name, one in treated.items()
        },
        reading=reading or ReadOptions(),
    )


def names(given: Names | Mapping[str, object]) -> tuple[str, ...]:
    """One column name or several as a tuple."""
    return (given,) if isinstance(given, str) else tuple(given)


def listed(given: str | Model | Sequence[str | Model]) -> tuple[str | Model, ...]:
    """One model or several as a tuple."""
    return (given,) if isinstance(given, str | Model) else tuple(given)


def read_model(given: str | Model) -> Model:
    """A model, or the one that a spec string stands for."""
    return parse(given) if isinstance(given, str) else given
