# SPDX-License-Identifier: Apache-2.0
"""The stable facts of our own study."""

from __future__ import annotations

import pytest

from experiments.methods.grid import EXACT, KNOWN, LABEL, METHODS, MODELS, frontier
from experiments.methods.peers import THEIRS


def test_points_of_the_frontier():
    points = [(0.1, 0.9), (0.2, 0.9), (0.5, 0.3), (0.6, 0.4), (0.7, 0.2)]
    assert frontier(points) == [(0.1, 0.9), (0.5, 0.3), (0.7, 0.2)]


def test_every_method_is_tried_with_every_model(outcome):
    losses = outcome("grid").tables["losses"]
    assert losses.column("model") == list(MODELS)
    assert losses.columns[1:] == tuple(METHODS)
    for method in EXACT:
        assert {loss for loss in losses.column(method) if loss is not None} == {0}
    exact = {model: cells[1:] for model, *cells in losses.rows}["(2,1)-diversity"]
    assert exact == [None] * (len(METHODS) - 2) + [0]  # only MBF deals such groups


def test_no_group_is_formed_by_what_a_classifier_must_tell():
    assert LABEL not in KNOWN


def test_groups_of_their_own_lose_less_than_one_level_for_all(outcome):
    losses = outcome("grid").tables["losses"]
    compared = [
        (lattice, local)
        for lattice, local in zip(
            losses.column("full-domain"), losses.column("local-recoding"), strict=True
        )
        if lattice is not None
    ]
    assert len(compared) >= 7
    assert all(local < lattice for lattice, local in compared)


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
    for known in {row[0] for row in levels}:
        theirs = {name: pair for of, name, *pair in levels if of == known}
        for name in ("k", "distinct l", "t", "basic β"):
            assert theirs[name][0] == pytest.approx(theirs[name][1])
        assert theirs["entropy l"][0] <= theirs["entropy l"][1] + 1e-9


@pytest.mark.skipif(not THEIRS.is_file(), reason="make peers has not been run")
def test_the_time_of_a_whole_call_is_compared(outcome):
    jobs = outcome("peers").tables["jobs"]
    assert all(seconds > 0 for seconds in jobs.column("seconds"))
    assert all(seconds > 0 for seconds in jobs.column("seconds of the first call"))


@pytest.mark.skipif(not THEIRS.is_file(), reason="make peers has not been run")
def test_ours_loses_no_more_on_the_lattice(outcome):
    facts = outcome("peers").facts
    assert facts["lattice_loss"] <= facts["anjana_loss"] + 1e-9
