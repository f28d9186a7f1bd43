# SPDX-License-Identifier: Apache-2.0
"""Labels get the colour that they deserve, before and after a release."""

from __future__ import annotations

import pytest

from diversa.record.label_record import WORDS
from diversa.studio.steps.label_lines import LINES, line_of_release
from diversa.studio.steps.measure import forecast

MODELS = {"models": ["k-anonymity:3"]}
COLOURS = {
    "levels": ({"suppression": 0.05}, "green"),
    "few groups": ({"models": ["k-anonymity:90"]}, "amber"),
    "safe": ({"method": "mondrian"}, "green"),
    "region": ({"method": "mondrian", "labels": "region"}, "amber"),
    "tight": ({"method": "mondrian", "labels": "tight"}, "red"),
    "local": ({"method": "local-recoding", "labels": "tight"}, "red"),
    "two tables": (
        {"method": "anatomy", "models": ["distinct-l-diversity:2"]},
        "amber",
    ),
}


def test_every_finding_of_an_audit_has_a_line():
    assert {*WORDS} <= {*LINES}


@pytest.mark.parametrize("name", COLOURS)
def test_a_forecast_has_the_line_of_its_release(table, name, tmp_path):
    words, colour = COLOURS[name]
    words = {**MODELS, **words, "secret": tmp_path / "key"}
    if words.get("method") != "mondrian":
        del words["secret"]
    line = forecast(table, **words).labels
    release = table.publish(table.search(**words), evidence=False)
    assert line == line_of_release(release.record)
    assert line.colour == colour
    assert bool(line.told) == (colour == "red")
    assert colour != "red" or f"{line.told:,} values" in line.words


def test_safe_labels_are_proved_for_group_sizes_alone(table):
    proved = forecast(table, method="mondrian", **MODELS).labels
    secrets = ["k-anonymity:3", "distinct-l-diversity:2"]
    beside = forecast(table, method="mondrian", models=secrets).labels
    assert "proved for this method" in proved.words
    assert "measured, and not proved" in beside.words
