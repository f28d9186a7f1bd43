# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import shlex

import pytest

from snapshots import files_of


@pytest.fixture
def demo(diversa, made_once):
    """What the command said that made a demo in this folder."""
    done = made_once("demo", lambda: diversa("demo", "--out", "a demo"))
    assert done.code == 0, done.stderr
    return done.stdout


def test_demo(demo, folder):
    for name in ("hospital.csv", "plan.toml", "release/release.csv"):
        assert f"a demo/{name}" in demo
        assert (folder / "a demo" / name).is_file()
    assert "a demo/release/manifest.json" in demo


@pytest.mark.usefixtures("demo")
def test_demo_again(diversa, folder):
    before = files_of(folder)
    (folder / "a demo/plan.toml").write_text("broken = [")
    assert diversa("demo", "--out", "a demo").code == 0
    assert files_of(folder) == before


def test_what_to_try_next_can_be_tried(diversa, demo):
    steps = [line.strip() for line in demo.splitlines() if line.startswith("    d")]
    assert len(steps) == 8
    codes = [diversa(*shlex.split(step)[1:]).code for step in steps[:6]]
    assert codes == [0] * 6
    assert diversa("demo", "--out", "a demo").code == 0


def test_no_ledger_knows_the_demo(diversa, folder, monkeypatch):
    """Nobody is in the table: nothing stands in the way of trying other plans."""
    monkeypatch.setenv("DIVERSA_LEDGER", str(folder / "ledger.json"))
    assert diversa("demo", "--out", "demo").code == 0
    assert not (folder / "ledger.json").exists()


def test_json(diversa):
    found = diversa("demo", "--out", "demo", "--json").json
    assert found["rows_in"] == 1000
    assert found["example"] == {
        "table": "demo/hospital.csv",
        "plan": "demo/plan.toml",
    }


def test_foreign_folder_is_left_alone(diversa, folder):
    (folder / "mine").mkdir()
    (folder / "mine/hospital.csv").write_text("mine")
    (folder / "mine/letter.txt").write_text("mine")
    before = files_of(folder)
    done = diversa("demo", "--out", "mine")
    assert done.code == 2
    assert "no demo of Diversa" in done.stderr
    assert files_of(folder) == before


def test_a_file_is_no_folder(diversa, folder):
    (folder / "mine").write_text("mine")
    assert diversa("demo", "--out", "mine").code == 2
