# SPDX-License-Identifier: Apache-2.0
"""The draft of a plan: models that the values allow, and columns to withhold."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.missing import MissingPolicy
from diversa.errors import RoleError
from diversa.suggestions.suggestion import suggest


def people(secrets, **more):
    """A table with one quasi-identifier, a sensitive attribute and others."""
    ages = [20 + place % 30 for place in range(len(secrets))]
    return pd.DataFrame({"age": ages, "disease": secrets, **more})


def test_missing_secrets_may_be_any():
    table = people([*list("abcdefgh") * 10, None, None])
    found = suggest(table)
    assert found.plan.privacy.missing is MissingPolicy.WORST
    assert diversa.anonymize(table, found.plan).audit.holds


def test_k_is_at_most_the_rows():
    table = pd.DataFrame({"age": [20, 30, 40]})
    found = suggest(table)
    assert [one.spec for one in found.plan.privacy.models] == ["k-anonymity:3"]
    assert diversa.anonymize(table, found.plan).audit.holds


def test_where_nothing_can_be_judged_nothing_is_told():
    table = pd.DataFrame({"colour": ["red", "blue"] * 15, "shoe": ["l", "r", "s"] * 10})
    suggestion = suggest(table)
    assert suggestion.plan.roles.quasi_identifiers == ("colour",)
    assert suggestion.to_json()["others"] == ["shoe"]
    release = diversa.anonymize(table, suggestion.plan)
    assert release.audit.holds
    assert set(release.frame["colour"]) == {"*"}
    assert "--qi" in suggestion.to_toml()


def test_where_nothing_can_be_judged_secrets_are_mixed():
    table = pd.DataFrame({"disease": list("abcdef") * 10, "shoe": ["l", "r", "s"] * 20})
    suggestion = suggest(table)
    release = diversa.anonymize(table, suggestion.plan)
    assert set(release.frame["shoe"]) == {"*"}
    assert release.audit.holds


def test_a_secret_that_nearly_all_share_is_withheld():
    """Groups of 5 could not each have one of the 2 in 100 rows: it gets no role."""
    suggestion = suggest(people(["no"] * 98 + ["yes"] * 2))
    assert suggestion.plan.roles.sensitive == ()
    assert "nearly all rows share one value" in suggestion.guesses["disease"].reason
    told = suggest(people(["no"] * 98 + ["yes"] * 2), sensitive="disease")
    assert told.plan.roles.sensitive == ("disease",)


def test_nothing_could_be_a_quasi_identifier():
    table = pd.DataFrame({"name": ["a", "b"], "disease": ["x", "y"]})
    with pytest.raises(RoleError, match="at least one column"):
        suggest(table)
