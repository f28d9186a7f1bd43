# SPDX-License-Identifier: Apache-2.0
"""A survey in a real browser: made, answered behind its link, published twice."""

from __future__ import annotations

import csv

import pytest

from studio_pages import wait_for_plan

pytestmark = pytest.mark.browser

MINUTES = 240_000
CHOICES = ("flu", "gout", "asthma")


@pytest.fixture
def respondent(browser):
    """The browser of somebody who knows nothing but the link."""
    context = browser.new_context(viewport={"width": 400, "height": 800})
    yield context.new_page()
    context.close()


def make_survey(page):
    """Make the survey on its page; the path of the respondents' link."""
    page.get_by_role("link", name="Or collect the rows by a survey").click()
    page.get_by_label("Title: what respondents read first").fill("Health 2026")
    page.get_by_role("button", name="Ask one more thing").click()
    page.get_by_label("Name").nth(2).fill("full name")
    choose(page, page.get_by_label("What it is").nth(2), "names a person")
    choose(page, page.get_by_label("Kind").nth(1), "choice")
    page.get_by_label("The choices").nth(1).fill(", ".join(CHOICES))
    for place, why in enumerate(("Age matters.", "It is studied.", "To call back.")):
        page.get_by_label("Why it is asked").nth(place).fill(why)
    page.get_by_role("button", name="Make the survey").click()
    link = page.locator('a[href^="/answer/"]')
    link.wait_for()
    return link.get_attribute("href")


def choose(page, select, words):
    select.click()
    page.get_by_role("option", name=words).click()


def answer(respondent, link, number):
    """Fill in the form and send it."""
    respondent.goto(link)
    respondent.get_by_label("age").fill(str(20 + number))
    respondent.get_by_label("diagnosis").select_option(CHOICES[number % 3])
    respondent.get_by_label("full name").fill(f"Person {number}")
    respondent.get_by_role("button", name="Send").click()
    respondent.get_by_role("heading", name="Thank you").wait_for()


def refused(respondent, link, label, wrong):
    """What is said of a wrong value that a tampered form has sent."""
    respondent.goto(link)
    respondent.get_by_label("age").fill("30")
    respondent.get_by_label("diagnosis").select_option("flu")
    respondent.get_by_label("full name").fill("Nobody")
    respondent.get_by_label(label).evaluate(
        """(field, wrong) => {
            const sent = document.createElement('input');
            sent.name = field.name;
            sent.value = wrong;
            field.replaceWith(sent);
        }""",
        wrong,
    )
    respondent.get_by_role("button", name="Send").click()
    return respondent.get_by_role("alert").inner_text()


def publish(page, number):
    """Publish the next release; its manifest's words on the page."""
    page.get_by_role("button", name="Publish").click()
    page.get_by_role("heading", name=f"Release {number}").wait_for(timeout=MINUTES)
    with page.expect_download() as downloading:
        page.get_by_role("button", name="CSV").first.click()
    with downloading.value.path().open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_survey_is_answered_and_published_as_it_grows(page, running, respondent):
    link = running.host + make_survey(page)
    page.get_by_role("link", name="Go to the survey").click()
    page.get_by_text("0 answers").wait_for()
    survey = page.url

    assert "age: must be a number" in refused(respondent, link, "age", "old")
    assert "one of the choices" in refused(respondent, link, "diagnosis", "none")
    # Without a trick, the browser does not send what is missing.
    respondent.goto(link)
    respondent.get_by_role("button", name="Send").click()
    assert respondent.locator("input:invalid").count() == 2
    page.reload()
    page.get_by_text("0 answers").wait_for()

    for number in range(9):
        answer(respondent, link, number)
    page.reload()
    page.get_by_text("9 answers").wait_for()
    page.get_by_role("navigation", name="Steps").get_by_text("Data").click()
    page.get_by_role("group", name="rows: 9").wait_for()
    assert "Person 1" not in page.inner_text("body")

    page.get_by_role("navigation", name="Steps").get_by_text("Privacy").click()
    page.get_by_text("Its groups are formed when it is published").wait_for()
    page.get_by_label("m as a number").fill("3")
    wait_for_plan(running, "m-invariance:3")
    page.get_by_role("navigation", name="Steps").get_by_text("Publish").click()
    page.get_by_text("m-invariance:3", exact=True).wait_for()
    first = publish(page, 1)
    assert len(first) == 9
    for number in range(9, 15):
        answer(respondent, link, number)
    second = publish(page, 2)
    assert len(second) == 15
    assert "may learn more" not in page.inner_text("body")
    for row in (*first, *second):
        assert row.keys().isdisjoint({"answer", "full name"})
        assert not any("Person" in cell for cell in row.values())

    page.goto(survey)
    page.get_by_role("button", name="Close the survey").click()
    page.get_by_text("closed", exact=True).wait_for()
    assert respondent.goto(link).status == 404
