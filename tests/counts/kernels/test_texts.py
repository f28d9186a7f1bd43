# SPDX-License-Identifier: Apache-2.0
"""Texts by number against a dict of Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.patience import PATIENCE_LEFT
from diversa.counts.kernels.texts import FEW_SLOTS, number_fields
from examples import examples


def numbered(texts, most=None):
    content = np.frombuffer(b"|".join(texts), dtype=np.uint8)
    most = len(texts) if most is None else most
    codes, starts, ends = number_fields(content, ord("|"), most)
    bounds = zip(starts, ends, strict=True)
    return codes.tolist(), [content[start:end].tobytes() for start, end in bounds]


def judge(texts):
    known = {}
    codes = [known.setdefault(text, len(known)) for text in texts]
    return codes, list(known)


PARTS = st.sampled_from([b"", b"a", b"ab", b"\0", b"\xff", b"12345678", b"x2345678"])
FIELDS = st.lists(PARTS, max_size=4).map(b"".join)
"""Texts that are alike in their beginnings, in their ends, or but for a byte."""


@examples(60)
@given(st.lists(FIELDS, min_size=1, max_size=40), st.booleans())
def test_alike_texts_have_one_number(texts, plain):
    if plain:
        assert numbered(texts) == judge(texts)
    else:
        with PATIENCE_LEFT.suspend():
            assert numbered(texts) == judge(texts)


def test_more_texts_than_there_are_slots():
    texts = [b"%d" % (n % (3 * FEW_SLOTS)) for n in range(4 * FEW_SLOTS)]
    codes, first = numbered(texts)
    assert codes == [n % (3 * FEW_SLOTS) for n in range(4 * FEW_SLOTS)]
    assert first == texts[: 3 * FEW_SLOTS]


def test_no_more_fields_are_read_than_are_wanted():
    texts = [b"a", b"b", b"a", b"c"]
    for form in (number_fields.plain, number_fields.dispatcher):
        content = np.frombuffer(b"|".join(texts), dtype=np.uint8)
        assert form(content, ord("|"), 3)[0].tolist() == [0, 1, 0]
        assert form(content, ord("|"), 9)[0].tolist() == [0, 1, 0, 2]
