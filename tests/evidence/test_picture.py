# SPDX-License-Identifier: Apache-2.0
"""Pictures of a decision, by hand: nodes of a small lattice, boxes on two axes."""

from __future__ import annotations

import pytest

from diversa.evidence import picture
from diversa.evidence.picture import (
    Drawings,
    lattice_picture,
    partition_picture,
)
from diversa.metrics.recoded import Recoded
from diversa.recodings.box_style import TIGHT, BoxStyle
from diversa.search.evaluator import Evaluator
from diversa.search.lattice.exhaustive import exhaustive
from released_rows import hierarchies_of, secrets_of, small_table
from tables import SmallTable

# 2-anonymous at (1, 1) and above: at (2, 0) there is one row of y.
TABLE = SmallTable(
    ("p", "q"),
    (("a", "x"), ("b", "y"), ("c", "x"), ("c", "x")),
    {
        "p": {"a": ("ab", "*"), "b": ("ab", "*"), "c": ("c", "*")},
        "q": {"x": ("*",), "y": ("*",)},
    },
)


def test_nodes_by_height_and_loss():
    """p loses 1/2 for two of four rows on its first level; q loses all on its own."""
    verdicts = exhaustive(TABLE.task("k-anonymity:2")).verdicts
    nodes = lattice_picture(verdicts, (1, 1)).nodes
    assert sorted(nodes[:-1]) == [
        (0, 0.0, "fails"),
        (1, 0.125, "fails"),
        (1, 0.5, "fails"),
        (2, 0.5, "fails"),
        (2, 0.625, "minimal"),
        (3, 1.0, "holds"),
    ]
    assert nodes[-1] == (2, 0.625, "published")


def test_nodes_without_a_verdict_are_drawn_as_such():
    """Of one judged node only what is above it is known, as k-anonymity is monotone."""
    evaluator = Evaluator(TABLE.task("k-anonymity:2"))
    assert evaluator.is_valid(evaluator.outcome((1, 1)))
    nodes = lattice_picture(evaluator.verdicts, (1, 1)).nodes
    assert sorted(nodes[:-1]) == [
        (0, 0.0, "unjudged"),
        (1, 0.125, "unjudged"),
        (1, 0.5, "unjudged"),
        (2, 0.5, "unjudged"),
        (2, 0.625, "holds"),
        (3, 1.0, "holds"),
    ]


def test_a_lattice_that_is_too_large_is_not_drawn(monkeypatch):
    monkeypatch.setattr(picture, "MOST_NODES", 5)
    assert (
        lattice_picture(exhaustive(TABLE.task("k-anonymity:2")).verdicts, (1, 1))
        is None
    )
    assert Drawings(None, None).lattice((1, 1)) is None


@pytest.fixture
def recoded():
    """Ages 1 and 2 as young, 7 and 8 as old; places a and b, or c and d."""
    ages = [("1", "a"), ("2", "b"), ("7", "c"), ("8", "d")]
    rows = [(age, place, "x", "1") for age, place in ages for _ in range(12)]
    table = small_table(rows)
    return Recoded.at_levels(
        table.cells, hierarchies_of(table), secrets_of(table), levels=(1, 1, 0)
    )


def test_labels_by_how_much_they_span(recoded):
    """Young spans 1 of 7 years, a place one of three steps, and sex is as it was."""
    lines = {
        line.attribute: line.shares for line in partition_picture(recoded, TIGHT).labels
    }
    assert lines == {
        "age": (0, 0, 1, 0, 0),
        "place": (0, 0, 1, 0, 0),
        "sex": (1, 0, 0, 0, 0),
    }


def test_what_a_mean_hides_is_not_drawn(recoded):
    drawing = partition_picture(recoded, BoxStyle(numbers="mean"))
    assert [line.attribute for line in drawing.labels] == ["place", "sex"]


def test_everything_is_a_width_of_its_own(recoded):
    whole = Recoded.at_levels(
        recoded.original, recoded.hierarchies, recoded.sensitive, levels=(2, 2, 1)
    )
    drawing = partition_picture(whole, TIGHT)
    assert drawing.labels[0].shares == (0, 0, 0, 0, 1)
