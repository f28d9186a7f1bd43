# SPDX-License-Identifier: Apache-2.0
"""Laws of claims: what labels state is true of the rows behind them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.dictionary import Dictionary
from diversa.labels.claim import Claim
from diversa.labels.covers import covers
from diversa.labels.label_claims import LabelColumn
from examples import TIMES, generator

ROWS = 40
COLUMNS = {"age": "number", "country": "text", "since": "date"}


def random_table(random, *, missing):
    ages = random.integers(20, 20 + int(random.integers(3, 40)), ROWS).astype(object)
    if missing:
        ages[random.integers(0, ROWS, 4)] = None
    days = pd.Timestamp("2024-01-01") + pd.to_timedelta(
        random.integers(0, 200, ROWS), unit="D"
    )
    return pd.DataFrame(
        {
            "id": np.arange(ROWS),
            "age": pd.array(ages, dtype="Int64"),
            "country": random.choice(["Cuba", "Peru", "Fiji", "Chad", "Mali"], ROWS),
            "since": days.strftime("%Y-%m-%d"),
            "ill": random.choice(["flu", "none"], ROWS),
        }
    )


def rows_with(claim: Claim, values):
    """Rows of a group that have what the claim says, read by their own values."""
    texts = [None if pd.isna(value) else str(value) for value in values]
    if claim.cell is None:
        return sum(text is None for text in texts)
    known = sorted({text for text in texts if text is not None})
    raw = Dictionary.build("x", known, [1] * len(known))
    cover = covers([claim.cell], raw)
    inside = {known[code] for code in range(len(known)) if 0 in cover.of(code)}
    if claim.excludes:
        return sum(text not in inside for text in texts)
    return sum(text in inside for text in texts)


def true_claims(table, release):
    """The number of claims of a release, each of which is true of its rows."""
    meaning, claimed = release.record.label_meaning, 0
    both = release.frame.merge(table, on="id", suffixes=("", "_raw"))
    assert len(both) == ROWS
    labels = both[list(COLUMNS)].astype(object)
    labels = labels.where(labels.notna(), None)
    keys = labels.apply(lambda row: tuple(map(str, row)), axis=1)
    starred = keys == ("*",) * len(COLUMNS)
    averaged = meaning.average is not None
    for name in ["country"] if averaged else COLUMNS:
        # A series of texts may turn None into NaN; a list does not.
        texts = [None if label is None else str(label) for label in labels[name]]
        column = LabelColumn(name, tuple(dict.fromkeys(texts)), meaning)
        for _, group in both[~starred].groupby(keys[~starred]):
            for claim in column.read(texts[group.index[0]]).claims:
                claimed += 1
                assert rows_with(claim, group[f"{name}_raw"]) >= claim.rows
    return claimed


STYLES = [
    {"method": "mondrian", "labels": "tight"},
    {"method": "mondrian", "labels": "region"},
    {"method": "mondrian", "labels": "tight", "sets": "star", "numbers": "star"},
    {"method": "local-recoding", "labels": "tight"},
    {"method": "mdav", "labels": "tight", "numbers": "median"},
]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: "-".join(style.values()))
@pytest.mark.parametrize("missing", [False, True])
def test_every_claim_of_our_releases_is_true(style, missing):
    random, claimed = generator(f"claims {style} {missing}"), 0
    for _ in range(3 * TIMES):
        table = random_table(random, missing=missing)
        release = diversa.anonymize(
            table,
            quasi_identifiers=list(COLUMNS),
            sensitive=["ill"],
            keep=["id"],
            keep_anyway=["id"],
            models=["k-anonymity:3"],
            **style,
        )
        claimed += true_claims(table, release)
    if style["labels"] == "region":
        assert claimed == 0
    elif "sets" not in style:
        assert claimed > 0


def safety(rows):
    """Least rows behind an end or a member of tight labels, column by column."""
    if not rows:
        return 0
    least = [len(rows)]
    for column in zip(*rows, strict=True):
        counts = Counter(column)
        if len(counts) == 1:
            continue
        if isinstance(column[0], int):
            least += [counts[min(column)], counts[max(column)]]
        else:
            least += counts.values()
    return min(least)


group_rows = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from("abc")), min_size=1, max_size=7
)


@given(one=group_rows, other=group_rows)
def test_the_safety_of_a_union_is_at_least_that_of_its_parts(one, other):
    """T5, for tight ranges and sets: so that a search may prune by it."""
    assert safety(one + other) >= min(safety(one), safety(other))


PARENTS = {"p": "A", "q": "A", "r": "B", "s": "B", "t": "C"}


def ancestor_safety(rows):
    """Least rows below a child of the lowest common ancestor, where it has two."""
    if len(set(rows)) == 1:
        return len(rows)
    above = {PARENTS[row] for row in rows}
    if len(above) == 1:
        children = [child for child in PARENTS if PARENTS[child] in above]
        below = Counter(rows)
    else:
        children, below = sorted(set(PARENTS.values())), Counter(map(PARENTS.get, rows))
    if len(children) == 2:
        return min(below[child] for child in children)
    return min(len(rows) - below[child] for child in children)


leaves = st.lists(st.sampled_from("pqrst"), min_size=1, max_size=7)


@given(one=leaves, other=leaves)
def test_the_safety_of_ancestors_is_closed_under_union(one, other):
    """T5, for lowest common ancestors."""
    parts = min(ancestor_safety(one), ancestor_safety(other))
    assert ancestor_safety(one + other) >= parts


def test_merging_with_any_group_does_not_keep_safety():
    """The model is not absorbing."""
    assert safety([(1, "a"), (1, "a")]) == 2
    assert safety([(1, "a"), (1, "a"), (1, "b")]) == 1


def worlds_of_pairs(values, rows, least):
    """All groups whose two columns show all values with at least so many rows each."""
    points = list(product(range(values), repeat=2))
    for counts in compositions(rows, len(points)):
        sides = Counter(), Counter()
        for point, count in zip(points, counts, strict=True):
            for side, value in zip(sides, point, strict=True):
                side[value] += count
        if all(side[v] >= least for side in sides for v in range(values)):
            yield dict(zip(points, counts, strict=True))


def compositions(total, places):
    """All ways to write a number as a sum of so many numbers."""
    for bars in combinations(range(total + places - 1), places - 1):
        ends = (-1, *bars, total + places - 1)
        yield [high - low - 1 for low, high in pairwise(ends)]


def test_columns_together_claim_more_than_each():
    """T4, example 21: three values of two rows each, and {0, 1} x {0, 1} has a row."""
    worlds = list(worlds_of_pairs(3, 7, 2))
    pair = set(product((0, 1), repeat=2))
    assert min(sum(world[point] for point in pair) for world in worlds) == 1


def test_two_values_of_enough_rows_claim_no_pair():
    """T4, example 22."""
    worlds = list(worlds_of_pairs(2, 5, 2))
    assert all(
        min(world[point] for world in worlds) == 0
        for point in product(range(2), repeat=2)
    )


def assignments(sizes, sick):
    """Every choice of the rows of two parts that are sick, one as likely as another."""
    rows = [part for part, size in enumerate(sizes) for _ in range(size)]
    for chosen in combinations(range(len(rows)), sick):
        yield [Counter(rows[place] for place in chosen)[part] for part in range(2)]


def test_labels_of_quasi_identifiers_alone_raise_no_posterior():
    """T6, example 23: one row has zip 13053, one of five is sick."""
    every = list(assignments((1, 4), 1))
    assert Fraction(sum(sick[0] for sick in every), len(every)) == Fraction(1, 5)


def test_cuts_that_look_at_the_sensitive_column_raise_one():
    """Example 24: refused by 2-diversity, so that one side had one value only."""
    sizes, sick = (2, 3), 2
    refused = [
        worlds
        for worlds in assignments(sizes, sick)
        if any(part in (0, size) for part, size in zip(worlds, sizes, strict=True))
    ]
    assert len(refused) == 4
    sure = sum(Fraction(worlds[1], sizes[1]) for worlds in refused) / len(refused)
    assert sure == Fraction(1, 2)
    assert sure > Fraction(sick, sum(sizes))


@given(sizes=st.tuples(st.integers(1, 4), st.integers(1, 4)), data=st.data())
def test_every_assignment_is_equally_likely(sizes, data):
    """T6: whatever a label claims of the parts, each row is sick alike."""
    sick = data.draw(st.integers(0, sum(sizes)))
    every = list(assignments(sizes, sick))
    for part, size in enumerate(sizes):
        share = Fraction(sum(worlds[part] for worlds in every), len(every) * size)
        assert share == Fraction(sick, sum(sizes))
