# SPDX-License-Identifier: Apache-2.0
"""Tuples of cells against a plain dictionary of them, in any order and of any width."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts import cell_tuples as module
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.data.dictionary import Dictionary
from examples import examples

NAMES = ("x", "y", "z")
LINES = st.lists(st.tuples(*[st.integers(0, 3)] * 3), max_size=30, unique=True)


def cells_of(lines):
    dictionaries = [Dictionary.build(name, list("abcd"), [1] * 4) for name in NAMES]
    codes = np.array(lines, dtype=np.int32).reshape(-1, 3)
    return Cells(tuple(dictionaries), codes, np.ones(len(lines), dtype=np.int64))


@pytest.mark.parametrize("space", [None, 5], ids=["narrow", "wide"])
@examples(60)
@given(lines=LINES, ordered=st.booleans(), names=st.permutations(NAMES))
def test_they_are_numbered_as_they_come(space, lines, ordered, names):
    lines = sorted(lines) if ordered else lines
    chosen = names[:2]
    places = [NAMES.index(name) for name in chosen]
    expected, first = {}, []
    for line, codes in enumerate(lines):
        key = tuple(codes[place] for place in places)
        if key not in expected:
            expected[key] = len(expected)
            first.append(line)
    with pytest.MonkeyPatch.context() as patch:
        if space is not None:  # keys outgrow an integer, and are numbered in between
            patch.setattr(module, "KEY_SPACE", space)
        tuples = cell_tuples(cells_of(lines), chosen)
    assert tuples.number.tolist() == [
        expected[tuple(codes[place] for place in places)] for codes in lines
    ]
    assert tuples.first.tolist() == first
    assert len(tuples) == len(expected)


def test_sorted_cells_need_no_hashing(monkeypatch):
    monkeypatch.delattr("diversa.counts.kernels.group_keys")
    ordered = cells_of([(0, 1, 2), (0, 1, 3), (2, 0, 0)])
    assert cell_tuples(ordered, ["x", "y"]).number.tolist() == [0, 0, 1]


def test_they_are_found_out_once():
    cells = cells_of([(0, 1, 2), (2, 0, 0), (0, 1, 3)])
    assert cell_tuples(cells, ["x"]) is cell_tuples(cells, ["x"])
    assert cell_tuples(cells, ["x"]) is not cell_tuples(cells, ["y"])
