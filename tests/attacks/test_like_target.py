# SPDX-License-Identifier: Apache-2.0
"""The examples of belief by a raw population: exact fractions."""

from __future__ import annotations

from fractions import Fraction

import pandas as pd
import pytest

import diversa
from attacked_tables import FIGURE_2, FIGURE_3, INPATIENTS, UMEKO, C, H, V
from diversa.errors import InputError

WORDS = {"quasi_identifiers": INPATIENTS[:3], "sensitive": "condition"}


def people(line, having):
    """People with the same quasi-identifiers, by their condition."""
    return [(*line, ill, count) for ill, count in having.items() if count]


HERS = people(("13068", 21, "Japanese"), {H: 1, V: 49, C: 50})
"""A hundred Japanese people like Umeko: f(s|q) is 1, 49 and 50 %."""
OTHERS = people(("13053", 25, "American"), {H: 299, V: 251, C: 350})
"""The rest of a thousand people of her group in Figure 2: 30, 30 and 40 % in all."""
FAR = people(("14850", 50, "Indian"), {H: 5, V: 5, C: 5}) + people(
    ("13053", 35, "American"), {C: 9}
)
POPULATION = pd.DataFrame(HERS + OTHERS + FAR, columns=[*INPATIENTS, "people"])


def ask(table, population=POPULATION, **more):
    asked = {"target": UMEKO, "population_count": "people", **WORDS, **more}
    return diversa.attack(table, population=population, **asked).target


def exact(target):
    return {one.value: one.fraction for one in target.beliefs if one.fraction}


def test_umeko_by_theorem_3_1():
    """Her viral infection is 98 % sure, and heart disease 2 %."""
    told = ask(FIGURE_2)
    assert exact(told) == {V: Fraction(49, 50), H: Fraction(1, 50)}
    assert {one.value: one.prior for one in told.beliefs} == {H: 0.01, V: 0.49, C: 0.5}
    assert (told.alike, told.notes) == (100, ())


def test_umeko_in_figure_3():
    others = people(("13068", 25, "American"), {H: 299, V: 251, C: 350})
    near = people(("13053", 35, "American"), {H: 9, V: 9, C: 9})
    table = pd.DataFrame(HERS + others + FAR + near, columns=[*INPATIENTS, "people"])
    expected = {C: Fraction(3, 5), V: Fraction(49, 125), H: Fraction(1, 125)}
    assert exact(ask(FIGURE_3, table)) == expected


def test_umeko_not_viral():
    assert exact(ask(FIGURE_2, exclude=[V])) == {H: 1}


def test_umeko_and_a_viral_neighbour():
    told = ask(FIGURE_2, neighbours=[V])
    assert exact(told) == {V: Fraction(49, 51), H: Fraction(2, 51)}
    assert told.neighbours == 1


OVERLAP = pd.DataFrame(
    {
        "age": ["20-40"] * 2 + ["30-50"] * 4,
        "s": ["a", "b", "a", "a", "a", "b"],
    }
)
AGE = {"quasi_identifiers": "age", "sensitive": "s", "target": {"age": 35}}


def test_two_groups_match():
    told = diversa.attack(OVERLAP, **AGE).target
    assert exact(told) == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert (told.rows, told.groups) == (6, 2)


def overlapping_population():
    """Hers: a 2, b 6; the first label covers 10 and 10, the second 30 and 10."""
    lines = [(35, "a", 2), (35, "b", 6), (25, "a", 8), (25, "b", 4)]
    lines += [(45, "a", 28), (45, "b", 4)]
    return pd.DataFrame(lines, columns=["age", "s", "n"])


def test_two_groups_and_a_population():
    """1·2/10 + 3·2/30 for a, 1·6/10 + 1·6/10 for b."""
    found = diversa.attack(
        OVERLAP, population=overlapping_population(), population_count="n", **AGE
    )
    assert exact(found.target) == {"a": Fraction(1, 4), "b": Fraction(3, 4)}


def test_few_people_are_an_estimate():
    few = POPULATION[POPULATION["nationality"] != "Japanese"]
    few = pd.concat(
        [
            few,
            pd.DataFrame(
                people(("13068", 21, "Japanese"), {H: 1, V: 2}),
                columns=[*INPATIENTS, "people"],
            ),
        ]
    )
    told = ask(FIGURE_2, few)
    assert told.notes == ("estimated from 3 people like the target in the population",)


def test_nobody_like_her():
    few = POPULATION[POPULATION["nationality"] != "Japanese"]
    with pytest.raises(InputError, match="must have people like the target"):
        ask(FIGURE_2, few)


def test_the_population_rules_the_table_out():
    without = POPULATION[POPULATION["condition"] != H]
    with pytest.raises(InputError, match="rules the table out"):
        ask(FIGURE_2, without)


def test_values_that_nobody_like_her_has():
    """All rows of her group have what no Japanese person has."""
    only = POPULATION[
        (POPULATION["nationality"] != "Japanese") | (POPULATION["condition"] == C)
    ]
    with pytest.raises(InputError, match="is not in the table"):
        ask(FIGURE_2, only)


def test_a_population_without_the_sensitive_column():
    told = ask(FIGURE_2, POPULATION.drop(columns="condition"))
    assert exact(told) == {V: Fraction(1, 2), H: Fraction(1, 2)}
