# SPDX-License-Identifier: Apache-2.0
"""Excerpts of large tables: whole groups, and what they say of a search is true."""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set, roll_up
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.metrics import OBJECTIVES
from diversa.models import parse
from diversa.search.evaluator import Evaluator
from diversa.search.lattice import excerpts
from diversa.search.lattice.excerpts import KEPT, Excerpts
from diversa.search.lattice.exhaustive import exhaustive
from diversa.search.lattice.optimal import optimal
from diversa.search.task import Task

ATTRIBUTES, VALUES, ROWS = 3, 8, 400


@pytest.fixture(autouse=True)
def of_any_table(monkeypatch):
    """Let small tables and small excerpts have excerpts, too."""
    monkeypatch.setattr(excerpts, "LARGE", 0)
    monkeypatch.setattr(excerpts, "LARGE_PART", 0)


@cache
def table(seed):
    """Random rows, in which low values are more frequent, and a sensitive value."""
    draw = np.random.default_rng(seed)
    columns = (VALUES * draw.random((ROWS, ATTRIBUTES + 1)) ** 2).astype(np.int32)
    dictionaries, axes = [], []
    for place, line in enumerate(columns.T):
        counts = np.bincount(line, minlength=VALUES).tolist()
        dictionaries.append(Dictionary.build(f"a{place}", map(str, range(8)), counts))
        pairs = [f"{code // 2}" for code in range(VALUES)]
        axes.append(Hierarchy.from_labels(dictionaries[-1], [pairs, ["*"] * VALUES]))
    distinct, counts = np.unique(columns, axis=0, return_counts=True)
    cells = Cells(tuple(dictionaries), distinct, counts)
    return frequency_set(cells, axes[:-1], (Sensitive(dictionaries[-1]),))


def groups_of(frequency_set):
    """The values of every group, and the sensitive values of its rows."""
    groups, codes = frequency_set.groups, frequency_set.codes.T.tolist()
    ends = zip(groups.starts[:-1], groups.starts[1:], strict=True)
    return {
        tuple(line): dict(
            zip(groups.values[a:b].tolist(), groups.counts[a:b].tolist(), strict=True)
        )
        for line, (a, b) in zip(codes, ends, strict=True)
    }


@pytest.mark.parametrize("limit", [0, 8])
def test_an_excerpt_has_whole_groups(limit):
    finest = table(seed=1)
    some, parts, seen = Excerpts(finest, limit), [], 0
    for node in product(range(3), repeat=ATTRIBUTES):
        parts.clear()
        some.show(node, lambda part, at: bool(parts.append(part.at(at))))
        every = groups_of(roll_up(finest, node))
        for part in parts:
            assert part.levels == node
            assert 0 < part.groups.rows <= excerpts.MOST * ROWS
            assert groups_of(part).items() <= every.items()
        rows = [part.groups.rows for part in parts]
        assert rows == sorted(rows)  # the smallest one is looked at first
        seen += len(parts)
    assert seen > ATTRIBUTES


def test_excerpts_of_excerpts_are_smaller():
    some, parts = Excerpts(table(seed=1), 0), []
    bottom = (0,) * ATTRIBUTES
    some.show(bottom, lambda part, node: bool(parts.append(part.at(node))))
    rows = [part.groups.rows for part in parts]
    assert len(rows) > 1
    assert rows == sorted(set(rows))


def test_few_excerpts_are_made(monkeypatch):
    made, excerpt = [], excerpts.excerpt
    monkeypatch.setattr(
        excerpts, "excerpt", lambda *some: made.append(1) or excerpt(*some)
    )
    monkeypatch.setattr(excerpts, "LARGE_PART", ROWS)
    some = Excerpts(table(seed=2), 0)
    for node in product(range(3), repeat=ATTRIBUTES):
        some.show(node, lambda *_: False)
    assert 0 < len(made) <= KEPT


def test_where_excerpts_show_nothing_they_are_seldom_looked_at(monkeypatch):
    monkeypatch.setattr(excerpts, "LARGE_PART", ROWS)
    some, asked = Excerpts(table(seed=3), 0), []
    for _ in range(400):
        some.show((0,) * ATTRIBUTES, lambda part, _: bool(asked.append(part)))
    assert 0 < len(asked) < 400 / 4


def test_no_excerpt_where_much_may_go_or_nothing_is_told_apart():
    finest = table(seed=4)
    top = (2,) * ATTRIBUTES
    bottom = (0,) * ATTRIBUTES
    assert Excerpts(finest, ROWS // 8).show(bottom, lambda *_: True)
    assert not Excerpts(finest, ROWS // 2).show(bottom, lambda *_: True)
    assert not Excerpts(finest, 0).show(top, lambda *_: True)


@pytest.mark.parametrize("share", [0.0, 0.01, 0.03])
@pytest.mark.parametrize(
    "specs",
    [
        ("k-anonymity:3",),
        ("k-anonymity:2", "entropy-l-diversity:2"),
        ("t-closeness:0.3",),
        ("distinct-l-diversity:3",),
        ("recursive-cl-diversity:c=4,l=2",),
    ],
    ids=" + ".join,
)
def test_a_search_with_excerpts_finds_the_best_of_all_nodes(specs, share):
    for seed in range(3):
        on = f"a{ATTRIBUTES}"
        models = tuple(
            parse(spec if spec.startswith("k-") else f"{spec},on={on}")
            for spec in specs
        )
        objective = OBJECTIVES["loss"]
        task = Task(table(seed), models, objective, limit=int(share * ROWS))
        best = optimal(task)
        assert best.cost == pytest.approx(exhaustive(task).cost)


def test_what_is_shown_by_an_excerpt_is_not_counted_as_a_whole(monkeypatch):
    models, objective = (parse("k-anonymity:3"),), OBJECTIVES["loss"]
    task = Task(table(seed=5), models, objective)
    evaluator = Evaluator(task)
    bottom = (0,) * ATTRIBUTES
    monkeypatch.setattr(evaluator, "outcome", None)  # of the whole table
    assert evaluator.fails_in_excerpt(bottom)
    assert evaluator.checked == 1


def test_group_sizes_alone_show_it_where_they_are_enough(monkeypatch):
    models = parse("k-anonymity:3"), parse("t-closeness:0.3,on=a3")
    evaluator = Evaluator(Task(table(seed=5), models, OBJECTIVES["loss"]))
    monkeypatch.setattr(evaluator, "judge", None)  # no group is made
    assert evaluator.fails_in_excerpt((0,) * ATTRIBUTES)


def test_excerpts_share_one_workspace():
    evaluator = Evaluator(Task(table(7), (parse("k-anonymity:3"),), OBJECTIVES["loss"]))
    spaces = []
    evaluator._excerpts.show(
        (0,) * ATTRIBUTES, lambda part, _: bool(spaces.append(part.workspace))
    )
    assert len(spaces) > 1
    assert all(space is evaluator._roll_ups.workspace for space in spaces)


def test_models_that_look_at_other_rows_are_not_judged_by_an_excerpt():
    task = Task(table(seed=6), (parse("k-anonymity:3"),), OBJECTIVES["loss"])
    task.__dict__["looks_around"] = True
    evaluator = Evaluator(task)
    assert not task.judges_group_by_group
    assert not evaluator.fails_in_excerpt((0,) * ATTRIBUTES)
    assert evaluator.checked == 0
