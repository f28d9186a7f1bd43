# SPDX-License-Identifier: Apache-2.0
"""The results of attacks in a manifest."""

from __future__ import annotations

from diversa.codec import from_json, to_json
from diversa.record.attack_record import ExposureRecord


def test_what_an_attack_counts_beside_is_kept():
    content = {"attack": "skewness", "on": "ill", "share": 0.5, "words": "in words"}
    found = from_json(ExposureRecord, content | {"ratio": 2.0}, where="")
    assert found.numbers == {"ratio": 2.0}
    assert to_json(found)["ratio"] == 2.0
