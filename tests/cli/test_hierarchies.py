# SPDX-License-Identifier: Apache-2.0
"""The command that shows hierarchies and writes them as files."""

from __future__ import annotations

from pathlib import Path

import pytest

PEOPLE = "zip,age,sex\n13053,17,f\n13068,35,m\n14850,92,f\n"


@pytest.fixture
def people(folder):
    (folder / "people.csv").write_text(PEOPLE)
    return "people.csv"


def test_declared_and_automatic_hierarchies(diversa, people):
    done = diversa("hierarchies", people, "--qi", "zip,age", "--hierarchy", "age=10,20")
    assert done.code == 0
    shown = " ".join(done.stdout.split())
    assert "zip: masking, chosen by the values" in shown
    assert 'In a plan: zip = { kind = "masking", length = 5 }' in shown
    assert "age: intervals, as declared" in shown
    assert "17 10-19 0-19 *" in shown
    assert "3 values" in shown


def test_json(diversa, people):
    done = diversa("hierarchies", people, "--qi", "sex", "--values", "1", "--json")
    assert done.json == {
        "hierarchies": [
            {
                "attribute": "sex",
                "declared": False,
                "declaration": {"kind": "suppression"},
                "height": 1,
                "sizes": [2, 1],
                "examples": [["f", "*"]],
            }
        ],
        "files": [],
    }


def test_written_files_give_the_same_hierarchies(diversa, people):
    words = ("hierarchies", people, "--qi", "zip,age", "--json")
    first = diversa(*words, "--write", "levels").json
    assert first["files"] == ["levels/zip.csv", "levels/age.csv"]
    again = diversa(*words, "--hierarchies", "levels").json["hierarchies"]
    for old, new in zip(first["hierarchies"], again, strict=True):
        assert new["declared"]
        assert new["declaration"]["kind"] == "levels"
        assert new["examples"] == old["examples"]


def test_files_hold_every_value_of_a_coded_column(diversa, people):
    coding = ("--top-code", "age=90", "--hierarchy", "age=10")
    done = diversa("hierarchies", people, "--qi", "age", *coding, "--write", "levels")
    assert "--top-code age=90" in done.stdout
    lines = Path("levels/age.csv").read_text().splitlines()
    assert lines == ["17;10-19;*", "35;30-39;*", "92;90-99;*"]
    words = ("hierarchies", people, "--qi", "age", "--top-code", "age=90", "--json")
    (found,) = diversa(*words, "--hierarchies", "levels").json["hierarchies"]
    assert found["examples"][-1] == [">=90", ">=90", "*"]


def test_a_folder_with_files_is_left_alone(diversa, people, folder):
    (folder / "levels").mkdir()
    (folder / "levels" / "zip.csv").write_text("mine")
    done = diversa("hierarchies", people, "--qi", "zip", "--write", "levels")
    assert done.code == 2
    assert "new or empty folder" in done.stderr
    assert (folder / "levels" / "zip.csv").read_text() == "mine"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "quasi_identifiers"),
        (("--qi", "zipp"), "did you mean 'zip'"),
        (("--qi", "zip", "--hierarchy", "agee=5"), "did you mean 'age'"),
    ],
)
def test_wrong_columns(diversa, people, words, said):
    done = diversa("hierarchies", people, *words, "--write", "levels")
    assert done.code == 2
    assert said in done.stderr
    assert not Path("levels").exists()


def test_a_column_that_is_no_file_name(diversa, folder):
    (folder / "t.csv").write_text("a/b\n1\n2\n")
    done = diversa("hierarchies", "t.csv", "--qi", "a/b", "--write", "levels")
    assert done.code == 2
    assert not Path("levels").exists()


def test_hierarchies_of_raw_values_are_refused_for_a_release(diversa):
    diversa("demo", "--out", "demo")
    for words in (("--hierarchy", "zip=masking"), ("--top-code", "born=3")):
        done = diversa("hierarchies", "demo/release", *words)
        assert done.code == 2
        assert "a release has labels" in done.stderr
