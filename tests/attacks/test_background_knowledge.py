# SPDX-License-Identifier: Apache-2.0
"""Background knowledge, by brute force and as the l-diversity paper has it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given

import diversa
from attacked_tables import (
    FIGURE_2,
    FIGURE_3,
    GROUPS,
    INPATIENTS,
    QUICK,
    histogram,
    rows_of,
)
from diversa.attacks.background_knowledge import background_knowledge


def worst_guess(group, facts):
    """The surest guess after that many of the other values are ruled out."""
    return max(
        Fraction(n, n + sum(others) - sum(gone))
        for value, n in group.items()
        for others in [[m for other, m in group.items() if other != value]]
        for gone in combinations(others, min(facts, len(others)))
    )


@QUICK
@given(GROUPS)
def test_background_knowledge_by_brute_force(counts):
    found = background_knowledge(histogram(counts), facts=4)
    for step in found.steps:
        guesses = [worst_guess(one, step.facts) for one in counts]
        assert step.worst == pytest.approx(float(max(guesses)))
        assert step.certain_groups == sum(guess == 1 for guess in guesses)
        assert step.certain_rows == rows_of(
            counts, lambda one, facts=step.facts: worst_guess(one, facts) == 1
        )


@pytest.mark.parametrize(
    ("table", "exposed", "certain"),
    [(FIGURE_2, 4, [4, 8, 12]), (FIGURE_3, 0, [0, 0, 12])],
    ids=["figure 2", "figure 3"],
)
def test_figures_2_and_3_of_the_l_diversity_paper(table, exposed, certain):
    found = diversa.attack(
        table, quasi_identifiers=INPATIENTS[:3], sensitive="condition", groups=9
    )
    assert found["homogeneity"].exposed == exposed
    steps = found["background knowledge"].steps
    assert [step.certain_rows for step in steps] == [*certain, 12]
    shown = [one for one in found.exposed if "homogeneity" in one.attacks]
    assert [one.values["age"] for one in shown] == ["3*"] * (exposed // 4)


def test_figure_3_after_0_1_2_facts():
    found = diversa.attack(
        FIGURE_3,
        quasi_identifiers=INPATIENTS[:3],
        sensitive="condition",
        assumptions=diversa.Assumptions(facts=2),
    )
    steps = found["background knowledge"].steps
    assert [one.worst for one in steps] == pytest.approx([1 / 2, 2 / 3, 1])
