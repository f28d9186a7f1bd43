# SPDX-License-Identifier: Apache-2.0
"""Models that the values of sensitive attributes allow."""

from __future__ import annotations

import pandas as pd
import pytest

from diversa.suggestions.suggestion import suggest


def people(secrets, **more):
    """A table with one quasi-identifier, a sensitive attribute and others."""
    ages = [20 + place % 30 for place in range(len(secrets))]
    return pd.DataFrame({"age": ages, "disease": secrets, **more})


@pytest.mark.parametrize(
    ("secrets", "spec"),
    [
        (list("abcdefgh") * 10, "entropy-l-diversity:3,on=disease"),
        (list("abc") * 20, "entropy-l-diversity:2,on=disease"),
        (["a"] * 50 + ["b"] * 10, "distinct-l-diversity:2,on=disease"),
    ],
    ids=["even", "three", "skewed"],
)
def test_diversity_that_the_values_allow(secrets, spec):
    models = suggest(people(secrets)).plan.privacy.models
    assert [one.spec for one in models] == ["k-anonymity:5", spec]


def test_one_secret_for_all_cannot_be_hidden():
    found = suggest(people(["a"] * 30))
    assert [one.spec for one in found.plan.privacy.models] == ["k-anonymity:5"]
    assert "one value only" in found.to_toml()
