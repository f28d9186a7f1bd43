# SPDX-License-Identifier: Apache-2.0
"""Numbers of a comparison are short."""

from __future__ import annotations

import asyncio
from functools import partial

from diversa.studio.pages.release_comparison import (
    overlap_warning,
    plan_overlap,
    short,
    table_hashes,
)
from diversa.studio.plans import ask, plan_of
from diversa.studio.releases import record_of
from diversa.studio.security.permissions import LOCAL
from diversa.studio.visit import ProjectVisit


def test_numbers_are_short():
    assert [short(n) for n in (None, 5.0, 0.33333)] == ["–", "5", "0.3333"]


def test_two_releases_of_the_demo(studio, demo):
    plan = plan_of(ProjectVisit(studio, LOCAL, demo.id))
    first = {"zip": 5, "born": 2, "sex": 0, "admitted": 2}
    second = {"zip": 2, "born": 5, "sex": 0, "admitted": 2}
    found = ask(
        ProjectVisit(studio, LOCAL, demo.id),
        partial(plan_overlap, plan=plan, first=first, second=second),
    )
    assert found.levels == {"zip": 2, "born": 2, "sex": 0, "admitted": 2}
    assert "lay them over each other" in found.warning


def test_the_same_tables_tell_nothing_more(step, studio, demo, release):
    record = record_of(ProjectVisit(studio, LOCAL, demo.id), release)
    assert list(table_hashes(record)) == ["release.csv"]
    plan = plan_of(ProjectVisit(studio, LOCAL, demo.id))
    assert asyncio.run(overlap_warning(step, plan, record, record)) is None
