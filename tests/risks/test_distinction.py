# SPDX-License-Identifier: Apache-2.0
"""The finder of quasi-identifiers and the detector of identifiers."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.errors import InputError
from diversa.risks.distinction import measured, quasi_identifier_sets
from diversa.suggestions.likely_identifier import likely_identifier
from diversa.suggestions.role_guess import guess_role
from tables import SmallTable

NAMES = ("a", "b", "c", "d")
ROWS = st.lists(st.tuples(*[st.sampled_from("xyz")] * 4), min_size=1, max_size=12)


EVERY = [one for size in range(1, 5) for one in combinations(NAMES, size)]


def table_of(rows):
    return SmallTable(NAMES, tuple(rows), {})


@settings(max_examples=25, deadline=None)
@given(rows=ROWS)
def test_sets_are_measured_pair_by_pair(rows):
    cells = table_of(rows).cells
    for one in (measured(cells, columns) for columns in EVERY):
        places = [NAMES.index(name) for name in one.columns]
        tuples = [tuple(row[place] for place in places) for row in rows]
        pairs = list(combinations(tuples, 2))
        apart = sum(first != second for first, second in pairs)
        assert one.distinction == pytest.approx(len(set(tuples)) / len(tuples))
        assert one.separation == pytest.approx(apart / len(pairs) if pairs else 1)


@settings(max_examples=25, deadline=None)
@given(rows=ROWS, nearly=st.sampled_from([0.3, 0.6, 1.0]))
def test_the_smallest_sets_that_nearly_identify(rows, nearly):
    cells = table_of(rows).cells
    every = {frozenset(one): measured(cells, one).distinction for one in EVERY}
    enough = {one for one, share in every.items() if share >= nearly}
    least = {one for one in enough if not any(other < one for other in enough)}
    found = quasi_identifier_sets(cells, NAMES, nearly=nearly, most=4)
    assert {frozenset(one.columns) for one in found} == least
    assert [len(one.columns) for one in found] == sorted(
        len(one.columns) for one in found
    )


def test_a_share_out_of_range_is_refused():
    with pytest.raises(InputError, match="nearly: must be above 0"):
        quasi_identifier_sets(table_of([tuple("xxxx")]).cells, NAMES, nearly=0)


@pytest.mark.parametrize(
    ("values", "seen"),
    [
        pytest.param(["ann@example.org", "b.c@x.co.uk"], "e-mail addresses", id="mail"),
        pytest.param(["10.0.0.1", "192.168.7.20"], "IP addresses", id="ip"),
        pytest.param(["+49 30 123456", "212-555-0100"], "phone numbers", id="phone"),
        pytest.param(["123-45-6789"], "social security numbers", id="ssn"),
        pytest.param(["https://example.org/a?b"], "web addresses", id="web"),
        pytest.param(["DE89 3704 0044 0532 0130 00"], "IBANs", id="iban"),
        pytest.param(["123e4567-e89b-12d3-a456-426614174000"], "UUIDs", id="uuid"),
        pytest.param(["13053", "13068"], None, id="zip codes"),
        pytest.param(["2024-05-31", "1999-01-02"], None, id="dates"),
        pytest.param(["12.5", "3.75"], None, id="measurements"),
        pytest.param(["Flu", "Heart Disease"], None, id="words"),
        pytest.param(["30-39", "[17-25]"], None, id="ranges"),
        pytest.param([], None, id="nothing"),
    ],
)
def test_values_that_name_people(values, seen):
    dictionary = Dictionary.build("x", values, [1] * len(values))
    assert likely_identifier(dictionary) == seen
    if seen is not None:
        guess = guess_role(dictionary)
        assert (guess.role, guess.reason) == (
            "identifiers",
            f"its values look like {seen}",
        )


def test_a_few_values_that_are_written_otherwise_do_not_matter():
    values = [f"p{place}@example.org" for place in range(19)]
    mostly = Dictionary.build("contact", [*values, "none"], [1] * 20)
    assert likely_identifier(mostly) == "e-mail addresses"
    half = Dictionary.build("contact", [*values[:5], *"abcde"], [1] * 10)
    assert likely_identifier(half) is None
