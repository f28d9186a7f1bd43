# SPDX-License-Identifier: Apache-2.0
"""Laws of the distances behind closeness, against exact transport by brute force."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy
from diversa.models import NtCloseness, TCloseness
from diversa.models.named_distances import DISTANCES
from examples import examples
from random_tables import tables
from tables import BuiltOnce

RELAXED = examples(20)
LEAVES = "abcdef"


@st.composite
def nested(draw):
    """A random tree over the leaves, of any shape: uneven depths, single children."""
    trees = [{leaf: {}} for leaf in LEAVES]
    for step in range(draw(st.integers(0, 6))):
        size = draw(st.integers(1, min(3, len(trees))))
        order = draw(st.permutations(trees))
        merged = {name: below for one in order[:size] for name, below in one.items()}
        trees = [*order[size:], {f"node {step}": merged}]
    return {"root": {name: below for one in trees for name, below in one.items()}}


SHARES = st.lists(st.integers(0, 4), min_size=6, max_size=6).filter(any)


def groups_of(ours, table, values=LEAVES, **words):
    named = {v: n for v, n in zip(values, ours, strict=True) if n}
    whole = {v: n for v, n in zip(values, table, strict=True) if n}
    return Groups.from_counts([named], on="s", table=whole, **words)


def transport(supply, demand, cost):
    """The least cost of turning one distribution into another, exactly.

    Successive cheapest ways in the graph of what may still be moved or moved back.
    """
    supply, demand = list(supply), list(demand)
    size, total = len(supply), Fraction(0)
    flow = [[Fraction(0)] * size for _ in range(size)]
    while any(supply):
        start = next(i for i in range(size) if supply[i])
        best = {("out", start): (Fraction(0), None)}
        nearer = True
        while nearer:
            nearer = False
            for i, j in product(range(size), repeat=2):
                nearer |= relax(best, ("out", i), ("in", j), cost[i][j])
                if flow[i][j]:
                    nearer |= relax(best, ("in", j), ("out", i), -cost[i][j])
        ends = [j for j in range(size) if demand[j]]
        end = min(ends, key=lambda j: best["in", j][0])
        way, node = [], ("in", end)
        while best[node][1] is not None:
            way.append((best[node][1], node))
            node = best[node][1]
        back = [flow[j][i] for (s, i), (_, j) in way if s == "in"]
        amount = min([supply[start], demand[end], *back])
        for (side, i), (_, j) in way:
            if side == "out":
                flow[i][j] += amount
            else:
                flow[j][i] -= amount
        supply[start] -= amount
        demand[end] -= amount
        total += amount * best["in", end][0]
    return total


def relax(best, here, there, cost):
    """Go to a node by way of another one, if that is cheaper; whether it is."""
    if here not in best:
        return False
    known = best[here][0] + cost
    if there in best and known >= best[there][0]:
        return False
    best[there] = (known, here)
    return True


def shares(counts):
    return [Fraction(n, sum(counts)) for n in counts]


def distance_of(groups, **words):
    found = TCloseness(1, **words).measure(groups)
    return found.exact(0)


def in_table(ours, table):
    return [max(n, m) for n, m in zip(ours, table, strict=True)]


@RELAXED
@given(
    SHARES, SHARES, st.lists(st.integers(0, 30), min_size=6, max_size=6, unique=True)
)
def test_numeric_distance_is_the_least_work(ours, table, places):
    table = in_table(ours, table)
    used = [place for place, n in zip(places, table, strict=True) if n]
    length = max(1, max(used) - min(used))
    cost = [[Fraction(abs(x - y), length) for y in places] for x in places]
    groups = groups_of(ours, table, places)
    expected = transport(shares(ours), shares(table), cost)
    assert distance_of(groups, distance="numeric") == expected


@RELAXED
@given(SHARES, SHARES, st.permutations(LEAVES))
def test_ordered_distance_is_the_least_work(ours, table, order):
    rank = {value: order.index(value) for value in LEAVES}
    cost = [[Fraction(abs(rank[x] - rank[y]), 5) for y in LEAVES] for x in LEAVES]
    table = in_table(ours, table)
    found = distance_of(groups_of(ours, table), distance="ordered", order=tuple(order))
    assert found == transport(shares(ours), shares(table), cost)


@RELAXED
@given(SHARES, SHARES)
def test_equal_distance_is_the_least_work(ours, table):
    cost = [[Fraction(x != y) for y in LEAVES] for x in LEAVES]
    table = in_table(ours, table)
    found = distance_of(groups_of(ours, table))
    assert found == transport(shares(ours), shares(table), cost)


@RELAXED
@given(SHARES, SHARES, nested())
def test_hierarchical_distance_is_the_least_work(ours, table, tree):
    table = in_table(ours, table)
    groups = groups_of(ours, table, taxonomy=Taxonomy(tree=tree))
    (name,) = tree
    height = max(1, height_of(tree[name]))
    ancestors = dict(ways(tree))
    cost = [
        [
            Fraction(0)
            if x == y
            else Fraction(common_height(ancestors[x], ancestors[y]), height)
            for y in LEAVES
        ]
        for x in LEAVES
    ]
    found = distance_of(groups, distance="hierarchical")
    assert found == transport(shares(ours), shares(table), cost)
    assert found == recursive_form(tree[name], ours, table, height)[1]


def height_of(tree):
    return 1 + max(map(height_of, tree.values())) if tree else 0


def ways(tree, above=()):
    """Every node with the nodes above it and itself: (name, height) from the root."""
    for name, below in tree.items():
        way = (*above, (name, height_of(below)))
        yield name, way
        yield from ways(below, way)


def common_height(ours, theirs):
    return [x for x, y in zip(ours, theirs, strict=False) if x == y][-1][1]


def recursive_form(tree, ours, table, height):
    """The paper's form: what is left over below a node is moved across it.

    Returns the surplus of the tree and the cost of all moves inside it.
    """
    surpluses, cost = [], Fraction(0)
    for name, below in tree.items():
        if below:
            extra, inside = recursive_form(below, ours, table, height)
            cost += inside
        else:
            place = LEAVES.index(name)
            extra = shares(ours)[place] - shares(table)[place]
        surpluses.append(extra)
    up = sum(one for one in surpluses if one > 0)
    down = -sum(one for one in surpluses if one < 0)
    return up - down, cost + Fraction(height_of(tree), height) * min(up, down)


@RELAXED
@given(SHARES, SHARES)
def test_a_star_is_the_equal_distance(ours, table):
    table = in_table(ours, table)
    star = Taxonomy(tree={"*": list(LEAVES)})
    groups = groups_of(ours, table, taxonomy=star)
    assert distance_of(groups, distance="hierarchical") == distance_of(groups)


@RELAXED
@given(SHARES, SHARES, st.integers(-9, 9), st.integers(1, 9))
def test_equally_spaced_numbers_are_ordered(ours, table, first, gap):
    table = [n + 1 for n in in_table(ours, table)]
    groups = groups_of(ours, table, range(first, first + 6 * gap, gap))
    numeric = distance_of(groups, distance="numeric")
    assert numeric == distance_of(groups, distance="ordered")


NAMED = [
    {"distance": "equal"},
    {"distance": "numeric"},
    {"distance": "ordered"},
    {"distance": "hierarchical"},
    {"distance": "smoothed-js", "ground": "numeric", "bandwidth": "0.4"},
    {"distance": "smoothed-js", "ground": "hierarchical", "bandwidth": "0.9"},
]
NUMBERS = (1, 2, 4, 7, 8, 20)
NUMBER_TREE = BuiltOnce(
    Taxonomy(
        tree={"*": {"low": ["1", "2", "4"], "high": {"7": {}, "more": ["8", "20"]}}}
    )
)


def many(lines, table):
    named = [
        {v: int(n) for v, n in zip(NUMBERS, line, strict=True) if n} for line in lines
    ]
    whole = dict(zip(NUMBERS, map(int, table), strict=True))
    return Groups.from_counts(named, on="s", table=whole, taxonomy=NUMBER_TREE)


@pytest.mark.parametrize("words", NAMED, ids=lambda one: "-".join(one.values()))
@examples(20)
@given(seed=st.integers(0, 2**32 - 1))
def test_the_distance_of_a_union_is_at_most_the_weighted_mean(words, seed):
    """Convex in the group for a fixed table: that is why it is union-closed."""
    draw = np.random.default_rng(seed)
    first, second = draw.integers(0, 5, (2, 40, 6)) * draw.integers(0, 2, (2, 40, 6))
    first[:, 0] += first.sum(axis=1) == 0
    second[:, 5] += second.sum(axis=1) == 0
    table = draw.integers(1, 30, 6)
    model = TCloseness(1, **words)
    left = model.measure(many(first, table)).floats
    right = model.measure(many(second, table)).floats
    both = model.measure(many(first + second, table)).floats
    a, b = first.sum(axis=1), second.sum(axis=1)
    assert (both <= (a * left + b * right) / (a + b) + 1e-11).all()
    assert (both >= 0).all()
    assert (both <= 1 + 1e-12).all()


@pytest.mark.parametrize("words", NAMED, ids=lambda one: "-".join(one.values()))
@examples(15)
@given(seed=st.integers(0, 2**32 - 1), times=st.integers(2, 10**9))
def test_rows_and_tables_may_be_repeated(words, seed, times):
    draw = np.random.default_rng(seed)
    lines = draw.integers(0, 5, (20, 6))
    lines[:, 2] += lines.sum(axis=1) == 0
    table = draw.integers(1, 30, 6)
    model = TCloseness(1, **words)
    once = model.measure(many(lines, table)).floats
    assert model.measure(many(times * lines, table)).floats == pytest.approx(once)
    assert model.measure(many(lines, times * table)).floats == pytest.approx(once)
    assert model.measure(many(table[None], table)).floats.tolist() == [0]
    alone = [model.measure(many(line[None], table)).floats[0] for line in lines]
    assert alone == pytest.approx(once, abs=1e-11)


@RELAXED
@given(SHARES, SHARES, st.permutations(LEAVES))
def test_names_of_values_mean_nothing_to_the_equal_distance(ours, table, names):
    table = in_table(ours, table)
    renamed = groups_of(ours, table, names)
    assert distance_of(renamed) == distance_of(groups_of(ours, table))


@RELAXED
@given(nested())
def test_ground_distances_are_from_0_to_1(tree):
    groups = groups_of([1] * 6, [1] * 6, taxonomy=Taxonomy(tree=tree))
    (known,) = groups.sensitive
    for ground in ("equal", "ordered", "hierarchical"):
        apart = DISTANCES[ground].make(known, ()).apart(np.arange(6))
        assert (apart == apart.T).all()
        assert (np.diag(apart) == 0).all()
        assert apart.min() >= 0
        assert apart.max() <= 1


@examples(20)
@given(tables(), st.integers(1, 12), st.sampled_from(["0", "0.1", "1/3"]), st.data())
def test_n_t_closeness_is_brute_force_over_the_nodes_above(table, n, t, data):
    task = table.task(NtCloseness(n=n, t=t, on="s"))
    node = tuple(data.draw(st.integers(0, top)) for top in task.lattice.heights)
    frequency_set = table.counted(levels=node)
    model = NtCloseness(n=n, t=t, on="s")
    found = model.holds(task.groups_for_models(frequency_set)).tolist()
    rows = [
        ([label_of(table, name, row, level) for name, level in named(table, node)], row)
        for row in table.rows
    ]
    place = table.columns.index("s")
    codes = frequency_set.codes.T.tolist()
    labels = [
        [
            one.labels[level][code]
            for one, level, code in zip(
                frequency_set.hierarchies, node, line, strict=True
            )
        ]
        for line in codes
    ]
    for key, holds in zip(labels, found, strict=True):
        group = [row for own, row in rows if own == key]
        assert holds == any(
            len(around) >= n and apart(group, around, place) <= Fraction(t)
            for around in regions(table, node, group)
        )


def named(table, node):
    return zip(
        [name for name in table.columns if name in table.ladders], node, strict=True
    )


def label_of(table, name, row, level):
    value = row[table.columns.index(name)]
    return value if level == 0 else table.ladders[name][value][level - 1]


def regions(table, node, group):
    """The group itself, what lies around it at every node above, and the table."""
    heights = [
        len(next(iter(table.ladders[name].values()))) for name, _ in named(table, node)
    ]
    yield table.rows
    for upper in product(
        *(range(low, top + 1) for low, top in zip(node, heights, strict=True))
    ):
        labels = [
            label_of(table, n, group[0], level) for n, level in named(table, upper)
        ]
        yield [
            row
            for row in table.rows
            if [label_of(table, n, row, level) for n, level in named(table, upper)]
            == labels
        ]


def apart(group, around, place):
    values = {row[place] for row in around}
    ours = [row[place] for row in group]
    theirs = [row[place] for row in around]
    return (
        sum(
            abs(
                Fraction(ours.count(v), len(ours))
                - Fraction(theirs.count(v), len(theirs))
            )
            for v in values
        )
        / 2
    )


@examples(18)
@given(seed=st.integers(0, 2**32 - 1), words=st.sampled_from(NAMED))
def test_any_reference_is_measured_like_a_table(seed, words):
    """Many groups beside many references: each as if its reference were the table."""
    draw = np.random.default_rng(seed)
    coarse = draw.integers(0, 6, (5, 6)) + 1
    parents = draw.integers(0, 5, 12)
    lines = draw.integers(0, 3, (12, 6))
    lines[:, 1] += lines.sum(axis=1) == 0
    table = coarse.sum(axis=0) * 10
    around = many(coarse * 3 + lines.max(axis=0), table)
    groups = replace(many(lines, table), supersets=lambda: iter([(parents, around)]))
    sizes = [int(one) for one in around.sizes]
    model = NtCloseness(n=min(sizes), t=1, **words)
    found = model.measure(groups).floats
    for line, parent, measured in zip(lines, parents, found, strict=True):
        if line.sum() >= min(sizes):
            assert measured == 0
            continue
        near = TCloseness(1, **words)
        whole = near.measure(many(line[None], table)).floats[0]
        own = near.measure(
            many(line[None], coarse[parent] * 3 + lines.max(axis=0))
        ).floats[0]
        assert measured == pytest.approx(min(whole, own), abs=1e-11)
