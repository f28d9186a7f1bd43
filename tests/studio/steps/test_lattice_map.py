# SPDX-License-Identifier: Apache-2.0
"""The picture of the lattice: its points are judged nodes."""

from __future__ import annotations

import pytest

from diversa.studio.steps.lattice_map import lattice_map

PICTURE = "diversa.studio.steps.lattice_map"

WORDS = {"models": ["k-anonymity:3", "distinct-l-diversity:2"], "suppression": 0.05}


NAMES = ["zip", "born", "sex"]


def test_points_are_the_nodes_of_the_lattice(table):
    shown, report = lattice_map(table, **WORDS), table.lattice(**WORDS)
    assert shown.attributes == tuple(NAMES)
    assert shown.satisfying == len(report.satisfying)
    assert shown.best == report.best.levels
    satisfying = set(report.satisfying)
    minimal = {node.levels for node in report.minimal}
    for point in shown.points:
        assert point.height == sum(point.levels)
        assert (point.levels in satisfying) is (point.kind != "fails")
        assert (point.levels in minimal) is (point.kind in ("minimal", "best"))
    assert [point.kind for point in shown.points].count("best") == 1


def test_the_loss_of_a_node_without_suppression_is_that_of_the_picture(table):
    shown = lattice_map(table, models="k-anonymity:3")
    best = shown.points[-1]
    assert best.kind == "best"
    proposal = table.search(models="k-anonymity:3")
    assert best.loss == pytest.approx(proposal.metrics["loss"], abs=1e-4)
    groups = table.groups(proposal)
    assert best.risk == pytest.approx(len(groups) / 200)


def test_of_a_lattice_too_large_some_nodes_are_judged(table, monkeypatch):
    everything = lattice_map(table, **WORDS)
    report = table.lattice(**WORDS)
    monkeypatch.setattr(f"{PICTURE}.MOST_NODES", 3)
    monkeypatch.setattr(f"{PICTURE}.MOST_SAMPLED", 30)
    shown = lattice_map(table, **WORDS)
    assert shown.satisfying is None
    assert shown.best == everything.best
    assert [one.levels for one in shown.points if one.kind == "best"] == [shown.best]
    losses = {(point.height, point.loss) for point in everything.points}
    for point in shown.points:
        assert (point.levels in set(report.satisfying)) is (point.kind != "fails")
        assert (point.height, point.loss) in losses
    assert len({point.levels for point in shown.points}) == len(shown.points) > 10


def test_levels_read_as_they_would_be_published(table):
    shown = lattice_map(table, **WORDS)
    heights = [len(labels) - 1 for labels in shown.examples]
    assert heights == list(shown.heights)
    assert {labels[-1] for labels in shown.examples} == {"*"}
    assert shown.examples[NAMES.index("sex")][0] in ("female", "male")


def test_many_points_are_thinned_out(table, monkeypatch):
    everything = lattice_map(table, **WORDS)
    monkeypatch.setattr(f"{PICTURE}.MOST_POINTS", 12)
    monkeypatch.setattr(f"{PICTURE}.MOST_RISKS", 4)
    few = lattice_map(table, **WORDS)
    assert len(few.points) < len(everything.points)
    minimal = [point.levels for point in everything.points if point.kind == "minimal"]
    assert minimal == [point.levels for point in few.points if point.kind == "minimal"]
    assert sum(point.risk is not None for point in few.points) <= 4


def test_levels_can_be_bounded(table):
    bounded = WORDS | {"least": {"zip": 2}, "greatest": {"sex": 0}}
    for point in lattice_map(table, **bounded).points:
        assert point.levels[0] >= 2
        assert point.levels[2] == 0
