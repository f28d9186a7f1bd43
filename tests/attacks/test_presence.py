# SPDX-License-Identifier: Apache-2.0
"""Presence: a public table tells who is in the table."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.attacks.presence import presence
from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import ModelError


def test_presence():
    """2 of 4 people: 1/2; 1 of 1: certain; two people match no group."""
    groups = Groups.from_counts([{"flu": 2}, {"flu": 1}], on="ill")
    people = Population.from_sizes([4, 1], absent=[2])
    found = presence(replace(groups, population=people))
    assert (found.exposed, found.worst, found.absent) == (1, 1, 2)
    better = presence(replace(groups, population=Population.from_sizes([4, 3])))
    assert (better.exposed, better.worst, better.absent) == (0, 1 / 2, 0)


def test_presence_needs_everyone_of_the_table():
    groups = Groups.from_counts([{"flu": 2}], on="ill")
    with pytest.raises(ModelError, match="must hold everyone"):
        presence(replace(groups, population=Population.from_sizes([1])))
