# SPDX-License-Identifier: Apache-2.0
"""Rebuilding: never worse, always holding, and no better than the bound."""

from __future__ import annotations

import time
from functools import partial
from itertools import islice

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.examples import hospital
from diversa.recodings.partition import whole_table
from diversa.search.deadline import Deadline
from diversa.search.partitions import rebuilding as module
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.rebuilding import least_loss, rebuilding
from diversa.search.task import holding
from examples import examples
from random_tables import tables

MODELS = ["k-anonymity:2", "k-anonymity:3", "entropy-l-diversity:1.8,on=s"]


def all_partitions(lines):
    """Every way to put some lines into groups."""
    if not lines:
        yield []
        return
    first, *rest = lines
    for groups in all_partitions(rest):
        yield [[first], *groups]
        for place, group in enumerate(groups):
            yield [*groups[:place], [first, *group], *groups[place + 1 :]]


@examples(40)
@given(
    table=tables(), model=st.sampled_from(MODELS), limit=st.sampled_from([0, 3]),
    seed=st.integers(0, 9),
)  # fmt: skip
def test_every_round_holds_and_loses_no_more(table, model, limit, seed):
    task = table.task(model, limit=limit)
    if not holding(task.models, whole_table(task.finest).groups).all():
        return
    partition = local_recoding(task)
    bound = least_loss(task, partition)
    loss, gone = partition.loss, partition.suppressed
    for better in islice(rebuilding(task, partition, seed=seed), 4):
        assert holding(task.models, better.groups).all()
        assert (better.part >= 0).sum() == (partition.part >= 0).sum()
        assert better.suppressed == gone
        assert bound - 1e-9 <= better.loss <= loss + 1e-9
        loss = better.loss


@examples(25)
@given(table=tables(most=7), model=st.sampled_from(MODELS[:2]))
def test_no_partition_at_all_beats_the_bound(table, model):
    task = table.task(model)
    whole = whole_table(task.finest)
    bound = least_loss(task, whole)
    for groups in all_partitions(list(range(len(task.finest)))):
        part = np.zeros(len(task.finest), dtype=np.int32)
        for number, group in enumerate(groups):
            part[group] = number
        made = type(whole)(task.finest, whole.axes, part, len(groups), whole.style)
        if holding(task.models, made.groups).all():
            assert made.loss >= bound - 1e-9


WORDS = {
    "quasi_identifiers": ["zip", "born", "sex"],
    "sensitive": "condition",
    "identifiers": "name",
    "models": ["k-anonymity:5", "entropy-l-diversity:3"],
    "method": "local-recoding",
    "labels": "tight",
}


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=150)).drop(columns="admitted")


@pytest.fixture(scope="module")
def plain(patients):
    return diversa.anonymize(patients, **WORDS)


def test_a_plan_gives_it_time(patients, plain, monkeypatch):
    fast = partial(Deadline, clock=lambda: 20 * time.process_time())
    monkeypatch.setattr(module, "Deadline", fast)
    longer = diversa.anonymize(patients, time=1, **WORDS)
    assert plain.search.stopped is None
    assert longer.metrics["loss"] <= plain.metrics["loss"]
    assert longer.search.stopped == "time"
    assert longer.search.cost == pytest.approx(longer.metrics["loss"])
    assert 0 < longer.search.bound <= longer.search.cost
    assert "built anew for 1 s" in longer.search.reason
    assert longer.audit.holds


def test_a_round_finds_what_moves_do_not(patients, plain):
    """Without any time there is one round, which already loses less."""
    longer = diversa.anonymize(patients, time=0, **WORDS)
    assert longer.metrics["loss"] < plain.metrics["loss"]
