# SPDX-License-Identifier: Apache-2.0
"""The whole way through the studio in a real browser, from the table to the release."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import diversa
from diversa.studio.storage import KINDS

pytestmark = pytest.mark.browser

ADULT = Path(os.environ.get("DIVERSA_DATA", "../shared/data")) / "adult"
MINUTES = 240_000


def open_demo(page):
    page.get_by_role("link", name="A made-up hospital").first.click()
    page.get_by_role("heading", name="condition").wait_for()


def step(page, name):
    page.get_by_role("navigation", name="Steps").get_by_text(name).click()
    page.get_by_role("heading", level=1).wait_for()


def number_of(page, name):
    """What a number of the page says, without what it was before."""
    box = page.get_by_role("group", name=re.compile(f"^{name}: ")).first
    box.wait_for()
    return box.get_attribute("aria-label").removeprefix(f"{name}: ")


def test_the_way_through_the_demo(page, running, tmp_path):
    open_demo(page)
    assert page.url.endswith("/data")
    assert number_of(page, "rows") == "1,000"
    assert "sensitive attribute" in page.inner_text("body")

    step(page, "Detail")
    page.get_by_text("1305*").first.wait_for()
    page.get_by_role("button", name="born").click()
    page.get_by_label("Widths, each a multiple").fill("10, 20, 40")
    page.get_by_role("button", name="Look").click()
    page.get_by_text("1940-1949").first.wait_for()

    step(page, "Privacy")
    page.get_by_text("The best release for this").wait_for()
    assert number_of(page, "smallest group") == "5"
    page.get_by_label("k as a number").fill("12")
    page.get_by_role("group", name="smallest group: 24").wait_for()
    assert "998 of 1,000 people are alone" in page.inner_text("body")

    step(page, "Explore")
    page.get_by_text("This generalization").wait_for()
    assert "The models hold here" in page.inner_text("body")
    page.get_by_role("heading", name="How rows would read").wait_for()

    step(page, "Person")
    page.get_by_label("sex", exact=True).click()
    page.get_by_role("option", name="female").click()
    page.get_by_text("504 rows may be the person's").wait_for()

    step(page, "Publish")
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("heading", name="Release 1").wait_for(timeout=MINUTES)
    assert "k-anonymity:12: holds" in page.inner_text("body")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="CSV").click()
    downloading.value.save_as(tmp_path / "release.csv")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download the plan so far").click()
    downloading.value.save_as(tmp_path / "plan.toml")

    # The plan alone gives the same release elsewhere, byte by byte.
    project = page.url.split("/projects/")[1].split("/")[0]
    source = running.folder / "projects" / project / "source" / "table.csv"
    diversa.anonymize(source, tmp_path / "plan.toml", out=tmp_path / "again")
    again = (tmp_path / "again" / "release.csv").read_bytes()
    assert (tmp_path / "release.csv").read_bytes() == again


def test_methods_and_the_curve_say_that_they_work(page):
    open_demo(page)
    step(page, "Explore")
    page.get_by_text("This generalization").wait_for()
    page.get_by_role("button", name="Try them all").click()
    page.get_by_text(re.compile(r": \d+ of \d+ methods$")).wait_for()
    page.get_by_role("button", name="Cancel").wait_for(state="detached")
    tried = page.get_by_role("table").filter(has_text="average risk")
    for name in ("full-domain", "mondrian"):
        assert tried.get_by_role("cell", name=name, exact=True).count() == 1
    page.get_by_role("button", name="Draw the curve").click()
    page.locator("canvas").nth(1).wait_for()
    assert page.get_by_role("button", name="Cancel").count() == 0


def test_back_and_reload_stay_where_one_is(page):
    open_demo(page)
    step(page, "Privacy")
    page.get_by_text("The best release for this").wait_for()
    page.get_by_label("Share of rows that may be left out").wait_for()
    page.get_by_label("l as a number").fill("2.5")
    page.wait_for_timeout(1500)
    page.reload()
    page.get_by_text("The best release for this").wait_for()
    assert page.get_by_label("l as a number").input_value() == "2.5"
    assert page.url.endswith("/measure")
    page.go_back()
    page.get_by_role("heading", name="Data", exact=True).wait_for()


def test_the_keyboard_is_enough(page):
    page.keyboard.press("Tab")
    for _ in range(40):  # projects of other tests may come first
        focused = page.evaluate("document.activeElement.innerText")
        if "A made-up hospital" in focused:
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/data")
    page.get_by_role("heading", name="condition").wait_for()
    step(page, "Privacy")
    slider = page.get_by_role("slider", name=re.compile("^k: "))
    slider.wait_for()
    page.get_by_text("The best release for this").wait_for()
    slider.locator('[tabindex="0"]').first.focus()
    before = int(slider.get_attribute("aria-valuenow"))
    page.keyboard.press("ArrowRight")
    page.locator(f'[role=slider][aria-valuenow="{before + 1}"]').first.wait_for()


def test_pages_fit_a_telephone_and_the_dark(browser, running):
    context = browser.new_context(
        viewport={"width": 400, "height": 800}, color_scheme="dark"
    )
    page = context.new_page()
    page.goto(running.address)
    page.get_by_role("link", name="A made-up hospital").first.click()
    page.get_by_role("heading", name="condition").wait_for()
    for name in ("Detail", "Privacy", "Explore", "Person", "Publish"):
        step(page, name)
        page.wait_for_timeout(2500)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 400, name
        assert page.evaluate("document.body.classList.contains('body--dark')")
    context.close()


def test_a_broken_file_is_told_and_a_right_one_is_taken(page, tmp_path):
    broken = tmp_path / "broken.parquet"
    broken.write_bytes(b"no parquet at all")
    accepted = page.locator("input[type=file]").get_attribute("accept")
    assert accepted.split(",") == list(KINDS)
    page.locator("input[type=file]").set_input_files(broken)
    page.locator(".q-notification").wait_for()
    assert page.get_by_role("heading", name="Projects").is_visible()
    table = tmp_path / "small.csv"
    rows = "".join(f"{13050 + n % 3},{20 + n % 9},{'ab'[n % 2]}\n" for n in range(60))
    table.write_text("zip,age,diagnosis\n" + rows)
    page.get_by_label("Name").fill("Small")
    page.locator("input[type=file]").set_input_files(table)
    page.wait_for_url("**/data")
    page.get_by_role("heading", name="diagnosis").wait_for()


def test_a_job_can_be_cancelled(page):
    open_demo(page)
    step(page, "Publish")
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("Cancelled: nothing was published").wait_for()


@pytest.mark.skipif(not ADULT.is_dir(), reason="the Adult data is not here")
def test_the_way_through_adult(page, running):
    page.get_by_label("Name").fill("Adult")
    page.locator("input[type=file]").set_input_files(ADULT / "adult_30162.csv")
    page.wait_for_url("**/data", timeout=MINUTES)
    page.get_by_role("heading", name="occupation").wait_for(timeout=MINUTES)
    assert number_of(page, "rows") == "30,162"

    step(page, "Privacy")
    page.get_by_text("The best release for this").wait_for(timeout=MINUTES)
    page.get_by_label("k as a number").fill("7")
    page.wait_for_timeout(4000)
    assert int(number_of(page, "smallest group")) >= 7

    step(page, "Explore")
    page.get_by_text("This generalization").wait_for(timeout=MINUTES)
    step(page, "Publish")
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("heading", name="Release 1").wait_for(timeout=MINUTES)
    project = page.url.split("/projects/")[1].split("/")[0]
    folder = running.folder / "projects" / project / "releases" / "1"
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["audit"]["holds"]
    assert diversa.audit_release(folder).holds
