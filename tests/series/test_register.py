# SPDX-License-Identifier: Apache-2.0
"""The register of a series: read as it was written, refused where it is none."""

from __future__ import annotations

import json

import numpy as np
import pytest

from diversa.errors import SourceError, TargetError
from diversa.series.register import open_register, read_register

GOOD = {
    "register": 1,
    "key": "who",
    "sensitive": "ill",
    "m": 2,
    "releases": [None],
    "values": ["asthma", "flu"],
    "signatures": [[0, 1]],
    "people": ["Alice", "Bob"],
    "signature": [0, 0],
    "group": [0, -1],
}
BAD = [
    {"register": 2},
    {"m": "2"},
    {"people": [1, 2]},
    {"people": {}},
    {"signature": [0, 7]},
    {"signature": [0]},
    {"group": [0]},
    {"group": [-2, 0]},
    {"group": [2**63, 0]},
    {"group": [10**30, 0]},
    {"m": 10**30},
    {"m": -1},
    {"m": True},
    {"signatures": [[1, 0]]},
    {"signatures": [[]]},
    {"signatures": [[0, 1], [0, 1]]},  # two numbers for the same values
    {"signatures": [[0]]},  # fewer values than m: the next release could not hold
    {"values": ["flu", "flu"]},
    {"people": ["Ann", "Ann"], "signature": [0, 0], "group": [0, 0]},
    {"values": [7, "flu"]},
    {"releases": None},
]


def test_a_register_is_read_as_it_was_written(tmp_path):
    path = tmp_path / "register.json"
    path.write_text(json.dumps(GOOD))
    found = read_register(path)
    assert json.loads(found.text()) == GOOD
    signature, group = found.look_up(np.array(["Alice", "Bob", "Carl"]))
    assert signature.tolist() == [0, 0, -1]
    assert group.tolist() == [0, -1, -1]


@pytest.mark.parametrize("change", BAD)
def test_what_is_no_register_is_refused(tmp_path, change):
    path = tmp_path / "register.json"
    path.write_text(json.dumps(GOOD | change))
    with pytest.raises(SourceError, match="must be a register that diversa wrote") as e:
        read_register(path)
    assert "Alice" not in str(e.value)
    assert "flu" not in str(e.value)


TWO = {"values": ["acne", "asthma", "flu"], "signatures": [[0, 1], [1, 2]]}
CONTRADICTIONS = [
    TWO | {"signature": [0, 1], "group": [4, 4]},  # one group, two sets of values
    {
        "people": ["Alice", "Bob", "Carl"],  # three people, two values to have
        "signature": [0, 0, 0],
        "group": [0, 0, 0],
    },
]


@pytest.mark.parametrize("change", CONTRADICTIONS)
def test_a_register_that_contradicts_itself_is_refused(tmp_path, change):
    path = tmp_path / "register.json"
    path.write_text(json.dumps(GOOD | change))
    with pytest.raises(SourceError, match="contradicts itself") as caught:
        read_register(path)
    assert "Alice" not in str(caught.value)
    announced = {"file": "a", "hidden": "b", "before": GOOD | change}
    path.write_text(json.dumps(GOOD | {"announcement": announced}))
    with pytest.raises(SourceError, match="contradicts itself"):
        read_register(path)


def test_people_of_different_groups_may_have_different_signatures(tmp_path):
    path = tmp_path / "register.json"
    for group in ([0, 1], [-1, -1], [0, -1]):
        path.write_text(json.dumps(GOOD | TWO | {"signature": [0, 1], "group": group}))
        assert read_register(path).signature.tolist() == [0, 1]


def test_a_series_keeps_its_key_and_attribute(tmp_path):
    path = tmp_path / "register.json"
    path.write_text(json.dumps(GOOD))
    words = {"m": 2, "first": False, "out": None}
    assert open_register(path, key="who", sensitive="ill", **words).m == 2
    with pytest.raises(SourceError) as caught:
        open_register(path, key="name", sensitive="pay", **words)
    assert "key: must be as in the register (who), got name" in str(caught.value)
    assert "sensitive: must be as in the register (ill), got pay" in str(caught.value)
    with pytest.raises(TargetError, match="must not be inside the release"):
        open_register(path, key="who", sensitive="ill", **(words | {"out": tmp_path}))
