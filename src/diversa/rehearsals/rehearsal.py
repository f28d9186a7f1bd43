# SPDX-License-Identifier: Apache-2.0
"""A rehearsal: release a third of the people, attack it, and compare with a control.

Nobody can tell from one release how much of an attack's success is due to the release:
a lucky description fits one person in any table. So a third of the people is released
with the plan (T), a third is what the adversary knows and learns from (S), and a third
is the control (C). An attack that succeeds on T no more often than on C has learnt
nothing from the release. The result holds counts and shares only.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from diversa.errors import NoSolutionError
from diversa.plan.plan import Plan
from diversa.record.attack_record import NotMade
from diversa.record.rehearsal_record import RehearsalRecord, unit_of
from diversa.rehearsals.draw import Draw
from diversa.rehearsals.tally import Results
from diversa.rehearsals.thirds import draw_thirds, seed_of
from diversa.rehearsals.trial_release import Decide, TrialRelease
from diversa.tables.count_table import CountTable

Kind = Literal["plain", "adaptive"]
"""The adversary: who counts, or who also learns from a release of other people."""

LEAST_PEOPLE = 30
"""People of a table that can be divided into thirds."""

SMALL, DRAWS = 3000, 10
"""Of a table with fewer people, thirds are drawn so many times; of a larger one, only
until there were enough tries."""


def rehearse(
    counted: CountTable,
    plan: Plan,
    *,
    kind: Kind = "plain",
    decide: Decide | None = None,
) -> RehearsalRecord:
    """Rehearse the release of a table, and attack it.

    Args:
        counted: The table.
        plan: The plan by which thirds of it are released.
        kind: The adversary: `adaptive` also learns from a release of other people,
            which needs scikit-learn.
        decide: Makes the decision on some people; the method of the plan by default.
    """
    unit = unit_of(plan.roles)
    people = counted.cells.rows if counted.kinds is None else counted.kinds.total
    if people < LEAST_PEOPLE:
        return RehearsalRecord(kind=kind, unit=unit, left_out="few people")
    random = np.random.default_rng(seed_of(counted, plan.search.seed))
    results = Results()
    for _ in range(DRAWS):
        thirds = draw_thirds(counted, random)
        try:
            draw = Draw.of(
                thirds,
                lambda third: TrialRelease.of(third, plan, decide),
                random,
                learns=kind == "adaptive",
            )
        except NoSolutionError:
            continue
        draw.attack(results)
        if people >= SMALL and results.has_enough:
            break
    if results.draws == 0:
        return RehearsalRecord(kind=kind, unit=unit, left_out="no release")
    return RehearsalRecord(
        kind=kind,
        unit=unit,
        draws=results.draws,
        people=people // 3,
        rates=tuple(results.rates()),
        downcoding=None if results.downcoding is None else results.downcoding.record,
        membership=None if results.membership is None else results.membership.record,
        not_made=tuple(NotMade(name, None, why) for name, why in results.reasons()),
    )
