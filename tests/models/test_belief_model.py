# SPDX-License-Identifier: Apache-2.0
"""What models of beliefs share: whose beliefs, about which attribute."""

from __future__ import annotations

import pytest

from diversa.errors import ModelError
from diversa.models import MODELS, BeliefChange, DeltaPresence, KAnonymity, RhoBreach
from diversa.models.belief_model import BeliefModel
from diversa.models.sensitive_model import population_attributes
from toy_models import LargestShare

BELIEFS = [name for name, model in MODELS.items() if issubclass(model, BeliefModel)]


def test_the_attributes_that_a_population_must_know():
    models = [
        BeliefChange(0.2, on="ill"),
        RhoBreach(0.1, 0.5, on="pay"),
        BeliefChange(0.3, on="ill"),
        KAnonymity(3),
        DeltaPresence(0.1, 0.9),
        LargestShare(0.5, on="town"),
    ]
    assert population_attributes(models) == ("ill", "pay")


def test_a_model_of_ones_own_that_needs_the_population():
    own = type("Informed", (LargestShare,), {"needs": ("population",)})
    assert population_attributes([own(0.5, on="town")]) == ("town",)


@pytest.mark.parametrize("name", BELIEFS)
def test_every_one_needs_the_population(name):
    assert MODELS[name].needs == ("population",)


def test_beliefs_inside_values_of_another_attribute():
    with pytest.raises(ModelError, match="joint must be false, got true"):
        BeliefChange(0.2, joint=True)
