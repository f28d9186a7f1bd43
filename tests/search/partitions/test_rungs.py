# SPDX-License-Identifier: Apache-2.0
"""Rungs: every label is backed, and groups that are backed stay as they are."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.search.partitions import rungs
from diversa.search.partitions.mondrian import mondrian
from partition_tasks import groups_of, on_a_line

NAMES = ["town", "job"]


def publish(rows, m):
    """Publish rows of towns and jobs; `id` says which row is which."""
    table = pd.DataFrame(rows, columns=NAMES)
    table["id"] = [str(number) for number in range(len(rows))]
    release = diversa.anonymize(
        table,
        quasi_identifiers=NAMES,
        sensitive="id",
        models=["k-anonymity:2", f"label-safety:{m}"],
        evidence=False,
        method="mondrian",
        labels="tight",
    )
    return table.set_index("id"), release


def members(label):
    """The members of a set; none of a single value or a star."""
    return label.strip("{}").split(", ") if label.startswith("{") else []


@pytest.mark.parametrize("m", [2, 3])
@pytest.mark.parametrize("seed", range(6))
def test_every_member_of_every_set_has_enough_rows(m, seed):
    """Counted with the rows of the original, one by one."""
    draw = np.random.default_rng([seed, m])
    rows = [(f"t{draw.zipf(1.8) % 6}", f"j{draw.integers(5)}") for _ in range(60)]
    raw, release = publish(rows, m)
    assert len(release.frame) == 60
    for labels, group in release.frame.groupby(NAMES, dropna=False):
        for name, label in zip(NAMES, labels, strict=True):
            values = raw.loc[group.id, name].value_counts()
            assert all(values.get(one, 0) >= m for one in members(label))


def test_groups_that_hold_stay_as_they_are():
    """One rare job forbids every cut of the whole table into towns."""
    plain = [("A", "a")] * 6 + [("B", "b")] * 6
    mixed = [("C", job) for job in "abcabcddeeff"] + [("D", job) for job in "cd"]
    _, release = publish([*plain, *mixed], 2)
    found = set(release.frame[NAMES].itertuples(index=False, name=None))
    assert {("A", "a"), ("B", "b")} <= found


def test_models_that_read_no_labels_are_cut_directly(monkeypatch):
    monkeypatch.setattr(rungs, "climb", None)
    task = on_a_line(range(1, 9), "k-anonymity:2")
    begin = rungs.one_part(mondrian(task), np.ones(8, dtype=bool))
    found = rungs.cut_by_rungs(
        task, begin, lambda task, begin: mondrian(task, begin=begin)
    )
    assert groups_of(found) == [[1, 2], [3, 4], [5, 6], [7, 8]]


def test_the_last_rungs_go_back_to_a_rest_that_fails():
    """1 to 6 in groups of two; 7 alone would be one row."""
    task = on_a_line(range(1, 8), "k-anonymity:2")
    begin = rungs.one_part(mondrian(task), np.ones(7, dtype=bool))
    part = np.array([0, 0, 1, 1, 2, 2, -1], dtype=np.int32)
    found = rungs.with_rest(task, begin, part, [0, 2, 3], lambda _, begin: begin)
    assert groups_of(found) == [[1, 2], [3, 4], [5, 6, 7]]
    alone = rungs.with_rest(task, begin, part, [0, 3], lambda _, begin: begin)
    assert groups_of(alone) == [[1, 2, 3, 4, 5, 6, 7]]
