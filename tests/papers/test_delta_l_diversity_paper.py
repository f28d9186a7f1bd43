# SPDX-License-Identifier: Apache-2.0
"""The (δ,l)-diversity paper: its tables and examples, and where it is wrong.

Its Definition 5 and its algorithm (Figure 3) are two models: `delta-l-diversity` and
`window-diversity`.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.models import (
    DeltaLDiversity,
    DistinctLDiversity,
    EpsilonMAnonymity,
    FrequencyLDiversity,
    KeAnonymity,
    TCloseness,
    VarianceControl,
    WindowDiversity,
)
from examples import examples

FIGURE_1 = [[490, 500, 510, 1000], [500, 600, 700], [1000, 510, 680]]
FIGURE_2 = [[40, 60], [40, 50, 60]]
EXAMPLE_1 = [[40, 60], [50, 80]]


def groups_of(tables):
    return Groups.from_counts([Counter(table) for table in tables], on="salary")


def measured(model, tables):
    return model.measure(groups_of(tables)).floats.tolist()


def figure_3(values, delta, l):
    """The algorithm, line by line; `values` ascending."""
    i, j, x, level = 0, 1, 0, None
    size = len(values)
    while j < size:
        while values[i] + delta < values[x] - delta:
            i += 1
        while j < size and values[j] - delta <= values[i] + delta:
            j += 1
        following = Fraction(size, j - i)
        if level is None or following < level:
            level = following
        x += 1
    return level is None or level >= l


def test_figure_1_is_3_diverse():
    assert DistinctLDiversity(3).holds(groups_of(FIGURE_1)).all()
    assert measured(FrequencyLDiversity(1), FIGURE_1) == [4, 3, 3]


def test_figure_1_gives_the_salary_away():
    # The paper says with probability 1; the group also holds 1000, so it is 3/4.
    assert measured(WindowDiversity(10, 1), FIGURE_1) == [4 / 3, 3, 3]
    assert measured(WindowDiversity(15, 1), FIGURE_1) == [4 / 3, 3, 3]
    assert measured(EpsilonMAnonymity(10, 1), FIGURE_1) == [4 / 3, 3, 3]


def test_which_models_stop_that():
    groups = groups_of(FIGURE_1)
    passing = [
        DistinctLDiversity(4),
        FrequencyLDiversity(4),
        KeAnonymity(4, 510),
        VarianceControl(46925),
        TCloseness("0.15", distance="ordered"),
    ]
    assert [bool(model.holds(groups)[0]) for model in passing] == [True] * 5
    assert measured(TCloseness(1, distance="ordered"), FIGURE_1) == pytest.approx(
        [17 / 120, 1 / 10, 1 / 6]
    )
    failing = [EpsilonMAnonymity(10, 2), WindowDiversity(10, 2)]
    assert [bool(model.holds(groups)[0]) for model in failing] == [False] * 2


def test_example_2():
    assert measured(EpsilonMAnonymity(15, 1), FIGURE_2) == [2, 1]


def test_example_3():
    assert measured(DeltaLDiversity(15, 1), FIGURE_2)[0] == 1


def test_example_1_breaks_monotonicity_of_epsilon_m_and_of_definition_5():
    tables = [*EXAMPLE_1, EXAMPLE_1[0] + EXAMPLE_1[1]]
    for model in (EpsilonMAnonymity(15, 2), DeltaLDiversity(7.5, 2)):
        assert model.holds(groups_of(tables)).tolist() == [True, True, False]
        assert not type(model).union_closed
    assert WindowDiversity(7.5, 2).holds(groups_of(tables)).all()
    assert WindowDiversity.union_closed


def test_the_first_benefit_is_not_delivered():
    # {40,50,60} should not rank below {40,60}; with 2δ = ε = 15 it does in both.
    assert measured(DeltaLDiversity(7.5, 1), FIGURE_2) == [2, 1]
    assert measured(WindowDiversity(7.5, 1), FIGURE_2) == [2, 3 / 2]
    assert measured(DeltaLDiversity(15, 1), FIGURE_2) == [1, 1]
    assert measured(WindowDiversity(15, 1), FIGURE_2) == [1, 1]


@examples(80)
@given(
    st.lists(st.integers(0, 30), min_size=2, max_size=10).map(sorted),
    st.fractions(0, 10, max_denominator=4),
    st.fractions(1, 4, max_denominator=4),
)
def test_figure_3_computes_the_window(values, delta, l):
    found = WindowDiversity(delta, l).holds(groups_of([values]))[0]
    assert figure_3(values, delta, l) == found


def test_figure_3_does_not_compute_definition_5():
    values, delta, l = [40, 50, 60], Fraction("7.5"), Fraction("1.5")
    assert figure_3(values, delta, l)
    assert not DeltaLDiversity(delta, l).holds(groups_of([values])).any()


def test_figure_3_accepts_one_row_and_should_not():
    assert figure_3([40], 1, 100)
    assert not WindowDiversity(1, 2).holds(groups_of([[40]])).any()
    assert measured(WindowDiversity(1, 1), [[40]]) == [1]
