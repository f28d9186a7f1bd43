# SPDX-License-Identifier: Apache-2.0
"""Linking against plain Python over rows, and against our own releases."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.attacks import matches as matching
from diversa.attacks.linking import linking, posteriors
from diversa.attacks.matches import match
from diversa.data.examples import hospital
from examples import examples
from tight_labels import tight

LABELS = {
    "*": lambda _: True,
    "1*": lambda value: value.startswith("1"),
    "<15": lambda value: int(value) < 15,
    "[12-21]": lambda value: 12 <= int(value) <= 21,
    "{11, 22}": lambda value: value in ("11", "22"),
    "21": lambda value: value == "21",
    "20-29": lambda value: 20 <= int(value) <= 29,
}
"""Labels that overlap, and what they say."""

LABEL = st.sampled_from(sorted(LABELS))
VALUE = st.sampled_from(["11", "12", "15", "21", "22", "29"])
ROWS = st.lists(
    st.tuples(LABEL, LABEL, st.sampled_from("xyz")), min_size=1, max_size=14
)
PEOPLE = st.lists(st.tuples(VALUE, VALUE), min_size=1, max_size=8)


def matching_rows(rows, person):
    """The sensitive values of the rows that a person may be."""
    return [
        row[-1]
        for row in rows
        if all(LABELS[one](v) for one, v in zip(row[:-1], person, strict=False))
    ]


@examples(40)
@given(ROWS, PEOPLE, st.booleans())
def test_plain_python_links_the_same(published, people, rows, persons, few):
    found = published(rows, ("a", "b"), ("s",))
    cells = people(persons, ("a", "b"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matching, "MOST_PAIRS", 3 if few else 1 << 20)
        matches = match(found, cells)
    linked = linking(found.groups, matches)
    hits = [matching_rows(rows, person) for person in persons]
    chances = [Fraction(1, len(one)) if one else Fraction(0) for one in hits]
    assert linked.total == len(persons)
    assert linked.matched == sum(bool(one) for one in hits)
    assert linked.alone == sum(len(one) == 1 for one in hits)
    # Who matches one row alone has one possible value, too.
    assert linked.exposed == sum(len(set(one)) == 1 for one in hits)
    assert linked.worst == pytest.approx(float(max(chances)))
    assert linked.average == pytest.approx(float(sum(chances) / len(persons)))
    assert linked.certain == {"s": sum(len(set(one)) == 1 for one in hits)}
    assert_posteriors(found, matches, Counter(persons), rows)


def assert_posteriors(found, matches, persons, rows):
    """Distinct people stand in the order of their values."""
    guesses = posteriors(found.groups.histogram("s"), matches)
    assert matches.people.tolist() == [persons[one] for one in sorted(persons)]
    for person, guess in zip(sorted(persons), guesses, strict=True):
        hits = Counter(matching_rows(rows, person))
        expected = Fraction(max(hits.values(), default=0), max(hits.total(), 1))
        assert guess == pytest.approx(float(expected))


def test_people_may_be_known_by_some_columns_only(published, people):
    rows = [("1*", "20-29", "x"), ("1*", "<15", "y"), ("20-29", "<15", "y")]
    found = published(rows, ("a", "b"), ("s",))
    linked = linking(found.groups, match(found, people([("11",), ("21",)], ("a",))))
    assert linked.attributes == ("a",)
    assert (linked.matched, linked.exposed, linked.certain) == (2, 1, {"s": 1})


def test_nobody_who_matches_is_told_with_what_may_be_wrong(published, people):
    found = published([("young", "x")], ("a",), ("s",))
    linked = linking(found.groups, match(found, people([("21",)], ("a",))))
    assert (linked.matched, linked.worst, linked.share) == (0, 0, 0)
    assert "give hierarchies" in linked.in_words()


def test_alice_of_the_lecture_is_unique():
    """The microdata and the voters of the slides: of five voters one is a patient."""
    patients = pd.DataFrame(
        [
            ("47677", 29, "F", "Ovarian Cancer"),
            ("47602", 22, "F", "Ovarian Cancer"),
            ("47678", 27, "M", "Prostate Cancer"),
            ("47905", 43, "M", "Flu"),
            ("47909", 52, "F", "Heart Disease"),
            ("47906", 47, "M", "Heart Disease"),
        ],
        columns=["zip", "age", "sex", "disease"],
    )
    voters = pd.DataFrame(
        [
            ("Alice", "47677", "29", "F"),
            ("Bob", "47983", "65", "M"),
            ("Carol", "47677", "22", "F"),
            ("Dan", "47532", "23", "M"),
            ("Ellen", "46789", "43", "F"),
        ],
        columns=["name", "zip", "age", "sex"],
    )
    found = diversa.attack(
        patients,
        quasi_identifiers=["zip", "age", "sex"],
        sensitive="disease",
        known=voters,
    )["linking"]
    assert (found.exposed, found.matched, found.total) == (1, 1, 5)
    assert (found.worst, found.average) == (1, 1 / 5)
    assert found.certain == {"disease": 1}


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=120)).drop(columns=["name", "ward"])


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "local-recoding"])
def test_everyone_of_the_original_is_one_of_k_in_our_release(patients, method):
    names = ["zip", "born", "sex", "admitted"]
    release = diversa.anonymize(
        patients,
        quasi_identifiers=names,
        sensitive="condition",
        models="k-anonymity:4",
        method=method,
        **tight(method),
    )
    found = diversa.attack(
        release.frame,
        quasi_identifiers=names,
        sensitive="condition",
        known=patients,
    )["linking"]
    assert found.matched == found.total == 120
    assert found.exposed == 0
    assert 0 < found.worst <= 1 / 4
