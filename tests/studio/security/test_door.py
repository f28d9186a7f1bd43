# SPDX-License-Identifier: Apache-2.0
"""A local studio opens to who has the secret, from its own pages only."""

from __future__ import annotations

from dataclasses import replace

import pytest
from starlette.responses import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from diversa.studio.app import make_app
from diversa.studio.security.door import forget_cookie, set_cookie
from diversa.studio.settings import Settings

OWN = "http://127.0.0.1:8765"
SOCKET = "ws://127.0.0.1:8765/_nicegui_ws/socket.io/?EIO=4&transport=websocket"


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    folder = tmp_path_factory.mktemp("door") / "studio"
    made = make_app(Settings(folder, secret="the secret"), pages=False)

    @made.websocket("/_nicegui_ws/socket.io/")
    async def talk(socket: WebSocket):
        await socket.accept()
        await socket.send_text(socket.state.visitor.name)

    yield made
    made.state.studio.close()


@pytest.fixture
def client(app):
    """A browser without cookies."""
    return TestClient(app, base_url=OWN)


@pytest.fixture
def opened(client):
    client.get("/?secret=the secret")
    return client


def test_without_the_secret_nothing_is_shown(client):
    answers = [client.get(path) for path in ("/", "/api/projects", "/?secret=wrong")]
    assert {answer.status_code for answer in answers} == {401}


@pytest.mark.parametrize(
    "path", ["/log-in/x", "/log-inx", "/answer/", "/answer/a/b", "/answer/../api/own"]
)
def test_only_the_log_in_and_forms_are_open(client, path):
    """A stranger who names another address must not have a page made for it."""
    assert client.get(path).status_code == 401
    assert client.get("/answer/nonsense").status_code == 404


def test_the_name_of_the_studio_is_no_path(client):
    answer = client.get("/api/own", headers={"host": "127.0.0.1:8765/answer/x?"})
    assert answer.status_code in (401, 421)


def test_the_secret_becomes_a_cookie_and_leaves_the_address(client):
    answer = client.get("/?secret=the secret", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "the secret" not in cookie


def test_the_cookie_opens(opened):
    assert opened.get("/nowhere").status_code == 404


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8765", "", "10.0.0.1"])
def test_another_name_is_not_the_studio(opened, host):
    assert opened.get("/", headers={"host": host}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "http://127.0.0.1:9999", "null", "file://"]
)
def test_another_page_cannot_ask(opened, origin):
    assert opened.get("/nowhere", headers={"origin": origin}).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        opened.websocket_connect(SOCKET, headers={"origin": origin}),
    ):
        pass


def test_a_websocket_says_where_it_comes_from(opened):
    with (
        pytest.raises(WebSocketDisconnect),
        opened.websocket_connect(SOCKET, headers={"host": "127.0.0.1:8765"}),
    ):
        pass


def test_our_own_page_may_talk(opened):
    headers = {"origin": OWN, "host": "127.0.0.1:8765"}
    with opened.websocket_connect(SOCKET, headers=headers) as socket:
        assert socket.receive_text() == "local"


def test_a_websocket_without_the_cookie_is_closed(client):
    headers = {"origin": OWN, "host": "127.0.0.1:8765"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(SOCKET, headers=headers),
    ):
        pass


def test_programs_of_pages_are_for_visitors_too(client):
    addresses = ("/_nicegui/3/static/nicegui.js", "/_nicegui/client/1/upload/2")
    assert {client.get(address).status_code for address in addresses} == {401}


def test_a_secure_cookie_stays_with_its_host(settings):
    response = Response()
    secure = replace(settings, proxied=True)
    set_cookie(response, secure, "value")
    forget_cookie(response, secure)
    for cookie in response.headers.getlist("set-cookie"):
        assert cookie.startswith("__Host-diversa_studio_8765=")
        assert "Secure" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie


def test_another_kind_of_authorization_is_no_token(opened):
    headers = {"authorization": "Basic eA==", "origin": OWN}
    address = "/api/projects"
    assert opened.post(address, json={"demo": True}, headers=headers).status_code == 403
