# SPDX-License-Identifier: Apache-2.0
"""The risk of a table as it stands in a manifest and is printed."""

from __future__ import annotations

from diversa.codec import from_json, to_json
from diversa.record.risk import AttackerRisk, Estimate, PopulationUniques, Risk

ATTACKER = AttackerRisk(0.25, 0.5, 3, 0.75)


def risk(**parts):
    settled = {"population_known": False, "sample_uniques": 1}
    settled["population_uniques"] = None
    return Risk(4, 2, 0.2, ATTACKER, ATTACKER, ATTACKER, **(settled | parts))


def test_an_estimate_is_a_number_or_says_why_there_is_none():
    assert Estimate("zayatz", 5.0, 20).share == 0.25
    assert Estimate("zayatz", 0.0, 0).share == 0
    unknown = Estimate("snb", None, 20, "no group has two rows")
    assert to_json(unknown) == {
        "name": "snb",
        "uniques": None,
        "people": 20,
        "share": None,
        "reason": "no group has two rows",
    }


def test_what_is_written_is_read():
    estimate = Estimate("zayatz", 5.0, 20)
    uniques = PopulationUniques(0.2, 20, (estimate,), estimate)
    for one in (risk(), risk(population_uniques=uniques)):
        assert from_json(Risk, one.to_json(), where="") == one
    assert risk().to_json()["unique_share"] == 0.25


def test_without_a_population_the_prosecutor_is_known_alone():
    assert list(risk().attackers) == ["prosecutor"]
    assert "journalist" not in str(risk())
    assert len(risk(population_known=True).attackers) == 3
