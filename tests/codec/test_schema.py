# SPDX-License-Identifier: Apache-2.0
"""The schema says what the codec reads and writes, with the fields' sentences."""

from __future__ import annotations

import pytest
from jsonschema import Draft202012Validator

from codec_examples import GOOD, Everything, Point
from diversa.codec import from_json, schema_of, to_json
from diversa.errors import SourceError

SCHEMA = schema_of(Everything)


def test_it_is_a_schema():
    Draft202012Validator.check_schema(SCHEMA)


def test_it_holds_for_what_is_written():
    part = from_json(Everything, GOOD, where="")
    Draft202012Validator(SCHEMA).validate(to_json(part))


@pytest.mark.parametrize("key", ["rows", "colour", "word", "pair", "levels", "tree"])
def test_it_refuses_what_is_not_read(key):
    bad = GOOD | {key: [-1]}
    with pytest.raises(SourceError):
        from_json(Everything, bad, where="")
    assert not Draft202012Validator(SCHEMA).is_valid(bad)


def test_a_key_may_have_the_name_that_it_had():
    old = {key: part for key, part in GOOD.items() if key != "name"}
    assert not Draft202012Validator(SCHEMA).is_valid(old)
    assert Draft202012Validator(SCHEMA).is_valid({**old, "title": "x"})
    assert SCHEMA["$defs"]["Everything"]["properties"]["title"]["deprecated"]


def test_fields_and_properties_are_explained():
    described = schema_of(Point)["$defs"]["Point"]
    assert described["description"] == "A place."
    assert described["properties"]["x"]["description"] == "Across."
    assert described["properties"]["sum"]["description"] == "Both together."
    assert described["required"] == ["x"]
    assert SCHEMA["$defs"]["Ring"]["properties"]["radius"]["description"] == "How wide."
