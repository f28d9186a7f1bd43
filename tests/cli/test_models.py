# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.models import MODELS as OF_ONE_TABLE
from diversa.models.linked_privacy import LINKED_MODELS

MODELS = {**OF_ONE_TABLE, **LINKED_MODELS}


def test_every_model_has_a_line(diversa):
    shown = diversa("models")
    assert shown.code == 0
    for name, model in MODELS.items():
        line = next(
            line for line in shown.stdout.splitlines() if line.split()[:1] == [name]
        )
        assert model.stops in line
        assert model.misses in line


def test_json_of_all(diversa):
    found = diversa("models", "--json").json["models"]
    assert [one["name"] for one in found] == list(MODELS)
    assert all(one.keys() >= {"stops", "misses", "parameters"} for one in found)


@pytest.mark.parametrize("name", MODELS)
def test_each_model_is_explained(diversa, name):
    shown = diversa("models", name)
    assert shown.code == 0
    assert "Reference:" in shown.stdout
    for parameter in MODELS[name].parameters():
        assert f"\n{parameter} " in shown.stdout


@pytest.mark.parametrize("name", MODELS)
def test_json_of_one(diversa, name):
    found = diversa("models", name, "--json").json
    assert found["name"] == name
    assert "Reference:" in found["definition"]
    assert [one["name"] for one in found["parameters"]] == [*MODELS[name].parameters()]


def test_parameters_of_k_anonymity(diversa):
    (k,) = diversa("models", "k-anonymity", "--json").json["parameters"]
    assert k["required"]
    assert k["low"] == 1
    assert k["default"] is None


def test_unknown_model(diversa):
    done = diversa("models", "k-anonimity")
    assert done.code == 2
    assert "did you mean 'k-anonymity'?" in done.stderr
    assert done.stdout == ""
