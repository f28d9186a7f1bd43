# SPDX-License-Identifier: Apache-2.0
"""(n,t)-closeness: spec §6.4."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from diversa.counts.coarser_nodes import Surroundings, with_supersets
from diversa.counts.groups import Groups
from diversa.counts.supersets import no_supersets
from diversa.errors import ModelError, PlanError
from diversa.models import NtCloseness, TCloseness, parse
from diversa.models import nt_closeness as module
from diversa.models.differences import Differences
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.incognito import incognito
from tables import SmallTable

VALUES = "ab"


def accepts_split(model, parts, path):
    """Whether every part holds with the partition and its ancestors around it."""

    def walk():
        yield from ((np.zeros(len(parts), dtype=np.int64), one) for one in path)

    return bool(model.holds(replace(parts, supersets=walk)).all())


def boxes(counts, cuts):
    """Groups that are intervals of one attribute, and every interval around them.

    Args:
        counts: The rows of each sensitive value, for each value of the attribute.
        cuts: Where the groups begin and end.
    """
    table = np.sum(counts, axis=0)

    def groups_of(intervals):
        sums = [np.sum(counts[low:high], axis=0) for low, high in intervals]
        named = [dict(zip(VALUES, map(int, one), strict=True)) for one in sums]
        whole = dict(zip(VALUES, map(int, table), strict=True))
        return Groups.from_counts(named, on="s", table=whole)

    ours = list(pairwise(cuts))
    around = [
        (low, high)
        for low in range(len(counts))
        for high in range(low + 1, len(counts) + 1)
    ]

    def walk():
        for low, high in around:
            inside = [low <= a and b <= high for a, b in ours]
            yield np.where(inside, 0, -1), groups_of([(low, high)])

    return replace(groups_of(ours), supersets=walk)


COUNTS = [(90, 10), (9, 1), (1, 9), (100, 900)]
"""The counter-example: one attribute with the values 0 to 3."""


def test_it_is_not_union_closed():
    model = NtCloseness(n=100, t="0.1")
    fine, coarse = boxes(COUNTS, [0, 1, 2, 3, 4]), boxes(COUNTS, [0, 1, 3, 4])
    assert model.holds(fine).tolist() == [True, True, True, True]
    assert model.holds(coarse).tolist() == [True, False, True]
    assert not model.union_closed
    assert not model.absorbing


def test_the_nearest_superset_of_the_counterexample():
    model = NtCloseness(n=100, t="0.1")
    coarse = model.measure(boxes(COUNTS, [0, 1, 3, 4]))
    assert coarse.exact(1) == min(Fraction(1, 3), Fraction(20, 51), Fraction(9, 28))
    fine = model.measure(boxes(COUNTS, [0, 1, 2, 3, 4]))
    assert [fine.exact(place) for place in range(4)] == [
        Fraction(0),  # 100 rows
        Fraction(0),  # (9,1) in (99,11)
        Fraction(0),  # (1,9) in (101,909)
        Fraction(0),  # 1000 rows
    ]


def test_a_smaller_counterexample():
    counts = [(5, 0), (1, 0), (1, 1), (2, 3)]
    model = NtCloseness(n=5, t=0)
    assert model.holds(boxes(counts, [0, 1, 2, 3, 4])).all()
    assert not model.holds(boxes(counts, [0, 1, 3, 4])).all()


def test_n_of_the_whole_table_is_t_closeness():
    rows = int(np.sum(COUNTS))
    groups = boxes(COUNTS, [0, 1, 2, 3, 4])
    found = NtCloseness(n=rows, t=1).measure(groups).floats
    assert found.tolist() == TCloseness(1).measure(groups).floats.tolist()
    assert NtCloseness(n=rows + 1, t=1).attained(groups) == math.inf
    assert not NtCloseness(n=rows + 1, t=1).holds(groups).any()


def test_n_of_one_always_holds():
    groups = boxes(COUNTS, [0, 1, 2, 3, 4])
    assert NtCloseness(n=1, t=0).holds(groups).all()
    assert NtCloseness(n=1, t=0).attained(groups) == 0


def test_a_large_group_holds_even_if_it_has_one_value():
    groups = Groups.from_counts([{"a": 9}, {"b": 1}], on="s")
    assert NtCloseness(n=9, t=0).holds(groups).tolist() == [True, False]


def test_without_supersets_there_are_the_group_and_the_table():
    groups = boxes(COUNTS, [0, 1, 2, 3, 4])
    alone = replace(groups, supersets=no_supersets)
    assert NtCloseness(n=100, t="0.1").holds(alone).tolist() == [
        True,
        False,
        True,  # (1,9) is as near to the whole table as to {2,3}
        True,
    ]


@pytest.mark.parametrize("distance", ["equal", "ordered", "numeric"])
def test_supersets_that_are_the_table_change_nothing(distance):
    named = [{1: 2, 5: 1}, {2: 1}, {2: 1, 9: 3}]
    groups = Groups.from_counts(named, on="s")
    whole = Groups.from_counts([{1: 2, 2: 2, 5: 1, 9: 3}], on="s")
    model = NtCloseness(n=5, t="0.3", distance=distance)
    plain = model.measure(groups)
    around = replace(groups, supersets=lambda: iter([(np.zeros(3, np.int64), whole)]))
    assert model.measure(around).floats.tolist() == plain.floats.tolist()
    assert model.holds(around).tolist() == model.holds(groups).tolist()


def test_the_repaired_algorithm():
    """Parts are compared with the partition, its ancestors and the whole table."""
    table = dict(zip(VALUES, map(int, np.sum(COUNTS, axis=0)), strict=True))

    def part(*places):
        sums = np.sum([COUNTS[place] for place in places], axis=0)
        named = [dict(zip(VALUES, map(int, sums), strict=True))]
        return Groups.from_counts(named, on="s", table=table)

    def split(*parts):
        named = [dict(zip(VALUES, COUNTS[place], strict=True)) for place in parts]
        return Groups.from_counts(named, on="s", table=table)

    model = NtCloseness(n=100, t="0.1")
    root, left, right = part(0, 1, 2, 3), part(0, 1), part(2, 3)
    assert accepts_split(model, split(0, 1), [left, root])
    assert accepts_split(model, split(2, 3), [right, root])
    # 1 is small and far from all that lies on this way.
    assert not accepts_split(model, split(1, 2), [part(1, 2), root])
    # A partition below n rows is skipped, however near it is.
    assert not accepts_split(NtCloseness(n=111, t=0), split(0, 1), [left])


LADDERS = {
    "p": {"0": ("low", "*"), "1": ("low", "*"), "2": ("high", "*"), "3": ("high", "*")},
    "q": {"x": ("*",), "y": ("*",)},
}


def small_table():
    rows = []
    for value, (first, second) in zip("0123", COUNTS, strict=True):
        rows += [(value, "x", "a")] * first + [(value, "y", "b")] * second
    return SmallTable(("p", "q", "s"), tuple(rows), LADDERS)


def test_coarser_nodes_hold_their_groups():
    table = small_table()
    found = table.counted(levels=(0, 1))
    groups = with_supersets(found)
    seen = []
    for parents, coarser in groups.supersets():
        seen.append(len(coarser))
        assert coarser.rows == len(table.rows)
        sums = np.zeros((len(coarser), 2), dtype=int)
        for group, parent in enumerate(parents):
            entries = slice(groups.starts[group], groups.starts[group + 1])
            sums[parent, groups.values[entries]] += groups.counts[entries]
        dense = np.zeros_like(sums)
        lines = np.repeat(np.arange(len(coarser)), np.diff(coarser.starts))
        dense[lines, coarser.values] = coarser.counts
        assert (sums == dense).all()
    assert seen == [2, 1]  # the levels (1, 1) and (2, 1)


def test_a_search_looks_at_the_nodes_above():
    table = small_table()
    alone = table.counted(levels=(0, 1)).groups
    model = NtCloseness(n=100, t="0.1", on="s")
    assert not model.holds(alone).all()
    assert model.holds(with_supersets(table.counted(levels=(0, 1)))).all()
    found = exhaustive(table.task(model))
    assert found.satisfying[0, 1]


def test_a_lattice_is_not_pruned_by_it():
    with pytest.raises(PlanError, match="needs models that are union-closed"):
        incognito(small_table().task("nt-closeness:n=20,t=0.1"))


def test_joint_blocks_have_the_supersets_of_their_groups():
    table = SmallTable(
        ("p", "s", "v"),
        (("0", "a", "u"), ("0", "b", "w"), ("1", "a", "u"), ("1", "b", "w")),
        {"p": {"0": ("*",), "1": ("*",)}},
    )
    groups = with_supersets(table.counted(levels=(0,)))
    plain = NtCloseness(n=4, t=0, on="s")
    joint = NtCloseness(n=4, t=0, on="s", joint=True)
    assert plain.holds(groups).all()
    assert not joint.holds(groups).any()
    assert joint.attained(groups) == 0.5


@pytest.mark.parametrize(
    ("words", "message"),
    [({"n": 0, "t": 0.1}, "n must be at least 1"), ({"n": 5, "t": 2}, "t must be at")],
)
def test_parameters_that_are_refused(words, message):
    with pytest.raises(ModelError, match=message):
        NtCloseness(**words)


def test_spec_and_words():
    spec = "nt-closeness:n=1000,t=0.2,on=s,distance=ordered"
    assert parse(spec).spec == spec
    assert parse(spec).describe(0.125) == "ordered t = 0.125 at n = 1000"


def test_no_group_is_vacuously_true(table):
    assert NtCloseness(n=5, t=0).holds(table()).tolist() == []
    assert NtCloseness(n=5, t=0).attained(table()) == math.inf


def test_smoothed_js():
    groups = boxes(COUNTS, [0, 1, 2, 3, 4])
    model = NtCloseness(n=1110, t="0.3", distance="smoothed-js", ground="equal")
    table = TCloseness("0.3", distance="smoothed-js", ground="equal")
    found = model.measure(groups).floats
    assert found == pytest.approx(table.measure(groups).floats, abs=1e-11)
    assert model.holds(groups).tolist() == table.holds(groups).tolist()


LINES = {"a": ("1", "*"), "b": ("1", "*"), "c": ("2", "*"), "d": ("2", "*")}


@pytest.mark.parametrize("one_by_one", [True, False])
@pytest.mark.parametrize("distance", ["equal", "ordered", "numeric", "smoothed-js"])
def test_large_supersets_at_once_decide_as_the_walk_does(
    distance, one_by_one, monkeypatch
):
    monkeypatch.setattr(module, "BATCH", 7)
    if not one_by_one:
        monkeypatch.setattr(Differences, "near_some", lambda *_: None)
    draw = np.random.default_rng(3)
    held, failed = 0, 0
    for n, t in [(1, 0), (4, 0.1), (6, 0.25), (10, 0.05), (30, 0.3), (40, 0.5)]:
        cells = draw.integers(0, 4, (30, 2)).tolist()
        illness = draw.choice(["1", "2", "4"], 30).tolist()
        rows = [
            ("abcd"[one], "abcd"[other], ill)
            for (one, other), ill in zip(cells, illness, strict=True)
        ]
        table = SmallTable(("q", "r", "s"), tuple(rows), dict.fromkeys("qr", LINES))
        model = parse(f"nt-closeness:n={n},t={t},distance={distance},on=s")
        around = Surroundings(table.counted())
        for levels in product(range(3), repeat=2):
            node = table.counted(levels=levels)
            walked = model.holds(with_supersets(node))
            at_once = model.holds(around.around(node))
            assert at_once.tolist() == walked.tolist()
            held += int(walked.sum())
            failed += int((~walked).sum())
    assert held > 20
    assert failed > 20
