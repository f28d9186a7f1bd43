# SPDX-License-Identifier: Apache-2.0
"""The cuts of safe labels, made again from the manifest and the file."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.audits.tree_faults import Cuts, places, spans_of
from diversa.hierarchies.safe_labels import PublicTree, SafeLabels, TreeNode

AGES = PublicTree(
    "age",
    (
        TreeNode("*", 0, (1, 2)),
        TreeNode("<=30", 2),
        TreeNode(">=31", 3, (3, 4)),
        TreeNode("[31-40]"),
        TreeNode(">=41"),
    ),
)
SEXES = PublicTree("sex", (TreeNode("*", 1, (1, 2)), TreeNode("f"), TreeNode("m")))
RULE = SafeLabels(2, 1.0, True, (AGES, SEXES))


def wrong(*groups, withheld=False):
    return Cuts(RULE, np.array(groups)).wrong_groups(withheld=withheld)


def test_groups_that_cuts_lead_to():
    assert wrong((0, 0)) == 0
    assert wrong((1, 0), (2, 0)) == 0
    assert wrong((1, 1), (1, 2), (3, 0), (4, 0)) == 0


def test_groups_that_no_cuts_lead_to():
    assert wrong((1, 0), (0, 0)) == 2  # the whole column beside one of its sides
    assert wrong((1, 0), (3, 0)) == 1  # nobody on the other side
    assert wrong((1, 0), (3, 0), withheld=True) == 0
    assert wrong((1, 1), (1, 0), (2, 0)) == 2  # a cut that only some groups have
    assert wrong((1, 0), (1, 0), (2, 0)) == 2  # one region twice


def test_nodes_below_each_other():
    begins, ends = spans_of(AGES)
    assert begins.tolist() == [0, 1, 2, 3, 4]
    assert ends.tolist() == [5, 2, 5, 4, 5]
    assert places(AGES, [">=41", "[1-2]", "*"]).tolist() == [4, -1, 0]


@pytest.fixture
def release(tmp_path):
    draw = np.random.default_rng(3)
    table = pd.DataFrame(
        {
            "age": draw.integers(20, 60, 2000),
            "sex": draw.choice(["f", "m"], 2000),
            "town": draw.choice([*"abc", None], 2000, p=[0.5, 0.3, 0.1, 0.1]),
        }
    )
    words = {"quasi_identifiers": ["age", "sex", "town"], "method": "mondrian"}
    diversa.anonymize(table, models="k-anonymity:4", out=tmp_path / "out", **words)
    return tmp_path / "out"


def test_a_release_is_what_its_rule_makes(release):
    assert diversa.audit_release(release).problems == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda frame: frame.assign(age="[1-2]"), "must be nodes of the public trees"),
        (lambda frame: frame.assign(age=["*", *frame.age[1:]]), "public trees make"),
    ],
)
def test_a_changed_file_is_found(release, change, said):
    path = release / "release.csv"
    change(pd.read_csv(path, dtype=str)).to_csv(path, index=False)
    problems = "\n".join(diversa.audit_release(release).problems)
    assert said in problems
