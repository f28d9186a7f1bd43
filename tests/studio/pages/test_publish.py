# SPDX-License-Identifier: Apache-2.0
"""Progress in words, and the tables of a release."""

from __future__ import annotations

import datetime as dt

import pytest

from diversa.studio.pages.publish import progress_words, tables_of
from diversa.studio.project_jobs import JobView
from diversa.studio.releases import release_of
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


def test_a_release_names_its_tables(studio, demo, release):
    shown = release_of(ProjectVisit(studio, LOCAL, demo.id), release)
    assert tables_of(shown) == ["release"]
