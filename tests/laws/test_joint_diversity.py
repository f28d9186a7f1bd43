# SPDX-License-Identifier: Apache-2.0
"""Definition 4.5: the other sensitive attributes count as quasi-identifiers."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.models import parse
from examples import examples

RELAXED = examples(20)
SPECS = [
    "distinct-l-diversity:2,on=s",
    "frequency-l-diversity:1.5,on=s",
    "entropy-l-diversity:2,on=s",
    "recursive-cl-diversity:c=2,l=2,on=s",
    "pd-recursive-cl-diversity:c=1,l=2,disclosable=0,on=s",
    "npd-recursive-cl-diversity:c1=2,c2=20,l=2,disclosable=0,protected=1,on=s",
]
ROW = st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1))
TABLES = st.lists(st.lists(ROW, min_size=1, max_size=8), min_size=1, max_size=5)
NAMES = ("s", "t", "u")


def groups_of(tables):
    """Groups of three sensitive attributes from the rows of each group."""
    triples = np.array(np.meshgrid(*[np.arange(3)] * 3)).T.reshape(-1, 3)
    place = {tuple(map(int, line)): i for i, line in enumerate(triples)}
    counts = [Counter(place[row] for row in rows) for rows in tables]
    entries = [sorted(one.items()) for one in counts]
    values, rows = np.array([pair for one in entries for pair in one]).T
    return Groups(
        np.cumsum([0, *map(len, entries)]),
        values.astype(np.int32),
        rows.astype(np.int64),
        triples.astype(np.int32),
        tuple(Sensitive(Dictionary.build(name, "012", [1] * 3)) for name in NAMES),
    )


def alone(rows, attribute):
    """The rows of a group as one group of one sensitive attribute."""
    counts = Counter(str(row[NAMES.index(attribute)]) for row in rows)
    return Groups.from_counts([counts], on=attribute)


def split_by_others(rows, attribute):
    """The blocks of a group: rows that share all other sensitive values."""
    place, blocks = NAMES.index(attribute), {}
    for row in rows:
        blocks.setdefault(row[:place] + row[place + 1 :], []).append(row)
    return list(blocks.values())


@pytest.mark.parametrize("spec", SPECS)
@RELAXED
@given(TABLES, st.sampled_from(NAMES))
def test_every_block_must_hold(spec, tables, on):
    model = replace(parse(spec), on=on)
    expected, levels = [], []
    worst = min if model.sense == ">=" else max
    for rows in tables:
        blocks = [alone(block, on) for block in split_by_others(rows, on)]
        expected.append(all(model.holds(block)[0] for block in blocks))
        levels.append(worst(model.attained(block) for block in blocks))
    joint = replace(model, joint=True)
    assert joint.holds(groups_of(tables)).tolist() == expected
    assert joint.measure(groups_of(tables)).floats.tolist() == levels


@pytest.mark.parametrize("spec", SPECS)
@RELAXED
@given(TABLES, st.sampled_from(NAMES))
def test_without_joint_the_others_are_ignored(spec, tables, on):
    model = replace(parse(spec), on=on)
    expected = [model.attained(alone(rows, on)) for rows in tables]
    assert model.measure(groups_of(tables)).floats.tolist() == expected


@pytest.mark.parametrize("spec", SPECS)
def test_merged_groups_hold_and_imply_what_they_say(spec):
    model = replace(parse(spec), joint=True)
    draw = np.random.default_rng(7)
    tables = [
        [tuple(map(int, row)) for row in draw.integers(0, [3, 2, 1], (size, 3))]
        for size in draw.integers(2, 10, 1000)
    ]
    good = [tables[i] for i in np.flatnonzero(model.holds(groups_of(tables)))]
    merged = [one + other for one, other in islice(combinations(good, 2), 2000)]
    assert len(merged) > 200
    assert model.prunes(suppression=False)
    assert model.holds(groups_of(merged)).all()
    for implied in model.implied():
        assert implied.prunes(suppression=True)
        assert implied.holds(groups_of(good)).all()
