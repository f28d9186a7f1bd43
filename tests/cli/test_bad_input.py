# SPDX-License-Identifier: Apache-2.0
"""Bad input: exit code 2, a message that names the thing, and nothing written."""

from __future__ import annotations

from pathlib import Path

import pytest

from snapshots import files_of

GOOD = "zip,age,ill\n13053,28,flu\n13068,29,cold\n13053,31,flu\n"

FILES = {
    "good.csv": GOOD,
    "twice.csv": "zip,age,ZIP\n1,2,3\n4,5,6\n",
    "empty.csv": "",
    "header.csv": "zip,age,ill\n",
    "one.csv": "zip,age,ill\n13053,28,flu\n",
    "ragged.csv": "zip,age,ill\n13053,28,flu\n13053,29\n",
    "gaps.csv": "zip,age,ill\n13053,28,flu\n13053,29,\n",
    "short.csv": "13053;1305*;*\n",
    "faults.toml": """\
[roles]
quasi_identifiers = "zip"
kind = 1
[privacy]
models = ["k-anonymity:0"]
suppression = 3
[extra]
[hierarchies]
zip = { kind = "maskin" }
""",
    "broken.toml": "roles = [\n",
}

ROLES = ["--qi", "zip,age", "--sensitive", "ill"]
MODEL = ["--model", "k-anonymity:2"]

CASES = {
    "column names that differ in case": (
        "twice.csv",
        [*MODEL, "--qi", "age"],
        ["'zip', 'ZIP'"],
    ),
    "a column in two roles": (
        "good.csv",
        [*MODEL, "--qi", "zip,ill", "--sensitive", "ill"],
        ["'ill'", "quasi_identifiers and sensitive"],
    ),
    "no quasi-identifier": (
        "good.csv",
        MODEL,
        ["quasi_identifiers", "there are: zip, age, ill"],
    ),
    "no model": ("good.csv", ROLES, ["models must name at least one model"]),
    "empty file": ("empty.csv", [*ROLES, *MODEL], ["empty.csv", "empty file"]),
    "header only": ("header.csv", [*ROLES, *MODEL], ["header.csv", "rows"]),
    "one row": ("one.csv", [*ROLES, *MODEL], ["at least two rows, got 1"]),
    "one row, weakest model": (
        "one.csv",
        [*ROLES, "--model", "k-anonymity:1"],
        ["at least two rows, got 1"],
    ),
    "a short line": ("ragged.csv", [*ROLES, *MODEL], ["ragged.csv, line 3"]),
    "missing sensitive value": (
        "gaps.csv",
        [*ROLES, *MODEL],
        ["column 'ill'", "1 of 2 rows"],
    ),
    "unknown column": (
        "good.csv",
        [*MODEL, "--qi", "zipp"],
        ["'zipp'", "did you mean 'zip'?"],
    ),
    "missing file": (
        "god.csv",
        [*ROLES, *MODEL],
        ["god.csv", "did you mean 'good.csv'?"],
    ),
    "missing plan": ("good.csv", ["--plan", "no.toml"], ["no.toml", "suggest"]),
    "plan that is no TOML": ("good.csv", ["--plan", "broken.toml"], ["must be TOML"]),
    "unknown model": (
        "good.csv",
        [*ROLES, "--model", "k-anonimity:2"],
        ["did you mean 'k-anonymity'?"],
    ),
    "model with an equals sign": (
        "good.csv",
        [*ROLES, "--model", "k-anonymity=2"],
        ["a colon must follow the name k-anonymity", "k-anonymity:k="],
    ),
    "family of models": (
        "good.csv",
        [*ROLES, "--model", "l-diversity:2"],
        ["'distinct-l-diversity' or 'frequency-l-diversity'"],
    ),
    "unknown parameter": (
        "good.csv",
        [*ROLES, "--model", "k-anonymity:k=2,z=1"],
        ["k-anonymity", "'z'"],
    ),
    "parameter out of bounds": (
        "good.csv",
        [*ROLES, "--model", "k-anonymity:0"],
        ["k must be at least 1, got 0"],
    ),
    "hierarchy that lacks a value": (
        "good.csv",
        [*ROLES, *MODEL, "--hierarchy", "zip=short.csv"],
        ["hierarchy of 'zip'", "1 of 2 values", "short.csv"],
    ),
    "hierarchy that is nothing": (
        "good.csv",
        [*ROLES, *MODEL, "--hierarchy", "zip=maskng"],
        ["'zip'", "did you mean 'masking'?"],
    ),
    "hierarchy in a file that is not there": (
        "good.csv",
        [*ROLES, *MODEL, "--hierarchy", "zip=no.csv"],
        ["hierarchy of 'zip'", "'no.csv'; there is no such file"],
    ),
    "unknown method": (
        "good.csv",
        [*ROLES, *MODEL, "--method", "mondrain"],
        ["--method: must be one of full-domain, auto", "did you mean 'mondrian'?"],
    ),
    "hierarchy without a column": (
        "good.csv",
        [*ROLES, *MODEL, "--hierarchy", "zip"],
        ["column=how"],
    ),
    "folder without levels files": (
        "good.csv",
        [*ROLES, *MODEL, "--hierarchies", "."],
        ["levels files", "zip, age"],
    ),
    "folder that is not there": (
        "good.csv",
        [*ROLES, *MODEL, "--hierarchies", "no"],
        ["'no'"],
    ),
    "unknown policy": (
        "good.csv",
        [*ROLES, *MODEL, "--missing", "maybe"],
        ["missing: must be one of raise, own, worst, drop"],
    ),
    "unknown way to suppress": (
        "good.csv",
        [*ROLES, *MODEL, "--suppress-by", "hide"],
        ["suppress-by: must be"],
    ),
    "unknown treatment": (
        "good.csv",
        ["--qi", "zip", *MODEL, "--identifier", "age", "--identifiers-as", "hide"],
        ["identifiers.age: must be one of"],
    ),
    "treatment without an identifier": (
        "good.csv",
        [*ROLES, *MODEL, "--identifiers-as", "mask"],
        ["--identifier"],
    ),
    "share above one": (
        "good.csv",
        [*ROLES, *MODEL, "--suppression", "2"],
        ["suppression", "at most 1", "0.05 is 5 %"],
    ),
    "unknown objective": (
        "good.csv",
        [*ROLES, *MODEL, "--objective", "los"],
        ["did you mean 'loss'?"],
    ),
    "unknown search": (
        "good.csv",
        [*ROLES, *MODEL, "--algorithm", "optimum"],
        ["did you mean 'optimal'?"],
    ),
    "unknown format": (
        "good.csv",
        [*ROLES, *MODEL, "--format", "xml"],
        ["csv, parquet"],
    ),
    "unknown encoding": (
        "good.csv",
        [*ROLES, *MODEL, "--encoding", "utf-99"],
        ["utf-99"],
    ),
    "number and date": (
        "good.csv",
        [*ROLES, *MODEL, "--number", "age", "--date", "age"],
        ["age as both"],
    ),
    "tokens inside the release": (
        "good.csv",
        [*ROLES, *MODEL, "--tokens", "old/tokens.csv"],
        ["tokens: must not be inside the release"],
    ),
}


OLD = {"manifest.json": "{}", "release.csv": "zip\n*\n*\n"}
"""Files of an earlier release; a run that is told to may replace them."""


@pytest.fixture
def files(folder):
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "old").mkdir()
    for name, text in OLD.items():
        (folder / "old" / name).write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("case", CASES)
def test_bad_input(diversa, files, case):
    source, words, named = CASES[case]
    before = files_of(files)
    done = diversa("anonymize", source, *words, "--out", "old", "--replace")
    assert done.code == 2
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr
    assert all(one in done.stderr for one in named), done.stderr
    assert done.stdout == ""
    assert files_of(files) == before


def test_good_input_would_replace_it(diversa, files):
    """The cases above fail for what is wrong in them, not for the folder."""
    words = [*ROLES, *MODEL, "--out", "old", "--replace"]
    done = diversa("anonymize", "good.csv", *words)
    assert done.code == 0
    assert "Replaced: a release whose manifest could not be read" in done.stdout
    assert (files / "old/manifest.json").read_text() != OLD["manifest.json"]


@pytest.mark.parametrize("case", ["unknown column", "one row", "unknown model"])
def test_no_new_folder_appears(diversa, files, case):
    source, words, _ = CASES[case]
    assert diversa("anonymize", source, *words, "--out", "new").code == 2
    assert not (files / "new").exists()


@pytest.mark.usefixtures("files")
def test_every_fault_of_a_plan_has_its_line(diversa):
    words = ["--plan", "faults.toml", "--out", "release", "--json"]
    done = diversa("anonymize", "good.csv", *words)
    assert done.code == 2
    lines = done.stderr.splitlines()
    assert all(line.startswith("error: ") for line in lines)
    for place in ("[extra]", "roles.quasi_identifiers", "roles.kind", "privacy.models"):
        assert sum(place in line for line in lines) == 1
    assert sum("hierarchies.zip" in line for line in lines) == 1
    assert done.json["error"].count("\n") == len(lines) - 1


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("command", ["lattice", "audit"])
@pytest.mark.parametrize("source", ["empty.csv", "header.csv", "no.csv", "twice.csv"])
def test_other_commands(diversa, command, source):
    done = diversa(command, source, "--qi", "age", *MODEL, "--json")
    if (command, source) == ("audit", "header.csv"):  # a table without rows
        assert done.json["rows"] == done.code == 0
    else:
        assert done.code == 2
        assert source in done.json["error"]


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("source", ["empty.csv", "header.csv", "one.csv", "no.csv"])
def test_suggest(diversa, source):
    done = diversa("suggest", source)
    assert done.code == 2
    assert done.stderr.startswith("error: ")
    assert done.stdout == ""


def test_a_folder_of_other_files_is_not_replaced(diversa, files):
    (files / "mine").mkdir()
    (files / "mine" / "letter.txt").write_text("mine")
    done = diversa("anonymize", "good.csv", *ROLES, *MODEL, "--out", "mine")
    assert done.code == 2
    assert (files / "mine" / "letter.txt").read_text() == "mine"


def test_every_bad_model_of_a_plan_is_named(diversa, folder, figure_1):
    text = (folder / "plan.toml").read_text()
    bad = 'models = ["k-anonymty:4", "distinct-l-diversity:0"]'
    (folder / "plan.toml").write_text(text.replace('models = ["k-anonymity:4"]', bad))
    done = diversa("anonymize", figure_1, "--plan", "plan.toml", "--out", "out")
    assert done.code == 2
    assert "k-anonymty" in done.stderr
    assert "distinct-l-diversity: l must be at least 1" in done.stderr


def test_a_missing_option_is_told_with_what_it_is(diversa):
    done = diversa("republish", "good.csv", *ROLES, "--out", "new")
    assert done.code == 2
    assert "Missing option '--key'. The column that tells people apart" in done.stderr


@pytest.mark.parametrize(
    "options",
    [
        ["--encoding", "hex"],
        ["--encoding", "rot13"],
        ["--encoding", "punycode"],
        ["--encoding", "utf-16"],
        ["--missing-text", '"'],
        ["--missing-text", "n,a"],
        ["--quote", ","],
        ["--delimiter", '"'],
    ],
)
@pytest.mark.parametrize("command", ["audit", "suggest"])
def test_what_a_file_cannot_be_read_with_is_no_bug_of_ours(diversa, command, options):
    Path("good.csv").write_text(GOOD)
    roles = ["--qi", "zip"] if command == "audit" else []
    ran = diversa(command, "good.csv", *roles, *options)
    assert ran.code == 2
    assert "good.csv" in ran.stderr
    assert "our bug" not in ran.stderr
