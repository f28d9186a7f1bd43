# SPDX-License-Identifier: Apache-2.0
"""The attacks that the papers work out, with their numbers."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.attacks.homogeneity import expected_homogeneity, homogeneity
from diversa.attacks.proximity import proximity
from diversa.attacks.skewness import skewness
from diversa.counts.groups import Groups
from diversa.models import EntropyLDiversity

H, V, C, F = "Heart Disease", "Viral Infection", "Cancer", "Flu"


def as_frame(columns, *groups):
    """A published table: for each group its labels and its sensitive values."""
    rows = [(*labels, value) for labels, values in groups for value in values]
    return pd.DataFrame(rows, columns=columns)


INPATIENTS = ["zip", "age", "nationality", "condition"]
FIGURE_2 = as_frame(
    INPATIENTS,
    (("130**", "<30", "*"), [H, H, V, V]),
    (("1485*", ">=40", "*"), [C, H, V, V]),
    (("130**", "3*", "*"), [C, C, C, C]),
)
FIGURE_3 = as_frame(
    INPATIENTS,
    (("1305*", "<=40", "*"), [H, V, C, C]),
    (("1485*", ">40", "*"), [C, H, V, V]),
    (("1306*", "<=40", "*"), [H, V, C, C]),
)
BOB = {"zip": "13053", "age": 31, "nationality": "American"}
UMEKO = {"zip": "13068", "age": 21, "nationality": "Japanese"}


def ask(table, person, *exclude):
    return diversa.attack(
        table,
        quasi_identifiers=INPATIENTS[:3],
        sensitive="condition",
        target=person,
        exclude=exclude,
    ).target


def test_the_31_year_old_american_from_13053():
    """Bob, the neighbour: Figure 2 says cancer, Figure 3 does not."""
    told = ask(FIGURE_2, BOB)
    assert (told.rows, told.posterior()) == (4, {C: 1})
    hidden = ask(FIGURE_3, BOB)
    assert (hidden.rows, hidden.posterior()) == (4, {C: 1 / 2, H: 1 / 4, V: 1 / 4})


def test_the_21_year_old_japanese_from_13068():
    """Umeko: heart disease is unlikely for a Japanese person."""
    assert ask(FIGURE_2, UMEKO).posterior() == {H: 1 / 2, V: 1 / 2}
    assert ask(FIGURE_2, UMEKO, H).posterior() == {V: 1}
    after = ask(FIGURE_3, UMEKO, H).posterior()
    assert after == pytest.approx({C: 2 / 3, V: 1 / 3})


def test_the_prior_is_the_share_of_the_whole_table():
    priors = {one.value: one.prior for one in ask(FIGURE_2, BOB).beliefs}
    assert priors == pytest.approx({C: 5 / 12, V: 4 / 12, H: 3 / 12})


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
        FIGURE_3, quasi_identifiers=INPATIENTS[:3], sensitive="condition", facts=2
    )
    steps = found["background knowledge"].steps
    assert [one.worst for one in steps] == pytest.approx([1 / 2, 2 / 3, 1])


def test_cancer_is_ruled_out_in_the_first_group_of_figure_2():
    found = diversa.attack(
        FIGURE_2, quasi_identifiers=INPATIENTS[:3], sensitive="condition"
    )["negative disclosure"]
    told = ask(FIGURE_2, UMEKO).posterior()
    assert C not in told
    # The first group lacks cancer, the last one everything else.
    assert (found.exposed, found.worst) == (8, 2)
    assert found.average == pytest.approx((4 * 1 + 4 * 2) / 12)


PATIENTS = ["zip", "age", "disease"]
TABLE_2 = as_frame(
    PATIENTS,
    (("476**", "2*"), [H, H, H]),
    (("4790*", ">=40"), [F, H, C]),
    (("476**", "3*"), [H, C, C]),
)


def ask_patients(person, *exclude):
    return diversa.attack(
        TABLE_2,
        quasi_identifiers=PATIENTS[:2],
        sensitive="disease",
        target=person,
        exclude=exclude,
    ).target


def test_the_27_year_old_from_47678():
    """Table 2 of the closeness paper: Bob is in the first group, all heart disease."""
    told = ask_patients({"zip": "47678", "age": 27})
    assert (told.rows, told.posterior()) == (3, {H: 1})


def test_carl_of_the_last_group():
    """Who knows that Carl's risk of heart disease is very low is certain of cancer."""
    carl = {"zip": "47673", "age": 36}
    assert ask_patients(carl).posterior() == pytest.approx({C: 2 / 3, H: 1 / 3})
    assert ask_patients(carl, H).posterior() == {C: 1}


TREE = {
    "disease": {
        "chest": {"respiratory": ["Flu", "pneumonia", "bronchitis"]},
        "growth": {"tumour": ["Cancer", "Carcinoid"]},
        "abdomen": {"stomach": ["Gastric ulcer", "Dyspepsia", "Gastritis"]},
    }
}
TABLE_III = as_frame(
    ["group", "disease"],
    (("1",), ["Flu", "pneumonia", "Cancer"]),
    (("2",), ["Flu", "Carcinoid", "Cancer"]),
    (("3",), ["Gastric ulcer", "Dyspepsia", "Gastritis"]),
)
TABLE_V = as_frame(
    ["group", "disease"],
    (("1",), ["Flu", "Cancer", "Gastric ulcer"]),
    (("2",), ["Flu", "Cancer", "Dyspepsia"]),
    (("3",), ["pneumonia", "Carcinoid", "Gastritis"]),
)


def test_the_third_group_of_table_iii_is_ill_in_the_stomach():
    words = {"quasi_identifiers": "group", "sensitive": "disease"}
    trees = {"disease": TREE}
    found = diversa.attack(TABLE_III, **words, hierarchies=trees)
    kinds = found["similarity"]
    assert (kinds.exposed, kinds.worst, kinds.affected.tolist()) == (3, 1, [2])
    assert found["homogeneity"].exposed == 0
    better = diversa.attack(TABLE_V, **words, hierarchies=trees)["similarity"]
    assert (better.exposed, better.worst) == (0, pytest.approx(1 / 3))


def test_the_expectation_of_homogeneous_groups():
    """60,000 rows in groups of five with three values: 1 of 81 groups has one only."""
    expected = expected_homogeneity(60000, size=5, values=3)
    assert expected.groups == 12000
    assert expected.share == Fraction(1, 81)
    assert int(expected.homogeneous_groups) == 148
    assert expected.exposed(5) == 740


TESTED = {"negative": 9900, "positive": 100}
"""10,000 people of whom one in a hundred has the virus."""


def test_skewness_of_a_group_of_halves():
    groups = Groups.from_counts(
        [{"negative": 1, "positive": 1}], on="virus", table=TESTED
    )
    found = skewness(groups.histogram())
    assert found.worst == 50
    assert found.distance == pytest.approx(0.49)
    assert found.affected.tolist() == [0]
    assert EntropyLDiversity(2).holds(groups).all()


def test_equal_diversity_but_not_equal_risk():
    """49 of 50 positive, or 1 of 50: the same diversity."""
    counts = [{"negative": 1, "positive": 49}, {"negative": 49, "positive": 1}]
    groups = Groups.from_counts(counts, on="virus", table=TESTED)
    entropies = EntropyLDiversity(1).measure(groups).floats
    assert entropies == pytest.approx([1.103, 1.103], abs=5e-4)
    found = [skewness(groups.histogram().select(np.arange(2) == g)) for g in (0, 1)]
    assert [one.distance for one in found] == pytest.approx([0.97, 0.01])
    assert [one.worst for one in found] == pytest.approx([98, 2])


def test_three_of_four_salaries_are_near():
    groups = Groups.from_counts([{490: 1, 500: 1, 510: 1, 1000: 1}], on="salary")
    found = proximity(groups.histogram(), width=Fraction(20))
    assert (found.worst, found.exposed) == (3 / 4, 0)
    assert homogeneity(groups.histogram()).exposed == 0
