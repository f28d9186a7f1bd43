# SPDX-License-Identifier: Apache-2.0
"""Errors are told without values of a table and without paths of the server."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app_client import app_client
from diversa.errors import InternalError, SourceError
from diversa.studio import new_projects, plans, projects
from diversa.studio.app import make_app
from diversa.studio.explanations import explain_error, without_folders
from diversa.studio.plans import preview
from diversa.studio.security.permissions import LOCAL
from diversa.studio.security.tokens import make_token
from diversa.studio.settings import Settings
from diversa.studio.visit import ProjectVisit, Visit
from studio_workers import start_thread

FOLDER = "/srv/Jane Doe/studio/projects/7f/source"
NAMES = st.text("abcxyz0123 -_.", min_size=1).filter(lambda text: text.strip(" ."))


@pytest.mark.parametrize(
    "error", [KeyError("Ada Abel"), InternalError("Ada Abel"), OSError("Ada Abel")]
)
def test_what_was_not_foreseen_is_told_without_its_words(error):
    assert "Ada" not in explain_error(error)


def test_memory_is_named():
    assert explain_error(MemoryError()).startswith("memory: ")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"{FOLDER}/t.csv: must be text", "t.csv: must be text"),
        (f"plan: wrong\n{FOLDER}/t.csv: must be", "plan: wrong\nt.csv: must be"),
        (f"register: '{FOLDER}/r.json' must be", "register: 'r.json' must be"),
        (f'out: "{FOLDER}/1" exists', 'out: "1" exists'),
        ("cannot read /srv/a/b.csv; check", "cannot read b.csv; check"),
        ("got (/srv/a/b.csv)", "got (b.csv)"),
        ("delimiter: must be one character, got '/'",) * 2,
        ("date: must be like 2026/11/17, got 17/11/2026",) * 2,
        ("postgresql://host/database?table=a: cannot be reached",) * 2,
        ("loss and/or risk, 1/2 of the rows",) * 2,
    ],
)
def test_paths_become_names(text, told):
    assert without_folders(text) == told
    assert explain_error(SourceError(text)) == told


@given(folders=st.lists(NAMES, min_size=1), name=NAMES)
def test_no_folder_is_told(folders, name):
    path = "/" + "/".join([*folders, name])
    for text in (f"{path}: must be", f"x: '{path}' must be", f'x: got "{path}"'):
        assert "/" not in without_folders(text)
        assert name in without_folders(text)


@pytest.fixture
def shop(tmp_path):
    """A studio in a folder whose path would be recognized."""
    folder = tmp_path / "Jane Doe" / "work"
    (tmp_path / "tables of all").mkdir()
    settings = Settings(
        folder, secret="the secret", allowed_paths=(tmp_path / "tables of all",)
    )
    app = make_app(settings, pages=False, start=start_thread)
    yield app, tmp_path
    app.state.studio.close()


BROKEN = {
    "zero bytes": b"a,b\n\x00\x00,1\n",
    "one name twice": b"a,A\n1,2\n",
    "no names": b"1,2\n3,4\n",
    "no rows": b"a,b\n",
    "no text": b"a,b\n\xff\xfe\xfa,1\n",
    "an archive": b"PK\x03\x04aaaa",
}


@pytest.mark.parametrize("content", BROKEN.values(), ids=BROKEN)
def test_a_file_that_cannot_be_read_is_called_by_its_name(shop, content):
    app, folder = shop
    studio = app.state.studio
    secret = make_token(Visit(studio, LOCAL), name="test")[1]
    own = {
        "base_url": "http://127.0.0.1:8765/api",
        "headers": {"authorization": f"Bearer {secret}"},
    }
    words = {"name": "x", "file_name": "x.csv"}
    beside = folder / "tables of all" / "one.csv"
    beside.write_bytes(content)
    with app_client(app, lives=False, **own) as client:
        heard = [
            client.post("projects/upload", params=words, content=content).text,
            client.post("projects", json={"name": "y", "path": str(beside)}).text,
        ]
        for project in projects.list_projects(Visit(studio, LOCAL)):
            heard.append(str(preview(ProjectVisit(studio, LOCAL, project.id)).problem))
            ends = ("preview", "columns", "plan", "problem", "releases", "jobs")
            heard += [client.get(f"projects/{project.id}/{e}").text for e in ends]
    assert any("must" in text or "cannot" in text for text in heard)
    for text in heard:
        assert "Jane Doe" not in text
        assert "tables of all" not in text
        assert str(folder) not in text


def test_a_table_that_has_gone_is_called_by_its_name(shop):
    app, folder = shop
    studio = app.state.studio
    made = new_projects.create_from_upload(
        Visit(studio, LOCAL),
        name="x",
        file_name="x.csv",
        chunks=[b"a,b\n1,2\n3,4\n"],
    )
    (table,) = studio.storage.source(made.id).glob("table*")
    table.unlink()
    with pytest.raises(SourceError) as failure:
        plans.ask(ProjectVisit(studio, LOCAL, made.id), lambda opened: opened.audit())
    assert str(folder) in str(failure.value)
    assert str(folder) not in explain_error(failure.value)
    assert "Jane" not in explain_error(failure.value)


def test_a_page_that_breaks_tells_no_path(settings, pages_again, monkeypatch):
    del pages_again

    def broken(_):
        raise FileNotFoundError(2, "No such file", FOLDER)

    monkeypatch.setattr("diversa.studio.pages.account.tokens_panel", broken)
    with TestClient(make_app(settings), base_url="http://127.0.0.1:8765") as client:
        client.get("/?secret=the secret")
        answer = client.get("/account")
    assert answer.status_code == 500
    assert answer.text == "files: No such file\n"
