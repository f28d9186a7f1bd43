# SPDX-License-Identifier: Apache-2.0
"""The plan: all that a run needs, frozen; read from and written to TOML (`plan_file`).

A plan says who is who (roles), how values may be generalized (hierarchies), what must
hold (models, suppression, missing values) and how to look for it (search).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from importlib.util import find_spec
from typing import Literal

from diversa.data.dictionary import Kind
from diversa.data.identifiers import Treatment
from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.errors import PlanError, nearest
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.metrics import objective
from diversa.models.model import Model
from diversa.models.needs import Need, missing_need

METHODS = (
    "auto",
    "full-domain",
    "mondrian",
    "local-recoding",
    "mdav",
    "dealing",
    "anatomy",
    "mbf",
)
"""The ways to recode a table (`methods`); `auto` lets the planner choose."""

CHOICES = {
    "method": METHODS,
    "cut": ("cheapest", "median"),
    "boxes": ("tight", "region"),
    "sets": ("values", "ancestor", "star"),
    "numbers": ("range", "mean", "median", "star"),
}
"""What a setting of [search] may be."""


@dataclass(frozen=True)
class Privacy:
    """What must hold in the release."""

    models: tuple[Model, ...] = ()
    """The privacy models, all of which must hold."""
    suppression: Fraction = Fraction(0)
    """The share of rows that may be suppressed, from 0 to 1."""
    suppressed: Literal["drop", "star"] = "drop"
    """Suppressed rows are dropped, or published with `*` in every quasi-identifier."""
    missing: MissingPolicy = MissingPolicy.RAISE
    """What a missing sensitive value means."""
    population: PeopleSource | None = None
    """The people whom the rows may be, for models that ask for them."""

    @property
    def given(self) -> tuple[Need, ...]:
        """What is given beside the table."""
        return () if self.population is None else ("population",)

    def limit(self, rows: int) -> int:
        """The number of rows that may be suppressed."""
        return int(self.suppression * rows)


@dataclass(frozen=True)
class Search:
    """How a release is looked for."""

    method: str = "full-domain"
    """How the table is recoded."""
    algorithm: str = "auto"
    """The search over the lattice; `auto` takes an exact one where it can."""
    objective: str = "loss"
    """What is minimized."""
    seed: int = 0
    """For whatever is random; the same seed gives the same bytes."""
    cut: str = "cheapest"
    """Partitions: cut where it loses least, or at the median of the widest axis."""
    relaxed: bool = False
    """Partitions: whether a cut may divide rows that are alike."""
    boxes: str = "tight"
    """Partitions: the box of a group spans its values, or the region it was cut to."""
    sets: str = "values"
    """Partitions: several categories as a set, their common ancestor, or `*`."""
    numbers: str = "range"
    """Partitions: several numbers as a range, their mean or median, or `*`."""
    nearby: bool = False
    """Buckets: join rows that are near in quasi-identifiers, instead of any."""
    label: str = ""
    """Report: a column whose prediction from the release is tried; scikit-learn."""

    def __post_init__(self) -> None:
        faults = [
            f"search.{name}: must be a known {name}, got '{given}';"
            f" {nearest(given, choices)}"
            for name, choices in CHOICES.items()
            if (given := getattr(self, name)) not in choices
        ]
        if faults:
            raise PlanError(faults)
        objective(self.objective)


@dataclass(frozen=True)
class Plan:
    """All that a run needs besides the table."""

    roles: Roles
    """Identifiers, quasi-identifiers and sensitive attributes."""
    privacy: Privacy = Privacy()
    """What must hold."""
    hierarchies: Mapping[str, HierarchyKind] = field(default_factory=dict)
    """How values are generalized; a quasi-identifier without one gets one."""
    search: Search = Search()
    """How a release is looked for."""
    columns: Mapping[str, Kind] = field(default_factory=dict)
    """Columns of a text file that hold numbers or dates."""
    identifiers: Mapping[str, Treatment] = field(default_factory=dict)
    """What happens to identifiers; those not named are dropped."""
    reading: ReadOptions = field(default_factory=ReadOptions)
    """How a text file is read."""

    def bound_models(self) -> tuple[Model, ...]:
        """The models, each with its sensitive attribute."""
        names = self.roles.sensitive
        return tuple(one for model in self.privacy.models for one in model.bind(names))

    def check(self, columns: tuple[str, ...]) -> None:
        """Refuse a plan that does not fit the columns of a table."""
        self.roles.check(columns)
        faults = self._unknown(columns)
        faults += [
            f"[identifiers] '{name}' must be declared in roles.identifiers too"
            for name in self.identifiers
            if name in columns and name not in self.roles.identifiers
        ]
        if not self.privacy.models:
            faults.append(
                "[privacy] models must name at least one model, got none; begin with"
                " k-anonymity:5 (--model k-anonymity:5 on the command line)"
            )
        faults += [
            f"[privacy] {model.spec}: {lacking}"
            for model in self.privacy.models
            if (lacking := missing_need(model.needs, self.privacy.given))
        ]
        faults += self._wrong_label()
        if faults:
            raise PlanError(faults)
        self.bound_models()

    def check_columns(self, columns: tuple[str, ...]) -> None:
        """Refuse roles and hierarchies of columns that a table does not have."""
        self.roles.check(columns)
        faults = self._unknown(columns)
        if faults:
            raise PlanError(faults)

    def _wrong_label(self) -> list[str]:
        """What is wrong with the column whose prediction is tried, if one is named."""
        label, known = self.search.label, self.roles.counted
        if not label:
            return []
        if label not in known:
            return [
                "search.label: must be a quasi-identifier or a sensitive attribute, got"
                f" '{label}'; {nearest(label, known)}"
            ]
        if find_spec("sklearn") is None:
            return [
                "search.label: needs scikit-learn, got no such package; install the"
                " extra bench of diversa, or leave the label out"
            ]
        return []

    def _unknown(self, columns: tuple[str, ...]) -> list[str]:
        return [
            f"[{table}] '{name}' must be a column, got one that does not exist;"
            f" {nearest(name, columns)}"
            for table in ("hierarchies", "columns", "identifiers")
            for name in getattr(self, table)
            if name not in columns
        ]


def section_fields(section: type) -> tuple[str, ...]:
    """The keys that a section of a plan may have."""
    return tuple(one.name for one in fields(section))
