# SPDX-License-Identifier: Apache-2.0
"""δ-presence."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.counts.population import Population
from diversa.errors import ModelError
from diversa.models import DeltaPresence, parse


def present(table, pairs, absent=()):
    groups = table(*((rows,) for rows, _ in pairs))
    people = Population.from_sizes([people for _, people in pairs], absent=absent)
    return replace(groups, population=people)


def test_two_of_four_are_a_half(table):
    groups = present(table, [(2, 4)])
    assert DeltaPresence(0, 1).attained(groups) == 0.5
    assert DeltaPresence("1/2", "1/2").holds(groups).all()
    assert not DeltaPresence(0, "0.49").holds(groups).any()
    assert not DeltaPresence("0.51", 1).holds(groups).any()


def test_a_share_that_floats_cannot_hold(table):
    groups = present(table, [(1, 3), (1, 10)])
    assert DeltaPresence("1/10", "1/3").holds(groups).all()


def test_absent_people_violate_a_lower_bound_everywhere(table):
    pairs = [(1, 2), (1, 4)]
    assert DeltaPresence("0.1", "0.5").holds(present(table, pairs)).all()
    groups = present(table, pairs, absent=[3])
    assert DeltaPresence(0, "0.5").holds(groups).all()
    model = DeltaPresence("0.1", "0.5")
    assert not model.holds(groups).any()
    assert (
        model.describe(model.attained(groups)) == "no presence that holds at low = 0.1"
    )


def test_a_suppressed_group_is_absent(table):
    people = present(table, [(1, 2), (1, 4)]).population
    left = replace(table((1,)), population=people.select([0]))
    assert left.population.absent == 4
    assert not DeltaPresence("0.1", "0.5").holds(left).any()
    assert DeltaPresence(0, "0.5").holds(left).all()


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        (-1, "0.5", "low must be at least 0, got -1"),
        (0, 0, "high must be above 0, got 0"),
        (0, "1.5", "high must be at most 1, got 1.5"),
        ("0.5", "0.2", "low must be at most high = 0.2, got 0.5"),
    ],
)
def test_parameters(low, high, message):
    with pytest.raises(ModelError, match=f"delta-presence: {message}"):
        DeltaPresence(low, high)


def test_a_population_that_lacks_people_is_refused(table):
    groups = present(table, [(2, 4), (3, 2)])
    with pytest.raises(
        ModelError, match="got 1 of 2 groups with more rows than people"
    ):
        DeltaPresence(0, 1).check_counts(groups)
    DeltaPresence(0, 1).check_counts(present(table, [(2, 2)]))


def test_spec():
    spec = "delta-presence:low=0.05,high=0.15"
    assert parse(spec).spec == spec
    assert parse("delta-presence:0.05,high=0.15").spec == spec


def test_only_without_a_lower_bound_is_it_local():
    assert DeltaPresence(0, "0.5").local
    assert not DeltaPresence("0.1", "0.5").local
    assert DeltaPresence("0.1", "0.5").prunes(suppression=False)
    assert not DeltaPresence(0, "0.5").prunes(suppression=True)
