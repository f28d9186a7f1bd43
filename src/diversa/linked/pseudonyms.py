# SPDX-License-Identifier: Apache-2.0
"""Two tables that a pseudonym links: decided on counts, and made from them.

All that is published of a person is the kind of history, so that the tables are made
from kinds, and nothing ever says whose a pseudonym is. It is random, and new in every
release.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.counts.histories import Histories
from diversa.counts.light_numpy import runs
from diversa.data.identifiers import Drop
from diversa.data.missing import MissingPolicy
from diversa.engines.engine import Engine
from diversa.engines.row_recoding import ColumnMap, CountedTuples, TupleColumn
from diversa.engines.table import Table
from diversa.errors import PlanError
from diversa.linked.histories import (
    NUMBER,
    Columns,
    CountedHistories,
    count_histories,
)
from diversa.linked.record import LinkedPromise
from diversa.linked.two_tables import TablePair
from diversa.methods.release_shape import ROUNDS, without_the_restless
from diversa.models.linked_privacy import LinkedModel, Secrets
from diversa.plan.plan import Plan
from diversa.recodings.groupings import free_name
from diversa.recodings.release_tuples import value_column
from diversa.search.linked import LinkedDecision
from diversa.search.linked_side import Budget

TOKEN = 8
"""Random bytes of a pseudonym."""


def columns_of(plan: Plan) -> Columns:
    """The columns of both tables."""
    roles, linked = plan.roles, plan.linked
    return Columns(
        str(roles.person),
        roles.quasi_identifiers,
        linked.quasi_identifiers,
        Secrets(roles.sensitive, linked.sensitive),
    )


def check_linked(plan: Plan) -> None:
    """Refuse what is not defined where a pseudonym links two tables."""
    linked, roles = plan.linked, plan.roles
    copied = [name for name in linked.quasi_identifiers if name in roles.every]
    treated = [
        name for name, how in plan.identifiers.items() if not isinstance(how, Drop)
    ]
    given = {
        "roles.kept": roles.every_kept,
        "privacy.models": plan.privacy.models,
        "linked.quasi_identifiers": copied,
        "identifiers": treated,
        "privacy.population": plan.privacy.population,
        "linked.most_visits": linked.most_visits == 0,
        "privacy.suppress_by": plan.privacy.suppress_by == "star",
        **{f"search.{key}": True for key in plan.search.explicit_settings},
        **{f"people.{key}": True for key in plan.people.explicit_settings},
    }
    reasons = {
        "roles.kept": "a kept column would be one more thing that is known of a person",
        "privacy.models": "the models of linked tables say what holds; lkc-privacy"
        " bounds shares of sensitive values",
        "linked.most_visits": "0 would publish no visit",
        "linked.quasi_identifiers": "the pseudonym links every visit with its person",
    }
    faults = [
        f"{key}: must be left out where a pseudonym links the tables (linked.models),"
        f" got one; {reasons.get(key, 'it is not defined there')}"
        for key, value in given.items()
        if value
    ]
    if plan.privacy.missing not in (MissingPolicy.RAISE, MissingPolicy.OWN):
        faults.append(
            "privacy.missing: must be raise or own where a pseudonym links the tables,"
            f" got {plan.privacy.missing}"
        )
    if faults:
        raise PlanError(faults)


@dataclass(frozen=True, eq=False)
class LinkedTables:
    """What is published of two tables, and how it was decided."""

    counted: CountedHistories
    """The histories, with the hierarchies of the release."""
    decision: LinkedDecision
    """The decision."""
    models: tuple[LinkedModel, ...]
    """The models."""
    budget: Budget
    """What might be left out."""
    visits_in: int
    """Visits of the source."""
    plan: Plan
    """The plan."""

    @classmethod
    def decide(cls, tables: TablePair) -> LinkedTables:
        """Count, and search for the levels that lose the least."""
        plan = tables.plan
        columns = columns_of(plan)
        models = tuple(
            model.bind(columns.secrets.every) for model in plan.linked.models
        )
        least = max(model.k for model in models)
        counted = count_histories(
            tables.engine,
            tables.histories(NUMBER),
            columns,
            missing=plan.privacy.missing,
            reading=plan.reading,
            kinds=plan.kinds,
            hierarchies=plan.hierarchies,
            least=least,
        )
        counted = counted.with_hierarchies_of(counted.histories)
        every = counted.histories
        budget = Budget(
            plan.privacy.limit(every.total), plan.privacy.limit(every.visit_count)
        )
        counted, decision = decide_by_release(counted, models, budget)
        return cls(counted, decision, models, budget, tables.visits.rows, plan)

    @property
    def promise(self) -> LinkedPromise:
        """The promise, and the numbers behind it."""
        columns, decision = self.counted.columns, self.decision
        left, every = decision.left, self.counted.histories
        return LinkedPromise(
            pseudonym=self.pseudonym,
            people_known=columns.people,
            visits_known=columns.visits,
            people_sensitive=columns.secrets.people,
            visits_sensitive=columns.secrets.visits,
            models=tuple(model.spec for model in self.models),
            missing="own" if self.plan.privacy.missing == "own" else "raise",
            most_visits=self.plan.linked.most_visits,
            levels=dict(zip(columns.known, decision.node, strict=True)),
            loss=decision.loss,
            people_in=every.total,
            people_out=left.total,
            visits_in=self.visits_in,
            visits_out=left.visit_count,
            nodes=decision.nodes,
            tried=decision.tried,
            proven=self.budget.is_empty,
        )

    @property
    def pseudonym(self) -> str:
        """The name of the column that links the tables."""
        columns = self.counted.columns
        return free_name("pseudonym", (*columns.known, *columns.secrets.every))

    def make(self, engine: Engine) -> tuple[Table, Table]:
        """Both tables, with new pseudonyms."""
        left, counted = self.decision.left, self.counted
        columns, own = counted.columns, len(counted.columns.people)
        owners = np.repeat(np.arange(len(left)), left.people)  # of each person
        names = random_names(len(owners))
        secrets = columns.secrets
        people = [
            TupleColumn(self.pseudonym, np.arange(len(owners)), names),
            *self.labels(counted.people[self.constants(left)][owners], 0),
            *self.values(left.own_values[owners], secrets.people),
        ]
        # The visits of a person are those of the history, once for each of its people.
        lengths = np.diff(left.starts)[owners]
        visit = runs(left.starts[:-1][owners], lengths)
        known = counted.visits[counted.first_visits[left.lines]][visit]
        visits = [
            TupleColumn(
                self.pseudonym, np.repeat(np.arange(len(owners)), lengths), names
            ),
            *self.labels(known, own),
            *self.values(left.values[visit], secrets.visits),
        ]
        table = counted.counted.table
        made = [
            engine.repeat(
                table,
                CountedTuples(tuple(part), np.ones(len(part[0].codes), dtype=np.int64)),
                leaving=True,
            )
            for part in (people, visits)
        ]
        return made[0], made[1]

    def constants(self, left: Histories) -> Ints:
        """The first number of the constants of each history that is left."""
        return self.counted.histories.constants[left.origins]

    def labels(self, codes: Codes, place: int) -> list[TupleColumn]:
        """Quasi-identifiers on their levels; what is published as it is keeps its type.

        `place` is the number of the first of them.
        """
        found = []
        for column in range(codes.shape[1]):
            hierarchy = self.counted.counted.hierarchies[place + column]
            level = self.decision.node[place + column]
            dictionary = self.counted.counted.dictionaries[place + column]
            levels = ColumnMap(
                dictionary, hierarchy.maps[level], hierarchy.labels[level]
            )
            like = hierarchy.attribute if levels.is_identity else None
            line = hierarchy.maps[level][codes[:, column]]
            found.append(
                TupleColumn(hierarchy.attribute, line, hierarchy.labels[level], like)
            )
        return found

    def values(self, codes: Codes, names: Sequence[str]) -> list[TupleColumn]:
        """Sensitive attributes as they are."""
        cells = self.counted.counted.cells
        return [
            value_column(cells.dictionary(name), codes[:, place])
            for place, name in enumerate(names)
        ]


def decide_by_release(
    counted: CountedHistories, models: tuple[LinkedModel, ...], budget: Budget
) -> tuple[CountedHistories, LinkedDecision]:
    """Decide with the automatic hierarchies that the published people shape.

    As for one table, one that keeps changing is given up.
    """
    while True:
        for _ in range(ROUNDS):
            decision = counted.task(models, budget).search()
            before = counted
            counted = counted.with_hierarchies_of(decision.left)
            if counted.counted is before.counted:
                return counted, decision
        calm = without_the_restless(before.counted, counted.counted)
        counted = CountedHistories(
            calm, counted.columns, counted.histories, counted.people, counted.visits
        )


def random_names(number: int) -> list[str]:
    """Random names, all different, in no order."""
    digits, size = os.urandom(TOKEN * number).hex(), 2 * TOKEN
    names = [digits[place : place + size] for place in range(0, len(digits), size)]
    return names if len(set(names)) == number else random_names(number)
