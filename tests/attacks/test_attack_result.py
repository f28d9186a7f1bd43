# SPDX-License-Identifier: Apache-2.0
"""The results of attacks: numbers, without sensitive values."""

from __future__ import annotations

import json

import pytest

import diversa
from attacked_tables import TABLE, WORDS
from diversa.errors import InputError


def test_json_tells_numbers_only():
    found = diversa.attack(TABLE, known=TABLE, **WORDS).to_json()
    text = json.dumps(found, allow_nan=False)
    assert "Canary" not in text
    assert "130**" not in text
    assert found["rows"] == 5
    assert found["target"] is None
    first = found["attacks"][0]
    assert first["attack"] == "linking"
    assert {"exposed", "total", "share", "worst", "groups", "words"} <= first.keys()


def test_groups_are_shown_where_asked_for_and_never_their_secrets():
    found = diversa.attack(TABLE, groups=1, **WORDS).to_json()
    (group,) = found["exposed"]
    assert group["values"] == {"zip": "148**", "age": ">=40"}
    assert (group["size"], "homogeneity" in group["attacks"]) == (2, True)
    assert "Canary" not in json.dumps(found)


def test_an_attack_that_was_not_made_is_refused():
    with pytest.raises(InputError, match="did you mean 'homogeneity'"):
        diversa.attack(TABLE, **WORDS)["homogenity"]
