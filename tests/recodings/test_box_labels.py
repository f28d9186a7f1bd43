# SPDX-License-Identifier: Apache-2.0
"""Labels of boxes, shared among parts, are the list of them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.recodings.box_labels import BoxLabels
from examples import examples

LABELS = [None, "*", "1", 1, "[1-2]", "None"]


@st.composite
def shared(draw):
    distinct = draw(st.lists(st.sampled_from(LABELS), min_size=1, max_size=5))
    places = st.integers(0, len(distinct) - 1)
    which = draw(st.lists(places, max_size=8))
    return BoxLabels(distinct, np.array(which, dtype=np.int64)), [
        distinct[place] for place in which
    ]


@examples(60)
@given(both=shared(), other=shared(), data=st.data())
def test_they_are_the_list_of_them(both, other, data):
    labels, listed = both
    assert labels == listed
    assert [labels[part] for part in range(len(labels))] == listed
    assert labels[1:] == listed[1:]
    codes, texts = labels.texts()
    assert len(set(texts)) == len(texts)
    assert [texts[code] for code in codes] == [
        None if label is None else str(label) for label in listed
    ]
    assert labels.are("*").tolist() == [label == "*" for label in listed]
    size = min(len(labels), len(other[0]))
    where = data.draw(st.lists(st.booleans(), min_size=size, max_size=size))
    parts = np.flatnonzero(np.array(where, dtype=bool))
    others = BoxLabels(other[0].distinct, other[0].which[parts])
    chosen = labels[:size].with_others(others, parts)
    assert chosen == [
        there if takes else here
        for here, there, takes in zip(listed, other[1], where, strict=False)
    ]


@pytest.mark.parametrize("labels", [["a", None, "a"], []])
def test_a_list_is_taken_as_it_is(labels):
    assert BoxLabels.of(labels) == labels
    assert BoxLabels.of(BoxLabels.of(labels)) == labels
    assert BoxLabels.of(labels) != [*labels, "b"]
    assert hash(BoxLabels.of(labels)) == hash(tuple(labels))
