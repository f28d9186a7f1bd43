# SPDX-License-Identifier: Apache-2.0
"""Safe labels say nothing of single rows: theorem T7, by trying every small table."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.public_cuts import public_cuts
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import TOP, Hierarchy
from diversa.hierarchies.intervals import Intervals
from diversa.recodings.public_trees import PublicTrees
from diversa.search.partitions.public_tree import (
    TreeRule,
    binary_entropy,
    column_tree,
    grow,
)
from diversa.search.partitions.secret_noise import SecretNoise
from diversa.search.partitions.tree_cells import Blur, TreeCells
from examples import examples

SURE = Blur(SecretNoise(b""), 1)
"""No noise: what a tree is made of is given here."""


def tree(column, counts, *, middle):
    """A public tree over cells with made-up frequencies; cells are called 0, 1, ..."""
    values = [str(number) for number in range(len(counts))]
    hierarchy = Hierarchy.from_labels(
        Dictionary.build(column, values, [1] * len(values)), [[TOP] * len(values)]
    )
    cells = TreeCells(
        np.arange(len(counts)),
        np.array(counts, dtype=np.float64),
        np.zeros(len(counts), dtype=np.int64),
        middle,
        lambda low, high: f"{low}-{high}",
    )
    return grow(hierarchy, cells, SURE, 1.0)


def release(trees, table, least):
    """The leaves of a table: the box and the rows of each."""
    points = np.array(table, dtype=np.int32).reshape(len(table), len(trees.trees))
    rows = np.ones(len(table), dtype=np.int64)
    part, nodes = public_cuts(points, rows, trees.forest, least)
    leaves = defaultdict(list)
    for row, number in zip(table, part.tolist(), strict=True):
        leaves[tuple((nodes[number] - trees.roots).tolist())].append(row)
    return {box: tuple(sorted(inside)) for box, inside in leaves.items()}


def region(trees, box):
    """All points of a box."""
    spans = [
        range(one.lows[node], one.highs[node])
        for one, node in zip(trees.trees, box, strict=True)
    ]
    return set(product(*spans))


SHAPES = [
    ((2, 4), 6, 2),
    ((2, 4), 7, 3),
    ((2, 2, 2), 6, 2),
    ((8,), 8, 2),
    ((8,), 8, 3),
    ((4, 4), 5, 2),
    ((3, 3), 6, 2),
    ((1, 4), 6, 2),
]


@pytest.mark.parametrize(("shape", "most", "least"), SHAPES, ids=str)
@pytest.mark.parametrize("seed", [0, 1])
def test_every_point_of_a_box_may_be_what_all_its_rows_have(shape, most, least, seed):
    """Worked example 28 and its relatives, with the number of rows told."""
    draw = np.random.default_rng(seed)
    trees = PublicTrees(
        tuple(
            tree(f"c{place}", draw.integers(1, 9, size), middle=bool(draw.integers(2)))
            for place, size in enumerate(shape)
        ),
        None,
    )
    points = list(product(*map(range, shape)))
    leaves = 0
    for rows in range(least, most + 1):
        worlds = defaultdict(lambda: defaultdict(set))
        for table in combinations_with_replacement(points, rows):
            made = release(trees, table, least)
            told = frozenset((box, len(inside)) for box, inside in made.items())
            for box, inside in made.items():
                assert len(inside) >= least
                assert set(inside) <= region(trees, box)
                worlds[told][box].add(inside)
        for told, boxes in worlds.items():
            sizes = dict(told)
            for box, possible in boxes.items():
                leaves += 1
                alike = {(point,) * sizes[box] for point in region(trees, box)}
                assert alike <= possible
    assert leaves > 3


def naive(trees, table, box, least, refused=frozenset()):
    """The rule in its plainest form: the leaves below a box."""
    tries = sorted(
        (trees.ranks[trees.roots[place] + node], place)
        for place, (one, node) in enumerate(zip(trees.trees, box, strict=True))
        if one.splits[node] >= 0 and place not in refused
    )
    dead = set(refused)
    for _, place in tries:
        one, node = trees.trees[place], box[place]
        sides = [
            [row for row in table if (row[place] < one.splits[node]) == left]
            for left in (True, False)
        ]
        if min(map(len, sides)) >= least:
            below = (one.lefts[node], one.rights[node])
            return [
                leaf
                for side, child in zip(sides, below, strict=True)
                for leaf in naive(
                    trees,
                    side,
                    (*box[:place], int(child), *box[place + 1 :]),
                    least,
                    frozenset(dead),
                )
            ]
        dead.add(place)
    return [(box, tuple(sorted(table)))]


@examples(40)
@given(
    table=st.lists(
        st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(0, 1)),
        min_size=2,
        max_size=40,
    ),
    counts=st.tuples(
        *(st.lists(st.integers(0, 9), min_size=n, max_size=n) for n in (4, 5, 2))
    ),
    least=st.integers(2, 5),
    order=st.randoms(),
)
def test_the_kernel_cuts_as_the_rule_says_whatever_the_order_of_rows(
    table, counts, least, order
):
    trees = PublicTrees(
        tuple(
            tree(f"c{place}", one, middle=place == 1)
            for place, one in enumerate(counts)
        ),
        None,
    )
    made = release(trees, table, least)
    assert made == dict(naive(trees, table, (0, 0, 0), least))
    mixed = table.copy()
    order.shuffle(mixed)
    assert release(trees, mixed, least) == made
    alike = Counter(table)
    points = np.array(list(alike), dtype=np.int32)
    rows = np.array(list(alike.values()), dtype=np.int64)
    part, nodes = public_cuts(points, rows, trees.forest, least)
    sizes = np.bincount(part, rows, len(nodes)).astype(int)
    assert Counter(sizes.tolist()) == Counter(map(len, made.values()))


def greedy(table, region, least, threshold):
    """Examples 29 and 30: empty or nearly empty sides of the middle are cut off."""
    sizes = [len(values) for values in region]
    if max(sizes) == 1:
        return [(region, tuple(sorted(table)))]
    place = sizes.index(max(sizes))
    half = len(region[place]) // 2
    both = region[place][:half], region[place][half:]
    parts = [([row for row in table if row[place] in side], side) for side in both]
    boxes = [
        (inside, (*region[:place], side, *region[place + 1 :]))
        for inside, side in parts
    ]
    if min(len(inside) for inside, _ in boxes) >= least:
        return [
            leaf
            for inside, box in boxes
            for leaf in greedy(inside, box, least, threshold)
        ]
    if min(len(inside) for inside, _ in boxes) < threshold:
        inside, box = max(boxes, key=lambda one: len(one[0]))
        return greedy(inside, box, least, threshold) if len(inside) >= least else []
    return [(region, tuple(sorted(table)))]


@pytest.mark.parametrize(("threshold", "rows"), [(1, 6), (2, 7)])
def test_cutting_off_what_is_nearly_empty_claims_points(threshold, rows):
    """Examples 29 and 30: the same enumeration finds rules that do say something."""
    worlds = defaultdict(lambda: defaultdict(set))
    points = list(product(range(2), range(2)))
    for table in combinations_with_replacement(points, rows):
        made = greedy(list(table), ((0, 1), (0, 1)), 3, threshold)
        told = frozenset((box, len(inside)) for box, inside in made)
        for box, inside in made:
            worlds[told][box].add(inside)
    claims = [
        point
        for boxes in worlds.values()
        for box, possible in boxes.items()
        for point in product(*box)
        if len(set(product(*box))) > 1 and all(point in world for world in possible)
    ]
    assert claims


def test_a_split_of_two_halves_has_one_bit():
    assert binary_entropy(np.array([0.0, 0.5, 1.0, 0.11])).round(3).tolist() == [
        0.0,
        1.0,
        0.0,
        0.5,
    ]


def test_missing_values_and_single_values_are_cells_too():
    ages = [20, 21, 22, 23, None]
    numbers = Dictionary.build("age", ages, [40, 40, 40, 40, 60], kind="number")
    hierarchy = Intervals((2,)).build(numbers)
    rule = TreeRule(5, 1e9, b"x" * 32)
    rows = np.array([40, 40, 40, 40, 60])
    blur = Blur(SecretNoise(b"x" * 32, 1e-9), 5)
    made = column_tree(hierarchy, rows, blur, rule)
    assert made.labels[:3] == (TOP, None, "not {missing}")
    assert {str(label) for label in made.labels} >= {"<=20", "21", "22", ">=23"}
    few = column_tree(hierarchy, np.array([40, 40, 40, 40, 2]), blur, rule)
    assert "{>=23, missing}" in few.labels
    assert None not in few.labels
