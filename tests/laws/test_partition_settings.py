# SPDX-License-Identifier: Apache-2.0
"""Settings of partitions: what is published is what was asked for, and costs that."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import diversa
from diversa.errors import NoSolutionError, PlanError
from diversa.recodings.partition import whole_table
from diversa.search.partitions.local_recoding import local_recoding
from diversa.search.partitions.mondrian import mondrian
from diversa.search.partitions.removal import begin_with, removal_for
from diversa.search.partitions.row_mondrian import row_mondrian
from examples import examples
from partition_laws import check, make_task, tables
from tables import SmallTable

PLACES = {"a": ("ab", "*"), "b": ("ab", "*"), "c": ("cd", "*"), "d": ("cd", "*")}
LADDER = [[one, *above] for one, above in PLACES.items()]
QI = ["age", "place"]


@st.composite
def frames(draw):
    """Rows over an age, a place with a hierarchy, and a secret."""
    row = st.tuples(st.integers(1, 12), st.sampled_from("abcd"), st.sampled_from("xyz"))
    rows = draw(st.lists(row, min_size=6, max_size=30))
    return pd.DataFrame(rows, columns=[*QI, "s"])


def publish(frame, **words):
    """The release in the order of the rows; None where there is none."""
    try:
        return diversa.anonymize(
            frame,
            quasi_identifiers=QI,
            sensitive="s",
            hierarchies={"age": [4], "place": LADDER},
            keep_order=True,
            **words,
        )
    except NoSolutionError:
        return None


def age_cost(frame, label: str) -> float:
    """What a published age hides, read as a person would who knows all ages."""
    least, most = int(frame.age.min()), int(frame.age.max())
    if label == "*":
        return 1.0
    ends = re.fullmatch(r"\[(\d+)-(\d+)\]|>=(\d+)|<=(\d+)|(\d+)", label)
    low = int(ends[1] or ends[3] or ends[5] or least)
    high = int(ends[2] or ends[4] or ends[5] or most)
    inside = frame.age[frame.age.between(low, high)]
    return int(inside.max() - inside.min()) / (most - least or 1)


def place_cost(frame, label: str, sets: str) -> float:
    """What a published place hides; an ancestor hides its leaves."""
    present = set(frame.place)
    inside = set(label.strip("{}").split(", "))
    if label == "*":
        inside = present
        if sets == "star":
            return 1.0
    elif not label.startswith("{"):
        inside = {one for one in present if label in (one, *PLACES[one])}
    assert inside <= present
    return (len(inside) - 1) / max(1, len(present) - 1)


@examples(20)
@given(
    frame=frames(),
    method_and_labels=st.sampled_from(
        [("mondrian", "tight"), ("mondrian", "region"), ("local-recoding", "tight")]
    ),
    cut=st.sampled_from(["cheapest", "median"]),
    sets=st.sampled_from(["values", "ancestor", "star"]),
    numbers=st.sampled_from(["range", "star"]),
    suppression=st.sampled_from([0, 0.4]),
)
def test_the_file_holds_and_costs_what_is_said(
    frame, method_and_labels, cut, sets, numbers, suppression
):
    method, labels = method_and_labels
    if labels == "region":  # nothing else has a meaning there
        cut, sets, numbers = "cheapest", "values", "range"
    release = publish(
        frame,
        models=["k-anonymity:2", "frequency-l-diversity:3/2"],
        method=method,
        cut=cut,
        sets=sets,
        numbers=numbers,
        labels=labels,
        suppression=suppression,
    )
    assume(release is not None)
    made = release.frame
    for _, group in made.groupby(QI).s:
        assert len(group) >= 2
        assert 3 * max(Counter(group).values()) <= 2 * len(group)
    gone = len(frame) - len(made)
    assert gone == release.suppressed <= suppression * len(frame)
    cost = sum(age_cost(frame, str(one)) for one in made.age)
    cost += sum(place_cost(frame, one, sets) for one in made.place)
    assert release.metrics["loss"] == pytest.approx((cost / 2 + gone) / len(frame))
    sizes = made.groupby(QI).size()
    assert release.metrics["discernibility"] == (sizes**2).sum() + gone * len(frame)
    for row, label in zip(frame.loc[made.index].place, made.place, strict=True):
        assert row in label or label in (row, *PLACES[row])


@pytest.mark.parametrize("numbers", ["mean", "median"])
@examples(6)
@given(frame=frames())
def test_a_number_stands_for_its_rows(numbers, frame):
    release = publish(
        frame,
        models="k-anonymity:3",
        method="mondrian",
        labels="tight",
        numbers=numbers,
    )
    assume(release is not None)
    both = release.frame.assign(raw=frame.age)
    for (age, _), group in both.groupby(QI):
        if numbers == "mean":
            assert abs(float(age) - group.raw.mean()) <= 0.05 + 1e-9
        else:
            assert int(age) == sorted(group.raw)[(len(group) - 1) // 2]


@examples(25)
@given(table=tables(), k=st.integers(1, 4), cut=st.sampled_from(["cheapest", "median"]))
def test_one_pass_cuts_as_rounds_do(table, k, cut):
    """The pass for sizes alone against the rounds that any model can judge."""
    quick = mondrian(make_task(table, (f"k-anonymity:{k}",)), cut=cut)
    models = (f"k-anonymity:{k}", "distinct-l-diversity:1,on=s")
    slow = mondrian(make_task(table, models), cut=cut)
    assert quick.part.tolist() == slow.part.tolist()


@examples(25)
@given(
    points=st.sets(
        st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=60
    ),
    k=st.integers(2, 5),
)
def test_relaxed_groups_of_distinct_points_are_small(points, k):
    assume(len(points) >= k)
    rows = tuple((str(x), str(y), "1") for x, y in sorted(points))
    ladders = {
        name: {row[place]: ("*",) for row in rows} for place, name in enumerate("xy")
    }
    task = SmallTable((*"xy", "s"), rows, ladders).task(f"k-anonymity:{k}")
    partition = row_mondrian(task, whole_table(task.finest))
    sizes = partition.groups.sizes
    assert sizes.sum() == len(points)
    assert k <= sizes.min()
    assert sizes.max() <= 2 * k - 1


def test_relaxed_cuts_divide_rows_that_are_alike():
    frame = pd.DataFrame({"age": [7] * 6 + [9] * 12, "place": "a", "s": "x"})
    release = publish(
        frame,
        models="k-anonymity:5",
        method="mondrian",
        labels="tight",
        cut="median",
        relaxed=True,
    )
    assert sorted(release.frame.groupby("age").size()) == [9, 9]
    assert set(release.frame.age) == {"[7-9]", "9"}


@examples(40)
@given(
    counts=st.lists(st.integers(1, 7), min_size=1, max_size=4),
    bound=st.fractions(1, 3, max_denominator=4),
)
def test_no_fewer_rows_make_values_frequent_enough(counts, bound):
    """Frequency l-diversity against every choice of rows to keep."""
    rows = tuple(
        (str(value), str(value)) for value, n in enumerate(counts) for _ in range(n)
    )
    ladder = {row[0]: ("*",) for row in rows}
    model = f"frequency-l-diversity:{bound},on=s"
    task = SmallTable(("x", "s"), rows, {"x": ladder}).task(model, limit=len(rows))
    whole = whole_table(task.finest)
    kept = [
        sum(some)
        for some in product(*(range(n + 1) for n in counts))
        if some and bound * max(some) <= sum(some) > 0
    ]
    if task.models[0].holds(whole.groups).all():
        return
    found = removal_for(task.models[0], whole.groups)
    if not kept:
        assert found is None
        return
    assert found.is_least
    assert found.rows == len(rows) - max(kept)
    left = begin_with(task, whole)
    assert left.suppressed == found.rows
    check_rest(task, left)


def check_rest(task, left):
    assert all(model.holds(left.groups).all() for model in task.models)


@examples(20)
@given(
    rows=st.lists(
        st.tuples(st.integers(1, 9), st.sampled_from("xy")), min_size=8, max_size=30
    ),
    large=st.integers(4, 10),
)
def test_parts_are_like_a_large_interval_around_them(rows, large):
    """(n,t)-closeness of every part, against every interval of the original table."""
    table = SmallTable(
        ("age", "place", "sex", "s"),
        tuple((str(age), "a", "x", secret) for age, secret in rows),
        {
            "age": {str(age): ("*",) for age, _ in rows},
            "place": {"a": ("*",)},
            "sex": {"x": ("*",)},
        },
    )
    task = make_task(table, (f"nt-closeness:n={large},t=0.2,on=s",))
    assume(len(rows) >= large)
    partition = mondrian(task)
    check(task, partition)
    ages = np.array([float(one) for one in task.finest.hierarchies[0].labels[0]])
    for part in range(partition.parts):
        inside = ages[task.finest.codes[0, partition.part == part]]
        mine = [secret for age, secret in rows if age in inside]
        assert len(mine) >= large or any(
            near(mine, around)
            for low in range(1, int(inside.min()) + 1)
            for high in range(int(inside.max()), 10)
            if len(around := [s for age, s in rows if low <= age <= high]) >= large
        )


def near(some, around) -> bool:
    share = [Fraction(one.count("x"), len(one)) for one in (some, around)]
    return abs(share[0] - share[1]) <= Fraction(1, 5)


@examples(15)
@given(table=tables(), limit=st.integers(1, 6))
def test_suppressing_single_tuples_never_costs_more(table, limit):
    task = make_task(table, ("k-anonymity:3",))
    assume(task.rows >= 3)
    few = local_recoding(replace(task, limit=limit))
    assert few.suppressed <= limit
    assert few.groups.sizes.min() >= 3
    assert few.loss <= mondrian(task).loss + 1e-12


@pytest.mark.parametrize(("limit", "loss"), [(0, 1 / 2), (1, 1 / 6)])
def test_a_row_goes_where_it_costs_the_others_more(limit, loss):
    """Six rows as one group cost 1 each on one axis of two; without one, nothing."""
    rows = (*[("1", "1")] * 5, ("9", "1"))
    ladders = {"x": {"1": ("*",), "9": ("*",)}, "y": {"1": ("*",)}}
    table = SmallTable((*"xy", "s"), tuple((*row, "1") for row in rows), ladders)
    made = local_recoding(table.task("k-anonymity:3", limit=limit))
    assert made.suppressed == limit
    assert made.loss == pytest.approx(loss)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            {"method": "local-recoding", "labels": "region"},
            "must be tight with the method",
        ),
        (
            {"method": "mondrian", "labels": "region", "numbers": "mean"},
            "search.numbers: must be range",
        ),
        ({"method": "mondrian", "labels": "region", "sets": "star"}, "must be values"),
        ({"method": "mondrian", "labels": "region", "cut": "median"}, "must be cheap"),
        (
            {"method": "mondrian", "labels": "tight", "relaxed": True},
            "must come with cut = median",
        ),
    ],
)
def test_settings_that_contradict_each_other_are_refused(words, said):
    frame = pd.DataFrame({"age": range(6), "place": "a", "s": "x"})
    with pytest.raises(PlanError, match=said):
        publish(frame, models="k-anonymity:2", **words)


def test_rows_of_stars_are_a_group_too():
    frame = pd.DataFrame({"age": range(9), "place": "a", "s": list("xxxxxxyyz")})
    words = {
        "models": "frequency-l-diversity:2",
        "method": "mondrian",
        "labels": "tight",
    }
    assert publish(frame, suppression=0.5, **words).suppressed == 3
    starred = {"suppression": 0.5, "suppress_by": "star"}
    with pytest.raises(NoSolutionError, match="drop them instead"):
        diversa.anonymize(
            frame, quasi_identifiers=QI, sensitive="s", **words, **starred
        )


def test_what_cannot_be_met_says_how_many_rows_must_go():
    frame = pd.DataFrame({"age": range(9), "place": "a", "s": list("xxxxxxyyz")})
    with pytest.raises(NoSolutionError, match="at least 3 rows would have to go"):
        diversa.anonymize(
            frame,
            quasi_identifiers=QI,
            sensitive="s",
            models="frequency-l-diversity:2",
            method="mondrian",
            labels="tight",
            suppression=0.3,
        )
    with pytest.raises(NoSolutionError, match="no removal of rows repairs that"):
        diversa.anonymize(
            frame,
            quasi_identifiers=QI,
            models="k-anonymity:10",
            method="mondrian",
            labels="tight",
        )
