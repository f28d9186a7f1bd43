# SPDX-License-Identifier: Apache-2.0
"""A table of a million rows in a real browser: uploaded, counted, and asked live."""

from __future__ import annotations

import re

import duckdb
import pytest

pytestmark = pytest.mark.browser

ROWS = 1_000_000
MINUTES = 240_000
PAUSE_OF_A_HAND = "() => new Promise(done => setTimeout(done, 250))"
"""A slider tells its last move 50 ms after it; no hand is at the number before that."""


@pytest.fixture
def million(tmp_path):
    """A CSV file in which each combination of zip, age and sex has some people."""
    path = tmp_path / "million.csv"
    duckdb.sql(
        f"""
        COPY (
            SELECT 13000 + range % 97 AS zip, 20 + range % 61 AS age,
                CASE range % 2 WHEN 0 THEN 'female' ELSE 'male' END AS sex,
                'illness ' || hash(range) % 9 AS diagnosis
            FROM range({ROWS})
        ) TO '{path}' (FORMAT csv, HEADER)
        """
    )
    return path


def test_a_million_rows_are_uploaded_counted_and_asked(page, million):
    page.get_by_label("Name").fill("A million")
    page.locator("input[type=file]").set_input_files(million)
    page.wait_for_url("**/data", timeout=MINUTES)
    page.get_by_role("group", name=f"rows: {ROWS:,}").wait_for(timeout=MINUTES)

    page.get_by_role("navigation", name="Steps").get_by_text("Privacy").click()
    page.get_by_text("The best release for this").wait_for(timeout=MINUTES)
    page.get_by_label("How rows are recoded").click()
    page.get_by_role("option", name=re.compile("^full-domain")).click()
    # 97, 61 and 2 have no common factor: every combination has 84 or 85 people.
    page.get_by_role("group", name="smallest group: 84").wait_for()
    slider = page.get_by_role("slider", name=re.compile("^k: "))
    before = int(slider.get_attribute("aria-valuenow"))
    slider.locator('[tabindex="0"]').first.focus()
    page.keyboard.press("ArrowRight")
    page.locator(f'[role=slider][aria-valuenow="{before + 1}"]').first.wait_for()
    page.evaluate(PAUSE_OF_A_HAND)
    # No combination has 85 people everywhere: the search must go up.
    page.get_by_label("k as a number").fill("85")
    group = page.get_by_role("group", name=re.compile("^smallest group: "))
    expected = re.compile(r"^smallest group: (?!84$)")
    page.get_by_role("group", name=expected).wait_for(timeout=MINUTES)
    assert int(group.get_attribute("aria-label").split(": ")[1]) >= 85
