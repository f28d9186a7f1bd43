# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import shlex

from snapshots import files_of


def test_demo(diversa, folder):
    done = diversa("demo", "--out", "demo")
    assert done.code == 0, done.stderr
    for name in ("hospital.csv", "plan.toml", "release/release.csv"):
        assert f"demo/{name}" in done.stdout
        assert (folder / "demo" / name).is_file()
    assert "demo/release/manifest.json" in done.stdout


def test_demo_again(diversa, folder):
    diversa("demo", "--out", "demo")
    before = files_of(folder)
    (folder / "demo/plan.toml").write_text("broken = [")
    assert diversa("demo", "--out", "demo").code == 0
    assert files_of(folder) == before


def test_what_to_try_next_can_be_tried(diversa):
    shown = diversa("demo", "--out", "a demo").stdout
    steps = [line.strip() for line in shown.splitlines() if line.startswith("    d")]
    assert len(steps) == 8
    codes = [diversa(*shlex.split(step)[1:]).code for step in steps[:6]]
    assert codes == [0] * 6
    assert diversa("demo", "--out", "a demo").code == 0


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
