# SPDX-License-Identifier: Apache-2.0
"""Frequency sets and their roll-ups against a plain count of the cells."""

from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set, project, roll_up
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from examples import examples

RELAXED = examples(50)


def dictionary(name, size):
    return Dictionary.build(name, [f"{i:07d}" for i in range(size)], [1] * size)


def nested(name, sizes):
    """A hierarchy whose levels have about so many labels, each the last, halved."""
    values = dictionary(name, sizes[0])
    labels = [np.arange(sizes[0]) * size // sizes[0] for size in sizes[1:]]
    for level in range(1, len(labels)):  # make each level a function of the last
        first = np.unique(labels[level - 1], return_index=True)[1]
        labels[level] = labels[level][first[labels[level - 1]]]
    return Hierarchy.from_labels(values, [list(map(str, column)) for column in labels])


HIERARCHIES = [nested("p", [7, 3, 1]), nested("q", [4, 1]), nested("r", [5, 4, 2, 1])]
SENSITIVE = [dictionary("s", 3), dictionary("t", 4)]
ATTRIBUTES = [dictionary(h.attribute, h.sizes[0]) for h in HIERARCHIES]
SIZES = (7, 4, 5, 3, 4)

LINE = st.tuples(*(st.integers(0, size - 1) for size in SIZES))
CELLS = st.dictionaries(LINE, st.integers(1, 5), max_size=40)
LEVELS = st.tuples(*(st.integers(0, h.height) for h in HIERARCHIES))


def cells_of(counted, dictionaries):
    codes = np.array(list(counted), dtype=np.int32).reshape(-1, len(dictionaries))
    return Cells(tuple(dictionaries), codes, np.array([*counted.values()], np.int64))


def small_cells(counted):
    return cells_of(counted, [*ATTRIBUTES, *SENSITIVE])


def recount(counted, hierarchies, levels):
    """Count, for each tuple of generalized codes, the rows per sensitive tuple."""
    groups = defaultdict(Counter)
    for line, count in counted.items():
        pairs = zip(hierarchies, levels, line, strict=False)
        key = tuple(int(h.maps[level][code]) for h, level, code in pairs)
        groups[key][line[len(hierarchies) :]] += count
    return dict(groups)


def as_dict(found):
    """What a frequency set says, in the form of `recount`; keys must be distinct."""
    groups, said = found.groups, {}
    for place in range(len(found)):
        key = tuple(found.codes[:, place].tolist())
        entries = slice(groups.starts[place], groups.starts[place + 1])
        tuples = map(tuple, groups.combinations[groups.values[entries]].tolist())
        assert key not in said
        said[key] = dict(zip(tuples, groups.counts[entries].tolist(), strict=True))
    return said


@RELAXED
@given(CELLS, LEVELS, st.integers(0, 2))
def test_a_node_is_a_recount_of_the_cells(counted, levels, attributes):
    sensitive = [Sensitive(one) for one in SENSITIVE[:attributes]]
    found = frequency_set(small_cells(counted), HIERARCHIES, sensitive, levels=levels)
    shorter = Counter()
    for line, count in counted.items():
        shorter[line[: 3 + attributes]] += count
    assert as_dict(found) == recount(shorter, HIERARCHIES, levels)
    assert found.groups.rows == sum(counted.values())
    assert found.levels == levels


@RELAXED
@given(CELLS, st.integers(0, 2), st.booleans())
def test_the_bottom_node_is_the_same_in_any_order(counted, attributes, ordered):
    if ordered:  # as an engine that sorts gives them
        counted = dict(sorted(counted.items()))
    sensitive = [Sensitive(one) for one in SENSITIVE[:attributes]]
    cells = small_cells(counted)
    bottom = frequency_set(cells, HIERARCHIES, sensitive)
    rolled = frequency_set(cells, HIERARCHIES, sensitive, levels=bottom.levels)
    for name in ("starts", "values", "counts", "sizes", "owners"):
        ours, theirs = getattr(bottom.groups, name), getattr(rolled.groups, name)
        assert ours.tolist() == theirs.tolist()
        assert ours.dtype == theirs.dtype
    assert bottom.codes.tolist() == rolled.codes.tolist()
    assert bottom.groups.rows == rolled.groups.rows


@RELAXED
@given(CELLS, LEVELS, LEVELS)
def test_a_roll_up_is_a_recount(counted, one, other):
    lower = tuple(map(min, one, other))
    upper = tuple(map(max, one, other))
    sensitive = [Sensitive(one) for one in SENSITIVE]
    finer = frequency_set(small_cells(counted), HIERARCHIES, sensitive, levels=lower)
    coarser = roll_up(finer, upper)
    assert as_dict(coarser) == recount(counted, HIERARCHIES, upper)
    assert coarser.groups.rows == finer.groups.rows


@RELAXED
@given(CELLS, LEVELS, st.sets(st.integers(0, 2)))
def test_fewer_quasi_identifiers_are_a_recount(counted, levels, chosen):
    places = sorted(chosen)
    sensitive = [Sensitive(SENSITIVE[0])]
    whole = frequency_set(small_cells(counted), HIERARCHIES, sensitive, levels=levels)
    shorter = Counter()
    for line, count in counted.items():
        shorter[(*(line[place] for place in places), line[3])] += count
    expected = recount(
        shorter,
        [HIERARCHIES[place] for place in places],
        [levels[place] for place in places],
    )
    assert as_dict(project(whole, places)) == expected
    assert project(whole, places).groups.rows == sum(counted.values())


WIDE_SIZES = (5000,) * 7
"""Seven attributes of 5000 values: 86 bits."""


@pytest.fixture(scope="module")
def wide():
    """Hierarchies of wide attributes, and the attributes."""
    names = [f"w{place}" for place in range(len(WIDE_SIZES))]
    sized = list(zip(names, WIDE_SIZES, strict=True))
    hierarchies = [nested(name, [size, 50, 2, 1]) for name, size in sized]
    return hierarchies, [dictionary(name, size) for name, size in sized]


@pytest.mark.parametrize(
    "levels",
    [
        pytest.param((0,) * 7, id="86 bits"),
        pytest.param((0, 0, 0, 0, 1, 1, 0), id="72 bits"),
        pytest.param((3, 0, 0, 0, 0, 0, 3), id="61 bits: one key again"),
        pytest.param((2, 1, 2, 1, 2, 1, 2), id="narrow"),
    ],
)
@pytest.mark.parametrize("lines", [0, 1, 3000])
def test_keys_wider_than_an_integer(wide, levels, lines):
    draw = np.random.default_rng(lines)
    codes = np.minimum(draw.integers(0, 5000, (lines, 7)), 4999)
    codes[: lines // 2] = codes[: lines // 2] % 2 * 4999  # many equal, at both ends
    values = draw.integers(0, 3, (lines, 1))
    counted = Counter(map(tuple, np.hstack([codes, values]).tolist()))
    sensitive = [Sensitive(SENSITIVE[0])]
    hierarchies, attributes = wide
    bottom = frequency_set(
        cells_of(counted, [*attributes, SENSITIVE[0]]), hierarchies, sensitive
    )
    assert as_dict(roll_up(bottom, levels)) == recount(counted, hierarchies, levels)
