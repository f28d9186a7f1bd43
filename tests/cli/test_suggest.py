# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tomllib


def test_the_plan_runs_as_it_is(diversa, hospital_table, folder):
    done = diversa("suggest", hospital_table)
    assert done.code == 0
    (folder / "suggested.toml").write_text(done.stdout, encoding="utf-8")
    words = ["--plan", "suggested.toml", "--out", "release", "--json"]
    ran = diversa("anonymize", hospital_table, *words)
    assert ran.code == 0, ran.stderr
    assert all(one["holds"] for one in ran.json["models"])


def test_roles_are_declared_and_explained(diversa, hospital_table):
    shown = diversa("suggest", hospital_table).stdout
    plan = tomllib.loads(shown)
    assert plan["roles"] == {
        "identifiers": ["name"],
        "quasi_identifiers": ["zip", "born", "sex", "admitted"],
        "sensitive": ["condition"],
    }
    assert plan["hierarchies"].keys() == set(plan["roles"]["quasi_identifiers"])
    for column in ("name", "zip", "born", "sex", "admitted", "ward", "condition"):
        assert f"#   {column}: " in shown
    assert f"diversa anonymize {hospital_table} --plan plan.toml" in shown


def test_roles_that_are_known(diversa, hospital_table):
    words = [
        "--sensitive",
        "ward",
        "--qi",
        "zip",
        "--identifier",
        "condition",
        "--json",
    ]
    found = diversa("suggest", hospital_table, *words).json
    assert "ward" in found["roles"]["sensitive"]
    assert "condition" in found["roles"]["identifiers"]
    assert found["reasons"]["zip"] == "as you said"


def test_unknown_role(diversa, hospital_table):
    done = diversa("suggest", hospital_table, "--sensitive", "wards")
    assert done.code == 2
    assert "did you mean 'ward'?" in done.stderr


def test_json(diversa, hospital_table):
    found = diversa("suggest", hospital_table, "--json").json
    parts = ["roles", "person", "count", "others", "reasons", "models", "variants"]
    assert found.keys() == {*parts, "may_count", "trial", "plan"}
    assert found["trial"]["rows"] == 300
    assert found["others"] == ["ward"]
    assert found["plan"] == diversa("suggest", hospital_table).stdout


def test_how_a_file_is_read_goes_into_the_plan(diversa, folder):
    lines = [f"{20 + n};{13000 + n % 3};x{n % 4}" for n in range(40)]
    (folder / "odd.txt").write_text("\n".join(lines), encoding="utf-16")
    words = ["--no-header", "--delimiter", ";", "--encoding", "utf-16"]
    done = diversa("suggest", "odd.txt", *words)
    (folder / "plan.toml").write_text(done.stdout, encoding="utf-8")
    ran = diversa("anonymize", "odd.txt", "--plan", "plan.toml", "--out", "release")
    assert ran.code == 0, ran.stderr


def test_a_plan_is_utf8_everywhere(forked, folder):
    (folder / "t.csv").write_text("straße,alter\na,1\nb,2\n", encoding="utf-8")
    done = forked("suggest", "t.csv", "--qi", "straße", PYTHONIOENCODING="latin-1")
    assert done.code == 0, done.stderr
    assert "straße" in done.stdout
