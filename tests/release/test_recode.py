# SPDX-License-Identifier: Apache-2.0
"""Tables of a release; `recodings/test_release_tuples.py` compares counts with rows."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa

VISITS = pd.DataFrame(
    {
        "who": ["a", "a", "a", "b", "b"],
        "zip": ["1", "1", "1", "1", "1"],
        "ill": ["x", "x", "y", "x", "x"],
    }
)


@pytest.mark.parametrize(
    ("rows", "published"),
    [
        ("distinct", [("1", "x"), ("1", "x"), ("1", "y")]),
        ("all", [("1", "x")] * 4 + [("1", "y")]),
    ],
)
def test_rows_of_a_person_that_look_alike_are_one_unless_all_are_asked_for(
    rows, published
):
    release = diversa.anonymize(
        VISITS,
        quasi_identifiers="zip",
        sensitive="ill",
        person="who",
        person_rows=rows,
        models="k-anonymity:2",
    )
    assert [*release.frame.columns] == ["zip", "ill"]
    assert sorted(release.frame.itertuples(index=False, name=None)) == published
