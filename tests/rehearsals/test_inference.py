# SPDX-License-Identifier: Apache-2.0
"""Inference, against loops over people and groups."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.rehearsals.inference import Votes, people_with_secrets, room_of
from rehearsed_tables import (
    STYLES,
    counted_rows,
    publish,
    raw_people,
    rows_of,
    three,
    value_sets,
)

ANATOMY = {"method": "anatomy", "models": "distinct-l-diversity:2"}


@pytest.mark.parametrize("style", [*STYLES, "anatomy"])
@pytest.mark.parametrize("whose", ["released", "control"])
def test_a_value_is_guessed_as_by_hand(style, whose):
    words = ANATOMY if style == "anatomy" else STYLES[style]
    counted, plan = counted_rows(rows_of(2, 120), **words)
    thirds = three(counted)
    boxes, recoded = publish(thirds.released, plan)
    room = room_of(boxes, thirds.shadow.people)
    votes = Votes.of(recoded, boxes, room, thirds.released, 0)
    people, secrets = people_with_secrets(getattr(thirds, whose), 0)
    entries = np.arange(people.entries)
    chances = votes.chances(boxes, people, entries, secrets)
    expected = by_hand(boxes, recoded, thirds, people, secrets)
    assert chances.tolist() == pytest.approx(expected)


def by_hand(boxes, recoded, thirds, people, secrets):
    """The chance of each person that the likeliest value is the right one."""
    sets, known = value_sets(boxes), raw_people(thirds.shadow)
    rooms = [
        np.prod(
            [
                sum(row[column] in values for (row,) in known) / len(known)
                for column, values in enumerate(box)
            ]
        )
        for box in sets
    ]
    used = thirds.released.secrets[0]
    shares = np.zeros((len(boxes), int(used.max()) + 1))
    groups = recoded.groups
    for box, group, rows in zip(recoded.box, recoded.group, recoded.rows, strict=True):
        for entry in range(groups.starts[group], groups.starts[group + 1]):
            value = used[groups.combinations[groups.values[entry], 0]]
            part = rows * groups.counts[entry] / groups.sizes[group]
            shares[boxes.number[box], value] += part
    usual = int(shares.sum(axis=0).argmax())
    found = []
    for person in range(people.entries):
        row = people.codes[:, person]
        weights = np.zeros(shares.shape[1])
        for number, box in enumerate(sets):
            if all(code in values for code, values in zip(row, box, strict=True)):
                weights += shares[number] / max(rooms[number], 1e-200)
        if not weights.any():
            found.append(float(secrets[person] == usual))
            continue
        best = np.flatnonzero(weights >= weights.max() * (1 - 1e-9))
        found.append((secrets[person] in best) / len(best))
    return found


def test_a_box_without_room_has_votes_that_can_be_compared():
    """Nobody of the shadow is in it: its votes weigh much, in the order of counts."""
    words = {**STYLES["region"], "models": "k-anonymity:20"}
    counted, plan = counted_rows(rows_of(3, 120), **words)
    thirds = three(counted)
    boxes, recoded = publish(thirds.released, plan)
    none, all_of_it = np.zeros(len(boxes)), np.ones(len(boxes))
    heavy = Votes.of(recoded, boxes, none, thirds.released, 0).weights
    counts = Votes.of(recoded, boxes, all_of_it, thirds.released, 0).weights
    assert counts.max() > 4
    np.testing.assert_allclose(heavy / heavy.max(), counts / counts.max())


def test_room_is_the_product_of_shares():
    counted, plan = counted_rows(rows_of(3, 120), **STYLES["region"])
    thirds = three(counted)
    boxes, _ = publish(thirds.released, plan)
    room, known = room_of(boxes, thirds.shadow.people), raw_people(thirds.shadow)
    for number, box in enumerate(value_sets(boxes)):
        share = 1.0
        for column, values in enumerate(box):
            share *= sum(row[column] in values for (row,) in known) / len(known)
        assert room[number] == pytest.approx(share)


def test_secrets_are_those_of_the_whole_table():
    counted, _ = counted_rows(rows_of(3, 60))
    third = three(counted).control
    people, secrets = people_with_secrets(third, 0)
    texts = counted.cells.dictionary("ill").texts
    own = third.counted.cells.dictionary("ill").texts
    codes = third.counted.cells.column("ill")
    assert [texts[code] for code in secrets] == [own[code] for code in codes]
    assert people.total == 20
