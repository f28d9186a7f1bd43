# SPDX-License-Identifier: Apache-2.0
"""Progress in words, and what two releases tell together."""

from __future__ import annotations

import datetime as dt
from functools import partial

import pytest

from diversa.studio.pages.publish import (
    plan_overlap,
    progress_words,
    published_bytes,
    short,
    tables_of,
)
from diversa.studio.plans import ask, plan_of
from diversa.studio.project_jobs import JobView
from diversa.studio.releases import record_of, release_of
from diversa.studio.security.permissions import LOCAL
from diversa.studio.visit import ProjectVisit


def job(state, phase="", share=0.0, left=None):
    at = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    return JobView("j", "p", "publish", state, phase, share, left, "", at, "x", None)


@pytest.mark.parametrize(
    ("view", "words"),
    [
        (job("waiting"), "Waiting for its turn"),
        (job("running"), "begins: 0 %"),
        (job("running", "search", 0.4, 0.2), "search: 40 %, about 1 s left"),
        (job("running", "report", 1.0, 12.4), "report: 100 %, about 12 s left"),
    ],
)
def test_progress_in_words(view, words):
    assert progress_words(view) == words


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


def test_a_release_names_its_tables(studio, demo, release):
    shown = release_of(ProjectVisit(studio, LOCAL, demo.id), release)
    assert tables_of(shown) == ["release"]
    manifest = record_of(ProjectVisit(studio, LOCAL, demo.id), release)
    assert list(published_bytes(manifest)) == ["release.csv"]


def test_numbers_are_short():
    assert [short(n) for n in (None, 5.0, 0.33333)] == ["–", "5", "0.3333"]
