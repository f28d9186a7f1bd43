# SPDX-License-Identifier: Apache-2.0
"""The number of a page is worth nothing to anybody but its visitor."""

from __future__ import annotations

import json
import re
import time
from urllib.parse import urlencode

import pytest
from nicegui import Client
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from diversa.studio.app import make_app
from diversa.studio.security.permissions import Part, Visitor
from diversa.studio.security.tokens import list_tokens, make_token, revoke_token
from diversa.studio.security.users import add_user
from diversa.studio.settings import Settings
from diversa.studio.visit import Visit

HOST = "127.0.0.1:8765"
OWN = f"http://{HOST}"
PASSWORD = "a long enough password"


class Somebody:
    """A user who acts by a token."""

    def __init__(self, client, studio, name):
        user = add_user(studio, "test", name, PASSWORD, frozenset(Part))
        self.client, self.studio = client, studio
        self.visit = Visit(studio, Visitor(name, frozenset(Part), user.id))
        secret = make_token(self.visit, name="test")[1]
        self.headers = {"authorization": f"Bearer {secret}", "origin": OWN}

    def leave(self):
        (token,) = list_tokens(self.visit)
        revoke_token(self.visit, token.id)

    def open_page(self, path="/"):
        """The number of a page that this user has opened."""
        text = self.client.get(path, headers=self.headers).text
        return re.search(r"'client_id': '([\w-]+)'", text)[1]

    def connect(self, page=None):
        """A socket that says that it is of a page."""
        words = {"EIO": "4", "transport": "websocket"}
        if page is not None:
            shake = {"implicit_handshake": "true", "tab_id": "t", "document_id": "d"}
            words |= {"client_id": page, "next_message_id": "0", **shake}
        return self.client.websocket_connect(
            f"ws://{HOST}/_nicegui_ws/socket.io/?{urlencode(words)}",
            headers={**self.headers, "host": HOST, "upgrade": "websocket"},
        )


def joined(socket):
    """Say what begins every conversation; the answer of the server."""
    assert socket.receive_text().startswith("0{")
    socket.send_text("40")
    return socket.receive_text()


def answer_to(socket, name, words):
    """What the server answers to a message."""
    socket.send_text("420" + json.dumps([name, words]))
    while True:
        text = socket.receive_text()
        if text.startswith("430"):
            return json.loads(text[3:])


@pytest.fixture(scope="module")
def people(tmp_path_factory):
    """Two users of a studio with pages."""
    from nicegui import core

    core.app.user_middleware.clear()
    core.app.middleware_stack = None
    folder = tmp_path_factory.mktemp("sockets") / "studio"
    app = make_app(Settings(folder, server=True, password_cost=(1, 8, 1)))
    with TestClient(app, base_url=OWN) as client:
        yield [Somebody(client, app.state.studio, name) for name in ("ann", "bob")]


@pytest.fixture
def clicks(monkeypatch):
    """The pages whose events were handled."""
    handled = []
    monkeypatch.setattr(
        Client, "handle_event", lambda self, words: handled.append((self.id, words))
    )
    return handled


def click(socket, page):
    """Send an event, and wait until it was handled or dropped."""
    answer_to(socket, "event", {"client_id": page, "id": 1, "listener_id": "x"})


def test_the_visitor_of_a_page_is_heard(people, clicks):
    ann, _ = people
    page = ann.open_page()
    with ann.connect(page) as socket:
        assert joined(socket).startswith("40{")
        click(socket, page)
        assert [heard for heard, _ in clicks] == [page]


def test_nobody_else_joins_a_page(people):
    ann, bob = people
    page = ann.open_page()
    with bob.connect(page) as socket:
        assert joined(socket).startswith('44{"message":"Implicit handshake failed"')
    with bob.connect() as socket:
        joined(socket)
        words = {"client_id": page, "tab_id": "t", "document_id": "d"}
        assert answer_to(socket, "handshake", words) == [False]
    with ann.connect(page) as socket:
        assert joined(socket).startswith("40{")


def test_nobody_else_sends_events_to_a_page(people, clicks):
    ann, bob = people
    page, other = ann.open_page(), bob.open_page()
    with ann.connect(page) as hers, bob.connect(other) as his:
        joined(hers)
        joined(his)
        click(his, page)
        assert clicks == []
        click(his, other)
        assert [heard for heard, _ in clicks] == [other]


def test_a_page_that_was_not_joined_hears_nothing(people, clicks):
    ann, _ = people
    page, second = ann.open_page(), ann.open_page("/account")
    with ann.connect(page) as first, ann.connect(second) as socket:
        joined(first)
        joined(socket)
        click(socket, page)
        assert clicks == []


def test_a_message_without_a_page_is_dropped(people, clicks):
    ann, _ = people
    page = ann.open_page()
    with ann.connect(page) as socket:
        joined(socket)
        for words in ({}, [], None, "x", {"client_id": None}):
            answer_to(socket, "event", words)
        assert clicks == []


def test_files_are_taken_from_the_visitor_alone(people):
    ann, bob = people
    address = f"/_nicegui/client/{ann.open_page()}/upload/1"
    sent = {"files": {"file": b"x"}}
    assert bob.client.post(address, headers=bob.headers, **sent).text.startswith(
        "page: there is no such page"
    )
    answer = ann.client.post(address, headers=ann.headers, **sent)
    assert not answer.text.startswith("page: there is no such page")


def test_there_is_no_other_transport(people):
    ann, _ = people
    address = "/_nicegui_ws/socket.io/?EIO=4&transport=polling"
    assert ann.client.get(address, headers=ann.headers).status_code == 400


def test_a_socket_ends_with_the_log_in(people, clicks):
    ann, _ = people
    carl = Somebody(ann.client, ann.studio, f"carl{time.monotonic_ns()}")
    page = carl.open_page()
    with carl.connect(page) as socket:
        joined(socket)
        click(socket, page)
        assert len(clicks) == 1
        carl.leave()
        with pytest.raises(WebSocketDisconnect) as closed:
            click(socket, page)
        assert closed.value.code == 1008
    assert len(clicks) == 1
