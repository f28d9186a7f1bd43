# SPDX-License-Identifier: Apache-2.0
"""The nodes above a node: every one, each with the group that holds a group."""

from __future__ import annotations

from collections import Counter

from diversa.counts.coarser_nodes import coarser_nodes, merged_into, with_supersets
from diversa.counts.frequency_set import roll_up
from tables import SmallTable

LADDERS = {
    "zip": {"13053": ("130**", "*"), "13068": ("130**", "*"), "14850": ("148**", "*")},
    "sex": {"f": ("*",), "m": ("*",)},
}
ROWS = (
    ("13053", "f", "flu"),
    ("13053", "m", "flu"),
    ("13068", "f", "acne"),
    ("14850", "f", "flu"),
    ("14850", "m", "acne"),
    ("14850", "m", "acne"),
)
TABLE = SmallTable(("zip", "sex", "ill"), ROWS, LADDERS)


def test_every_node_above_is_met_once():
    sizes = [
        sorted(groups.sizes.tolist()) for _, groups in coarser_nodes(TABLE.counted())
    ]
    expected = []
    for zip_level in range(3):
        for sex_level in range(2):
            if zip_level or sex_level:
                labels = Counter(
                    (
                        (zip_code, *LADDERS["zip"][zip_code])[zip_level],
                        (sex, "*")[sex_level],
                    )
                    for zip_code, sex, _ in ROWS
                )
                expected.append(sorted(labels.values()))
    assert sorted(sizes) == sorted(expected)


def test_a_group_lies_in_the_group_that_is_named():
    finest = TABLE.counted()
    for parents, coarser in coarser_nodes(finest):
        rows = [0] * len(coarser)
        for group, parent in enumerate(parents.tolist()):
            rows[parent] += int(finest.groups.sizes[group])
        assert rows == coarser.sizes.tolist()


def test_the_top_has_nothing_above():
    assert list(coarser_nodes(TABLE.counted(levels=(2, 1)))) == []


def test_groups_that_know_what_lies_above_them():
    finest = TABLE.counted()
    assert len(list(with_supersets(finest).supersets())) == 5
    assert list(finest.groups.supersets()) == []


def test_merged_groups_have_the_numbers_of_the_roll_up():
    finest = TABLE.counted()
    number = merged_into(finest, (1, 1))
    coarser = roll_up(finest, (1, 1))
    rows = [0] * len(coarser)
    for group, parent in enumerate(number.tolist()):
        rows[parent] += int(finest.groups.sizes[group])
    assert rows == coarser.groups.sizes.tolist()
