# SPDX-License-Identifier: Apache-2.0
"""A page for people: lines, tables and bars, plain where there is no terminal."""

from __future__ import annotations

import pytest

from diversa.audits.distribution import Bin
from diversa.cli.page import BAR, Page, share, span


@pytest.fixture
def lines(capsys):
    """What was written so far, line by line."""

    def written():
        return capsys.readouterr().out.splitlines()

    return written


def test_a_verdict_and_a_line(lines):
    page = Page()
    page.verdict("HOLDS", "every model \x1b[2J", good=True)
    page.say("12 rows")
    assert lines() == ["HOLDS  every model \\x1b[2J", "12 rows"]


def test_tables_have_a_title_and_aligned_columns(lines):
    page = Page()
    page.say("first")
    page.table(
        "Models", ("model", "rows"), [("k", "9"), ("[l]", "1,000")], right=["rows"]
    )
    first, empty, *table = lines()
    assert (first, empty) == ("first", "")
    assert table == [
        "Models",
        "model   rows",
        "k          9",
        "[l]    1,000",
    ]


def test_no_line_is_folded_in_a_pipe(lines):
    text = "word " * 60
    Page().table("Long", ("text",), [(text,)])
    assert text.strip() in lines()


def test_bars_are_as_long_as_groups_are_many(lines):
    bins = [Bin(1, 1, groups=10, rows=10), Bin(2, 5, groups=5, rows=15)]
    bins.append(Bin(9, 9, groups=0, rows=0))
    Page().bars("Group sizes", "size", bins)
    title, _, *drawn = lines()
    assert title == "Group sizes"
    assert [line.count("#") for line in drawn] == [BAR, BAR // 2, 1]
    assert drawn[1].split()[:5] == ["2", "to", "5", "5", "15"]


def test_no_bin_no_bar(lines):
    Page().bars("Group sizes", "size", [])
    assert lines()[0] == "Group sizes"


def test_spans_and_shares():
    assert span(Bin(2.5, 2.5, 1, 1)) == "2.5"
    assert span(Bin(1000, 2000, 1, 1)) == "1,000 to 2,000"
    assert share(1, 3) == "1 row (33.3 %)"
    assert share(0, 0) == "0 rows (0 %)"
