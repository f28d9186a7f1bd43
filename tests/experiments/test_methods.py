# SPDX-License-Identifier: Apache-2.0
"""The stable facts of our own study."""

from __future__ import annotations

import pytest

from experiments.methods.peers import THEIRS


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
