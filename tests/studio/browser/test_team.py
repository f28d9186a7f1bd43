# SPDX-License-Identifier: Apache-2.0
"""A team at work: four people at once, four eyes on a release, and closed doors."""

from __future__ import annotations

import re
from contextlib import contextmanager

import pytest

pytestmark = pytest.mark.browser

PATIENCE = 90_000
PASSWORD = "correct horse battery staple"


@contextmanager
def somebody(browser, team, name, password=PASSWORD):
    """A page of somebody who has logged in."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(team.host)
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Projects").wait_for()
    yield page
    context.close()


@pytest.fixture(scope="module")
def people(browser, team):
    """A curator, a reviewer and a reader, made by the administrator on the page."""
    password = re.search(r"Password: +(\S+)", team.output)[1]
    with somebody(browser, team, "admin", password) as page:
        page.get_by_role("link", name="Users of this studio").click()
        for part in ("curator", "reviewer", "reader"):
            page.get_by_label("Name").fill(f"the.{part}")
            page.get_by_label("First password").fill(PASSWORD)
            choice = page.get_by_label("What they are").last
            choice.click()
            page.get_by_role("option", name=re.compile("^reader")).click()
            page.get_by_role("option", name=re.compile(f"^{part}")).click()
            page.keyboard.press("Escape")
            page.get_by_role("button", name="Make the user").click()
            page.get_by_role("heading", name=f"the.{part}").wait_for()
    return team


def test_four_eyes(browser, people):
    with (
        somebody(browser, people, "the.curator") as curator,
        somebody(browser, people, "the.reviewer") as reviewer,
        somebody(browser, people, "the.reader") as reader,
    ):
        curator.get_by_role("link", name="A made-up hospital").click()
        curator.get_by_role("heading", name="condition").wait_for()
        data = curator.url
        curator.get_by_role("navigation", name="Steps").get_by_text("Publish").click()
        curator.get_by_role("button", name="Publish").click()
        curator.get_by_role("heading", name="Release 1").wait_for()
        assert "waits for somebody else" in curator.inner_text("body")
        assert curator.get_by_role("button", name="CSV").count() == 0
        assert curator.get_by_role("button", name="Approve").count() == 0
        address = curator.url

        # A reader knows nothing of it yet, and never reaches the data.
        assert "A made-up hospital" not in reader.inner_text("body")
        assert reader.goto(address).status == 404
        for end in ("data", "hierarchies", "measure", "explore", "person"):
            for page in (reader, reviewer):
                assert page.goto(data.replace("/data", f"/{end}")).status == 403

        decide(reviewer, address, "Refuse", "the groups are too small")
        reviewer.get_by_text("refused by the.reviewer: the groups").wait_for()
        assert reader.goto(address).status == 404
        decide(reviewer, address, "Approve", "looked at it again")
        reviewer.get_by_text("approved by the.reviewer").wait_for()

        assert reader.goto(address).status == 200
        reader.get_by_role("heading", name="Release 1").wait_for()
        with reader.expect_download() as downloading:
            reader.get_by_role("button", name="CSV").click()
        lines = downloading.value.path().read_text().splitlines()
        assert len(lines) > 900
        assert "name" not in lines[0]
        assert reader.get_by_role("button", name="Withdraw").count() == 0


def decide(page, address, word, reason):
    page.goto(address)
    page.get_by_role("button", name=word).click()
    page.get_by_label("Why").fill(reason)
    page.get_by_role("button", name="Do it").click()


def test_a_refused_switch_goes_back(browser, people):
    """Who makes releases cannot switch off that others look at them."""
    password = re.search(r"Password: +(\S+)", people.output)[1]
    with somebody(browser, people, "admin", password) as page:
        page.get_by_role("link", name="Users of this studio").click()
        page.get_by_label("Name").fill("the.both")
        page.get_by_label("First password").fill(PASSWORD)
        page.get_by_label("What they are").last.click()
        for part in ("reader", "curator", "administrator"):
            page.get_by_role("option", name=re.compile(f"^{part}")).click()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Make the user").click()
        page.get_by_role("heading", name="the.both").wait_for()
    with somebody(browser, people, "the.both") as page:
        switch = page.get_by_role("switch", name="Four eyes").first
        assert switch.get_attribute("aria-checked") == "true"
        switch.click()
        page.get_by_text("must be switched off by an administrator").wait_for()
        page.locator("[role=switch][aria-checked=true]").first.wait_for()


def test_a_log_out_closes_the_door(browser, people):
    with somebody(browser, people, "the.reader") as page:
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url("**/log-in")
        page.goto(people.host)
        page.wait_for_url("**/log-in")


def test_a_log_out_closes_the_other_tabs(browser, people):
    with somebody(browser, people, "the.reader") as page:
        other = page.context.new_page()
        other.goto(people.host)
        other.get_by_role("heading", name="Projects").wait_for()
        page.get_by_role("button", name="Log out").click()
        page.wait_for_url("**/log-in")
        # It tells the studio every few seconds what it has read.
        other.wait_for_url("**/log-in")


def test_the_log_says_who_did_what(browser, people):
    password = re.search(r"Password: +(\S+)", people.output)[1]
    with somebody(browser, people, "admin", password) as page:
        page.get_by_role("link", name="Who did what").click()
        page.get_by_role("cell", name="made a user").first.wait_for()
        assert page.get_by_role("cell", name="the.reader: reader").count() == 1


def test_everybody_has_a_password_and_tokens(browser, people):
    other = "another long password"
    with somebody(browser, people, "the.reader") as page:
        page.get_by_role("button", name="You: password and tokens").click()
        page.get_by_label("What it is for").fill("nightly")
        page.get_by_role("button", name="Make a token").click()
        token = page.get_by_text(re.compile("^diversa_")).inner_text()
        headers = {"authorization": f"Bearer {token}"}
        own = f"{people.host}/api/own"
        assert page.request.get(own, headers=headers).json()["name"] == "the.reader"
        page.get_by_role("button", name="End it").click()
        page.get_by_text("nightly", exact=True).wait_for(state="detached")
        assert page.request.get(own, headers=headers).status == 401
        page.get_by_label("The present one").fill(PASSWORD)
        page.get_by_label("A new one").fill(other)
        page.get_by_label("The new one again").fill(other)
        page.get_by_role("button", name="Change it").click()
        page.wait_for_url("**/log-in")
    with somebody(browser, people, "the.reader", other):
        pass
