# SPDX-License-Identifier: Apache-2.0
"""Labels that show values of people are marked red wherever they are chosen."""

from __future__ import annotations

import re

import pytest

from studio_pages import wait_for_plan

pytestmark = pytest.mark.browser

RED = "Labels show values of single people"


def step(page, name):
    page.get_by_role("navigation", name="Steps").get_by_text(name).click()
    page.get_by_role("heading", level=1).wait_for()


def test_labels_are_chosen_and_their_colour_is_deserved(page, running):
    page.get_by_role("button", name="Open the example").click()
    page.wait_for_url("**/data")
    step(page, "Privacy")
    page.get_by_text("The best release for this").wait_for()
    assert page.get_by_label("Labels", exact=True).is_hidden()  # levels have none
    page.get_by_label("How rows are recoded").click()
    page.get_by_role("option", name=re.compile("^mondrian")).click()
    page.get_by_text("Labels state nothing of single rows").first.wait_for()
    labels = page.get_by_label("Labels", exact=True)
    labels.get_by_text("region").click()
    page.get_by_text("Labels may imply something of single rows").wait_for()
    page.locator(".colour-line.amber").wait_for()
    labels.get_by_text("tight").click()
    page.get_by_text(RED).wait_for()
    page.locator(".colour-line.red").wait_for()
    page.get_by_role("group", name=re.compile("values told of single rows: [1-9]"))
    wait_for_plan(running, 'labels = "tight"')
    step(page, "Publish")
    page.get_by_text(RED).wait_for()
    step(page, "Privacy")
    page.get_by_label("How rows are recoded").click()
    page.get_by_role("option", name=re.compile("^full-domain")).click()
    page.get_by_text("Labels imply nothing of a group").wait_for()
    assert page.get_by_text(RED).count() == 0
