# SPDX-License-Identifier: Apache-2.0
"""Laws of m-invariance over random series of releases, judged by plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models import MInvariance, MUniqueness
from diversa.models.republication import judge_series, series_of
from examples import examples

PEOPLE = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
VALUES = "abc"


def series_of_releases(draw):
    """Some people in two groups; counterfeit rows may fill groups up."""
    own = {name: draw.choice(VALUES) for name in PEOPLE}
    series = []
    for _ in range(draw.randint(1, 3)):
        groups = defaultdict(list)
        for name in draw.sample(PEOPLE, draw.randint(1, len(PEOPLE))):
            groups[draw.randint(0, 1)].append((name, own[name]))
        for rows in groups.values():
            missing = sorted(set(VALUES) - {value for _, value in rows})
            filled = draw.sample(missing, draw.randint(0, len(missing)))
            rows += [(None, value) for value in filled]
        series.append(list(groups.values()))
    return series


RANDOMS = st.builds(Random, st.integers(0, 2**32 - 1))
SERIES = RANDOMS.map(series_of_releases)
SOME_SERIES = RANDOMS.map(lambda draw: [series_of_releases(draw) for _ in range(20)])
FOUR = [("Ann", "a"), ("Bob", "b"), ("Cid", "a"), ("Dan", "b")]
KINDS = [
    [[FOUR[:2], FOUR[2:]], [FOUR[:2]]],
    [[FOUR[:2], FOUR[2:]], [[FOUR[0], (None, "c")]]],
    [[[FOUR[0]]], [[FOUR[0]]]],
]
"""A series of level 2, one in which somebody's signature changes, one of level 1."""


def is_invariant(series, m):
    """Word by word: m-unique releases, and one signature for everyone."""
    signatures = defaultdict(set)
    for groups in series:
        for rows in groups:
            values = [value for _, value in rows]
            if m > 1 and (len(values) < m or len(set(values)) < len(values)):
                return False
            for name, _ in rows:
                if name is not None:
                    signatures[name].add(frozenset(values))
    return m == 1 or all(len(found) == 1 for found in signatures.values())


def violating(series, m):
    """People in a group that is not m-unique, or of several signatures."""
    bad, signatures = set(), defaultdict(set)
    for groups in series:
        for rows in groups:
            values = [value for _, value in rows]
            unique = len(values) >= m and len(set(values)) == len(values)
            for name, _ in rows:
                if name is not None:
                    signatures[name].add(frozenset(values))
                    bad |= set() if unique else {name}
    changed = {name for name, found in signatures.items() if len(found) > 1}
    left = [len(frozenset.intersection(*found)) for found in signatures.values()]
    return len(bad | changed) if m > 1 else 0, len(changed), min(left)


def test_a_series_is_judged_by_the_definition(record_property):
    seen = Counter()

    @examples(20)
    @given(SOME_SERIES)
    @example(KINDS)
    def law(some_series):
        for series in some_series:
            judge(series)

    def judge(series):
        found = judge_series(series_of(series))
        for m in (1, 2, 3):
            assert found.holds(m) == is_invariant(series, m)
            bad, changed, left = violating(series, m)
            assert found.violating_persons(m) == bad
        assert (found.changed_persons, found.least_left) == (changed, left)
        seen[found.level, changed > 0] += 1

    law()
    assert {(2, False), (1, True), (1, False)} <= set(seen)
    record_property("verdicts", 3 * seen.total())


@examples(60)
@given(SERIES)
def test_each_release_alone_is_judged_by_m_uniqueness(series):
    found = judge_series(series_of(series))
    for level, groups in zip(found.unique, series, strict=True):
        counts = [Counter(value for _, value in rows) for rows in groups]
        alone = MUniqueness(1).attained(Groups.from_counts(counts, on="s"))
        assert level == alone
    assert found.level <= min(found.unique)


@examples(30)
@given(SERIES, RANDOMS)
def test_the_order_of_rows_groups_and_releases_means_nothing(series, random):
    mixed = [
        [random.sample(rows, len(rows)) for rows in random.sample(groups, len(groups))]
        for groups in random.sample(series, len(series))
    ]
    found, other = judge_series(series_of(series)), judge_series(series_of(mixed))
    assert sorted(found.unique) == sorted(other.unique)
    assert (found.level, found.persons_at) == (other.level, other.persons_at)


def test_one_release_does_not_tell():
    groups = Groups.from_counts([{"a": 1, "b": 1}], on="s")
    for ask in (MInvariance(2).measure, MInvariance(2).holds):
        with pytest.raises(ModelError, match="needs every release of the series"):
            ask(groups)
    with pytest.raises(ModelError, match=r"use diversa\.m_invariance"):
        MInvariance(2).check(groups.sensitive)
