# SPDX-License-Identifier: Apache-2.0
"""Sets of people without some of their groups; all nodes are in `test_visits`."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from diversa.counts.frequency_set import roll_up
from diversa.counts.people_sets import select_groups
from examples import examples
from people_tables import VISITORS, groups_by_hand, people_set


@examples(40)
@given(VISITORS)
def test_unions_of_chosen_groups_have_their_people_alone(people):
    node = roll_up(people_set(people), (1, 1))
    chosen = np.arange(len(node)) % 2 == 0
    if node.visits is None:
        return
    left = {tuple(codes) for codes in node.codes[:, chosen].T.tolist()}
    rows = {
        person
        for codes, rows_of in groups_by_hand(people, (1, 1)).items()
        if codes in left
        for person in rows_of
    }
    (together,) = roll_up(select_groups(node, chosen), (2, 2)).groups.sizes.tolist()
    assert together == len(rows)
