# SPDX-License-Identifier: Apache-2.0
"""Methods stand side by side with what they lose, leave out and tell."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.hierarchies import Intervals
from diversa.studio.steps.label_lines import LabelLine
from diversa.studio.steps.method_cards import (
    VARIANTS,
    MethodCard,
    in_order,
    try_variant,
    variant_words,
)

WORDS = {"models": ["k-anonymity:3", "distinct-l-diversity:2"], "suppression": 0.05}


def test_a_card_says_what_the_search_finds(table):
    card = try_variant(table, "full-domain", None, WORDS)
    found = table.search(**WORDS)
    published = table.publish(found, evidence=False).frame
    rows = {tuple(map(str, row)) for row in published.itertuples(index=False)}
    assert (card.loss, card.suppressed) == (found.metrics["loss"], found.suppressed)
    assert card.columns == ("zip", "born", "sex", "condition")
    assert card.example in rows
    assert card.smallest == published.groupby(["zip", "born", "sex"]).size().min()
    assert (card.line.colour, card.words) == ("green", {"method": "full-domain"})


def test_a_card_says_why_there_is_no_release(table):
    card = try_variant(table, "anatomy", None, WORDS)
    assert "anatomy" in card.failure
    assert card.loss is None


def test_two_tables_have_no_loss_and_an_example(table):
    words = {"models": ["distinct-l-diversity:2"]}
    card = try_variant(table, "anatomy", None, words)
    assert card.failure is None
    assert card.loss is None
    assert len(card.columns) == len(card.example)
    assert "condition" not in card.columns  # it stands in the other table


@pytest.mark.parametrize(("method", "labels"), VARIANTS)
def test_what_a_card_takes_is_what_was_tried(table, method, labels):
    """Also beside settings of another method, which go."""
    other = {**WORDS, "method": "local-recoding", "labels": "tight", "sets": "ancestor"}
    asked = variant_words(method, labels, other)
    card = try_variant(table, method, labels, other)
    assert asked["method"] == card.words["method"] == method
    assert asked.get("labels") == card.words.get("labels") == labels
    assert "search." not in (card.failure or "").replace("search.method", "")


def test_labels_that_tell_nothing_come_first():
    def card(method, colour, loss):
        line = LabelLine(colour, "", "")
        return MethodCard(method, None, {}, loss=loss, line=line)

    cards = [
        card("a", "red", 0.1),
        MethodCard("b", None, {}, failure="no"),
        card("c", "green", 0.5),
        card("d", "green", 0.4),
        card("e", "amber", 0.2),
    ]
    assert [one.method for one in in_order(cards)] == ["d", "c", "e", "a", "b"]


def test_a_method_is_judged_by_what_it_loses(tmp_path):
    """Most people are near each other, and a few stand far out.

    Levels of whole columns must hide those few. Groups of their own need not: trees
    lose a fifth to three fifths of it, however their noise is drawn.
    """
    draw = np.random.default_rng(7)
    near = draw.exponential(6, 3000)
    columns = {"age": 1.0, "visits": 1.5, "days": 2.0}
    people = pd.DataFrame(
        {
            name: np.minimum(63, near * scale + draw.exponential(2, 3000)).astype(int)
            for name, scale in columns.items()
        }
    )
    words = {"models": ["k-anonymity:5"]}
    bands = {name: Intervals((2, 4, 8, 16, 32)) for name in columns}
    with diversa.open(
        people, quasi_identifiers=list(columns), hierarchies=bands
    ) as opened:
        full = try_variant(opened, "full-domain", None, words)
        drawn = try_variant(opened, "mondrian", "safe", words)
        known = {**words, "secret": tmp_path / "key"}
        first, second = (
            try_variant(opened, "mondrian", "safe", known) for _ in range(2)
        )
        tight = try_variant(opened, "mondrian", "tight", words)
    assert tight.loss < first.loss == second.loss < full.loss
    assert tight.loss < drawn.loss < full.loss
    assert (tight.line.colour, drawn.line.colour) == ("red", "green")
