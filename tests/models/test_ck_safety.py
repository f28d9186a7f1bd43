# SPDX-License-Identifier: Apache-2.0
"""(c,k)-safety."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.errors import ModelError
from diversa.models import CkSafety, parse
from diversa.models.implications import Implications
from diversa.models.negative_facts import posterior_after


def after_facts(groups, facts):
    """The largest posterior after 0, 1, ... negative facts."""
    histogram = groups.histogram()
    return [posterior_after(histogram, a).worst("<=") for a in range(facts)]


@pytest.mark.parametrize(
    ("k", "disclosure"), [(0, "2/5"), (1, "4/7"), (2, "4/5"), (3, "1")]
)
def test_one_group_of_four_values(table, k, disclosure):
    groups, exact = table((2, 1, 1, 1)), Fraction(disclosure)
    assert CkSafety(1, k).attained(groups) == pytest.approx(float(exact))
    assert not CkSafety(exact, k).holds(groups).any()  # strict
    assert Implications.of(groups.histogram(), k).exact_disclosure(0) == exact


def test_figure_3_of_l_diversity(table):
    figure_3 = table((1, 1, 2), (1, 1, 2), (1, 2, 1))
    found = [CkSafety(1, k).attained(figure_3) for k in range(3)]
    assert found == pytest.approx([1 / 2, 3 / 4, 1])
    assert after_facts(figure_3, 3) == pytest.approx([1 / 2, 2 / 3, 1])


def test_implications_are_worse_than_negative_facts(table):
    groups = table((2, 1, 1, 1))
    assert after_facts(groups, 4) == pytest.approx([2 / 5, 1 / 2, 2 / 3, 1])


def test_people_of_other_groups_help(table):
    """One group of two values is as good as disclosed, and tells of the others."""
    alone = CkSafety(1, 2).attained(table((1, 1, 1, 1)))
    beside = CkSafety(1, 2).measure(table((1, 1, 1, 1), (1, 1))).floats
    assert beside[0] == 1
    assert alone < 1


def test_without_knowledge_it_is_the_largest_share(table):
    groups = table((3, 1), (2, 2, 1))
    assert CkSafety(1, 0).measure(groups).floats.tolist() == pytest.approx(
        [3 / 4, 2 / 5]
    )


def test_a_single_row_and_a_single_value(table):
    for groups in (table((1,)), table((5,))):
        assert CkSafety(1, 0).attained(groups) == 1
        assert not CkSafety(1, 0).holds(groups).any()


def test_a_table_without_a_group(table):
    assert CkSafety(1, 2).holds(table()).tolist() == []
    assert CkSafety(1, 2).attained(table()) == float("inf")


def test_missing_values_count_as_the_most_frequent(table):
    known, lost = table((3, 1, 1)), table((2, 1, 1), unknown=(1,))
    for k in range(3):
        assert CkSafety(1, k).attained(lost) == CkSafety(1, k).attained(known)


def test_many_groups_near_the_bound_are_decided_exactly(table):
    """A table of 4/5 exactly: strict, whatever floats say, and for many groups."""
    groups = table(*[(2, 1, 1, 1)] * 40)
    exact = Implications.of(groups.histogram(), 1).exact_disclosures(np.arange(40))
    assert len(set(exact)) == 1
    assert not CkSafety(exact[0], 1).holds(groups).any()
    assert CkSafety(exact[0] + Fraction(1, 10**15), 1).holds(groups).all()


def test_the_table_is_judged_as_a_whole():
    model = CkSafety("0.8", 2)
    assert not model.local
    assert model.prunes(suppression=False)
    assert not model.prunes(suppression=True)
    assert [one.spec for one in model.implied()] == ["distinct-l-diversity:4"]


def test_spec_and_parameters():
    spec = "ck-safety:c=0.8,k=2,on=s"
    assert parse(spec).spec == spec
    assert parse("ck-safety:0.8,k=2,on=s").spec == spec
    for c, k, message in [
        (0, 1, "c must be above 0, got 0"),
        ("1.1", 1, "c must be at most 1, got 1.1"),
        (1, -1, "k must be at least 0, got -1"),
        (1, 51, "k must be at most 50, got 51"),
        (1, "0.5", "k must be a whole number, got 0.5"),
    ]:
        with pytest.raises(ModelError, match=f"ck-safety: {message}"):
            CkSafety(c, k)
