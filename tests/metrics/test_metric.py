# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from diversa.metrics.metric import (
    Metric,
    mean_number,
    number_by_attribute,
    one_number,
    plain,
)


def test_shapes_of_numbers():
    assert one_number("m", None) == {"m": None}
    assert mean_number("m", {"a": 1.0, "b": 2.0}) == {"m": 1.5}
    assert mean_number("m", {}) == {"m": 0}
    assert number_by_attribute("m", {"a": 1.0}) == {"m": 1.0}
    assert number_by_attribute("m", {"a": 1.0, "b": 2.0}) == {"m:a": 1.0, "m:b": 2.0}
    assert number_by_attribute("m", {}) == {}


def test_a_metric_has_a_sentence_for_each_number():
    metric = Metric("m", "M", "what it says", lambda *_: 1)
    assert metric.sentences == {"m": "what it says"}
    assert metric.numbers(3) == {"m": 3}


def test_json_holds_what_was_measured():
    class Error:
        def to_json(self):
            return {"median": 1}

    assert plain({"a": Error(), "b": None}) == {"a": {"median": 1}, "b": None}
