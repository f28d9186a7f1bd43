# SPDX-License-Identifier: Apache-2.0
"""The best release first: its cost explained, methods as cards, attacks beside it."""

from __future__ import annotations

import re

import pytest

from studio_pages import wait_for_plan

pytestmark = pytest.mark.browser

MINUTES = 240_000


def step(page, name):
    page.get_by_role("navigation", name="Steps").get_by_text(name).click()
    page.get_by_role("heading", level=1).wait_for()


def test_the_cost_is_explained_a_method_taken_and_attacked(page, running):
    page.get_by_role("button", name="Open the example").click()
    page.wait_for_url("**/data")

    step(page, "Privacy")
    page.get_by_text("The best release for this").wait_for()
    page.get_by_role("button", name="Explain the cost").click()
    taking = page.get_by_role("button", name=re.compile("^Take it: without"))
    taking.first.wait_for(timeout=MINUTES)
    name = taking.first.get_attribute("aria-label").split("'")[1]
    taking.first.click()
    page.get_by_text("The best release for this").wait_for()
    wait_for_plan(running, "quasi_identifiers")
    step(page, "Data")
    page.get_by_role("heading", name=name, exact=True).wait_for()

    step(page, "Privacy")
    page.get_by_role("button", name="Add a protection").click()
    page.get_by_text("Published once, one secret").wait_for()
    page.get_by_text(re.compile(r"^All \d+ protections")).click()
    page.get_by_label("Search: find, guess").fill("register")
    page.get_by_role("button", name="Add k-map").last.wait_for()
    page.get_by_role("button", name="Close", exact=True).click()

    step(page, "Explore")
    page.get_by_role("heading", name="Methods side by side").wait_for()
    trying = page.get_by_role("button", name="Try them all")
    if trying.is_enabled():
        trying.click()
    tight = page.get_by_role("button", name="Take local-recoding, tight")
    tight.wait_for(timeout=MINUTES)
    page.get_by_text("Labels show values of single people").first.wait_for()
    tight.click()
    wait_for_plan(running, 'method = "local-recoding"')
    wait_for_plan(running, 'labels = "tight"')

    step(page, "Person")
    page.get_by_role("button", name="Rehearse the attacks").click()
    page.get_by_text(re.compile("^Singling out: ")).wait_for(timeout=MINUTES)
    assert "in a table of other people" in page.inner_text("body")
