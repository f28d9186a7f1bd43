# SPDX-License-Identifier: Apache-2.0
"""Kinds of groups: every group is like the one that stands for its kind."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.audits.judgement import find_level, measure
from diversa.counts import kinds_of_groups
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import kinds_of
from diversa.models import audited, parse


@pytest.fixture
def few_are_enough(monkeypatch):
    """Look for kinds in any number of groups."""
    monkeypatch.setattr(kinds_of_groups, "WORTH_IT", 1)
    monkeypatch.setattr(kinds_of_groups, "SAMPLE", 1 << 30)


def random_groups(seed, *, number=200, values=4, rows=6):
    """Groups of a few rows with random values, among which many are alike."""
    random = np.random.default_rng(seed)
    drawn = [
        random.integers(values, size=random.integers(1, rows)) for _ in range(number)
    ]
    return [
        {int(value): int((group == value).sum()) for value in np.unique(group)}
        for group in drawn
    ]


@pytest.mark.usefixtures("few_are_enough")
@pytest.mark.parametrize("seed", range(5))
def test_groups_of_a_kind_have_the_same_counts(seed):
    counts = random_groups(seed)
    kinds = kinds_of(Groups.from_counts(counts, on="ill"))
    distinct = list(dict.fromkeys(tuple(sorted(group.items())) for group in counts))
    assert len(kinds.groups) == len(distinct)
    assert [distinct[kind] for kind in kinds.kind] == [
        tuple(sorted(group.items())) for group in counts
    ]


@pytest.mark.usefixtures("few_are_enough")
@pytest.mark.parametrize("seed", range(3))
def test_levels_and_verdicts_are_those_of_all_groups(seed):
    groups = Groups.from_counts(random_groups(seed), on="ill")
    kinds = kinds_of(groups)
    assert len(kinds.groups) < len(groups)
    for model in audited(["ill"]):
        if model.lacks(groups.sensitive) is None:
            assert find_level(model, groups, kinds) == find_level(model, groups)
            few, all_of_them = measure(model, groups, kinds), measure(model, groups)
            assert np.array_equal(few.numbers, all_of_them.numbers)
            assert np.array_equal(few.proof.holds, all_of_them.proof.holds)


@pytest.mark.usefixtures("few_are_enough")
def test_what_looks_at_other_groups_is_measured_in_all():
    model = parse("ck-safety:c=0.9,k=2,on=ill")
    assert not model.judges_alone
    groups = Groups.from_counts([{"a": 2, "b": 1}] * 3 + [{"a": 1, "b": 5}], on="ill")
    assert len(measure(model, groups, kinds_of(groups)).numbers) == 4


def test_few_groups_have_no_kinds():
    assert kinds_of(Groups.from_counts([{"a": 1}] * 100, on="ill")) is None


def test_groups_that_differ_have_no_kinds(monkeypatch):
    monkeypatch.setattr(kinds_of_groups, "WORTH_IT", 4_000)
    monkeypatch.setattr(kinds_of_groups, "SAMPLE", 400)
    counts = [{f"v{place}": 1} for place in range(4_000)]
    assert kinds_of(Groups.from_counts(counts, on="ill")) is None


@pytest.mark.usefixtures("few_are_enough")
def test_marks_that_meet_are_noticed(monkeypatch):
    groups = Groups.from_counts([{"a": 1, "b": 2}, {"a": 2, "b": 1}], on="ill")
    monkeypatch.setattr(
        kinds_of_groups,
        "marks_of",
        lambda groups: (np.zeros(len(groups), np.int64), False),
    )
    assert kinds_of(groups) is None


@pytest.mark.usefixtures("few_are_enough")
@pytest.mark.parametrize("times", [1, 2**20], ids=["all counts", "mixed"])
def test_marks_are_all_counts_where_these_fit(times):
    counts = [
        {value: rows * times for value, rows in group.items()}
        for group in random_groups(9)
    ]
    groups = Groups.from_counts(counts, on="ill")
    marks, exact = kinds_of_groups.marks_of(groups)
    assert exact == (times == 1)
    assert (marks >= 0).all()
    alike = [tuple(sorted(group.items())) for group in counts]
    assert len(set(marks.tolist())) == len(set(alike))
    assert len(set(zip(marks.tolist(), alike, strict=True))) == len(set(alike))
    assert len(kinds_of(groups).groups) == len(set(alike))
