# SPDX-License-Identifier: Apache-2.0
"""A partition in which a model fails is refused with what is known about it."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.examples import inpatients
from diversa.errors import NoSolutionError


def test_what_cannot_be_met_is_said():
    with pytest.raises(NoSolutionError, match="the whole table attains") as caught:
        diversa.anonymize(
            pd.DataFrame(inpatients()),
            quasi_identifiers=["zip", "age"],
            sensitive="condition",
            models="distinct-l-diversity:4",
            method="mondrian",
            labels="tight",
        )
    assert "12 of 12 rows" in str(caught.value)
    assert "Cancer" not in str(caught.value)


@pytest.mark.parametrize(
    ("model", "said"),
    [  # three conditions, of which Cancer has 2 of 4 rows
        ("frequency-l-diversity:3", ["no partition satisfies", "at least 1 rows"]),
        ("alpha-k-anonymity:alpha=1/4,k=2", ["no partition satisfies", "no removal"]),
        ("entropy-l-diversity:4", ["no partition satisfies", "no removal"]),
        ("m-uniqueness:3", ["no partition was found", "the method anatomy looks"]),
    ],
)
def test_no_more_is_said_than_is_known(model, said):
    """Merging breaks m-uniqueness: that the whole table fails it proves nothing."""
    ill = ["Cancer", "Cancer", "Flu", "HIV"]
    with pytest.raises(NoSolutionError) as caught:
        diversa.anonymize(
            pd.DataFrame({"age": [1, 2, 3, 4], "ill": ill}),
            quasi_identifiers="age",
            sensitive="ill",
            models=model,
            method="local-recoding",
            labels="tight",
        )
    assert all(one in str(caught.value) for one in said)
