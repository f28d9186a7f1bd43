# SPDX-License-Identifier: Apache-2.0
"""Text that is no JSON, or that two readers would read in two ways, is an error."""

from __future__ import annotations

import pytest

from diversa.codec import json_from_text, json_to_text
from diversa.errors import SourceError


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{", "JSON in UTF-8"),
        ("", "JSON in UTF-8"),
        (b"\xff\xfe\x00", "JSON in UTF-8"),
        ("[" * 10**6, "JSON of fewer levels"),
        ('{"a":' * 10**6, "JSON of fewer levels"),
        ("9" * 10**5, "JSON in UTF-8"),
        ('{"a": NaN}', "no number NaN"),
        ('{"a": -Infinity}', "no number -Infinity"),
        ('{"a": 1, "a": 2}', "every key once"),
        ('{"b": [{"secret": 1, "secret": 1}]}', "every key once"),
    ],
)
def test_hostile_text_is_an_error(text, wanted):
    with pytest.raises(SourceError, match=wanted) as caught:
        json_from_text(text)
    assert "secret" not in str(caught.value)


def test_what_is_written_is_read():
    content = {"ä": [1, 0.1, None, True, {"x": "\u2028"}]}
    assert json_from_text(json_to_text(content)) == content
    assert "ä" in json_to_text(content, indent=2)


def test_numbers_that_json_does_not_have_are_not_written():
    with pytest.raises(ValueError, match="not JSON compliant"):
        json_to_text(float("nan"))
