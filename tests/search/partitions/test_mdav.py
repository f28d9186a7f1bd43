# SPDX-License-Identifier: Apache-2.0
"""MDAV against the algorithm written down in plain Python, and what it promises."""

from __future__ import annotations

from statistics import fmean, pstdev

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.examples import hospital
from diversa.errors import PlanError
from diversa.recodings.box_style import BoxStyle
from diversa.search.partitions.mdav import mdav
from diversa.search.partitions.spread import spread_within
from diversa.search.task import holding
from examples import examples
from partition_tasks import make_task
from tables import SmallTable


@st.composite
def distinct_points(draw):
    """Rows on different points, so that a tuple is a row."""
    points = draw(
        st.lists(
            st.tuples(st.integers(0, 60), st.integers(0, 60)),
            min_size=4,
            max_size=30,
            unique=True,
        )
    )
    return [(str(x), str(y), "f", draw(st.sampled_from("ab"))) for x, y in points]


def plain_mdav(points, least):
    """MDAV on rows of weight one, as the paper has it."""
    left, groups = list(range(len(points))), []

    def away(one, other):
        return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))

    def group_at(seed):
        near = sorted(left, key=lambda one: away(points[one], points[seed]))[:least]
        for one in near:
            left.remove(one)
        groups.append(set(near))

    while len(left) >= 2 * least:
        centre = [fmean(points[one][axis] for one in left) for axis in (0, 1)]
        seed = max(left, key=lambda one: away(points[one], centre))
        other = max(left, key=lambda one: away(points[one], points[seed]))
        two = len(left) >= 3 * least
        group_at(seed)
        if two and other in left:
            group_at(other)
    if left:
        groups.append(set(left))
    return groups


def scaled(points):
    means = [fmean(one) for one in zip(*points, strict=True)]
    devs = [pstdev(one) or 1.0 for one in zip(*points, strict=True)]
    return [
        tuple((v - m) / d for v, m, d in zip(one, means, devs, strict=True))
        for one in points
    ]


def groups_of(partition):
    return [
        set(np.flatnonzero(partition.part == part).tolist())
        for part in range(partition.parts)
    ]


@examples(40)
@given(rows=distinct_points(), least=st.integers(2, 4))
def test_the_plain_algorithm_makes_as_good_clusters(rows, least):
    task = make_task(rows, f"k-anonymity:{least}")
    found = mdav(task)
    names = task.finest.hierarchies
    points = [
        tuple(float(names[a].labels[0][task.finest.codes[a, one]]) for a in (0, 1))
        for one in range(len(task.finest))
    ]
    places = scaled(points)
    # Ties may fall either way by rounding, so sums of squares are compared, not sets.
    tied = len({round(sum(v * v for v in p), 9) for p in places}) < len(places)
    plain = plain_mdav(places, least)
    sizes = sorted(map(len, groups_of(found)))
    if len(rows) >= least:
        assert sizes[0] >= least
        assert sizes[-1] <= 2 * least - 1 or found.parts == 1
        assert len(plain) == found.parts
    if not tied and distances_differ(places):
        assert sorted(map(sorted, groups_of(found))) == sorted(map(sorted, plain))


def distances_differ(places):
    found = [
        round(sum((a - b) ** 2 for a, b in zip(one, other, strict=True)), 9)
        for n, one in enumerate(places)
        for other in places[:n]
    ]
    return len(set(found)) == len(found)


def test_a_worked_example():
    """Six rows on a line, k = 3: the two ends and their neighbours."""
    rows = [(str(x), "0", "f", "a") for x in (1, 2, 3, 10, 11, 12)]
    task = make_task(rows, "k-anonymity:3")
    partition = mdav(task, style=BoxStyle(numbers="mean"))
    xs = np.array([float(v) for v in task.finest.hierarchies[0].labels[0]])
    values = xs[task.finest.codes[0]]
    assert sorted(
        sorted(values[list(one)].tolist()) for one in groups_of(partition)
    ) == [[1, 2, 3], [10, 11, 12]]
    # Deviations inside are 1, 0, 1 twice; around the mean 6.5 they are 125.5.
    assert spread_within(partition)["spread-within"] == pytest.approx(4 / 125.5)


@examples(30)
@given(
    rows=st.lists(
        st.tuples(
            st.integers(0, 9).map(str),
            st.integers(0, 9).map(str),
            st.sampled_from("fm"),
            st.sampled_from("abc"),
        ),
        min_size=1,
        max_size=40,
    ),
    specs=st.sampled_from(
        [
            ("k-anonymity:3",),
            ("entropy-l-diversity:1.8,on=s",),
            ("k-anonymity:4", "distinct-l-diversity:2,on=s"),
        ]
    ),
)
def test_every_group_holds_if_the_whole_table_does(rows, specs):
    task = make_task(rows, *specs)
    partition = mdav(task)
    again = mdav(task)
    assert np.array_equal(partition.part, again.part)
    if partition.parts > 1:
        assert holding(task.models, partition.groups).all()
    assert partition.groups.sizes.sum() == len(rows)


def test_there_must_be_a_number():
    rows = [("a", "b", "f", "x"), ("c", "d", "m", "y")]
    ladders = {
        name: dict.fromkeys({row[place] for row in rows}, ("*",))
        for place, name in enumerate(("x", "y", "sex"))
    }
    task = SmallTable(("x", "y", "sex", "s"), tuple(rows), ladders).task(
        "k-anonymity:2"
    )
    with pytest.raises(PlanError, match=r"mdav needs a quasi-identifier.*number"):
        mdav(task)


@pytest.mark.parametrize("numbers", ["mean", "median"])
def test_numbers_are_published_as_their_average(numbers):
    """The mean or the lower median of the rows of each group, by pandas."""
    people = pd.DataFrame(hospital(rows=200))[["born", "sex", "condition"]]
    release = diversa.anonymize(
        people,
        quasi_identifiers=["born"],
        sensitive="condition",
        models=["k-anonymity:5"],
        method="mdav",
        labels="tight",
        numbers=numbers,
        keep_order=True,
    )
    groups = people.born.groupby(release.frame.born.astype(str))
    assert groups.size().min() >= 5
    means = (
        groups.mean()
        if numbers == "mean"
        else groups.quantile(0.5, interpolation="lower")
    )
    assert means.index.astype(float).to_numpy() == pytest.approx(
        means.to_numpy(), abs=0.06
    )
    assert 0 < release.metrics["spread-within"] < 0.1
