# SPDX-License-Identifier: Apache-2.0
"""Utility by the registry: every metric, its numbers and its place in JSON."""

from __future__ import annotations

import json
from fractions import Fraction

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
from paper_releases import FIGURE_2, FIGURE_3, figure_1_at

F = Fraction


@pytest.fixture
def recoded():
    zips = Dictionary.build("zip", ["13053", "13068", "14850"], [2, 1, 3])
    ills = Dictionary.build("ill", ["acne", "flu"], [3, 3])
    codes = np.array([[0, 0], [0, 1], [1, 1], [2, 0], [2, 1]], dtype=np.int32)
    cells = Cells((zips, ills), codes, np.array([1, 1, 1, 2, 1]))
    hierarchy = Masking(length=5, steps=2).build(zips)
    return Recoded.at_levels(cells, [hierarchy], [Sensitive(ills)], levels=(1,))


def test_every_metric_is_measured(recoded):
    measured = utility(recoded, k=3, queries=10)
    assert set(measured.measured) == set(METRICS)
    for name in measured.metrics:
        assert meaning_of(name), name
    # Groups of 3 and 3 rows: 9 + 9, and 3 rows per group.
    assert measured["discernibility"] == 18
    assert measured["average-group-size"] == 3
    assert measured["c-avg"] == 1
    assert measured["height"] == 1


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
    measured = utility(recoded, queries=0, more=[largest])
    assert measured["largest"] == 3
    assert measured.to_json()["metrics"]["largest"] == 3


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


@pytest.mark.parametrize(
    ("node", "height", "average", "dm", "precision", "losses", "bits"),
    [
        pytest.param((0, 0, 0), 0, 1, 12, 1, (0, 0, 0), 0, id="as it is"),
        pytest.param(
            FIGURE_2, 4, 4, 48, F(1, 3), (F(1, 3), F(3, 11), 1), 3, id="figure 2"
        ),
        pytest.param(
            FIGURE_3, 4, 4, 48, F(1, 3), (F(1, 9), F(17, 33), 1), 3, id="figure 3"
        ),
        pytest.param((3, 3, 1), 7, 12, 144, 0, (1, 1, 1), 4, id="all stars"),
    ],
)
def test_the_nodes_of_figure_1(node, height, average, dm, precision, losses, bits):
    measured = utility(figure_1_at(node), k=4, queries=20)
    assert measured["height"] == height
    assert measured["average-group-size"] == average
    assert measured["c-avg"] == average / 4
    assert measured["discernibility"] == dm
    assert measured["precision"] == pytest.approx(float(precision), abs=1e-12)
    assert list(measured.measured["loss"].values()) == pytest.approx(
        [float(loss) for loss in losses]
    )
    assert measured["loss"] == pytest.approx(float(sum(losses) / 3))
    assert measured["kl-divergence"] == pytest.approx(bits)
