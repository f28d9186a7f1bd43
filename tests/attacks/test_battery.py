# SPDX-License-Identifier: Apache-2.0
"""Every attack is made on every table, or says what it lacks."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import diversa
from attacked_tables import NAMES, TABLE, WORDS
from diversa.attacks.battery import attacks_on
from diversa.counts import kinds_of_groups
from diversa.counts.groups import Groups

ALWAYS = {"homogeneity", "background knowledge", "negative disclosure", "skewness"}
"""The attacks that need nothing but a sensitive attribute."""


def test_every_attack_is_made_or_says_why_not():
    found = diversa.attack(TABLE, **WORDS)
    assert (found.rows, found.groups) == (5, 2)
    made = {one.name for one in found}
    lacking = {one.attack: one.why for one in found.not_made}
    assert made == ALWAYS | {"corruption"}
    assert not made & set(lacking)
    assert set(lacking) == {
        *("linking", "similarity", "proximity", "several sensitive", "presence"),
        *("Bayes posterior", "minimality", "intersection", "composition"),
        *("correlation", "membership", "mined rules"),
    }
    assert "--known" in lacking["linking"]
    assert "rows of a group look alike" in lacking["correlation"]
    assert "must be numbers" in lacking["proximity"]


def test_each_sensitive_attribute_is_attacked():
    found = diversa.attack(TABLE, quasi_identifiers=NAMES, sensitive=["ill", "pay"])
    assert found["proximity"].on == "pay"
    assert found["homogeneity"].on == "ill"
    assert found["homogeneity:pay"].exposed == 0
    assert float(found["proximity"].width) == (300 - 100) / 20
    assert found["proximity"].exposed == 2
    assert {one.on for one in found if one.name == "several sensitive"} == {
        "ill",
        "pay",
    }


def test_no_group_at_all():
    found = attacks_on(Groups.from_counts([], on="ill"))
    assert {one.name for one in found} == {*ALWAYS, "proximity"}
    for one in found:
        assert (one.exposed, one.share, one.worst) == (0, 0, None)
        assert one.in_words()
    json.dumps(found.to_json(), allow_nan=False)


@pytest.mark.parametrize("missing", ["own", "worst"])
def test_groups_of_a_kind_are_exposed_alike(missing, monkeypatch):
    random = np.random.default_rng(7)
    values = [100, 105, 300, None]
    counts = [
        {value: int(rows) for value, rows in zip(values, line, strict=True) if rows}
        for line in random.integers(0, 3, (60, 4))
        if line.any()
    ]
    groups = Groups.from_counts(counts, on="pay", missing=missing)
    one_by_one = attacks_on(groups)
    monkeypatch.setattr(kinds_of_groups, "WORTH_IT", 1)
    monkeypatch.setattr(kinds_of_groups, "SAMPLE", 1 << 30)
    assert len(kinds_of_groups.kinds_of(groups).groups) < len(groups)
    by_kind = attacks_on(groups)
    assert by_kind.to_json() == one_by_one.to_json()
    for ours, theirs in zip(by_kind, one_by_one, strict=True):
        assert ours.affected.tolist() == theirs.affected.tolist()
    assert {attack.name for attack in by_kind} >= ALWAYS - {"skewness"}


def roster(groups=120):
    """Groups of two: who is in them is known, and who of the two has which value."""
    rows = []
    for group in range(groups):
        for sex, ill in (("f", "a"), ("m", "b" if group % 2 else "c")):
            rows.append((f"g{group}", sex, f"{ill}{group % 5 if ill == 'a' else ''}"))
    frame = pd.DataFrame(rows, columns=["place", "sex", "ill"])
    return frame, frame.assign(sex="*")


def test_correlation_needs_everybody_of_a_group():
    """Whole groups are learnt from; a group with somebody unknown is left out."""
    everyone, published = roster()
    words = {"quasi_identifiers": ["place", "sex"], "sensitive": "ill"}
    found = diversa.attack(published, known=everyone[["place", "sex"]], **words)
    learnt = found["correlation"]
    assert (learnt.groups, learnt.total) == (120, 240)
    assert learnt.learner.right is None
    assert learnt.promised == 0.5
    some = everyone[["place", "sex"]].drop(index=[0, 5])
    assert diversa.attack(published, known=some, **words)["correlation"].groups == 118
    few = everyone[["place", "sex"]][:20]
    lacking = diversa.attack(published, known=few, **words).not_made
    why = {one.attack: one.why for one in lacking}["correlation"]
    assert why == "needs at least 100 groups to learn from, got 10"
    nobody = diversa.attack(published, known=everyone[["sex"]], **words).not_made
    why = {one.attack: one.why for one in nobody}["correlation"]
    assert "rows of a group look alike" in why
