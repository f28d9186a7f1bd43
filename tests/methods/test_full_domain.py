# SPDX-License-Identifier: Apache-2.0
"""Full-domain generalization: Figure 1 of the l-diversity paper."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.examples import inpatients

WORDS = {
    "quasi_identifiers": ["zip", "age", "nationality"],
    "sensitive": "condition",
    "models": "k-anonymity:4",
    "hierarchies": {"age": {"kind": "intervals", "cuts": [[30, 40], [40]]}},
}


@pytest.fixture(scope="module")
def release():
    return diversa.anonymize(pd.DataFrame(inpatients()), **WORDS)


def test_the_node_is_told_with_its_levels(release):
    heights = {
        hierarchy.attribute: hierarchy.height
        for hierarchy in release.recoding.hierarchies
    }
    assert list(release.levels) == WORDS["quasi_identifiers"]
    assert all(0 <= level <= heights[name] for name, level in release.levels.items())


def test_every_value_of_a_column_is_on_one_level(release):
    levels, recoding = release.levels, release.recoding
    for hierarchy in recoding.hierarchies:
        level = levels[hierarchy.attribute]
        shown = set(release.frame[hierarchy.attribute].astype(str))
        assert shown <= {str(label) for label in hierarchy.labels[level]}


def test_every_group_has_four_people(release):
    assert release.frame.groupby(WORDS["quasi_identifiers"]).size().min() >= 4
