# SPDX-License-Identifier: Apache-2.0
"""Options on earlier releases: what they refuse, and who asks the ledger."""

from __future__ import annotations

import csv

ROLES = ["--qi", "zip,age,nationality", "--sensitive", "condition", "--no-ledger"]


def test_ledgers_that_cannot_be(diversa, figure_1, folder):
    words = ["anonymize", figure_1, *ROLES, "--model", "k-anonymity:2", "--out", "a"]
    both = diversa(*words, "--ledger", "x.json")
    assert both.code == 2
    assert "--no-ledger must come without --ledger" in both.stderr
    silent = diversa(*words, "--second-release-anyway")
    assert "without --second-release-anyway" in silent.stderr
    (folder / "x.json").write_text("{}")
    named = [word for word in words if word != "--no-ledger"]
    broken = diversa(*named, "--ledger", "x.json")
    assert broken.code == 2
    assert "must be a ledger that diversa wrote" in broken.stderr
    within = diversa(*named, "--ledger", "a/ledger.json")
    assert within.code == 2
    assert "--ledger: must not be inside the release" in within.stderr
    assert not (folder / "a").exists()


def write(path, ages):
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = [(f"p{age}", age % 9, "xyz"[age % 3]) for age in ages]
        csv.writer(file).writerows([("name", "age", "ill"), *lines])


def test_later_rows_of_people_who_were_published_are_refused_with_safe_labels(
    diversa, folder
):
    write(folder / "first.csv", range(60))
    write(folder / "later.csv", range(30, 120))
    write(folder / "others.csv", range(200, 260))
    ledger = ["--ledger", "mine.json"]
    first = diversa(
        *("anonymize", "first.csv", "--qi", "age", "--sensitive", "ill"),
        *("--identifier", "name", "--model", "k-anonymity:5", "--method", "mondrian"),
        *("--number", "age", "--recoding", "r.json", "--out", "a", *ledger),
    )
    assert first.code == 0, first.stderr
    again = diversa("apply", "r.json", "later.csv", "--out", "b", *ledger)
    assert again.code == 2
    assert "a second release with safe labels" in again.stderr
    assert not (folder / "b").exists()
    others = diversa("apply", "r.json", "others.csv", "--out", "c", *ledger)
    assert others.code == 0, others.stderr
    assert "people who are in both tables" in " ".join(others.stdout.split())
    anyway = ["--second-release-anyway", *ledger]
    assert diversa("apply", "r.json", "later.csv", "--out", "b", *anyway).code == 0
    both = diversa("apply", "r.json", "later.csv", "--out", "d", "--no-ledger", *ledger)
    assert both.code == 2
    assert diversa("audit", "c").code == 0
