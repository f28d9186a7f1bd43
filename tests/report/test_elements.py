# SPDX-License-Identifier: Apache-2.0
"""Tables and folded parts of a page."""

from __future__ import annotations

import re
import shutil
import subprocess

import pytest

from diversa.models.verdict import Verdict
from diversa.report import elements
from diversa.report.elements import fold, table
from diversa.report.elements import page as framed

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.mark.parametrize(("text", "blocks"), [("few", False), ("words " * 9, True)])
def test_cells_say_their_head_where_columns_have_no_room(text, blocks):
    made = table(["attack", "exposed", "in words"], [["skewness", 0.5, text]])
    assert ('data-head="in words"' in made) == blocks


@pytest.mark.browser
@pytest.mark.skipif(CHROMIUM is None, reason="needs the browser chromium")
def test_what_is_folded_is_printed(tmp_path):
    """A page with a folded table takes as many sheets as one with an open table."""
    lines = table(["value"], [[one] for one in range(200)])
    sheets = []
    for name, text in {"folded": fold("t", lines), "open": lines}.items():
        source = tmp_path / f"{name}.html"
        source.write_text(framed("t", [text]))
        subprocess.run(
            [
                CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu",
                f"--user-data-dir={tmp_path / 'profile'}",
                f"--print-to-pdf={tmp_path / name}", source.as_uri(),
            ],
            capture_output=True, check=True, timeout=300,
        )  # fmt: skip
        printed = (tmp_path / name).read_bytes()
        sheets.append(len(re.findall(rb"/Type ?/Page\b", printed)))
    assert sheets[0] == sheets[1] > 2


def test_every_text_is_escaped():
    bad = "<i>&x"
    parts = [
        elements.section(bad, elements.say(bad)),
        elements.part(bad, "x"),
        elements.verdict(bad, [bad], kind=None),
        elements.cards([(bad, bad)]),
        elements.figures([(bad, "<svg/>")]),
        elements.table([bad], [[bad]]),
        elements.bullets([bad]),
        elements.fold(bad, ""),
        elements.page(bad, []),
    ]
    assert [part for part in parts if bad in part] == []
    assert all("&lt;i&gt;&amp;x" in part for part in parts)


def test_parts_without_content_are_left_out():
    assert elements.part("title", "", "") == ""
    assert elements.figures([("title", "")]) == ""
    assert elements.page("t", ["", "<p>x</p>"]).count("<body>\n<p>x</p>\n</body>") == 1


@pytest.mark.parametrize(
    ("kind", "colour"), [*((kind, kind.value) for kind in Verdict), (None, "open")]
)
def test_a_verdict_has_the_colour_of_what_it_says(kind, colour):
    made = elements.verdict("first", [], kind=kind)
    assert made.startswith(f'<div class="verdict {colour}">')
    assert f".verdict.{colour} strong" in elements.page("t", []) or colour == "holds"


def test_columns_of_numbers_stand_right():
    made = elements.table(["name", "share"], [["a", "5 %"], ["b", None], ["7", 3]])
    assert made.count("class=number") == 1
    assert made.count('<td class="number">') == 3
    assert "<td>7</td>" in made


def test_marked_cells_have_a_class():
    marked = elements.table(["holds"], [[elements.MarkedText("no", "bad")]])
    assert '<td class="bad">no</td>' in marked
