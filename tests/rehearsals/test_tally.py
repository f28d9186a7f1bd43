# SPDX-License-Identifier: Apache-2.0
"""Tries and hits, added up."""

from __future__ import annotations

import numpy as np

from diversa.rehearsals.tally import ENOUGH, Results, Tally


def test_chances_of_several_draws_add_up():
    tally = Tally()
    tally.add(np.array([1.0, 0.5]), np.array([0.0]))
    tally.add(np.array([0.0]), np.array([1.0, 1.0, 0.0]))
    found = tally.compare("inference", "ill")
    assert (found.released.tries, found.released.hits) == (3, 1.5)
    assert (found.control.tries, found.control.hits) == (4, 2)
    assert (found.attack, found.on) == ("inference", "ill")


def test_there_are_enough_tries_if_none_can_be_made():
    results = Results()
    assert results.has_enough
    results.add("singling out", np.ones(ENOUGH - 1), np.ones(1), None)
    assert not results.has_enough
    results.add("singling out", np.ones(1), np.ones(1), None)
    assert results.has_enough
    assert results.tries("singling out") == ENOUGH
    assert results.tries("linkability") == 0


def test_what_some_draw_could_make_was_made():
    results = Results(not_made={"singling out": "a", "linkability": "b"})
    results.add("singling out", np.ones(1), np.ones(1), None)
    assert dict(results.reasons()) == {"linkability": "b"}
