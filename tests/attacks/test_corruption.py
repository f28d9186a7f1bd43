# SPDX-License-Identifier: Apache-2.0
"""Who knows some people: by hand, row by row."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.attacks.corruption import corrupt, corruption
from diversa.counts.groups import Groups
from diversa.errors import InputError
from examples import examples

ROWS = st.lists(
    st.lists(st.tuples(st.sampled_from("abc"), st.booleans()), min_size=1, max_size=6),
    min_size=1,
    max_size=4,
)


def by_hand(groups):
    """Others who are certain, certain anyway, and right with and without."""
    certain = anyway = 0
    right = without = others = 0
    for rows in groups:
        left = Counter(value for value, known in rows if not known)
        every = Counter(value for value, _ in rows)
        number = left.total()
        others += number
        if number and len(every) == 1:
            anyway += number
        elif number and len(left) == 1:
            certain += number
        right += max(left.values(), default=0)
        modes = [v for v, count in every.items() if count == max(every.values())]
        without += sum(left[value] for value in modes) / len(modes)
    return certain, anyway, right / max(1, others), without / max(1, others)


@examples(150)
@given(ROWS)
def test_others_by_hand(groups):
    counts = [dict(Counter(value for value, _ in rows)) for rows in groups]
    histogram = Groups.from_counts(counts, on="s").histogram()
    texts = histogram.sensitive.dictionary.texts
    known = [
        sum(value == texts[code] and told for value, told in groups[group])
        for group, code in zip(histogram.group, histogram.values, strict=True)
    ]
    found = corrupt(histogram, np.array(known, dtype=np.int64), share=0.5)
    told = found.exposed, found.certain_without, found.right, found.right_without
    assert told == pytest.approx(by_hand(groups))
    assert found.known == sum(known)
    assert found.total == sum(map(len, groups)) - found.known


def test_half_of_the_people_are_drawn():
    counts = [{"a": 3, "b": 2, "c": 1}] * 500
    histogram = Groups.from_counts(counts, on="s").histogram()
    found, again = (corruption(histogram, seed=7) for _ in range(2))
    assert found.known == again.known
    assert found.known == pytest.approx(1500, abs=120)
    assert corruption(histogram, seed=8).numbers() != found.numbers()
    assert found.right > found.right_without


def test_on_a_table():
    table = pd.DataFrame({"age": ["30-39"] * 4, "s": ["a", "a", "b", "c"]})
    words = {"quasi_identifiers": "age", "sensitive": "s"}
    assert diversa.attack(table, **words)["corruption"].known_share == 0.5
    nobody = diversa.Assumptions(corruption=0)
    names = [one.name for one in diversa.attack(table, assumptions=nobody, **words)]
    assert "corruption" not in names
    everybody = diversa.Assumptions(corruption=1)
    found = diversa.attack(table, assumptions=everybody, **words)["corruption"]
    assert (found.total, found.worst) == (0, None)
    with pytest.raises(InputError, match="must be a share"):
        diversa.Assumptions(corruption=1.5)
