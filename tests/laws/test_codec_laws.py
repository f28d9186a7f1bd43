# SPDX-License-Identifier: Apache-2.0
"""Laws of the codec: what is written is read back; whatever is read, is or is not."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from codec_examples import Colour, Everything, Point, Ring, Tree
from diversa.codec import from_json, json_from_text, json_to_text, schema_of, to_json
from diversa.errors import SourceError

NUMBERS = st.integers(-(10**6), 10**6) | st.floats(-1e9, 1e9)
TREES = st.recursive(
    st.builds(Tree, st.text()),
    lambda trees: st.builds(Tree, st.text(), st.lists(trees, max_size=3).map(tuple)),
    max_leaves=5,
)
PARTS = st.integers(0, 4).flatmap(
    lambda rows: st.builds(
        Everything,
        rows=st.just(rows),
        name=st.text(),
        flag=st.booleans(),
        colour=st.sampled_from(Colour),
        word=st.sampled_from(["drop", "star"]),
        number=st.none() | NUMBERS,
        always=st.none() | st.integers(-5, 5),
        names=st.just(())
        | st.lists(st.text(), min_size=rows, max_size=rows).map(tuple),
        pair=st.none() | st.tuples(st.text(), st.integers(0, 9)),
        levels=st.dictionaries(st.text(), st.integers(0, 9), max_size=3),
        share=st.fractions(0, 1),
        shape=st.none()
        | st.builds(Point, NUMBERS, NUMBERS)
        | st.builds(Ring, st.floats(0.1, 9)),
        tree=st.none() | TREES,
        more=st.dictionaries(st.sampled_from(["extra", "later"]), st.integers()),
    )
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.dictionaries(st.text() | st.sampled_from(["rows", "name", "tree"]), parts)
    ),
    max_leaves=12,
)
VALIDATOR = Draft202012Validator(schema_of(Everything))


@given(PARTS)
def test_what_is_written_is_read_back(part):
    content = json_from_text(json_to_text(to_json(part)))
    assert from_json(Everything, content, where="") == part
    assert to_json(from_json(Everything, content, where="")) == content
    VALIDATOR.validate(content)


def faults(content):
    """What is said to be wrong with content; nothing where it is read."""
    try:
        from_json(Everything, content, where="file")
    except SourceError as error:
        return str(error).splitlines()
    return []


@given(JSON)
def test_any_json_is_read_or_refused(content):
    said = faults(content)
    assert all(line.startswith("file: ") for line in said)
    assert said or to_json(from_json(Everything, content, where="file"))


@given(PARTS, st.data())
def test_the_wrong_key_is_the_one_that_is_named(part, data):
    content = to_json(part)
    key = data.draw(st.sampled_from(sorted(content.keys() - {"extra", "later"})))
    (said,) = faults({**content, key: [] if key == "levels" else {"x": [None]}})
    assert said.startswith(f"file: {key}")
