# SPDX-License-Identifier: Apache-2.0
"""From the current table and the register to the next release, as data."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.errors import NoSolutionError
from series_tables import FIRST, SECOND, regrouped


def test_nobody_can_be_published(publish):
    with pytest.raises(NoSolutionError, match="nobody can be published"):
        publish([("Bob", 30, "flu"), ("Alice", 40, "flu")])


def test_other_columns_are_left_out_and_names_are_free(publish):
    columns = ("who", "group", "ill", "note")
    rows = [("Bob", 1, "flu", "x"), ("Alice", 2, "asthma", "y")]
    release = publish(rows, columns, quasi_identifiers="group", identifiers="who")
    assert list(release.frame.columns) == ["group", "ill", "group_1"]


def test_bob_keeps_his_values_and_carl_waits():
    """A counterfeit row stands for asthma, which nobody is left to have."""
    first = regrouped(FIRST)
    assert first.people.tolist() == [2]
    register = first.next_register("abc")
    assert register.releases == ("abc",)
    second = regrouped(SECOND, register)
    assert second.published.people.tolist() == ["Bob"]
    assert (second.people.tolist(), second.counterfeits.tolist()) == ([1], [1])
    assert second.recoding.extra.texts.tolist() == ["asthma"]
    assert second.decision.suppressed == 1
    assert second.columns == ("age", "ill", "group")


def test_the_register_remembers_who_had_which_values():
    register = regrouped(FIRST).next_register(None)
    after = regrouped(SECOND, register).next_register(None)
    assert after.people.tolist() == ["Alice", "Bob"]
    assert set(after.values) == {"asthma", "flu"}
    assert after.group.tolist() == [-1, 0]  # Alice is not in this release
    signature, last = after.look_up(np.array(["Bob", "Carl"]))
    assert (signature.tolist(), last.tolist()) == ([0, -1], [0, -1])


def test_the_seed_of_every_release_is_another():
    """Which of two newcomers of a value waits is left to chance, but not for ever."""
    rows = [("A", 1, "flu"), ("B", 2, "flu"), ("C", 3, "asthma")]
    again = [regrouped(rows, seed=seed) for seed in (0, 0, 1, 2, 3, 4, 5)]
    chosen = [release.published.people.tolist() for release in again]
    assert chosen[0] == chosen[1]
    assert len(set(map(tuple, chosen))) == 2
