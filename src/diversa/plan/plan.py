# SPDX-License-Identifier: Apache-2.0
"""The plan: all that a run needs, frozen; read from and written to TOML (`plan.file`).

A plan says who is who (roles), how values may be generalized (hierarchies), what must
hold (models, suppression, missing values) and how to look for it (search). Its settings
are declared in the sections that it holds (`plan.settings`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Literal

from diversa.data.column_names import nearest_column
from diversa.data.dictionary import Kind
from diversa.data.identifiers import Drop, Treatment
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.data.write_options import WriteOptions
from diversa.errors import PlanError, nearest
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.models.model import Model
from diversa.models.needs import missing_need
from diversa.plan.search_section import Search, foreign_settings
from diversa.plan.sections import Linked, People, Privacy, ReportWords

PERSON_SETTINGS = ("rows", "known", "missing_person")
"""Settings of [people] that need the column of the person."""

ONE_POPULATION = "weights estimate the people whom a population counts"
"""Why a plan has sampling weights or a population, not both."""


@dataclass(frozen=True)
class Plan:
    """All that a run needs besides the table."""

    roles: Roles
    """Identifiers, quasi-identifiers and sensitive attributes."""
    privacy: Privacy = field(default_factory=Privacy)
    """The models that must hold, and the limits of suppression."""
    hierarchies: Mapping[str, HierarchyKind] = field(default_factory=dict)
    """The hierarchies; a quasi-identifier without one gets an automatic one."""
    search: Search = field(default_factory=Search)
    """The method and the search."""
    report: ReportWords = field(default_factory=ReportWords)
    """The title, the author and the language of the report."""
    kinds: Mapping[str, Kind] = field(default_factory=dict)
    """Columns of a text file that hold numbers or dates."""
    identifiers: Mapping[str, Treatment] = field(default_factory=dict)
    """The treatments of identifiers; those not named are dropped."""
    reading: ReadOptions = field(default_factory=ReadOptions)
    """The read options of a text file."""
    writing: WriteOptions = field(default_factory=WriteOptions)
    """The write options of the release."""
    people: People = field(default_factory=People)
    """The people behind the rows, where a person may have several."""
    linked: Linked = field(default_factory=Linked)
    """The table of visits that is published beside that of the people."""

    @property
    def counted(self) -> Literal["people", "rows"]:
        """The things that models count: people, where a column says whose a row is."""
        return "rows" if self.roles.person is None else "people"

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
        faults += [*self._wrong_people(), *self._wrong_weight(), *self._wrong_linked()]
        faults += self._wrong_count()
        if not self.privacy.models:
            faults.append(
                "[privacy] models must name at least one model, got none; begin with"
                " k-anonymity:5 (--model k-anonymity:5 on the command line)"
            )
        faults += [
            f"[privacy] {model.spec}: {lacking}"
            for model in self.privacy.models
            if (lacking := missing_need(model.needs, self.privacy.needs_met))
        ]
        faults += self._wrong_label()
        faults += self._wrong_rehearsal()
        if not any(model.of_series for model in self.privacy.models):
            # What belongs to a series is checked where one is made.
            faults += foreign_settings(self.search, self.search.method)
        if faults:
            raise PlanError(faults)
        self.bound_models()

    def check_columns(self, columns: tuple[str, ...]) -> None:
        """Refuse roles and hierarchies of columns that a table does not have."""
        self.roles.check(columns)
        faults = [
            *self._unknown(columns),
            *self._wrong_people(),
            *self._wrong_count(),
            *self._wrong_linked(),
        ]
        if faults:
            raise PlanError(faults)

    def check_people(self) -> None:
        """Refuse what is said about people where nobody says whose the rows are."""
        if faults := [*self._wrong_people(), *self._wrong_count()]:
            raise PlanError(faults)

    def _wrong_people(self) -> list[str]:
        """The faults of what is said about the people behind the rows."""
        roles, people = self.roles, self.people
        faults = []
        if roles.person is None:
            faults += [
                f"people.{key}: must come with roles.person, got it alone; name the"
                " column that says who a row is about, or leave it out"
                for key in people.explicit_settings
                if key in PERSON_SETTINGS
            ]
        elif people.rows_are_people:
            faults.append(
                "people.rows_are_people: must be left out beside roles.person, got"
                f" both; '{roles.person}' says that a person may have several rows"
            )
        published = {*roles.columns_to_count, *roles.every_kept}
        faults += [
            f"people.not_the_subject: must be an identifier or a column without a role,"
            f" got '{name}'; leave it out, or its other role"
            for name in people.not_the_subject
            if name in published or name == roles.person
        ]
        faults += [
            f"[identifiers] '{name}' must be dropped, got another treatment; {reason}"
            for name, reason in (
                (roles.person, "it would link the rows of a person in the release"),
                *((one, "it is withheld") for one in people.not_the_subject),
            )
            if name and not isinstance(self.identifiers.get(name, Drop()), Drop)
        ]
        return faults

    def _wrong_linked(self) -> list[str]:
        """The fault of a second table where one table is meant."""
        given = self.linked.explicit_settings
        if not given:
            return []
        return [
            f"linked.{next(iter(given))}: must come with two tables, which only"
            " anonymize publishes (--with FILE; anonymize_linked in Python), got one;"
            " leave [linked] out"
        ]

    def _wrong_weight(self) -> list[str]:
        """The faults of sampling weights beside what counts the people otherwise."""
        weight = self.roles.weight
        other = {
            "roles.person": (self.roles.person, "weights are of rows"),
            "privacy.population": (self.privacy.population, ONE_POPULATION),
        }
        return [
            f"roles.weight: must be left out beside {key}, got both; {reason}"
            for key, (value, reason) in other.items()
            if weight is not None and value is not None
        ]

    def _wrong_count(self) -> list[str]:
        """The faults of a column of counts beside what says whose a row is."""
        roles = self.roles
        if roles.count is None:
            return []
        faults = []
        if roles.person is not None:
            faults.append(
                "roles.count: must be left out beside roles.person, got both; where a"
                f" line stands for several people, '{roles.person}' cannot say who they"
                " are"
            )
        faults += [
            f"[identifiers] '{name}' must be dropped beside roles.count, got another"
            " treatment; a line that stands for several people names none of them"
            for name, treatment in self.identifiers.items()
            if not isinstance(treatment, Drop)
        ]
        return faults

    def _wrong_label(self) -> list[str]:
        """The fault of the column whose prediction is tried, if one is named."""
        label, known = self.search.label, self.roles.columns_to_count
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

    def _wrong_rehearsal(self) -> list[str]:
        """The fault of a rehearsal that needs a package which is not there."""
        if self.report.rehearsal != "adaptive" or find_spec("sklearn") is not None:
            return []
        return [
            "report.rehearsal: adaptive needs scikit-learn, got no such package;"
            " install the extra attacks of diversa, or let it be plain"
        ]

    def _unknown(self, columns: tuple[str, ...]) -> list[str]:
        return [
            f"[{table}] '{name}' must be a column, got one that does not exist;"
            f" {nearest_column(name, columns)}"
            for table in ("hierarchies", "kinds", "identifiers")
            for name in getattr(self, table)
            if name not in columns
        ] + [
            f"people.not_the_subject: must be a column, got '{name}';"
            f" {nearest_column(name, columns)}"
            for name in self.people.not_the_subject
            if name not in columns
        ]
