# SPDX-License-Identifier: Apache-2.0
"""The whole way through the studio in a real browser, from the table to the release."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

import diversa
from diversa.studio.uploads import KINDS
from studio_pages import wait_for_plan

pytestmark = pytest.mark.browser

ADULT = Path(os.environ.get("DIVERSA_DATA", "../shared/data")) / "adult"
MINUTES, PATIENCE = 240_000, 60_000


def open_demo(page):
    # The newest come first: the demo is the last of its name.
    page.get_by_role("link", name="A made-up hospital").last.click()
    page.get_by_role("heading", name="condition").wait_for()


def step(page, name):
    page.get_by_role("navigation", name="Steps").get_by_text(name).click()
    page.get_by_role("heading", level=1).wait_for()


def choose(page, label, option):
    page.get_by_label(label, exact=True).click()
    page.get_by_role("option", name=option, exact=True).click()


def clear(page, *labels):
    for label in labels:
        field = page.locator(".q-select").filter(
            has=page.get_by_label(label, exact=True)
        )
        field.get_by_role("button").first.click()


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
    page.get_by_text("All protections hold here").wait_for()
    page.get_by_role("heading", name="How rows would read").wait_for()

    # Somebody who stands out is there to begin with.
    step(page, "Person")
    page.get_by_text("exactly one row fits: the person is found").wait_for()
    clear(page, "zip", "born", "admitted")
    choose(page, "sex", "female")
    page.get_by_text("504 rows may be the person's").wait_for()
    page.get_by_label("The person's condition is not").click()
    page.get_by_role("option", name="Influenza").click()
    page.keyboard.press("Escape")
    page.get_by_role("heading", name="How sure of the person's condition").wait_for()

    step(page, "Publish")
    page.get_by_role("heading", name="Release 1").wait_for(timeout=MINUTES)
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("heading", name="Release 2").wait_for(timeout=MINUTES)
    assert "k-anonymity:12: holds" in page.inner_text("body")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="CSV").first.click()
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


def test_two_releases_are_compared_warned_of_and_withdrawn(page):
    page.get_by_role("button", name="Open the example").click()
    page.wait_for_url("**/data")
    step(page, "Publish")
    for number, k in ((1, "5"), (2, "40")):
        if number == 2:
            step(page, "Privacy")
            page.get_by_text("The best release for this").wait_for()
            page.get_by_label("k as a number").fill(k)
            page.get_by_role(
                "group", name=re.compile(r"smallest group: [4-9]\d")
            ).wait_for()
            step(page, "Publish")
        page.get_by_role("button", name="Publish").click()
        page.get_by_role("heading", name=f"Release {number}").wait_for(timeout=MINUTES)
    page.get_by_text("Releases 1 and 2: whoever has both").wait_for()
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("cell", name="B keeps more").first.wait_for()
    page.get_by_role("button", name="Withdraw").first.click()
    page.get_by_label("Why").fill("too coarse")
    page.get_by_role("button", name="Do it").click()
    page.get_by_text("withdrawn by local: too coarse").wait_for()
    assert page.get_by_text("Releases 1 and 2: whoever has both").count() == 0


def test_a_level_is_chosen_and_bounds_are_kept(page):
    page.get_by_role("button", name="Open the example").click()
    page.wait_for_url("**/data")
    step(page, "Explore")
    page.get_by_text("All protections hold here").wait_for()
    slider = page.get_by_label("Level of zip", exact=True)
    slider.locator('[tabindex="0"]').first.focus()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("It cannot be published").wait_for()
    page.get_by_label("Level of admitted", exact=True).locator(
        '[tabindex="0"]'
    ).first.focus()
    for _ in range(3):  # the slider stays under the fingers while numbers change
        page.keyboard.press("ArrowRight")
    page.get_by_text("All protections hold here").wait_for()
    page.get_by_role("button", name="Publish this one").click()
    page.get_by_text("These levels will be published").wait_for()
    step(page, "Privacy")
    page.get_by_text("The best release for this").wait_for()
    assert "4 of 5" in page.inner_text("body")


def test_every_number_explains_itself(page, browser):
    open_demo(page)
    step(page, "Privacy")
    page.get_by_text("The best release for this").wait_for()
    box = page.get_by_role("group", name=re.compile("^smallest group: "))
    tip = page.get_by_role("tooltip")
    box.focus()
    assert "rows in the smallest group" in tip.inner_text()
    page.keyboard.press("Escape")
    tip.wait_for(state="detached")
    box.hover()
    assert "rows in the smallest group" in tip.inner_text()
    assert page.locator(".number:not([data-tip])").count() == 0
    context = browser.new_context(
        viewport={"width": 400, "height": 800},
        has_touch=True,
        storage_state=page.context.storage_state(),
    )
    telephone = context.new_page()
    telephone.goto(page.url)
    telephone.get_by_role("group", name=re.compile("^alone: ")).tap()
    assert "nobody else" in telephone.get_by_role("tooltip").inner_text()
    context.close()


def test_how_a_file_is_read_is_seen_and_corrected(page, tmp_path):
    table = tmp_path / "towns.csv"
    rows = "".join(f"{20 + n % 9};Москва;{'ab?'[n % 3]}\n" for n in range(60))
    table.write_bytes(("age;town;diagnosis\n" + rows).encode("cp1251"))
    page.get_by_label("Name").fill("Towns")
    page.locator("input[type=file]").set_input_files(table)
    page.wait_for_url("**/data")
    page.get_by_text("This does not work yet").first.wait_for()
    page.get_by_label("Encoding").fill("cp1251")
    page.get_by_label("Texts that mean a missing value").fill("?")
    page.get_by_role("cell", name="Москва").first.wait_for()
    page.get_by_role("cell", name="(missing)").first.wait_for()
    page.get_by_role("button", name="Read it like this").click()
    page.get_by_role("heading", name="diagnosis").wait_for()
    assert "20 missing" in page.inner_text("body")


def test_the_page_asks_whether_a_person_has_several_rows(page, running, tmp_path):
    lines = [
        f"{1000 + n // 3},{500 + n % 25},{1950 + n // 3},{'abc'[n % 3]}"
        for n in range(90)
    ]
    table = tmp_path / "visits.csv"
    table.write_text("\n".join(["patient_id,doctor_id,born,disease", *lines]))
    page.get_by_label("Name").fill("Visits")
    page.locator("input[type=file]").set_input_files(table)
    page.wait_for_url("**/data")
    page.get_by_role("heading", name="Does a person have several rows?").wait_for()
    assert "Suggested: yes, patient_id" in page.inner_text("body")
    page.get_by_text("No, every row is another person").click()
    wait_for_plan(running, "rows_are_people = true")
    page.get_by_text("Yes, this column says who:").click()
    choose(page, "The column that says who", "doctor_id")
    wait_for_plan(running, 'person = "doctor_id"')


def test_categories_are_merged_and_files_of_arx_read(page, tmp_path):
    page.get_by_role("button", name="Open the example").click()
    page.wait_for_url("**/data")
    step(page, "Detail")
    page.get_by_text("1305*").first.wait_for()
    page.get_by_label("Categories", exact=True).click()
    for zipped in ("13053", "13054"):
        page.get_by_role("option", name=zipped).click()
    page.keyboard.press("Escape")
    page.get_by_label("Published together as").fill("south")
    page.get_by_role("button", name="Merge them").click()
    page.get_by_role("cell", name="south").first.wait_for()
    page.get_by_text("Files of ARX").click()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Download as a file").click()
    lines = downloading.value.path().read_text().splitlines()
    assert "13053;south;1305*;130**;13***;1****;*" in lines
    half = tmp_path / "zip.csv"
    half.write_text("\n".join(lines[1:]))
    page.locator("input[type=file]").set_input_files(half)
    page.get_by_role("heading", name="Not covered").wait_for()
    page.get_by_text("1 values").wait_for()


WATCH = """() => {
    window.told = [];
    window.cancels = 0;
    new MutationObserver(() => {
        for (const line of document.querySelectorAll("[aria-live]"))
            window.told.push(line.innerText);
        const cancel = [...document.querySelectorAll("button")]
            .find((button) => button.innerText.trim() === "Cancel");
        if (cancel && window.cancels > 0) {
            window.cancels -= 1;
            cancel.click();
        }
    }).observe(document.body, {childList: true, subtree: true, characterData: true});
}"""
"""Remember what the page tells while it works, and cancel when asked: work may be over
before a test looks."""

TRYING = "told.some((words) => /: \\d+ of \\d+ methods$/.test(words))"
ALL_TRIED = "told.some((words) => /: (\\d+) of \\1 methods$/.test(words))"


def test_methods_and_the_curve_say_that_they_work(page):
    open_demo(page)
    step(page, "Explore")
    # A small table is tried without being asked.
    tried = page.get_by_role(
        "heading", name=re.compile("^(full-domain|mondrian, safe)$")
    )
    tried.first.wait_for()
    button = page.get_by_role("button", name="Try them all", disabled=False)
    button.wait_for()
    page.evaluate(WATCH)
    page.evaluate("window.cancels = 1")
    button.click()
    page.wait_for_function(TRYING)
    page.wait_for_function("window.cancels === 0")
    button.wait_for()
    page.evaluate("window.told = []")
    button.click()
    page.wait_for_function(ALL_TRIED)
    button.wait_for()
    assert tried.count() == 2
    page.get_by_role("button", name="Draw the curve").click()
    page.locator("canvas").nth(1).wait_for()
    page.get_by_role("button", name="Cancel").wait_for(state="detached")


def test_back_and_reload_stay_where_one_is(page, running):
    open_demo(page)
    step(page, "Privacy")
    page.get_by_text("The best release for this").wait_for()
    page.get_by_label("Share of rows that may be left out").wait_for()
    page.get_by_label("l as a number").fill("2.5")
    wait_for_plan(running, "entropy-l-diversity:2.5")
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
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(running.address)
    open_demo(page)
    for name in ("Detail", "Privacy", "Explore", "Person", "Publish"):
        step(page, name)
        page.locator(".q-spinner").first.wait_for(state="detached", timeout=MINUTES)
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
    page.get_by_role("heading", name="Release 1").wait_for(timeout=MINUTES)
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
    large = re.compile(r"^smallest group: ([7-9]|\d{2,})$")
    page.get_by_role("group", name=large).wait_for()

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
