# SPDX-License-Identifier: Apache-2.0
"""The audit as a command, on Figures 1 and 2 of the l-diversity paper."""

from __future__ import annotations

import json

import pytest

from people_releases import visits

KEYS = {"rows", "groups", "levels", "models", "holds"}
ROLES = ["--qi", "zip,age,nationality", "--sensitive", "condition"]


@pytest.fixture
def release(diversa, figure_1, folder, made_once):
    words = ["anonymize", figure_1, "--plan", "plan.toml", "--out", "release"]
    done = made_once("audited", lambda: diversa(*words))
    assert done.code == 0
    return folder / "release"


def test_keys(diversa, release):
    done = diversa("audit", release / "release.csv", *ROLES, "--json")
    assert done.code == 0
    found = done.json
    assert found.keys() >= KEYS
    assert (found["rows"], found["groups"], found["holds"]) == (12, 3, True)
    # Figure 2: the group 130** 30-39 holds nothing but cancer.
    assert found["levels"]["k-anonymity"] == 4
    assert found["levels"]["distinct-l-diversity"] == 1
    assert found["levels"]["recursive-cl-diversity"] is None


def test_a_model_that_holds(diversa, release):
    words = ["audit", release / "release.csv", *ROLES]
    done = diversa(*words, "--model", "k-anonymity:4")
    assert done.code == 0
    assert done.stdout.startswith("HOLDS  ")
    assert "every model holds in every group" in done.stdout


def test_a_model_that_does_not_hold(diversa, release):
    words = ["--model", "k-anonymity:4", "--model", "distinct-l-diversity:2"]
    done = diversa("audit", release / "release.csv", *ROLES, *words, "--json")
    assert done.code == 1
    size, diverse = done.json["models"]
    assert size["holds"]
    assert not diverse["holds"]
    assert diverse["failing_groups"] == 1
    assert diverse["failing_rows"] == 4
    assert diverse["attained"] == 1
    assert not done.json["holds"]


def test_number_of_groups_shown(diversa, figure_1):
    words = ["audit", figure_1, *ROLES, "--model", "k-anonymity:2", "--json"]
    assert len(diversa(*words, "--groups", 3).json["violating"]) == 3
    assert diversa(*words, "--groups", 0).json["violating"] == []


def test_missing_values_need_a_policy(diversa, folder):
    (folder / "gaps.csv").write_text("zip,ill\n1,flu\n1,\n1,cold\n")
    words = ["audit", "gaps.csv", "--qi", "zip", "--sensitive", "ill", "--json"]
    assert diversa(*words).code == 2
    for policy, distinct in {"own": 3, "worst": 2, "drop": 2}.items():
        levels = diversa(*words, "--missing", policy).json["levels"]
        assert levels["distinct-l-diversity"] == distinct


def test_a_lone_row_of_stars_fails_the_gate_as_it_fails_the_attack(diversa, folder):
    (folder / "stars.csv").write_text("zip,age,ill\n1,2,a\n1,2,b\n*,*,c\n")
    roles = ["--qi", "zip,age", "--sensitive", "ill"]
    words = ["audit", "stars.csv", *roles, "--model", "k-anonymity:2"]
    done = diversa(*words)
    assert done.code == 1
    assert "1 row with * in every quasi-identifier: a group like any" in done.stdout
    assert diversa("attack", "stars.csv", *roles).stdout.startswith("EXPOSED")
    ignored = diversa(*words, "--ignore-suppressed")
    assert ignored.code == 0
    assert "1 row left out as suppressed, as was asked for" in ignored.stdout


def test_release(diversa, release):
    done = diversa("audit", release)
    assert done.code == 0
    assert "the release is what its manifest promises" in done.stdout
    assert diversa("audit", release, "--json").json["problems"] == []


def test_release_that_was_changed(diversa, release):
    table = release / "release.csv"
    table.write_text(table.read_text().replace("130**", "13***", 1))
    done = diversa("audit", release)
    assert done.code == 1
    first, second, *_ = done.stdout.splitlines()
    assert first.startswith("DOES NOT HOLD  ")
    assert second.startswith("  - release.csv: ")
    assert diversa("audit", release, "--json").json["holds"] is False


def test_release_that_promises_too_much(diversa, release):
    path = release / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["promise"]["models"] = ["k-anonymity:5"]
    path.write_text(json.dumps(manifest))
    done = diversa("audit", release, "--json")
    assert done.code == 1
    assert any("k-anonymity:5 must hold" in one for one in done.json["problems"])


def test_release_takes_no_roles(diversa, release):
    done = diversa("audit", release, *ROLES)
    assert done.code == 2
    assert "release.csv" in done.stderr


def test_folder_that_is_no_release(diversa, folder):
    (folder / "other").mkdir()
    done = diversa("audit", "other")
    assert done.code == 2
    assert "manifest.json" in done.stderr


def test_several_parquet_files_are_one_table(diversa, folder):
    import pyarrow as pa
    import pyarrow.parquet as pq

    (folder / "parts").mkdir()
    for part in ("a", "b"):
        pq.write_table(pa.table({"zip": ["1"]}), folder / "parts" / f"{part}.parquet")
    done = diversa("audit", "parts", "--qi", "zip", "--model", "k-anonymity:2")
    assert done.code == 0, done.stderr


def test_a_terminal_is_not_obeyed(diversa, folder):
    (folder / "evil.csv").write_text("zip\n\x1b[2J1\n2\n")
    done = diversa("audit", "evil.csv", "--qi", "zip", "--model", "k-anonymity:2")
    assert "\x1b" not in done.stdout
    assert r"\x1b[2J1" in done.stdout


def test_a_taxonomy_that_is_not_given_is_asked_for(diversa, folder):
    kinds = "flu,lungs\ncold,lungs\nhiv,blood\nhepatitis,blood\n"
    (folder / "kinds.csv").write_text(kinds)
    rows = "zip,ill\na,flu\nb,hiv\nc,cold\nd,hepatitis\n"
    (folder / "ill.csv").write_text(rows)
    tree = ["--hierarchy", "ill=kinds.csv"]
    words = ["--qi", "zip", "--sensitive", "ill", "--model", "le-diversity:l=2,e=1"]
    words += ["--method", "local-recoding", "--labels", "tight"]
    made = diversa("anonymize", "ill.csv", *words, *tree, "--out", "open")
    assert made.code == 0
    assert diversa("audit", "open").code == 0  # its taxonomy is in the folder
    words += ["--taxonomies", "none"]
    made = diversa("anonymize", "ill.csv", *words, *tree, "--out", "kept")
    assert made.code == 0
    assert diversa("audit", "kept", *tree).code == 0
    done = diversa("audit", "kept", "--json")
    assert done.code == 4
    assert (done.json["verdict"], done.json["holds"]) == ("undecided", None)
    said = diversa("audit", "kept").stdout
    assert said.startswith("UNDECIDED  kept:")
    assert "it depends on the taxonomy of 'ill'; give it" in said
    assert "--hierarchy ill=FILE" in said


VISITS = ["--qi", "age,zip", "--sensitive", "ill"]


@pytest.fixture
def people_release(diversa, folder, made_once):
    def make():
        visits().to_csv(folder / "visits.csv", index=False)
        words = ["--person", "who", "--model", "k-anonymity:5", "--hierarchy", "age=20"]
        return diversa("anonymize", "visits.csv", *VISITS, *words, "--out", "people")

    assert made_once("people", make).code == 0
    return folder / "people"


def test_people_of_a_table(diversa, people_release):
    words = ["audit", people_release.parent / "visits.csv", *VISITS, "--person", "who"]
    done = diversa(*words, "--model", "k-anonymity:5")
    assert done.code == 1
    assert "k = 1 people (smallest group: 1 row)" in done.stdout
    assert "rows of 60 people (by 'who')" in done.stdout
    found = diversa(*words, "--json").json
    assert (found["counted"], found["people"], found["person"]) == ("people", 60, "who")
    assert found["levels_in_rows"]["k-anonymity"] == 1


def test_a_release_of_people_is_undecided_without_its_table(diversa, people_release):
    done = diversa("audit", people_release)
    assert done.code == 4
    assert done.stdout.startswith("UNDECIDED  ")
    assert "people: as the publisher says, 60 people in groups of" in done.stdout
    assert "give the table that it was made from (--table FILE)" in done.stdout


def test_the_table_of_a_release_decides_about_people(diversa, people_release, folder):
    done = diversa("audit", people_release, "--table", folder / "visits.csv")
    assert done.code == 0
    assert done.stdout.startswith("HOLDS  ")
    assert "rows of 60 people in" in done.stdout
    assert "people (smallest group:" in done.stdout


def test_a_plan_of_people_does_not_hold_for_its_rows(diversa, people_release, folder):
    (folder / "plan.toml").write_text(
        '[roles]\nquasi_identifiers = ["age", "zip"]\nsensitive = ["ill"]\n'
        'person = "who"\n[privacy]\nmodels = ["k-anonymity:2"]\n'
    )
    done = diversa("audit", people_release / "release.csv", "--plan", "plan.toml")
    assert done.code == 4
    assert "whose the rows are" in done.stdout
    raw = diversa("audit", folder / "visits.csv", "--plan", "plan.toml")
    assert raw.code == 1


def test_a_recoding_belongs_to_a_folder(diversa, people_release, folder):
    path = folder / "visits.csv"
    done = diversa("audit", path, *VISITS, "--recoding", people_release / "report.html")
    assert done.code == 2
    assert "--recoding belongs to the audit of a release folder" in done.stderr
