# SPDX-License-Identifier: Apache-2.0
"""A plan or a release folder in the place of columns, for commands that read."""

from __future__ import annotations

import pytest

TABLE = "zip,age,sex,ill\n" + "".join(
    f"{13050 + place % 2},{20 + place % 4},{'FM'[place % 2]},Canary-{place % 3}\n"
    for place in range(24)
)
PLAN = """\
[roles]
quasi_identifiers = ["zip", "age"]
sensitive = ["ill"]
[kinds]
age = "number"
[hierarchies]
age = { kind = "intervals", widths = [10, 20] }
[privacy]
models = ["k-anonymity:3"]
[reading]
delimiter = ","
"""
SAME = {
    "audit": ["--qi", "zip,age", "--sensitive", "ill", "--model", "k-anonymity:3"],
    "attack": ["--qi", "zip,age", "--sensitive", "ill", "--model", "k-anonymity:3"],
    "risk": ["--qi", "zip,age"],
}
"""What a plan says, in options."""


@pytest.fixture
def table(folder):
    (folder / "plan.toml").write_text(PLAN)
    (folder / "t.csv").write_text(TABLE)
    return folder / "t.csv"


@pytest.fixture
def release(table, folder, diversa, made_once):
    words = ["anonymize", table, "--plan", "plan.toml", "--out", "release"]
    ran = made_once("planned", lambda: diversa(*words))
    assert ran.code == 0, ran.stderr
    return folder / "release"


@pytest.mark.parametrize("command", SAME)
def test_a_plan_says_what_options_say(diversa, table, command):
    planned = diversa(command, table, "--plan", "plan.toml", "--json")
    told = diversa(command, table, *SAME[command], "--json")
    assert planned.code == told.code
    assert planned.json == told.json


def test_options_take_the_place_of_what_a_plan_says(diversa, table):
    plan = ["--plan", "plan.toml"]
    assert diversa("audit", table, *plan).code == 0
    assert diversa("audit", table, *plan, "--model", "k-anonymity:9").code == 1
    coarse = diversa("risk", table, *plan, "--qi", "sex", "--json")
    assert coarse.json["groups"] == 2


@pytest.mark.parametrize("command", ["audit", "attack", "risk", "hierarchies"])
@pytest.mark.parametrize("plan", [[], ["--plan", "plan.toml"]])
def test_a_release_folder_says_its_columns_itself(diversa, release, command, plan):
    ran = diversa(command, release, *plan)
    assert ran.code == 0, ran.stderr
    assert "Canary" not in ran.stdout + ran.stderr


@pytest.mark.parametrize("source", ["t.csv", "release"])
def test_a_report_takes_a_plan(diversa, release, source, folder):
    del release
    ran = diversa("report", source, "--plan", "plan.toml", "--out", "page.html")
    assert ran.code == 0, ran.stderr
    assert (folder / "page.html").is_file()


def test_a_plan_in_a_pipe(diversa, table, release):
    ran = diversa("risk", release, "--qi", "zip")
    assert ran.code == 2
    assert "leave the columns to its manifest" in ran.stderr
    assert diversa("risk", table).code == 2
