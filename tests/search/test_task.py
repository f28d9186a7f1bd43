# SPDX-License-Identifier: Apache-2.0
"""A task: what its models allow a search to conclude."""

from __future__ import annotations

import pytest

from diversa.models import KAnonymity, parse
from diversa.models.distinct_l_diversity import ManyValues
from paper_tables import FIGURE_1
from toy_models import OddSize

ENTROPY = "entropy-l-diversity:1.5"
JOINT = "distinct-l-diversity:2,joint=true"
VALUES = ManyValues(2, on="condition")


@pytest.mark.parametrize(
    ("models", "limit", "star", "prunes"),
    [
        pytest.param(["k-anonymity:2"], 0, False, True, id="union-closed"),
        pytest.param(["k-anonymity:2"], 3, False, True, id="absorbing"),
        pytest.param(["k-anonymity:2"], 3, True, False, id="removed rows as a group"),
        pytest.param(["k-anonymity:2"], 0, True, True, id="no row to publish as *"),
        pytest.param([ENTROPY], 0, False, True, id="entropy"),
        pytest.param([ENTROPY], 3, False, False, id="entropy with suppression"),
        pytest.param([JOINT], 0, False, True, id="joint"),
        pytest.param([JOINT], 3, False, False, id="joint with suppression"),
        pytest.param(["k-anonymity:2", ENTROPY], 3, False, False, id="one of two"),
        pytest.param([OddSize(1)], 0, False, False, id="not union-closed"),
    ],
)
def test_what_allows_pruning(models, limit, star, prunes):
    assert FIGURE_1.task(*models, limit=limit, star=star).prunes == prunes


@pytest.mark.parametrize(
    ("models", "limit", "necessary"),
    [
        ([ENTROPY], 0, [ENTROPY]),
        ([ENTROPY], 3, [VALUES]),
        ([JOINT], 3, [VALUES]),
        (["k-anonymity:2", ENTROPY], 3, ["k-anonymity:2", VALUES]),
        ([OddSize(1)], 0, [KAnonymity(1)]),
        (["pd-recursive-cl-diversity:c=1,l=2,disclosable=Cancer"], 3, []),
    ],
    ids=str,
)
def test_models_that_rule_out_what_is_below(models, limit, necessary):
    task = FIGURE_1.task(*models, limit=limit)
    expected = [
        parse(f"{one},on=condition") if "-diversity" in str(one) else one
        for one in necessary
    ]
    assert [one.spec for one in task.necessary] == [str(one) for one in expected]


def test_cheap_models_come_first_where_one_failure_is_enough():
    strict = FIGURE_1.task(ENTROPY).in_order
    assert [one.name() for one in strict] == [
        "many-values",
        "entropy-l-diversity",
    ]
    assert FIGURE_1.task(ENTROPY, limit=1).in_order == strict[1:]


def test_marginals():
    marginals = FIGURE_1.task("k-anonymity:2").marginals
    zips = dict(zip(FIGURE_1.dictionaries[0].values, marginals.counts[0], strict=True))
    assert zips == {"13053": 4, "13068": 4, "14850": 2, "14853": 2}
    assert marginals.rows == 12
