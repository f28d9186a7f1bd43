# SPDX-License-Identifier: Apache-2.0
"""The words of a page, and manifests small enough to be written by hand."""

from __future__ import annotations

import re

from manifests import whole


def words(page):
    """The text of a page without its tags, unescaped as far as tests need it."""
    text = " ".join(re.sub(r"<[^>]+>", " ", page).split())
    return text.replace("&#x27;", "'").replace("&lt;", "<").replace("&gt;", ">")


def risk(highest, unique, **parts):
    """The risk of a table, with its population not known."""
    attacker = {"average": highest, "highest": highest, "share_above": 0.0}
    return {
        "unique_share": unique,
        "threshold": 0.2,
        "prosecutor": attacker,
        "journalist": attacker,
        "marketer": attacker,
        "population_known": False,
        "population_uniques": None,
        **parts,
    }


def attacked(share, on="ill", attack="homogeneity"):
    """One attack that was made."""
    exposure = {"attack": attack, "on": on, "share": share, "words": "in words"}
    lacking = [{"attack": "linking", "on": None, "why": "needs people"}]
    return {"attacks": [exposure], "not_made": lacking}


BEFORE_AND_AFTER = {
    "risk": {"before": risk(1.0, 0.75), "after": risk(0.25, 0.0)},
    "attacks": {"before": attacked(0.5), "after": attacked(0.125)},
}
"""Evidence of a table and its release."""


def audited(*, holds=True, **parts):
    """An audit of three groups by one model."""
    return {
        "rows": 12,
        "groups": 3,
        "levels": {"k-anonymity": 4},
        "models": [{"spec": "k-anonymity:4", "holds": holds, "attained": 4}],
        "holds": holds,
        "failing_rows": 0 if holds else 4,
        "ignored_rows": 0,
        "equality": "meaning",
        "variants": [],
        "group_sizes": [{"low": 4, "high": 4, "groups": 3, "rows": 12}],
        "quasi_identifiers": ["zip", "age"],
        **parts,
    }


def manifest(**parts):
    """A manifest with that audit."""
    return whole(**{"audit": audited(), **parts})
