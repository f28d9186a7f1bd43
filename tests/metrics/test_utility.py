# SPDX-License-Identifier: Apache-2.0
"""Utility by the registry: every metric, its numbers and its place in JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.errors import InputError
from diversa.hierarchies import Masking
from diversa.metrics import METRICS, meaning_of, metric_of
from diversa.metrics.metric import Metric
from diversa.metrics.recoded import Recoded
from diversa.metrics.utility import utility


@pytest.fixture
def recoded():
    zips = Dictionary.build("zip", ["13053", "13068", "14850"], [2, 1, 3])
    ills = Dictionary.build("ill", ["acne", "flu"], [3, 3])
    codes = np.array([[0, 0], [0, 1], [1, 1], [2, 0], [2, 1]], dtype=np.int32)
    cells = Cells((zips, ills), codes, np.array([1, 1, 1, 2, 1]))
    hierarchy = Masking(length=5, steps=2).build(zips)
    return Recoded.at_levels(cells, [hierarchy], [Sensitive(ills)], levels=(1,))


def test_every_metric_is_measured(recoded):
    found = utility(recoded, k=3, queries=10)
    assert set(found.measured) == set(METRICS)
    for name in found.numbers:
        assert meaning_of(name), name
    # Groups of 3 and 3 rows: 9 + 9, and 3 rows per group.
    assert found["discernibility"] == 18
    assert found["average-group-size"] == 3
    assert found["c-avg"] == 1
    assert found["height"] == 1


def test_the_keys_of_json(recoded):
    answer = utility(recoded, queries=10).to_json()
    json.dumps(answer)
    assert list(answer) == [
        "rows",
        "suppressed",
        "groups",
        "metrics",
        "loss_by_attribute",
        "ncp_by_attribute",
        "diversity",
        "query_error",
        "accuracy",
        "distributions",
        "associations",
    ]
    assert list(answer["metrics"]) == [
        "loss",
        "gcp",
        "precision",
        "height",
        "discernibility",
        "average-group-size",
        "c-avg",
        "ambiguity",
        "kl-divergence",
        "reconstruction-loss",
        "classification-metric",
        "query-error-median",
        "query-error-mean",
    ]


def test_what_does_not_apply_is_none(recoded):
    answer = utility(recoded, queries=0).to_json()
    assert answer["query_error"] is answer["accuracy"] is None
    assert answer["metrics"]["c-avg"] is answer["metrics"]["query-error-mean"] is None


def test_a_metric_of_ones_own(recoded):
    largest = Metric(
        "largest", "largest", "rows", lambda one, _: int(one.groups.sizes.max())
    )
    found = utility(recoded, queries=0, more=[largest])
    assert found["largest"] == 3
    assert found.to_json()["metrics"]["largest"] == 3


def test_a_registered_metric_is_measured_in_every_release(recoded):
    largest = Metric("largest", "largest", "rows of it", lambda *_: 3)
    METRICS.add("largest", largest)
    try:
        assert utility(recoded, queries=0)["largest"] == 3
        assert meaning_of("largest") == "rows of it"
    finally:
        METRICS.remove("largest")
    with pytest.raises(InputError, match="must be a Metric of that name"):
        METRICS.add("other", largest)


def test_numbers_know_their_metric():
    assert metric_of("dot:ill").about == "safety"
    assert metric_of("precision").better == "higher"
    assert metric_of("query-error-mean").better == "lower"
    assert metric_of("spread-within") is None
    assert "SSE" in meaning_of("spread-within")
    assert meaning_of("never heard of") == ""
