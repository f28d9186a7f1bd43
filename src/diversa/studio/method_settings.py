# SPDX-License-Identifier: Apache-2.0
"""Settings that belong to some methods, where another method takes their place."""

from __future__ import annotations

from typing import cast

from diversa.plan.keywords import PlanKeywords
from diversa.plan.search_section import Search
from diversa.setting import settings_of


def unused_settings(method: str) -> frozenset[str]:
    """The settings of a search that a method has no use for.

    Those of `auto` are those of Mondrian, which it tries first.

    >>> "least" in unused_settings("mondrian"), "labels" in unused_settings("mondrian")
    (True, False)
    """
    chosen = "mondrian" if method == "auto" else method
    return frozenset(
        name
        for name, declared in settings_of(Search).items()
        if declared.methods and chosen not in declared.methods
    )


def words_for(method: str, words: PlanKeywords) -> PlanKeywords:
    """The words of a plan for another method: settings of others have no use.

    >>> words_for("full-domain", {"method": "mondrian", "labels": "tight", "seed": 3})
    {'method': 'full-domain', 'seed': 3}
    """
    settings = settings_of(Search)
    unused = {settings[name].keyword or name for name in unused_settings(method)}
    if method == "auto" and words.get("labels") == "safe":
        unused.add("labels")  # what it does by itself, and keeps it from full-domain
    kept = {word: value for word, value in words.items() if word not in unused}
    return cast(PlanKeywords, {**kept, "method": method})
