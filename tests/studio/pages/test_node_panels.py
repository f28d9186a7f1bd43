# SPDX-License-Identifier: Apache-2.0
"""A generalization is described in a sentence."""

from __future__ import annotations

import dataclasses

from diversa.studio.pages.node_panels import verdict_sentence
from diversa.studio.steps.explore import NodeView

NODE = NodeView(True, {"k-anonymity:5": 0}, 0, 10, 3, 5, 0.1, {}, {}, (), ())


def test_a_generalization_in_words():
    assert verdict_sentence(NODE) == "All protections hold here: it can be published."
    fails = dataclasses.replace(NODE, is_valid=False, failing={"a": 3, "b": 70})
    assert "b fails for 70 rows, and at most 10" in verdict_sentence(fails)
