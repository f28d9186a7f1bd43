# SPDX-License-Identifier: Apache-2.0
"""Planted identifiers and sensitive values never leave but in the released table."""

from __future__ import annotations

import pytest

from snapshots import files_of

NAMES = [f"Canaryname{number:02}" for number in range(24)]
ILLS = ["Canaryill-a", "Canaryill-b", "Canaryill-c", "Canaryill-d"]
ROLES = ["--identifier", "name", "--qi", "zip,age", "--sensitive", "ill"]

RUNS = {
    "anonymize": ["anonymize", "t.csv", *ROLES, "--model", "k-anonymity:3"],
    "with diversity": [
        *("anonymize", "t.csv", *ROLES),
        *("--model", "entropy-l-diversity:2", "--suppression", "0.2"),
    ],
    "no solution": ["anonymize", "t.csv", *ROLES, "--model", "distinct-l-diversity:9"],
    "audit": ["audit", "t.csv", *ROLES[2:], "--model", "distinct-l-diversity:3"],
    "lattice": ["lattice", "t.csv", *ROLES, "--model", "k-anonymity:3"],
    "sweep": [
        *("sweep", "t.csv", *ROLES, "--model", "distinct-l-diversity:2"),
        *("--over", "l=2..9", "--picture", "sweep.svg"),
    ],
    "suggest": ["suggest", "t.csv"],
    "sensitive as a number": [
        *("anonymize", "t.csv", *ROLES, "--model", "distinct-l-diversity:2"),
        *("--number", "ill"),
    ],
    "hierarchy of a sensitive column": [
        *("anonymize", "t.csv", "--qi", "zip,age", "--sensitive", "ill"),
        *("--model", "k-anonymity:2", "--hierarchy", "ill=5,10"),
    ],
    "missing without a policy": [
        *("anonymize", "gaps.csv", *ROLES, "--model", "k-anonymity:2"),
    ],
    "no header": ["suggest", "headless.csv"],
    "no header, unknown column": ["audit", "headless.csv", "--qi", "zip"],
    "no header, wrong delimiter": [
        *("audit", "headless.csv", "--qi", "zip", "--delimiter", "é"),
    ],
    "no header, said to be there": [
        *("audit", "headless.csv", "--qi", "zip", "--header"),
    ],
    "known people without a header": [
        *("attack", "t.csv", *ROLES[2:], "--known", "headless.csv"),
    ],
    "damaged line": ["anonymize", "bad.csv", *ROLES, "--model", "k-anonymity:2"],
    "unknown parameter": [
        *("anonymize", "t.csv", *ROLES),
        *("--model", "pd-recursive-cl-diversity:c=2,l=2,disclosable=x,Canaryill-a"),
    ],
}


@pytest.fixture
def table(folder):
    rows = [
        f"{name},{13050 + place % 3},{20 + place % 8},{ILLS[place % 4]}"
        for place, name in enumerate(NAMES)
    ]
    text = "\n".join(["name,zip,age,ill", *rows]) + "\n"
    (folder / "t.csv").write_text(text)
    (folder / "headless.csv").write_text("\n".join(rows) + "\n")
    (folder / "gaps.csv").write_text(text + "Canaryname99,13050,20,\n")
    (folder / "bad.csv").write_text(text + 'Canaryname99,13050,"20,Canaryill-a\n')
    return folder


@pytest.mark.parametrize("json", [True, False], ids=["json", "page"])
@pytest.mark.parametrize("run", RUNS)
def test_no_canary_leaves(diversa, table, run, json):
    words = list(RUNS[run])
    if words[0] == "anonymize":
        words += ["--out", "release"]
    done = diversa(*words, *(["--json"] if json else []))
    assert done.code in (0, 1, 2)
    assert "Canary" not in done.stdout + done.stderr
    for name, content in files_of(table).items():
        if name.startswith("release/") and not name.startswith("release/release."):
            assert b"Canary" not in content, name


def test_the_test_can_fail(diversa, table):
    """The sensitive values are in the released table, and names are not."""
    assert diversa(*RUNS["anonymize"], "--out", "release").code == 0
    content = (table / "release/release.csv").read_text()
    assert "Canaryill-a" in content
    assert "Canaryname" not in content


def test_a_bug_tells_its_place_and_no_value(diversa, table, monkeypatch):
    def fail(*_, **__):
        raise KeyError("Canaryill-a")

    monkeypatch.setattr("diversa.engines.duckdb.engine.DuckDBEngine.write", fail)
    done = diversa(*RUNS["anonymize"], "--out", "release", "--json")
    assert done.code == 3
    assert "error: this is our bug: KeyError in diversa/" in done.stderr
    assert "Canary" not in done.stdout + done.stderr
    assert "our bug" in done.json["error"]
    assert not (table / "release").exists()
