# SPDX-License-Identifier: Apache-2.0
"""A limit of right guesses: groups grow until they keep it, or it is refused."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.errors import PlanError
from diversa.evidence.correlation_limit import plans_to_try
from diversa.plan.keywords import make_plan

WORDS = {
    "quasi_identifiers": ["work", "age"],
    "sensitive": "ill",
    "models": "frequency-l-diversity:2",
}


@pytest.fixture(scope="module")
def staff():
    """Six kinds of work; each goes with one of six illnesses in two cases of three."""
    random = np.random.default_rng(0)
    ill = random.permutation(np.arange(1800) % 6)
    work = np.where(random.random(1800) < 0.65, ill, random.integers(6, size=1800))
    return pd.DataFrame(
        {
            "work": [f"w{one}" for one in work],
            "age": random.integers(20, 60, 1800),
            "ill": [f"secret{one}" for one in ill],
        }
    )


def right_of(release):
    return release.evidence.attacks["after"]["correlation"].right


def test_groups_grow_until_the_limit_is_kept(staff):
    words = {**WORDS, "method": "anatomy", "evidence": True}
    small = diversa.anonymize(staff, group_rows=2, **words)
    limit = 0.75
    assert right_of(small) > limit
    kept = diversa.anonymize(staff, correlation_limit=limit, **words)
    assert right_of(kept) <= limit
    assert kept.audit.groups < small.audit.groups


def test_a_limit_that_no_groups_keep_is_refused(staff):
    with pytest.raises(PlanError, match="guessed right without any groups") as caught:
        diversa.anonymize(staff, method="anatomy", correlation_limit=0.3, **WORDS)
    assert "secret" not in str(caught.value)
    words = {**WORDS, "method": "anatomy", "nearby": False}
    with pytest.raises(PlanError, match=r"there is \d\d.* % with groups of at least 2"):
        diversa.anonymize(staff, correlation_limit=0.75, **words)


def test_a_limit_is_for_two_tables(staff):
    with pytest.raises(PlanError, match="must come with the method anatomy or mbf"):
        diversa.anonymize(
            staff, method="mondrian", labels="tight", correlation_limit=0.5, **WORDS
        )
    with pytest.raises(PlanError, match="at least 100 groups"):
        diversa.anonymize(staff[:60], method="anatomy", correlation_limit=0.5, **WORDS)


def test_a_release_warns_of_who_knows_what_goes_with_what(staff):
    words = {**WORDS, "method": "anatomy", "evidence": True}
    release = diversa.anonymize(staff, nearby=False, **words)
    (warning,) = [one for one in release.discloses if one.startswith("Warning")]
    assert "groups alone promise that a guess of 'ill' is right in 50 %" in warning
    assert "Without any groups it would be" in warning
    assert "--group-rows 8" in warning
    assert "secret" not in warning
    unique = {**words, "models": "m-uniqueness:2"}
    (warning,) = [
        one
        for one in diversa.anonymize(staff, **unique).discloses
        if one.startswith("Warning")
    ]
    assert "cannot be joined" in warning


def test_only_larger_groups_are_tried():
    plan = make_plan(method="anatomy", **WORDS)
    assert [one.search.group_rows for one in plans_to_try(plan)] == [2, 4, 8, 16, 32]
    chosen = make_plan(method="anatomy", group_rows=5, **WORDS)
    assert [one.search.group_rows for one in plans_to_try(chosen)] == [5]
