# SPDX-License-Identifier: Apache-2.0
"""The defaults of what a search may conclude from a model: always safe."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from diversa.counts.groups import Groups
from diversa.models import Model
from diversa.models.group_numbers import Numbers
from diversa.models.search_verbs import SearchVerbs

GROUPS = Groups.from_counts([{"flu": 3}, {"flu": 1, "cold": 1}], on="ill")


@dataclass(frozen=True)
class AtLeast(Model):
    """Groups of at least k rows, with nothing declared that is not required."""

    k: int = 3
    union_closed = True
    absorbing = False
    bounded = "k"
    stops = misses = "nothing"

    def measure(self, groups):
        return Numbers(groups.sizes)


@dataclass(frozen=True)
class Absorbing(AtLeast):
    absorbing = True


def test_without_a_declaration_nothing_is_concluded():
    model = AtLeast()
    assert isinstance(model, SearchVerbs)
    assert model.implied() == ()
    assert (model.least_rows, model.least_values, model.least_people) == (1, 1, 1)
    assert (model.whole_shares, model.similarity, model.proximity) == (1, None, None)
    assert model.share_limits(GROUPS.sensitive) is None
    assert model.most_kept(GROUPS).tolist() == [3, 2]


@pytest.mark.parametrize(
    ("model", "suppression", "allowed"),
    [
        (AtLeast(), False, True),
        (AtLeast(), True, False),
        (Absorbing(), False, True),
        (Absorbing(), True, True),
    ],
)
def test_pruning_follows_the_flags(model, suppression, allowed):
    assert model.prunes(suppression=suppression) is allowed


def test_every_part_of_a_failing_group_fails_an_absorbing_model():
    assert Absorbing().implied() == (Absorbing(),)
    assert Absorbing().most_kept(GROUPS).tolist() == [3, 0]
