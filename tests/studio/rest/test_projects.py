# SPDX-License-Identifier: Apache-2.0
"""Projects by REST: uploads are streamed and bounded, sources must be allowed."""

from __future__ import annotations

import pytest

from diversa.studio.storage import Storage

TABLE = b"age,zip,illness\n" + b"".join(
    f"{20 + n % 30},{10000 + n % 7},{'flu' if n % 3 else 'gout'}\n".encode()
    for n in range(60)
)


def uploaded(api, content=TABLE, name="people.csv"):
    words = {"name": "People", "file_name": name}
    return api.post("projects/upload", params=words, content=content)


def test_a_file_becomes_a_project(api):
    made = uploaded(api, iter([TABLE[:100], TABLE[100:]]))
    assert made.status_code == 201
    project = made.json()["id"]
    assert project in [one["id"] for one in api.get("projects").json()]
    shown = api.get(f"projects/{project}/preview").json()
    assert shown["columns"] == ["age", "zip", "illness"]
    tried = api.post(f"projects/{project}/preview", json={"header": False}).json()
    assert tried["columns"] == ["column1", "column2", "column3"]
    assert api.put(f"projects/{project}/reading", json={"delimiter": ","}).is_success
    renamed = api.patch(f"projects/{project}", json={"name": "Others"}).json()
    assert renamed["name"] == api.get(f"projects/{project}").json()["name"] == "Others"
    assert api.delete(f"projects/{project}").status_code == 204
    assert api.get(f"projects/{project}").status_code == 404


def test_an_upload_is_bounded(api, local_app, monkeypatch):
    settings = local_app.state.studio.settings
    monkeypatch.setitem(settings.__dict__, "upload_bytes", 200)
    assert uploaded(api).status_code == 413
    streamed = uploaded(api, iter([TABLE[:150], TABLE[150:]]))
    assert streamed.status_code in (400, 413, 422)
    folder = Storage(settings.folder).folder / "projects"
    assert {path.name for path in folder.iterdir()} == {
        one["id"] for one in api.get("projects").json()
    }


def test_other_requests_are_bounded_too(api, local_app, monkeypatch):
    settings = local_app.state.studio.settings
    monkeypatch.setitem(settings.__dict__, "request_bytes", 100)
    assert api.post("projects", json={"name": "x" * 150}).status_code == 413


@pytest.mark.parametrize(
    ("name", "content"), [("a.exe", b"MZ"), ("a.csv", b""), ("a.parquet", b"a,b\n1,2")]
)
def test_a_file_that_is_no_table_is_refused(api, name, content):
    assert uploaded(api, content, name).status_code == 422


@pytest.mark.parametrize(
    "body",
    [
        {"name": "a"},
        {"name": "a", "demo": True, "path": "/etc/passwd"},
        {"name": "a", "path": "/etc/passwd"},
        {"name": "a", "database": "postgresql://host/db?table=t"},
    ],
)
def test_a_source_must_be_one_and_allowed(api, body):
    answer = api.post("projects", json=body)
    assert answer.status_code == 422
    assert "root:" not in answer.text


def test_a_path_that_is_allowed_becomes_a_project(
    api, local_app, tmp_path, monkeypatch
):
    (tmp_path / "people.csv").write_bytes(TABLE)
    settings = local_app.state.studio.settings
    monkeypatch.setitem(settings.__dict__, "allowed_paths", (tmp_path,))
    body = {"name": "a", "path": str(tmp_path / "people.csv")}
    assert api.post("projects", json=body).json()["source"] == "path"
    outside = {"name": "a", "path": f"{tmp_path}/../other.csv"}
    assert api.post("projects", json=outside).status_code == 422


def test_four_eyes_are_for_servers(api, hospital_project):
    address = f"projects/{hospital_project}/four-eyes"
    assert api.put(address, json={"needed": True}).status_code == 422
    assert api.put(address, json={"needed": False}).json()["four_eyes"] is False
