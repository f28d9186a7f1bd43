# SPDX-License-Identifier: Apache-2.0
"""Full-domain generalization: Figure 1 of the l-diversity paper."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import diversa
from diversa.data.examples import inpatients
from diversa.errors import NoSolutionError, PlanError

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


def test_a_column_of_great_weight_stays_finer():
    people = pd.DataFrame(inpatients())
    plain = diversa.anonymize(people, **WORDS)
    for name in WORDS["quasi_identifiers"]:
        heavy = diversa.anonymize(people, weights={name: 1000}, **WORDS)
        assert heavy.levels[name] <= plain.levels[name]
    # 4-anonymity with the nationality as it is: all else is given away for it.
    levels = diversa.anonymize(people, weights={"nationality": 1000}, **WORDS).levels
    best = diversa.lattice(people, **WORDS).satisfying
    assert levels["nationality"] == min(node[2] for node in best)


def test_levels_stay_where_they_are_wanted():
    people = pd.DataFrame(inpatients())
    made = diversa.anonymize(
        people, least={"zip": 2}, greatest={"nationality": 1, "age": 2}, **WORDS
    )
    assert made.levels["zip"] >= 2
    assert made.levels["age"] <= 2
    with pytest.raises(PlanError, match="'zip' must be from 2 to"):
        diversa.anonymize(
            people,
            least={"zip": 2},
            levels={"zip": 1, "age": 1, "nationality": 1},
            **WORDS,
        )
    with pytest.raises(NoSolutionError):
        diversa.anonymize(people, greatest=dict.fromkeys(made.levels, 0), **WORDS)


def test_what_is_known_of_the_best_is_told(tmp_path):
    """The time is over at once."""
    people, words = pd.DataFrame(inpatients()), {**WORDS, "algorithm": "anytime"}
    folder = tmp_path / "out"
    diversa.anonymize(people, out=folder, time=0, **words)
    facts = json.loads((folder / "manifest.json").read_text("utf-8"))["search"]
    assert (facts["algorithm"], facts["optimality"]) == ("anytime", "best found")
    assert facts["stopped"] == "time"
    assert 0 <= facts["bound"] <= facts["cost"]
    assert facts["gap"] == pytest.approx(1 - facts["bound"] / facts["cost"])
    done = diversa.anonymize(people, time=1000, **words).search
    assert (done.stopped, done.optimality, done.gap) == ("done", "exact", 0)
