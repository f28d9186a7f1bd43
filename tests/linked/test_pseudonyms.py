# SPDX-License-Identifier: Apache-2.0
"""Tests of what is refused and decided where a pseudonym links two tables."""

from __future__ import annotations

import pytest

from diversa.errors import MissingValueError, NoSolutionError, PlanError
from diversa.linked.pseudonyms import random_names
from diversa.linked.publish import anonymize_linked
from linked_frames import LINKED, hospital_tables


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"keep": "name", "identifiers": []}, "roles.kept: must be left out"),
        ({"models": "k-anonymity:5"}, "privacy.models: .* lkc-privacy bounds shares"),
        ({"visit_quasi_identifiers": ["sex"]}, "the pseudonym links every visit"),
        ({"identifiers": {"name": "mask"}}, "identifiers: must be left out"),
        ({"algorithm": "optimal"}, "search.algorithm: must be left out"),
        ({"person_rows": "all"}, "people.rows: must be left out"),
        ({"suppress_by": "star"}, "privacy.suppress_by"),
        ({"missing": "worst"}, "privacy.missing: must be raise or own"),
        ({"linked_models": "km-anonymity:k=5"}, "m must be given"),
    ],
)
def test_what_is_not_defined_is_refused(words, message):
    patients, encounters = hospital_tables(people=20)
    with pytest.raises(PlanError, match=message):
        anonymize_linked(patients, visits=encounters, **{**LINKED, **words})


def test_no_levels_may_be_enough():
    patients, encounters = hospital_tables(people=20)
    words = {**LINKED, "linked_models": "km-anonymity:k=19,m=all", "suppression": 0}
    with pytest.raises(NoSolutionError, match="no levels of the quasi-identifiers"):
        anonymize_linked(patients, visits=encounters, **words)


def test_missing_values_are_refused_or_values_of_their_own():
    patients, encounters = hospital_tables()
    some = encounters["diagnosis"].to_pylist()
    lost = encounters.set_column(3, "diagnosis", [[None, *some[1:]]])
    with pytest.raises(MissingValueError, match="column 'diagnosis'"):
        anonymize_linked(patients, visits=lost, **LINKED)
    made = anonymize_linked(patients, visits=lost, missing="own", **LINKED)
    assert made.linked.missing == "own"


def test_without_suppression_the_optimum_is_proven():
    patients, encounters = hospital_tables()
    made = anonymize_linked(
        patients, visits=encounters, **{**LINKED, "suppression": 0, "most_visits": 2}
    )
    assert made.linked.proven
    assert made.linked.people_out == 120


def test_names_are_random_and_different():
    names = random_names(500)
    assert len({*names}) == 500
    assert names != sorted(names)
    assert not {*names} & {*random_names(500)}
