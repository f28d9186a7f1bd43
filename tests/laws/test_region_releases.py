# SPDX-License-Identifier: Apache-2.0
"""Releases of regions: every group holds, people move together, labels cover rows."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.dictionary import Dictionary
from diversa.labels.covers import covers
from examples import examples

QI = ["age", "place", "day"]
TREE = {"any": {"north": ["a", "b"], "south": ["c", "d", "e"]}}
HIERARCHIES = {"place": {"kind": "taxonomy", "tree": TREE}}


@st.composite
def visits(draw):
    """People with an age, a place and a day, and one to three rows each."""
    rows = []
    for who in range(draw(st.integers(8, 40))):
        age = draw(st.none() | st.integers(1, 30))
        place = draw(st.sampled_from("abcde"))
        day = dt.date(2024, 1, 1) + dt.timedelta(draw(st.integers(0, 60)))
        rows += [(who, age, place, day)] * draw(st.integers(1, 3))
    frame = pd.DataFrame(rows, columns=["who", *QI])
    # What is sensitive tells the rows of a release apart.
    return frame.assign(s=[f"row {row}" for row in frame.index]).astype(
        {"age": "Int64"}
    )


def covered(raw, label, kind):
    """Whether a published label may stand for a raw value."""
    values = [None if pd.isna(raw) else raw]
    dictionary = Dictionary.build("column", values, [1])
    shown = None if pd.isna(label) else label
    return len(covers([shown], dictionary, hierarchy=kind).of(0)) == 1


@examples(25)
@given(frame=visits(), k=st.integers(2, 4), by_people=st.booleans())
def test_people_are_in_one_group_of_k(frame, k, by_people):
    release = diversa.anonymize(
        frame if by_people else frame.drop(columns="who"),
        quasi_identifiers=QI,
        sensitive="s",
        models=f"k-anonymity:{k}",
        missing="own",
        hierarchies=HIERARCHIES,
        method="mondrian",
        labels="region",
        **({"person": "who"} if by_people else {}),
    )
    made = release.frame.set_index("s")
    assert len(made) == len(frame)
    raw = frame.set_index("s").loc[made.index]
    keys = made[QI].map(lambda label: "" if pd.isna(label) else str(label))
    box = keys.apply(tuple, axis=1)
    groups = raw.who.groupby(box)
    sizes = groups.nunique() if by_people else groups.size()
    assert sizes.min() >= k
    if by_people:
        assert (box.groupby(raw.who).nunique() == 1).all()
    for name in ("age", "day"):
        for value, label in {*zip(raw[name], made[name].map(str), strict=True)}:
            shown = None if label in ("None", "<NA>", "nan") else label
            assert covered(value, shown, None)
    below = {"north": "ab", "south": "cde", "*": "abcde"}
    for value, label in zip(raw.place, made.place, strict=True):
        assert value in below.get(label, label)


@pytest.mark.parametrize("seed", range(3))
def test_a_weight_keeps_its_column(seed):
    """The heavier a column, the less of it is hidden; equal weights change nothing."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(
        {"x": random.integers(0, 30, 300), "y": random.integers(0, 30, 300), "s": 1}
    )

    def hidden(**words):
        made = diversa.anonymize(
            frame,
            quasi_identifiers=["x", "y"],
            models="k-anonymity:4",
            method="mondrian",
            labels="region",
            keep_order=True,
            **words,
        ).frame
        return sum(width(frame.x, label) for label in made.x.map(str)) / 29 / 300

    plain = hidden()
    assert hidden(weights={"x": 3, "y": 3}) == plain
    assert hidden(weights={"x": 20}) < plain < hidden(weights={"y": 20})


def width(numbers, label):
    """The width of a published range."""
    if label == "*":
        return numbers.max() - numbers.min()
    if label.startswith(">="):
        return numbers.max() - int(label[2:])
    if label.startswith("<="):
        return int(label[2:]) - numbers.min()
    low, high = label.strip("[]").split("-") if "-" in label else (label, label)
    return int(high) - int(low)
