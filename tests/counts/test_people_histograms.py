# SPDX-License-Identifier: Apache-2.0
"""Histograms of people with several values; all of them are in `test_visits`, too."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.people_histograms import most_rows_of_a_person, rows_of_people
from diversa.counts.sensitive import Sensitive
from diversa.counts.visits import groups_of_people
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
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
    secret = Dictionary.build("s", ["f", "h", "x", None], [1, 1, 1, 1])
    rows = [[(0, 0, 1, 0), (0, 0, 3, 0)], [(0, 0, 0, 0)], [(0, 0, 2, 0)]]
    node = people_set(rows)
    worst = Sensitive(secret, MissingPolicy.WORST)
    groups = node.groups.__class__(
        node.groups.starts,
        node.groups.values,
        node.groups.counts,
        node.groups.combinations,
        (worst, node.groups.sensitive[1]),
        profiles=node.groups.profiles,
    )
    histogram = groups.histogram("s")
    assert histogram.unknown.tolist() == [1]
    assert histogram.counts.tolist() == [1, 1]
    assert histogram.sizes.tolist() == [3]


PEOPLE = [[["h", "f"], ["h"], ["x"]], [["f"], ["f", "x"]], [["h", None], ["x"]]]


def test_chosen_groups_keep_their_people():
    """The counts of a group add up to more than its people, also in a part."""
    groups = groups_of_people(PEOPLE, on="s", missing="worst")
    histogram = groups.histogram("s")
    some = histogram.select(np.array([False, True, True]))
    assert not some.is_exclusive
    assert some.sizes.tolist() == [2, 2]
    assert some.counts.tolist() == [2, 1, 1]
    assert some.unknown.tolist() == [0, 1]
    assert histogram.take(np.array([1, 1])).sizes.tolist() == [2, 2]


def test_values_are_recoded_without_those_that_are_missing():
    groups = groups_of_people(PEOPLE, on="s", missing="worst")
    kinds = np.array([0, 0, 1], dtype=np.int32)  # f and h; x; the missing one has none
    recoded = groups.histogram("s").recode(kinds, 2)
    assert recoded.counts.tolist() == [2, 1, 2, 1, 1]
    assert recoded.unknown.tolist() == [0, 0, 1]
    again = recoded.recode(np.zeros(2, dtype=np.int32), 1)
    assert again.counts.tolist() == [3, 2, 1]


def test_somebody_in_two_groups_has_parts_of_a_person_in_each():
    """Three values in the table, two of them in one group: halves, not thirds."""
    table = [["h", "f", "x"], ["f"]]
    groups = groups_of_people([[["h", "f"]], [["x"], ["f"]]], on="s", table=table)
    histogram = groups.histogram("s", "shares")
    shares = histogram.counts / histogram.sizes[histogram.group]
    assert shares.tolist() == [0.5, 0.5, 0.5, 0.5]
    reference = histogram.sensitive
    expected = reference.reference_counts / reference.reference_size
    assert np.allclose(expected, [2 / 3, 1 / 6, 1 / 6])


def test_shares_of_the_table_are_there_where_nobody_has_several_values_in_a_group():
    table = [["h", "f"], ["f"]]
    groups = groups_of_people([[["h"], ["f"]]], on="s", table=table)
    assert groups.profiles is None
    having, shares = (
        groups.histogram("s", how).sensitive for how in ("having", "shares")
    )
    assert (having.reference_counts / having.reference_size).tolist() == [1, 0.5]
    assert (shares.reference_counts / shares.reference_size).tolist() == [0.75, 0.25]


@examples(60)
@given(
    st.lists(
        st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=3), min_size=1),
        min_size=1,
        max_size=3,
    ),
    st.integers(0, 5),
)
def test_fullest_window_counts_everybody_once(people, length):
    histogram = groups_of_people(people, on="s").histogram("s")
    points = histogram.sensitive.points
    beyond = np.searchsorted(points, points + length, side="right")
    assert histogram.fullest_window(beyond).tolist() == [
        max(
            sum(any(low <= one <= low + length for one in person) for person in group)
            for low in points.tolist()
        )
        for group in people
    ]


def test_rows_of_people_are_their_different_values():
    groups = groups_of_people(PEOPLE[:2], on="s")
    assert rows_of_people(groups).sizes.tolist() == [4, 3]
    assert most_rows_of_a_person(groups).tolist() == [2, 2]
    assert most_rows_of_a_person(rows_of_people(groups)).tolist() == [1, 1]
