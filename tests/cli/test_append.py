# SPDX-License-Identifier: Apache-2.0
"""`diversa append`: rows of every night on the command line."""

from __future__ import annotations

import json
import stat

import pytest

TARGETS = ["--out", "public", "--register", "register.json"]


@pytest.fixture
def begun(folder, diversa):
    rows = [f"{20 + n % 20},{'xyz'[n % 3]}" for n in range(40)]
    (folder / "first.csv").write_text("\n".join(["age,ill", *rows]) + "\n")
    done = diversa(
        *("anonymize", "first.csv", "--qi", "age", "--sensitive", "ill"),
        *("--model", "k-anonymity:3", "--hierarchy", "age=10"),
        *("--out", "trial", "--recoding", "recoding.json"),
    )
    assert done.code == 0, done.stderr

    def night(name, rows, *words):
        (folder / name).write_text("\n".join(["age,ill", *rows]) + "\n")
        return diversa("append", "recoding.json", name, *TARGETS, *words)

    return night


def test_nights_in_words(begun, folder):
    done = begun("1.csv", ["21,x", "22,y"], "--first")
    assert done.code == 0, done.stderr
    assert "NOTHING NEW  batch 1, 2 rows: the table stays as it was" in done.stdout
    assert "2 rows waiting: the rows of their groups, or the new ones" in done.stdout
    done = begun("2.csv", ["23,z"])
    assert "PUBLISHED  batch 2, 1 row: 3 rows now, 2 of them late; 3 in all" in (
        done.stdout
    )
    assert "Warning" not in done.stdout
    done = begun("3.csv", ["24,x"])
    assert "NOTHING NEW  batch 3, 1 row: the table stays as it was" in done.stdout
    assert "1 row waiting: " in done.stdout
    register = folder / "register.json"
    assert stat.S_IMODE(register.stat().st_mode) == 0o600
    assert sorted(path.name for path in (folder / "public").iterdir()) == [
        "manifest.json",
        "release.csv",
        "report.html",
    ]


def test_a_table_that_holds_only_together_is_warned_of(begun):
    begun("1.csv", ["21,x", "22,y", "29,x", "31,x"], "--first", "--together")
    done = begun("2.csv", ["24,x"])
    assert "PUBLISHED  batch 2, 1 row: 1 row now; 4 in all" in done.stdout
    assert "1 row waiting: their groups do not satisfy the models" in done.stdout
    assert "Warning: 1 row of these joined groups with so few others" in done.stdout
    assert "A table begun without --together lets them wait" in done.stdout
    done = begun("3.csv", ["25,x"], "--apart")
    assert done.code == 2
    assert "must be as in the register (false)" in done.stderr


def test_a_model_of_the_whole_table_judges_together(begun, folder, diversa):
    (folder / "recoding.json").unlink()
    done = diversa(
        *("anonymize", "first.csv", "--qi", "age", "--sensitive", "ill"),
        *("--model", "k-anonymity:3", "--model", "t-closeness:0.4"),
        *("--hierarchy", "age=10", "--out", "second", "--recoding", "recoding.json"),
        "--second-release-anyway",
    )
    assert done.code == 0, done.stderr
    rows = ["21,x", "22,y", "29,z"]
    done = begun("1.csv", rows, "--first", "--apart")
    assert done.code == 2
    assert "must come without t-closeness" in done.stderr
    assert not (folder / "register.json").exists()
    done = begun("1.csv", rows, "--first")
    assert done.code == 0, done.stderr
    done = begun("2.csv", ["24,x"])
    assert "Warning: 1 row of these joined groups with so few others" in done.stdout
    assert "lets them wait" not in done.stdout
    assert "can only compare groups with the whole table" in done.stdout


@pytest.mark.parametrize("words", [(), ("--apart",)])
def test_a_night_as_json(begun, words):
    begun("1.csv", ["21,x", "22,y", "29,x"], "--first", *words)
    done = begun("2.csv", ["21,x"], "--json")
    told = json.loads(done.stdout)
    assert (told["published"], told["waiting"], told["apart"]) == (0, 1, True)
    assert told["release"] is None


def test_the_same_file_twice(begun, folder):
    begun("1.csv", ["21,x", "22,y", "29,x"], "--first")
    before = (folder / "register.json").read_bytes()
    done = begun("1.csv", ["21,x", "22,y", "29,x"])
    assert done.code == 2
    assert "say so: --again" in done.stderr
    assert (folder / "register.json").read_bytes() == before


def test_the_table_is_audited_as_a_whole(begun, diversa):
    begun("1.csv", ["21,x", "22,y", "29,x"], "--first")
    begun("2.csv", ["31,x", "22,y", "23,y", "24,x"])
    done = diversa("audit", "public")
    assert done.code == 0, done.stderr
    assert "6 rows in 1 group" in done.stdout
