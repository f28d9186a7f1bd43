# SPDX-License-Identifier: Apache-2.0
"""Texts by number against a dict of Python."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.counts.kernels.texts import FEW_SLOTS, number_texts
from examples import examples


def numbered(texts):
    content = np.frombuffer(b"|".join(texts), dtype=np.uint8)
    ends = np.cumsum([len(text) + 1 for text in texts]) - 1
    starts = np.append(0, ends[:-1] + 1)
    codes, first = number_texts(content, starts.astype(np.int64), ends)
    return codes.tolist(), first.tolist()


def judge(texts):
    known = {}
    codes = [known.setdefault(text, len(known)) for text in texts]
    return codes, [texts.index(text) for text in known]


@examples(60)
@given(st.lists(st.binary(max_size=6), min_size=1, max_size=40))
def test_alike_texts_have_one_number(texts):
    assert numbered(texts) == judge(texts)


def test_more_texts_than_there_are_slots():
    texts = [b"%d" % (n % (3 * FEW_SLOTS)) for n in range(4 * FEW_SLOTS)]
    codes, first = numbered(texts)
    assert codes == [n % (3 * FEW_SLOTS) for n in range(4 * FEW_SLOTS)]
    assert first == list(range(3 * FEW_SLOTS))
