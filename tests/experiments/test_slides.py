# SPDX-License-Identifier: Apache-2.0
"""Every example of the slides comes out as the paper has it."""

from __future__ import annotations

import pytest


@pytest.fixture
def steps(outcome):
    rows = outcome("slides").tables["steps"].rows
    return {example: here for _, example, _, here in rows}


def test_one_voter_is_linked(steps):
    assert steps["linking with a voter registration"].startswith("1 of 5 voters")


def test_minimal_2_anonymous_tables_of_the_six_patients(steps):
    here = steps["six patients, 2-anonymous (birth, gender, zip)"]
    assert here.startswith("3 ways")
    assert {"1 1 0", "0 1 2", "1 0 2"} == {*here.partition(": ")[2].split("; ")}


def test_bob_and_umeko(steps):
    assert steps["Bob in the 4-anonymous table"] == "Cancer 100%"
    assert steps["the same, heart disease ruled out"] == "Viral Infection 100%"
    after = steps["Umeko in it, heart disease ruled out"]
    assert {"Cancer 67%", "Viral Infection 33%"} == {*after.split(", ")}


def test_theorem_3_1(steps):
    (here,) = (text for example, text in steps.items() if "Theorem 3.1" in example)
    assert here == "viral infection 98%"


def test_levels_of_both_tables(steps):
    assert "2.828" in steps["diversity of the 3-diverse table"]
    assert "c > 2 at l = 3" in steps["diversity of the 3-diverse table"]


def test_recursive_diversity_depends_on_l(steps):
    here = steps["recursive (c,l), counts 5, 3, 1, 1"]
    assert here == "c > 1 at l = 2, c > 2.5 at l = 3, c > 5 at l = 4"


def test_several_sensitive_attributes(steps):
    assert steps["two sensitive attributes"].startswith("3 in each alone, 1 with")


def test_the_whole_table_bounds_entropy(outcome):
    assert outcome("slides").facts["most_entropy"] == pytest.approx(2.937, abs=1e-3)
