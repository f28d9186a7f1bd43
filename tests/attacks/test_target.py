# SPDX-License-Identifier: Apache-2.0
"""One named person: Bob, Umeko and Carl of the papers."""

from __future__ import annotations

import pytest

import diversa
from attacked_tables import BOB, FIGURE_2, FIGURE_3, UMEKO, C, F, H, V, as_frame, ask


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
    """Knowing that Carl's risk of heart disease is low makes cancer certain."""
    carl = {"zip": "47673", "age": 36}
    assert ask_patients(carl).posterior() == pytest.approx({C: 2 / 3, H: 1 / 3})
    assert ask_patients(carl, H).posterior() == {C: 1}
