# SPDX-License-Identifier: Apache-2.0
"""Histograms of people with several values; all of them are in `test_visits`, too."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from diversa.counts.visits import groups_of_people
from examples import examples
from people_tables import CONSTANTS, groups_by_hand, people_set


@examples(40)
@given(CONSTANTS)
def test_recoded_values_count_everybody_once(people):
    node = people_set(people)
    pairs = np.array([0, 0, 1], dtype=np.int32)
    histogram = node.groups.histogram("s").recode(pairs, 2)
    for number, codes in enumerate(node.codes.T.tolist()):
        rows_of = groups_by_hand(people, (0, 0))[tuple(codes)]
        kinds = [{int(pairs[row[2]]) for row in rows} for rows in rows_of.values()]
        inside = slice(*histogram.starts[number : number + 2])
        counts = dict(
            zip(
                histogram.values[inside].tolist(),
                histogram.counts[inside].tolist(),
                strict=True,
            )
        )
        assert counts == {
            kind: sum(kind in one for one in kinds) for kind in set().union(*kinds)
        }


def test_people_with_a_missing_value_may_have_any():
    """`a:h? b:f c:x` of the specification: one person is unknown, not half of one."""
    group = [["h", None], ["f"], ["x"]]
    histogram = groups_of_people([group], on="s", missing="worst").histogram("s")
    assert histogram.unknown.tolist() == [1]
    assert histogram.counts.tolist() == [1, 1]
    assert histogram.sizes.tolist() == [3]
