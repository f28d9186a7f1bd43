# SPDX-License-Identifier: Apache-2.0
"""Similarity: groups whose values are of one kind."""

from __future__ import annotations

import pytest
from hypothesis import given

import diversa
from attacked_tables import GROUPS, QUICK, as_frame
from diversa.attacks.battery import attacks_on
from diversa.counts.groups import Groups
from diversa.hierarchies import Taxonomy

TREE = Taxonomy(tree={"*": {"one": ["a", "b"], "two": ["c", "d"]}})


@QUICK
@given(GROUPS)
def test_more_is_known_of_kinds_than_of_values(counts):
    groups = Groups.from_counts(counts, on="s", taxonomy=TREE)
    found = attacks_on(groups)
    assert found["similarity"].exposed >= found["homogeneity"].exposed
    kinds = [len({value in "ab" for value in one}) for one in counts]
    assert found["similarity"].affected.tolist() == [
        g for g, number in enumerate(kinds) if number == 1
    ]


DISEASES = {
    "disease": {
        "chest": {"respiratory": ["Flu", "pneumonia", "bronchitis"]},
        "growth": {"tumour": ["Cancer", "Carcinoid"]},
        "abdomen": {"stomach": ["Gastric ulcer", "Dyspepsia", "Gastritis"]},
    }
}


TABLE_III = as_frame(
    ["group", "disease"],
    (("1",), ["Flu", "pneumonia", "Cancer"]),
    (("2",), ["Flu", "Carcinoid", "Cancer"]),
    (("3",), ["Gastric ulcer", "Dyspepsia", "Gastritis"]),
)


TABLE_V = as_frame(
    ["group", "disease"],
    (("1",), ["Flu", "Cancer", "Gastric ulcer"]),
    (("2",), ["Flu", "Cancer", "Dyspepsia"]),
    (("3",), ["pneumonia", "Carcinoid", "Gastritis"]),
)


def test_the_third_group_of_table_iii_is_ill_in_the_stomach():
    words = {"quasi_identifiers": "group", "sensitive": "disease"}
    trees = {"disease": DISEASES}
    found = diversa.attack(TABLE_III, **words, hierarchies=trees)
    kinds = found["similarity"]
    assert (kinds.exposed, kinds.worst, kinds.affected.tolist()) == (3, 1, [2])
    assert found["homogeneity"].exposed == 0
    better = diversa.attack(TABLE_V, **words, hierarchies=trees)["similarity"]
    assert (better.exposed, better.worst) == (0, pytest.approx(1 / 3))
