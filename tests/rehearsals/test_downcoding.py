# SPDX-License-Identifier: Apache-2.0
"""Downcoding: claims that labels state or a learner is sure of."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from diversa.rehearsals.downcoding import Downcoding, disjoint_claims, downcode
from diversa.rehearsals.lines import PredicateLines
from diversa.rehearsals.predicates import Predicates
from rehearsed_tables import STYLES, counted_rows, publish, rows_of, three


@pytest.mark.parametrize("seed", range(6))
def test_disjoint_claims_are_as_many_as_can_be(seed):
    counted, plan = counted_rows(rows_of(seed, 90), **STYLES["region"])
    boxes, _ = publish(three(counted).released, plan)
    random = np.random.default_rng(seed)
    for column, side in enumerate(boxes.sides):
        sets = Predicates(side)
        lines = PredicateLines.of(sets, column, side.label)
        lines = lines.choose(np.flatnonzero(random.random(len(lines)) < 0.15))
        true = random.random(len(lines)) < 0.7
        found = disjoint_claims(lines, true, len(boxes))
        for box in range(len(boxes)):
            own = np.flatnonzero(true & (lines.box == box))[:12]
            if len(own) < (true & (lines.box == box)).sum():
                continue
            spans = [
                set(range(sets.spans.first[span], sets.spans.stop[span]))
                for span in lines.span[own]
                if not sets.spans.rest[span]
            ]
            most = max(
                (
                    size
                    for size in range(len(spans) + 1)
                    for some in combinations(spans, size)
                    if sum(map(len, some)) == len(set().union(*some))
                ),
                default=0,
            )
            assert found[box] == max(most, min(1, len(own)))


class Sure:
    """A learner who is sure of every single value."""

    def is_sure(self, lines, known, rows):
        del known, rows
        return lines.predicates.sizes[lines.span] == 1


def test_claims_are_counted_in_the_rows_of_their_group():
    counted, plan = counted_rows(rows_of(1, 120), **STYLES["region"])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    boxes = boxes.select(np.flatnonzero(boxes.generalized))
    found = downcode(boxes, thirds.shadow.people, thirds.released.people, Sure())
    claims = true = single = finer = restored = 0
    codes = thirds.released.people.codes
    for box in range(len(boxes)):
        own = boxes.own_box == box
        most, several = 0, 0
        for column, side in enumerate(boxes.sides):
            values = side.codes(int(side.label[box])).tolist()
            if len(values) < 2:
                continue
            several += 1
            rows = [
                int(boxes.own_rows[own & (codes[column][boxes.own_entry] == v)].sum())
                for v in values
            ]
            claims += len(rows)
            true += sum(one > 0 for one in rows)
            single += sum(one == 1 for one in rows)
            most = max(most, sum(one > 0 for one in rows))
        finer += most
        restored += int(boxes.sizes[box]) * (several == 1 and most == boxes.sizes[box])
    assert found == Downcoding(
        len(boxes), int(boxes.sizes.sum()), claims, true, single, finer, restored
    )
    assert 0 < single < true


@pytest.mark.parametrize("style", ["tight", "local"])
def test_what_tight_labels_state_is_true(style):
    counted, plan = counted_rows(rows_of(1, 300), **STYLES[style])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    boxes = boxes.select(np.flatnonzero(boxes.generalized))
    found = downcode(boxes, thirds.shadow.people, thirds.released.people, None)
    assert found.claims == found.true > found.backed_by_one > 0
    assert found.finer > 0


def test_regions_and_levels_state_nothing():
    for style in ("levels", "region"):
        counted, plan = counted_rows(rows_of(1, 120), **STYLES[style])
        thirds = three(counted)
        boxes, _ = publish(thirds.released, plan)
        boxes = boxes.select(np.flatnonzero(boxes.generalized))
        people = thirds.shadow.people, thirds.released.people
        found = downcode(boxes, *people, None)
        assert (found.claims, found.finer, found.restored) == (0, 0, 0)
        assert found.groups == len(boxes)


def test_the_counts_of_draws_add_up():
    both = Downcoding(1, 2, 3, 4, 5, 6, 7) + Downcoding(1, 1, 1, 1, 1, 1, 1)
    assert both == Downcoding(2, 3, 4, 5, 6, 7, 8)
    assert both.record.restored == 8
