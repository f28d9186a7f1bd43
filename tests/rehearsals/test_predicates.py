# SPDX-License-Identifier: Apache-2.0
"""The sets that are tried inside labels, against sets made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.rehearsals.predicates import END, Predicates
from rehearsed_tables import STYLES, counted_rows, publish, rows_of, three, tried_sets


def sets_of(predicates):
    """The sets of each label, as sets of codes."""
    spans, found = predicates.spans, {}
    for place in range(len(spans.label)):
        label = int(spans.label[place])
        begin, end = predicates.starts[label], predicates.starts[label + 1]
        codes = predicates.codes[begin:end].tolist()
        chosen = set(codes[spans.first[place] : spans.stop[place]])
        one = set(codes) - chosen if spans.rest[place] else chosen
        found.setdefault(label, []).append(frozenset(one))
    return found


def predicates_of(style, seed=1):
    counted, plan = counted_rows(rows_of(seed, 120), **STYLES[style])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    return boxes.predicates, thirds


@pytest.mark.parametrize("style", STYLES)
def test_all_sets_are_tried_and_no_others(style):
    for predicates in predicates_of(style)[0]:
        found, side = sets_of(predicates), predicates.side
        for label in range(len(side.sizes)):
            sets = found.get(label, [])
            own = [*sets_of(Predicates(side)).get(label, [])]
            assert set(own) == set(tried_sets(side, label))
            assert len(sets) == len(set(sets))  # each is tried once
            assert set(own) <= set(sets)


@pytest.mark.parametrize("style", STYLES)
def test_sets_of_a_label_stand_together(style):
    for predicates in predicates_of(style)[0]:
        label = predicates.spans.label
        for number in range(len(predicates.side.sizes)):
            begin, end = predicates.begins[number], predicates.begins[number + 1]
            assert (label[begin:end] == number).all()
            assert (label == number).sum() == end - begin


@pytest.mark.parametrize("style", STYLES)
def test_sizes_and_weights_are_those_of_the_values(style):
    every, thirds = predicates_of(style)
    for column, predicates in enumerate(every):
        people = thirds.shadow.people
        rows = np.bincount(
            people.codes[column], people.rows, predicates.side.domain
        ).astype(np.int64)
        inside, whole = predicates.weights(rows)
        found = sets_of(predicates)
        flat = [one for label in sorted(found) for one in found[label]]
        assert predicates.sizes.tolist() == [len(one) for one in flat]
        total = rows.sum()
        assert inside.tolist() == pytest.approx(
            [rows[list(one)].sum() / total for one in flat]
        )
        labels = range(len(predicates.side.sizes))
        assert whole.tolist() == pytest.approx(
            [rows[predicates.side.codes(label)].sum() / total for label in labels]
        )


def test_the_ends_of_a_range_are_its_least_and_greatest_number():
    (ages, *_), _ = predicates_of("region")
    spans, side = ages.spans, ages.side
    numbers = side.hierarchy.numbers
    for label in np.flatnonzero(side.sizes > 1):
        chosen = (spans.label == label) & (spans.kind == END)
        chosen &= ages.sizes == 1
        codes = ages.codes[ages.starts[label] + spans.first[chosen]]
        line = sorted(side.codes(label), key=lambda code: numbers[code])
        assert sorted(codes.tolist()) == sorted([line[0], line[-1]])


def test_places_are_found_again():
    for predicates in predicates_of("region")[0]:
        label = np.repeat(np.arange(len(predicates.side.sizes)), predicates.side.sizes)
        places = predicates.places(label, predicates.codes)
        assert (predicates.starts[label] + places).tolist() == list(range(len(label)))
