# SPDX-License-Identifier: Apache-2.0
"""The values that several releases leave for a person."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.attacks.intersection import intersection
from diversa.errors import InputError
from diversa.models.republication import series_of
from examples import examples

WORDS = {"quasi_identifiers": "q", "sensitive": "s"}


FIRST = pd.DataFrame({"key": ["Bob", "Alice"], "q": ["*"] * 2, "s": ["flu", "asthma"]})


SECOND = pd.DataFrame({"key": ["Bob", "Carl"], "q": ["*"] * 2, "s": ["flu", "cancer"]})


def test_two_releases_give_bob_away():
    found = diversa.attack(SECOND, releases=[FIRST], key="key", **WORDS)["intersection"]
    assert (found.exposed, found.total, found.followed) == (1, 3, 1)
    assert (found.least_left, found.worst) == (1, 1)
    assert found.affected.tolist() == [0]


def test_a_counterfeit_row_saves_him():
    mended = SECOND.assign(key=["Bob", None], s=["flu", "asthma"])
    found = diversa.attack(mended, releases=[FIRST], key="key", **WORDS)["intersection"]
    assert (found.exposed, found.least_left, found.worst) == (0, 2, 1 / 2)


SERIES = st.lists(
    st.lists(
        st.lists(st.tuples(st.integers(0, 5), st.sampled_from("xyz")), min_size=1),
        min_size=1,
        max_size=3,
    ),
    min_size=1,
    max_size=3,
)


def once(groups):
    """Keep the first row of everyone in a release."""
    seen = set()
    kept = [
        [row for row in group if row[0] not in seen and not seen.add(row[0])]
        for group in groups
    ]
    return [group for group in kept if group]


@examples(20)
@given(SERIES)
def test_intersections_by_brute_force(series):
    series = [once(groups) for groups in series]
    signatures = {}
    for groups in series:
        for group in groups:
            for person, _ in group:
                signatures.setdefault(person, []).append({value for _, value in group})
    left = {person: set.intersection(*sets) for person, sets in signatures.items()}
    alone = {person: min(map(len, sets)) for person, sets in signatures.items()}
    found = intersection(series_of(series))
    assert found.total == len(left)
    sizes = {one: len(values) for one, values in left.items()}
    assert found.least_left == min(filter(None, sizes.values()), default=None)
    assert found.narrowed == sum(0 < sizes[one] < alone[one] for one in left)
    assert found.changed == sum(size == 0 for size in sizes.values())
    assert found.exposed == sum(len(left[one]) == 1 < alone[one] for one in left)
    assert found.followed == sum(len(sets) > 1 for sets in signatures.values())


def test_releases_without_a_key_are_composed_and_a_key_needs_releases():
    found = diversa.attack(SECOND, releases=[FIRST], **WORDS)
    lacking = {one.attack: one.why for one in found.not_made}
    assert "a key" in lacking["intersection"]
    assert found["composition"].meeting == 1
    with pytest.raises(InputError, match="must come with releases"):
        diversa.attack(SECOND, key="key", **WORDS)
