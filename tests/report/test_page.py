# SPDX-License-Identifier: Apache-2.0
"""The report page: made from the manifest, whole in itself."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pandas as pd
import pytest

import diversa
from diversa.data.examples import inpatients
from diversa.report.page import report_page

VOID = {"meta", "br", "link", "img"}


class Balanced(HTMLParser):
    """Refuses tags that are not closed in order."""

    def __init__(self):
        super().__init__()
        self.open = []

    def handle_starttag(self, tag, _attributes):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.fixture
def manifest(tmp_path):
    release = diversa.anonymize(
        pd.DataFrame(inpatients()),
        out=tmp_path / "release",
        quasi_identifiers=["zip", "age", "nationality"],
        sensitive="condition",
        models=["k-anonymity:4", "recursive-cl-diversity:c=3,l=3"],
    )
    return release.manifest(None, tmp_path / "release" / "release.csv")


def test_verdict_comes_first(manifest):
    text = re.sub(r"<[^>]+>", " ", report_page(manifest).split("<body>")[1])
    assert "It holds: all 2 promised models" in text[:200]


def test_levels_are_said_as_strict_as_they_are(manifest):
    assert "c &gt; 2 at l = 3" in report_page(manifest)


def test_a_failing_model_is_said_first(manifest):
    manifest["audit"]["models"][0]["holds"] = False
    assert "It does not hold: 1 of 2 models fail" in report_page(manifest)


def test_nothing_comes_from_elsewhere(manifest):
    page = report_page(manifest)
    assert not re.search(r"https?:|<script|<link|<img|url\(", page)


def test_tags_are_closed(manifest):
    parser = Balanced()
    parser.feed(report_page(manifest))
    parser.close()
    assert parser.open == []


def test_names_are_escaped(manifest):
    manifest["levels"] = {"<script>": 1}
    assert "<script>" not in report_page(manifest)


def test_no_sensitive_value_is_in_it(manifest):
    page = report_page(manifest)
    for value in set(inpatients()["condition"]):
        assert value not in page
