# SPDX-License-Identifier: Apache-2.0
"""The stable facts of our own study."""

from __future__ import annotations

import pytest

from experiments.methods.grid import EXACT, METHODS, MODELS, frontier
from experiments.methods.peers import THEIRS


def test_points_of_the_frontier():
    points = [(0.1, 0.9), (0.2, 0.9), (0.5, 0.3), (0.6, 0.4), (0.7, 0.2)]
    assert frontier(points) == [(0.1, 0.9), (0.5, 0.3), (0.7, 0.2)]


def test_every_method_is_tried_with_every_model(outcome):
    releases = outcome("grid").tables["releases"]
    assert len(releases.rows) == len(METHODS) * len(MODELS)
    losses = releases.where(method=EXACT).column("loss")
    assert {loss for loss in losses if loss is not None} == {0}


def test_groups_of_their_own_lose_less_than_one_level_for_all(outcome):
    releases = outcome("grid").tables["releases"]
    for model in MODELS:
        lattice, local = (
            releases.where(method=method, model=model).column("loss")[0]
            for method in ("full-domain", "local-recoding")
        )
        assert local < lattice


def test_promises_bound_what_is_guessed(outcome):
    releases = outcome("grid").tables["releases"].where(model="frequency 3-diversity")
    guessed = [share for share in releases.column("guessed right") if share is not None]
    assert guessed
    assert max(guessed) <= 1 / 3 + 1e-9


def test_few_nodes_are_counted_as_lattices_grow(outcome):
    time = outcome("scaling").tables["time"]
    assert time.where(varied="attributes").column("nodes") == [10, 20, 60]
    assert "synthetic" in outcome("scaling").data


@pytest.mark.skipif(not THEIRS.is_file(), reason="make peers has not been run")
def test_other_tools_find_the_same_levels_where_they_are_right(outcome):
    levels = outcome("peers").tables["levels"].rows
    theirs = {name: (their, ours) for name, their, ours in levels}
    assert theirs["k"][0] == theirs["k"][1]
    assert theirs["distinct l"][0] == theirs["distinct l"][1]
    assert theirs["t"][0] == pytest.approx(theirs["t"][1])


@pytest.mark.skipif(not THEIRS.is_file(), reason="make peers has not been run")
def test_ours_loses_no_more_on_the_lattice(outcome):
    facts = outcome("peers").facts
    assert facts["lattice_loss"] <= facts["anjana_loss"] + 1e-9
