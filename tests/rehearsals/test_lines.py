# SPDX-License-Identifier: Apache-2.0
"""Lines of sets in boxes: what is counted in them, against rows one by one."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.labels.isolation import isolation_scores
from diversa.rehearsals import lines as lines_module
from diversa.rehearsals.lines import Members, PredicateLines, SideKnowledge, chunks
from diversa.rehearsals.predicates import Predicates
from rehearsed_tables import (
    STYLES,
    counted_rows,
    fits,
    publish,
    raw_people,
    rows_of,
    three,
    value_sets,
)


def set_of(lines, line):
    """The set of a line, as codes."""
    sets, span = lines.predicates, int(lines.span[line])
    label = int(sets.spans.label[span])
    codes = sets.codes[sets.starts[label] : sets.starts[label + 1]].tolist()
    chosen = set(codes[sets.spans.first[span] : sets.spans.stop[span]])
    return set(codes) - chosen if sets.spans.rest[span] else chosen


def narrow(box, column, values):
    """A box with other values in one column."""
    return (*box[:column], values, *box[column + 1 :])


@pytest.mark.parametrize("style", STYLES)
def test_people_in_sets_are_counted(style):
    counted, plan = counted_rows(rows_of(2, 90), **STYLES[style])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    members = Members.of(boxes, thirds.shadow.people)
    raw, sets = raw_people(thirds.shadow), value_sets(boxes)
    for column, side in enumerate(boxes.sides):
        lines = PredicateLines.of(Predicates(side), column, side.label)
        counts = lines.count(members)
        known = SideKnowledge.of(lines, members, len(boxes))
        for line in range(len(lines)):
            box, values = sets[int(lines.box[line])], set_of(lines, line)
            inside = sum(fits(one, narrow(box, column, values)) for one in raw)
            assert counts[line] == known.hits[line] == inside
            whole = sum(fits(one, box) for one in raw)
            assert known.people[line] == whole
            of_label = [
                sum(row[column] in one for (row,) in raw)
                for one in (values, box[column])
            ]
            base = of_label[0] / of_label[1] if of_label[0] else 0
            assert known.base[line] == pytest.approx(base)
            share = (inside + 4 * base) / (whole + 4)
            assert known.share[line] == pytest.approx(share)


def test_a_person_with_several_rows_in_a_chosen_set_counts_once():
    rows = rows_of(5, 90, visits=3)
    counted, plan = counted_rows(rows, person="who", **STYLES["levels"])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    people = thirds.released.people
    members, raw, sets = (
        Members.of(boxes, people),
        raw_people(thirds.released),
        value_sets(boxes),
    )
    random, twice = np.random.default_rng(0), 0
    for column, side in enumerate(boxes.sides):
        every = PredicateLines.of(Predicates(side), column, side.label)
        for _ in range(5):
            order = random.permutation(len(every))
            first = np.unique(every.box[order], return_index=True)[1]
            chosen = every.choose(order[first])
            found = chosen.count_chosen(members, len(boxes))
            for line, box in enumerate(chosen.box.tolist()):
                one = narrow(sets[box], column, set_of(chosen, line))
                assert found[box] == sum(fits(person, one) for person in raw)
            twice += int((chosen.count(members) > found[chosen.box]).sum())
    assert twice  # somebody has two rows in one set


def test_boxes_are_looked_at_in_chunks(monkeypatch):
    counted, plan = counted_rows(rows_of(2, 90), **STYLES["region"])
    boxes, _ = publish(three(counted).released, plan)
    predicates = [Predicates(side) for side in boxes.sides]
    assert chunks(predicates, boxes) == [(0, len(boxes))]
    monkeypatch.setattr(lines_module, "MOST_LINES", 40)
    parts = chunks(predicates, boxes)
    assert len(parts) > 1
    assert [box for part in parts for box in range(*part)] == list(range(len(boxes)))


def test_the_limits_of_isolation():
    """T1: at most (1 - 1/n)^(n-1), at a share of 1/n. T2: certain as it falls."""
    shares = np.linspace(0, 1, 1001)
    for rows, limit in ((2, 0.5), (5, 256 / 625), (10, 0.9**9)):
        number, no = np.full(1001, rows), np.zeros(1001, np.int64)
        plain = isolation_scores(number, shares, no)
        assert plain.max() == pytest.approx(limit, abs=1e-5)
        assert shares[plain.argmax()] == pytest.approx(1 / rows, abs=1e-3)
        stated = isolation_scores(number, shares, no + 1)
        assert stated[0] == 1
        assert (np.diff(stated) <= 0).all()
