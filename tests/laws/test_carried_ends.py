# SPDX-License-Identifier: Apache-2.0
"""Nothing that few people have is shown: every end and every member has k rows behind.

A published end is a value that at least k rows of the table have, or a round number
(the first or the last day of months or years) with k rows in the cell that it ends. A
member of a set, or an ancestor in its place, is had by k rows.
"""

from __future__ import annotations

import datetime as dt

import numpy as np
import pandas as pd
from hypothesis import assume, example, given
from hypothesis import strategies as st

import diversa
from covered_values import covered
from diversa.errors import NoSolutionError
from examples import examples

PLACES = {"a": "ab", "b": "ab", "c": "cd", "d": "cd", "e": "ef", "f": "ef"}
LADDER = [[place, region, "*"] for place, region in PLACES.items()]
QI = ["age", "pay", "day", "place"]


def people(seed, rows):
    """Many people of a few ages and places, and some whom nobody is like."""
    draw = np.random.default_rng(seed)
    days = [
        dt.date(1950, 1, 1) + dt.timedelta(int(n))
        for n in draw.integers(0, 22000, rows)
    ]
    ages = draw.choice([20, 21, 22, 30, 31, 45], rows)
    odd = draw.random(rows) < 0.1
    ages[odd] = draw.integers(15, 100, odd.sum())
    return pd.DataFrame(
        {
            "age": ages,
            "pay": (draw.lognormal(8, 1, rows)).round(2),
            "day": days,
            "place": draw.choice(
                list("abcdef"), rows, p=[0.4, 0.3, 0.2, 0.06, 0.02, 0.02]
            ),
            "s": draw.choice(list("xyz"), rows),
        }
    ).assign(age=ages - draw.integers(0, 60))  # on both sides of zero, sometimes


WAYS = [
    {"method": "mondrian"},
    {"method": "mondrian", "cut": "median"},
    {"method": "mondrian", "cut": "median", "relaxed": True},
    {"method": "local-recoding"},
    {"method": "local-recoding", "sets": "ancestor"},
    {"method": "mondrian", "sets": "star", "numbers": "star"},
    {"method": "mdav"},
]


def publish(frame, k, way, labels="tight"):
    try:
        return diversa.anonymize(
            frame,
            quasi_identifiers=QI,
            sensitive="s",
            models=f"k-anonymity:{k}",
            hierarchies={"place": LADDER},
            keep_order=True,
            labels=labels,
            **way,
        )
    except NoSolutionError:
        return None


def ends_of(label):
    """The low and the high end that a label shows; None for one that it does not."""
    if label.startswith("["):
        low, high = label[1:-1].split(" to " if " to " in label else "-")
        return low, high
    if label.startswith((">=", "<=")):
        return (label[2:], None) if label[0] == ">" else (None, label[2:])
    return (None, None) if label == "*" else (label, label)


def steps(digits):
    """The widths that cells of numbers may have, in units of the last digit."""
    return [factor * 10**power for power in range(digits) for factor in (1, 2, 5)]


def in_a_cell(numbers, end, side, k):
    """Whether an end of a range, in units of the last digit, has k rows behind it."""
    for step in steps(9):
        first = end if side == "low" else end - step + 1
        inside = (numbers >= first) & (numbers < first + step)
        if first % step == 0 and inside.sum() >= k:
            return True
    return False


def in_a_month(days, end, side, k):
    """Whether the first or last day of some months or years has k rows behind it."""
    for months in (0, 1, 12, 60, 120, 300, 1200):
        day = dt.date.fromisoformat(end)
        other = day if side == "low" else day + dt.timedelta(1 if months else 0)
        number = 12 * other.year + other.month - 1
        if months == 0:
            inside = [one == day for one in days]
        else:
            begin = number if side == "low" else number - months
            if other.day != 1 or begin % months:
                continue
            inside = [
                begin <= 12 * one.year + one.month - 1 < begin + months for one in days
            ]
        if sum(inside) >= k:
            return True
    return False


def is_carried(frame, column, label, k):
    """Whether everything that a label shows has k rows of the table behind it."""
    if column == "place":
        return all(
            sum(member in (place, PLACES[place]) for place in frame.place) >= k
            for member in label.strip("{}").split(", ")
            if member != "*"
        )
    shown = [
        (end, side)
        for end, side in zip(ends_of(label), ("low", "high"), strict=True)
        if end is not None
    ]
    if column == "day":
        return all(in_a_month(frame.day, end, side, k) for end, side in shown)
    digits = 2 if column == "pay" else 0
    numbers = (frame[column] * 10**digits).round().astype(int).to_numpy()
    return all(
        in_a_cell(numbers, round(float(end) * 10**digits), side, k)
        for end, side in shown
    )


def test_what_is_published_has_k_rows_of_the_table_behind_it(record_property):
    shown = 0

    @examples(6)
    @given(
        st.integers(0, 2**32 - 1),
        st.sampled_from([20, 60, 100]),
        st.integers(2, 5),
        st.sampled_from(WAYS),
    )
    @example(7, 100, 3, WAYS[0])
    @example(7, 100, 3, WAYS[3])
    def law(seed, rows, k, way):
        nonlocal shown
        frame = people(seed, rows)
        release = publish(frame, k, way)
        assume(release is not None)
        for column in QI:
            if way["method"] == "mdav" and column != "place":
                continue  # the mean of a group is no end
            labels = release.frame[column].map(str)
            for label in set(labels):
                assert is_carried(frame, column, label, k), (column, label)
            shown += (labels != "*").sum()
            values = frame[column].map(str)[labels.index]
            for label, value in set(zip(labels, values, strict=True)):
                if column != "place" or label.startswith("{"):
                    assert value in covered(label, [value]), (label, value)
        metrics = release.metrics
        assert metrics["loss-of-tight-boxes"] <= metrics["loss"] + 1e-12

    law()
    assert shown > 0
    record_property("verdicts", int(shown))


def test_regions_show_single_people():
    """What the law is for: it fails where ends are those of the table."""
    frame = people(7, 200)
    region = publish(frame, 6, WAYS[0], labels="region")
    fails = [
        column
        for column in QI
        if not all(
            is_carried(frame, column, label, 6)
            for label in set(region.frame[column].map(str))
        )
    ]
    assert fails == QI[:3]  # a place is alone, or has the name of its region
    assert "loss-of-tight-boxes" not in region.metrics
    coded = publish(frame, 6, WAYS[0])
    assert coded.metrics["loss"] > coded.metrics["loss-of-tight-boxes"]


def test_an_extreme_is_no_end():
    """One person earns far more than the others: nothing near that number is told."""
    frame = people(3, 100)
    frame["age"] = frame.age.astype(object)
    frame.loc[0, "age"] = 777067046
    for way in WAYS[:4]:
        release = publish(frame, 3, way)
        assert "777067046" not in release.frame.to_csv()


AVERAGED = [
    {"method": "mdav", "labels": "tight"},
    {"method": "mdav", "labels": "tight", "numbers": "median"},
    {"method": "mondrian", "labels": "tight", "numbers": "mean"},
    {"method": "local-recoding", "labels": "tight", "numbers": "median"},
]


def with_gaps(seed, share):
    """Forty people, many of whom have no number."""
    draw = np.random.default_rng(seed)
    numbers = pd.array(draw.integers(0, 10**9, 40), dtype="Int64")
    numbers[draw.random(40) < share] = pd.NA
    ages, secret = draw.integers(0, 50, 40), draw.choice(list("xyz"), 40)
    return pd.DataFrame({"number": numbers, "age": ages, "s": secret})


def test_an_average_is_of_k_rows_and_so_are_missing_values(record_property):
    """Of a group with one number, the mean was that number."""
    averages = 0

    @examples(8)
    @given(
        st.integers(0, 2**32 - 1),
        st.sampled_from([0.05, 0.3, 0.8]),
        st.integers(2, 5),
        st.sampled_from(AVERAGED),
    )
    @example(58, 0.8, 4, AVERAGED[3])
    @example(0, 0.05, 5, AVERAGED[0])
    def law(seed, share, k, way):
        nonlocal averages
        frame = with_gaps(seed, share)
        missing = frame.number.isna()
        release = diversa.anonymize(
            frame,
            quasi_identifiers=["number", "age"],
            sensitive="s",
            models=f"k-anonymity:{k}",
            keep_order=True,
            **way,
        )
        labels = release.frame.fillna("missing")
        for (label, _), rows in labels.groupby(["number", "age"]).groups.items():
            inside = missing[rows]
            if "missing" in label:
                assert missing.sum() >= k, label
                assert inside.any()
            if label[0].isdigit() or (label[0] == "{" and label[1].isdigit()):
                averages += 1
                assert (~inside).sum() >= k, label
                assert ("missing" in label) == inside.any()

    law()
    assert averages > 0
    record_property("verdicts", averages)
