# SPDX-License-Identifier: Apache-2.0
"""Tries and hits, added up."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.rehearsals.membership import MembershipCount
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


@pytest.mark.parametrize(
    ("named", "by_labels", "colour"),
    [(0, 0, "green"), (20, 0, "green"), (20, 20, "amber"), (90, 90, "red")],
)
def test_members_by_labels_are_never_green(named, by_labels, colour):
    """20 of 1,000 are 2 %, which would count as nothing in other attacks."""
    results = Results(membership=MembershipCount(2000, named, named, by_labels, 0))
    people = np.arange(1000)
    results.add("membership", (people < named) * 1.0, people * 0.0, None)
    (rate,) = results.rates()
    assert rate.colour == colour
    assert (rate.released.rate, rate.control.rate) == (named / 1000, 0)


def test_members_that_luck_names_are_green():
    results = Results(membership=MembershipCount(2000, 9, 4, 9, 0))
    people = np.arange(1000)
    results.add("membership", (people < 4) * 1.0, (people < 5) * 1.0, None)
    (rate,) = results.rates()
    assert rate.colour == "green"
