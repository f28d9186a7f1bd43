# SPDX-License-Identifier: Apache-2.0
"""Laws of tables that grow, by brute force over all orders of small batches.

After every batch the published rows satisfy the models, every row is published or waits
exactly once, a row does not wait if its group would be safe with all that wait, and no
published row changes.
"""

from __future__ import annotations

import tempfile
from collections import Counter, defaultdict
from fractions import Fraction
from functools import partial
from itertools import permutations
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from append_worlds import every, last, surest
from appended_rows import JUDGES, distance, is_safe, most_rows
from diversa.plan.keywords import make_plan
from diversa.series.append_choice import choose_rows
from diversa.series.append_register import WaitingRows
from diversa.series.append_rows import GrowingTable, cells_of, lines_of, no_lines
from examples import examples

COLUMNS = ("g", "s")
SPECS = [
    ["k-anonymity:2"],
    ["k-anonymity:3", "distinct-l-diversity:2"],
    ["entropy-l-diversity:2"],
    ["recursive-cl-diversity:c=2,l=2"],
    ["k-anonymity:2", "alpha-k-anonymity:alpha=1/2,k=2"],
]
ROWS = [
    ["ax", "ax", "ay", "bx", "by"],
    ["ax", "ax", "ax", "ay", "ay", "az"],
    ["ax", "ay", "ax", "bx", "bx", "by"],
]
"""Rows of a group and a value."""


class Series:
    """A table that grows, without files."""

    def __init__(self, specs, *, apart=False):
        self.plan = make_plan(quasi_identifiers="g", sensitive="s", models=specs)
        self.apart = apart
        self.published, self.waiting = [], WaitingRows()
        self.number = 0

    def append(self, batch):
        self.number += 1
        counts = Counter(self.published)
        published = cells_of(COLUMNS, [*counts], np.array([*counts.values()], int))
        fresh = Counter(batch)
        came = cells_of(COLUMNS, [*fresh], np.array([*fresh.values()], int))
        table = GrowingTable.of(
            published if self.published else no_lines(COLUMNS),
            (lines_of(self.waiting, COLUMNS), self.waiting.since),
            (came, self.number),
            self.plan,
        )
        models = self.plan.bound_models()
        choice = choose_rows(table.group_rows, models, apart=self.apart)
        taken = table.take(choice.rows)
        tuples = table.tuples(taken)
        columns = [[one.values[code] for code in one.each] for one in tuples.columns]
        for line, count in zip(zip(*columns, strict=True), tuples.counts, strict=True):
            self.published += [line] * count
        self.waiting = table.still_waiting(taken)
        return choice

    @property
    def rows_waiting(self):
        lines = zip(self.waiting.lines, self.waiting.counts.tolist(), strict=True)
        return [line for line, count in lines for _ in range(count)]


def by_group(rows):
    groups = defaultdict(list)
    for group, value in rows:
        groups[group].append(value)
    return groups


def check_state(came, published, waiting, specs):
    assert Counter(published) + Counter(waiting) == Counter(came)
    groups = by_group(published)
    assert all(is_safe(rows, specs) for rows in groups.values())


def check_choice(before, waited, published, specs, *, apart):
    """As many rows of every group are published as could be."""
    old, all_waiting, new = by_group(before), by_group(waited), by_group(published)
    for group in {*old, *all_waiting}:
        most = most_rows(old[group], all_waiting[group], specs, apart=apart)
        assert len(new[group]) - len(old[group]) == most
        whole = [*old[group], *all_waiting[group]]
        if is_safe(whole, specs) and (not apart or is_safe(all_waiting[group], specs)):
            assert Counter(new[group]) == Counter(whole)


def orders(rows):
    """Every order of some rows, each once."""
    return sorted({*permutations(tuple(row) for row in rows)})


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("specs", SPECS, ids=" ".join)
@pytest.mark.parametrize(("rows", "size"), [*zip(ROWS, [1, 1, 2], strict=True)])
def test_every_order_of_small_batches(specs, rows, size, apart):
    published_late = waited_long = 0
    for order in orders(rows):
        series, came = Series(specs, apart=apart), []
        for start in range(0, len(order), size):
            batch = list(order[start : start + size])
            came += batch
            before, waited = list(series.published), [*series.rows_waiting, *batch]
            assert series.append(batch).is_exact
            published = series.published
            assert published[: len(before)] == before
            check_state(came, published, series.rows_waiting, specs)
            check_choice(before, waited, published, specs, apart=apart)
            published_late += len(published) > len(before) + len(batch)
            waited_long += bool(len(series.waiting.since))
    assert waited_long
    assert published_late or size == 2


@pytest.mark.parametrize("rows", ROWS, ids=" ".join)
def test_every_order_with_a_model_that_compares_with_the_table(rows):
    """The published table is what groups are compared with."""
    for order in orders(rows)[::3]:
        series, came = Series(["t-closeness:0.2"]), []
        for row in order:
            before = list(series.published)
            came.append(row)
            series.append([row])
            assert series.published[: len(before)] == before
            assert Counter(series.published + series.rows_waiting) == Counter(came)
            values = [value for _, value in series.published]
            for own in by_group(series.published).values():
                assert distance(own, values) <= 0.2
    assert series.published


BASE = [(group, value) for group in "abc" for value in "xyz" for _ in range(3)]
BATCHES = st.lists(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=9),
    min_size=2,
    max_size=4,
)


@examples(12)
@given(BATCHES, st.sampled_from(SPECS), st.sampled_from([None, True, False]))
def test_files_grow_and_never_change(batches, specs, apart):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        recoding, out = folder / "recoding.json", folder / "out"
        diversa.anonymize(
            pd.DataFrame(BASE, columns=COLUMNS),
            quasi_identifiers="g",
            sensitive="s",
            models=specs,
            recoding=recoding,
        )
        came, first, bytes_before = [], True, b""
        for batch in batches:
            came += batch
            result = diversa.append(
                pd.DataFrame(batch, columns=COLUMNS, dtype=str),
                recoding,
                out=out,
                register=folder / "register.json",
                first=first,
                apart=apart,
            )
            first = first and not (folder / "register.json").exists()
            table = out / "release.csv"
            content = table.read_bytes() if table.exists() else b""
            assert content.startswith(bytes_before)
            bytes_before = content
            lines = content.decode().splitlines()[1:]
            published = [tuple(line.split(",")) for line in lines]
            assert result.total == len(published)
            assert result.apart == (apart is not False)
            assert not (result.apart and result.few)
            assert result.waiting == len(came) - len(published)
            for rows in by_group(published).values():
                assert is_safe(rows, specs)
            assert Counter(published) <= Counter(came)
        if bytes_before:
            assert diversa.audit_release(out).holds


def test_the_judges_are_those_of_the_product():
    """Plain Python and the models agree on every small group."""
    from diversa.counts.groups import Groups
    from diversa.models import parse

    groups = [
        ["x"] * a + ["y"] * b + ["z"] * c
        for a in range(5)
        for b in range(4)
        for c in range(3)
        if a + b + c
    ]
    counted = Groups.from_counts([Counter(rows) for rows in groups], on="s")
    for spec, judge in JUDGES.items():
        (model,) = parse(spec).bind(["s"])
        found = model.holds(counted).tolist()
        assert found == [judge(rows) for rows in groups], spec


def test_comparing_states_tells_what_the_guide_says():
    """By hand, for k = 3: whoever comes after the third is alone with the new row.

    Of the first three, all have one value in 3 of 27 worlds. With `apart`, everybody
    is one of three.
    """
    told = partial(surest, 6, "xyz", ["k-anonymity:3"])
    assert told(apart=False, look=every)[0] == Fraction(1, 2) + Fraction(1, 2) / 9
    assert told(apart=True, look=every)[0] == Fraction(1, 9)
    homogeneous = Fraction(3, 3**6)
    assert told(apart=False, look=last)[0] == homogeneous
    assert told(apart=True, look=last)[0] == homogeneous


@pytest.mark.parametrize("specs", SPECS[1:4], ids=" ".join)
def test_apart_tells_less(specs):
    """All states tell more than the last; with `apart` less than without."""
    beliefs = {
        (apart, look): surest(5, "xy", specs, apart=apart, look=look)
        for apart in (False, True)
        for look in (last, every)
    }
    for apart in (False, True):
        assert beliefs[apart, last] <= beliefs[apart, every]
    assert beliefs[True, every] <= beliefs[False, every]
