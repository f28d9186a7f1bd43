# SPDX-License-Identifier: Apache-2.0
"""A model is a value with a name and parameters."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from diversa.models import MODELS, KAnonymity, parse


def test_a_model_is_a_value():
    assert KAnonymity(3) == parse("k-anonymity:3")
    assert len({KAnonymity(3), KAnonymity(k="3"), KAnonymity(3.0)}) == 1
    with pytest.raises(FrozenInstanceError):
        KAnonymity(3).k = 2


@pytest.mark.parametrize("model", MODELS.values(), ids=list(MODELS))
def test_parameters_are_mandatory(model):
    with pytest.raises(TypeError, match="required positional argument"):
        model()


@pytest.mark.parametrize("model", MODELS.values(), ids=list(MODELS))
def test_file_class_and_spec_have_one_name(model):
    assert model.__module__ == f"diversa.models.{model.name().replace('-', '_')}"
    assert "".join(part.title() for part in model.name().split("-")) == model.__name__
