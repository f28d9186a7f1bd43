# SPDX-License-Identifier: Apache-2.0
"""The command `diversa republish`."""

from __future__ import annotations

import pytest

from snapshots import files_of

PLAN = """\
[roles]
quasi_identifiers = ["age"]
sensitive = ["ill"]

[privacy]
models = ["m-invariance:2"]

[search]
labels = "tight"
"""
JANUARY = "patient,age,ill\nBob,30,flu\nAlice,40,asthma\n"
FEBRUARY = "patient,age,ill\nBob,30,flu\nCarl,50,cancer\n"
WORDS = ["--plan", "plan.toml", "--key", "patient", "--register", "register.json"]


@pytest.fixture
def january(diversa, folder, made_once):
    """The first release of a series."""
    return made_once("january", lambda: publish_january(diversa, folder))


def publish_january(diversa, folder):
    (folder / "plan.toml").write_text(PLAN)
    (folder / "january.csv").write_text(JANUARY)
    (folder / "february.csv").write_text(FEBRUARY)
    return diversa("republish", "january.csv", *WORDS, "--first", "--out", "january")


def test_the_next_release(diversa, folder, january):
    assert january.code == 0, january.stderr
    assert "PUBLISHED  release 1: 2 people and 0 counterfeit rows" in january.stdout
    done = diversa("republish", "february.csv", *WORDS, "--out", "february")
    assert done.code == 0, done.stderr
    assert "release 2: 1 person and 1 counterfeit row in 1 group" in done.stdout
    assert "1 person waiting for a later release" in done.stdout
    assert "Register, to be kept secret: register.json" in done.stdout
    published = (folder / "february" / "release.csv").read_text()
    assert published == "age,ill,group\n*,asthma,0\n*,flu,0\n"
    assert diversa("audit", "february").code == 0


def test_ends_that_few_rows_have_are_moved_outwards(diversa, folder):
    """Two people are behind every end: Bob alone is 30, Alice alone 40."""
    (folder / "plan.toml").write_text(PLAN)
    (folder / "january.csv").write_text(JANUARY)
    done = diversa("republish", "january.csv", *WORDS, "--first", "--out", "january")
    assert done.code == 0, done.stderr
    published = (folder / "january" / "release.csv").read_text()
    assert "30" not in published
    assert "40" not in published


def test_settings_of_groups_belong_to_a_republication(diversa, folder):
    (folder / "plan.toml").write_text(PLAN)
    (folder / "january.csv").write_text(JANUARY)
    words = [*WORDS, "--first", "--out", "january"]
    done = diversa("republish", "january.csv", *words, "--numbers", "star")
    assert done.code == 0, done.stderr
    assert (folder / "january" / "release.csv").read_text().count("*") == 2
    done = diversa("republish", "january.csv", *words, "--cut", "median", "--replace")
    assert done.code == 2
    assert "search.cut" in done.stderr


@pytest.mark.usefixtures("january")
def test_json(diversa):
    found = diversa(
        "republish", "february.csv", *WORDS, "--out", "february", "--json"
    ).json
    assert (found["rows_in"], found["rows_out"], found["suppressed"]) == (2, 2, 1)
    assert found["republication"]["counterfeits"] == 1
    assert found["republication"]["holds"] is True


@pytest.mark.usefixtures("january")
def test_a_missing_register_is_no_first_release(diversa, folder):
    (folder / "register.json").unlink()
    before = files_of(folder)
    done = diversa("republish", "february.csv", *WORDS, "--out", "february")
    assert done.code == 2
    assert "say so: --first" in done.stderr
    assert files_of(folder) == before


@pytest.mark.usefixtures("january")
def test_what_cannot_be_promised_is_said(diversa, folder):
    before = files_of(folder)
    done = diversa(
        *("republish", "february.csv", *WORDS, "--out", "february"),
        *("--model", "m-invariance:2", "--model", "k-anonymity:2"),
    )
    assert done.code == 1
    assert "counterfeit rows are not counted" in done.stderr
    assert files_of(folder) == before


@pytest.mark.usefixtures("january")
def test_anonymize_says_what_to_use(diversa):
    done = diversa("anonymize", "january.csv", "--plan", "plan.toml", "--out", "x")
    assert done.code == 2
    assert "diversa.republish" in done.stderr
