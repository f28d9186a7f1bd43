# SPDX-License-Identifier: Apache-2.0
"""A server tells its terminal and its state no value, whatever is uploaded.

Canaries are planted in tables of every kind, whole and broken, read rightly and
wrongly; then everything that the server and its workers wrote is searched for them.
"""

from __future__ import annotations

import gzip
import io
import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import httpx
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

CANARY = "Quicksilverpox"
ROWS = [
    {"name": f"{CANARY}_{n}", "zip": 10_000 + n % 3, "ill": ("flu", CANARY)[n % 2]}
    for n in range(40)
]
MODELS = ["k-anonymity:2", "t-closeness:0.1", "entropy-l-diversity:9", CANARY]


def as_csv(rows, delimiter=","):
    lines = [delimiter.join(rows[0])]
    lines += [delimiter.join(map(str, row.values())) for row in rows]
    return "\n".join(lines) + "\n"


def as_parquet(rows):
    file = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(rows), file)
    return file.getvalue()


TEXT, PARQUET = as_csv(ROWS), as_parquet(ROWS)
JSON = json.dumps(ROWS)
UPLOADS = {
    "whole.csv": TEXT.encode(),
    "ragged.csv": TEXT.replace("_7,", f"_7,{CANARY},").encode(),
    "late type.csv": (as_csv(ROWS * 900) + f"x,{CANARY},flu\n").encode(),
    "open quote.csv": TEXT.replace(f"{CANARY}_9", f'"{CANARY}_9').encode(),
    "two quotes.csv": TEXT.replace(f"{CANARY}_9", f'"{CANARY}"_9').encode(),
    "latin.csv": TEXT.replace("_9", "ü_9").encode("latin-1"),
    "half utf.csv": TEXT.encode()[:-5] + b"\xc3",
    "wide.csv": TEXT.encode("utf-16"),
    "nul.csv": TEXT.replace("_9", "\0_9").encode(),
    "line.csv": f"{CANARY}\n".encode(),
    "no header.csv": TEXT.partition("\n")[2].encode(),
    "same names.csv": f"{CANARY},{CANARY}\n1,2\n".encode(),
    "long.csv": TEXT.replace("_9", CANARY * 100_000).encode(),
    "packed.csv": gzip.compress(TEXT.encode()),
    "tabs.tsv": as_csv(ROWS, "\t").encode(),
    "whole.parquet": PARQUET,
    "half.parquet": PARQUET[: len(PARQUET) // 2],
    "torn.parquet": PARQUET[:100] + CANARY.encode() * 9 + PARQUET[240:],
    "no.parquet": TEXT.encode(),
    "nested.parquet": as_parquet([{"a": [CANARY], "b": {"c": CANARY}}] * 9),
    "whole.json": JSON.encode(),
    "half.json": JSON[:-20].encode(),
    "torn.json": JSON.replace(f'"{CANARY}_9"', CANARY).encode(),
    "mixed.json": JSON.replace("10002", f'{{"{CANARY}": []}}').encode(),
    "lines.jsonl": "\n".join(map(json.dumps, ROWS)).encode(),
    "torn.jsonl": "\n".join(map(json.dumps, ROWS))[:-9].encode(),
}
READINGS = [
    {"delimiter": ";"},
    {"encoding": "utf-8", "header": True, "dates": "iso"},
    {"encoding": CANARY},
    {"missing": [CANARY], "decimal": "comma"},
]


@contextmanager
def running(folder):
    """A studio in a process of its own: its address, and what it has written."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["--no-browser", "--json", "--folder", folder / "work", "--port", port]
    command = [sys.executable, "-X", "dev", "-m", "diversa.cli.main", "studio"]
    with (folder / "output.txt").open("wb") as output:
        process = subprocess.Popen(
            [*command, *map(str, words)], stdout=output, stderr=subprocess.STDOUT
        )
        try:
            yield f"http://127.0.0.1:{port}", folder / "output.txt"
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(60)


@contextmanager
def visiting(host, output):
    """A client that was let in, once the studio answers."""
    with httpx.Client(base_url=host, timeout=120, follow_redirects=True) as client:
        end = time.monotonic() + 60
        while not is_let_in(client, output):
            assert time.monotonic() < end
            time.sleep(0.1)
        client.headers["x-csrf-token"] = client.get("/api/own").json()["csrf"]
        client.headers["origin"] = host
        yield client


def is_let_in(client, output):
    """Open the studio by the address that it has printed."""
    text = output.read_text()
    try:
        opening = json.loads(text[text.index("{") : text.rindex("}") + 1])
        return client.get(opening["address"]).is_success
    except (ValueError, httpx.TransportError):
        return False


def upload(client, name, content):
    words = {"name": name, "file_name": name}
    answer = client.post("/api/projects/upload", params=words, content=content)
    return answer.json()["id"] if answer.status_code == 201 else None


def use(client, project):
    """Ask everything of a project, also what cannot be answered."""
    address = f"/api/projects/{project}"
    roles = {"quasi_identifiers": ["zip"], "sensitive": ["ill"], "kept": ["name"]}
    for reading in READINGS:
        client.put(f"{address}/reading", json=reading)
    client.put(f"{address}/reading", json={})
    client.put(f"{address}/roles", json=roles)
    for place in ("preview", "columns", "suggestion", "hierarchies", "roles"):
        client.get(f"{address}/{place}")
    for model in MODELS:
        client.post(f"{address}/evaluate", json={"models": [model]})
    tree = [["10000", CANARY], [CANARY, CANARY]]
    client.put(f"{address}/hierarchies/zip", json={"kind": "rows", "rows": tree})
    for kind in ({"zip": {"kind": "rows", "rows": tree}}, {"ill": CANARY}):
        client.patch(f"{address}/plan", json={"hierarchies": kind})
    for step in ("data", "hierarchies", "measure", "explore", "person", "publish"):
        client.get(f"/projects/{project}/{step}")


def break_off(host, client):
    """Begin an upload, and be gone."""
    place = host.partition("://")[2]
    cookie = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
    head = (
        "POST /api/projects/upload?name=x&file_name=x.csv HTTP/1.1\r\n"
        f"Host: {place}\r\nOrigin: {host}\r\nCookie: {cookie}\r\n"
        f"X-CSRF-Token: {client.headers['x-csrf-token']}\r\n"
        "Content-Length: 100000\r\n\r\n"
    )
    for text in (head + TEXT, f"{CANARY} / HTTP/9\r\n\r\n", head + f"{CANARY}\0"):
        with socket.create_connection(place.rsplit(":", 1)) as connection:
            connection.sendall(text.encode())


@pytest.fixture
def studio(tmp_path):
    """The folder of a studio that was used, with everything that it has written."""
    with running(tmp_path) as (host, output), visiting(host, output) as client:
        made = {name: upload(client, name, it) for name, it in UPLOADS.items()}
        assert {"whole.csv", "whole.parquet", "whole.json"} <= {
            name for name, project in made.items() if project
        }
        for project in filter(None, made.values()):
            use(client, project)
        break_off(host, client)
        for name in ("whole.csv", "late type.csv"):
            publish(client, f"/api/projects/{made[name]}")
    return tmp_path


def publish(client, address):
    """Publish what cannot be published, and wait for the end of it."""
    words = {"models": ["k-anonymity:2"], "columns": {"zip": {"kind": "number"}}}
    client.patch(f"{address}/plan", json=words)
    job = client.post(f"{address}/publish").json()["id"]
    end = time.monotonic() + 120
    while time.monotonic() < end:
        state = client.get(f"{address}/jobs/{job}").json()["state"]
        if state not in ("waiting", "running"):
            break
        time.sleep(0.2)


def test_no_value_is_where_it_does_not_belong(studio):
    """One test: each process that runs a part of several would start a studio."""
    the_terminal_sees_no_value(studio / "output.txt")
    the_state_holds_no_value(studio / "work")
    raw_rows_are_only_where_their_projects_are(studio / "work")


def the_terminal_sees_no_value(output):
    text = output.read_text(errors="replace")
    shown = [line for line in text.splitlines() if CANARY in line]
    assert shown == []
    assert "Traceback" not in text


def the_state_holds_no_value(folder):
    files = list(folder.glob("studio.sqlite*"))
    assert files
    for file in files:
        assert CANARY.encode() not in file.read_bytes()


def raw_rows_are_only_where_their_projects_are(folder):
    """The checks above can fail: the canaries are in the folder, where they belong."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    holding = [file for file in files if CANARY.encode() in file.read_bytes()]
    assert {file.relative_to(folder).parts[0] for file in holding} == {"projects"}
