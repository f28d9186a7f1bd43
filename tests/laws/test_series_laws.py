# SPDX-License-Identifier: Apache-2.0
"""Laws of m-invariance over random series of releases, judged by plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models import MInvariance, MUniqueness
from diversa.models.republication import judge_series, series_of
from examples import examples

PEOPLE = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
VALUES = "abc"


@st.composite
def releases(draw):
    """Some people in groups of one to three; counterfeit rows may fill groups up."""
    value = st.sampled_from(VALUES)
    own = {name: draw(value) for name in PEOPLE}
    series = []
    for _ in range(draw(st.integers(1, 3))):
        present = draw(st.lists(st.sampled_from(PEOPLE), min_size=1, unique=True))
        groups = defaultdict(list)
        for name in present:
            groups[draw(st.integers(0, 1))].append((name, own[name]))
        for rows in groups.values():
            missing = sorted(set(VALUES) - {v for _, v in rows})
            wanted = (
                draw(st.lists(st.sampled_from(missing), unique=True)) if missing else []
            )
            rows += [(None, one) for one in wanted]
        series.append(list(groups.values()))
    return series


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


def test_a_series_is_judged_by_the_definition():
    seen = Counter()

    @examples(300)
    @given(releases())
    def law(series):
        found = judge_series(series_of(series))
        for m in (1, 2, 3):
            assert found.holds(m) == is_invariant(series, m)
            bad, changed, left = violating(series, m)
            assert found.violating_persons(m) == bad
        assert (found.changed_persons, found.least_left) == (changed, left)
        seen[found.level, changed > 0] += 1

    law()
    assert min(seen[1, True], seen[1, False], seen[2, False]) > 5


@examples(60)
@given(releases())
def test_each_release_alone_is_judged_by_m_uniqueness(series):
    found = judge_series(series_of(series))
    for level, groups in zip(found.unique, series, strict=True):
        counts = [Counter(value for _, value in rows) for rows in groups]
        alone = MUniqueness(1).attained(Groups.from_counts(counts, on="s"))
        assert level == alone
    assert found.level <= min(found.unique)


@examples(30)
@given(releases(), st.randoms(use_true_random=False))
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
