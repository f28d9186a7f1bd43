# SPDX-License-Identifier: Apache-2.0
"""The options --population and --population-count."""

from __future__ import annotations

import pytest

ROLES = ["--qi", "zip", "--sensitive", "ill"]
ZIP = ["--hierarchy", "zip=masking"]
PEOPLE = ["--population", "people.csv", "--population-count", "n"]


@pytest.fixture(autouse=True)
def files(folder):
    table = "zip,ill\n11,flu\n11,flu\n12,acne\n21,flu\n22,acne\n"
    (folder / "table.csv").write_text(table)
    (folder / "people.csv").write_text("zip,n\n11,3\n12,2\n21,1\n22,2\n31,1\n")
    (folder / "general.csv").write_text("zip,n\n1*,5\n2*,3\n3*,1\n")


def publish(diversa, *more):
    words = ["anonymize", "table.csv", *ROLES, *ZIP, "--model", "k-map:3", "--json"]
    return diversa(*words, *more, "--out", "release")


def test_a_release_and_its_audit(diversa):
    done = publish(diversa, *PEOPLE)
    assert done.code == 0
    assert done.json["levels"] == {"zip": 1}
    assert diversa("audit", "release", *PEOPLE, *ZIP).code == 0
    general = ["--population", "general.csv", "--population-count", "n"]
    assert diversa("audit", "release", *general).code == 0
    alone = diversa("audit", "release")
    assert alone.code == 4  # neither does it hold, nor is it said that it fails
    assert "it depends on a table of the population; give" in alone.stdout


@pytest.mark.parametrize(("k", "code"), [(3, 0), (4, 1)])
def test_the_audit_of_a_table(diversa, k, code):
    assert publish(diversa, *PEOPLE).code == 0
    words = ["audit", "release/release.csv", *ROLES, "--model", f"k-map:{k}", "--json"]
    general = ["--population", "general.csv", "--population-count", "n"]
    done = diversa(*words, *general)
    assert done.code == code
    assert done.json["levels"]["k-map"] == 3


def test_what_is_missing_is_said(diversa, folder):
    done = publish(diversa)
    assert done.code == 2
    assert "needs a table of the population, got none" in done.stderr
    alone = publish(diversa, "--population-count", "n")
    assert alone.code == 2
    assert "--population-count: must come with a population" in alone.stderr
    assert not (folder / "release").exists()
    audit = diversa("audit", "table.csv", *ROLES, "--population-count", "n")
    assert audit.code == 2
    assert "--population-count: must come with a population" in audit.stderr


def test_too_many_people_to_be_counted_exactly(diversa, folder):
    rows = "".join("11,flu\n" for _ in range(2000))
    (folder / "alike.csv").write_text("zip,ill\n" + rows)
    people = "zip,ill,n\n11,flu,9000000000000000\n11,acne,9000000000000000\n"
    (folder / "people.csv").write_text(people)
    model = ["--model", "bayes-positive-disclosure:0.5"]
    done = diversa("audit", "alike.csv", *ROLES, *model, *PEOPLE)
    assert done.code == 2
    assert "people from 0 to 1,000,000,000,000" in done.stderr
    fewer = people.replace("9000000000000000", "500000000000")
    (folder / "people.csv").write_text(fewer)
    done = diversa("audit", "alike.csv", *ROLES, *model, *PEOPLE, "--json")
    assert done.code == 1
    assert done.json["models"][0]["attained"] == 0
