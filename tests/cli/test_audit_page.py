# SPDX-License-Identifier: Apache-2.0
"""What people read of an audit, on Figure 1 of the l-diversity paper."""

from __future__ import annotations

ROLES = ["--qi", "zip,age,nationality", "--sensitive", "condition"]


def test_page_of_a_table_that_fails(diversa, figure_1):
    done = diversa("audit", figure_1, *ROLES, "--model", "k-anonymity:2")
    assert done.code == 1
    lines = done.stdout.splitlines()
    assert lines[0].startswith("DOES NOT HOLD  ")
    assert lines[0].endswith("1 of 1 model fails in 12 groups with 12 rows (100 %)")
    assert lines[1] == "12 rows in 12 groups"
    assert any(line.split()[:2] == ["k-anonymity:2", "fails"] for line in lines)
    assert "Violating groups, smallest first (10 of 12)" in lines
    assert any(line.split()[:3] == ["13053", "23", "American"] for line in lines)
    assert done.stdout.isascii()


def test_levels_without_a_model(diversa, figure_1):
    done = diversa("audit", figure_1, "--qi", "zip")
    assert done.code == 0
    assert done.stdout.startswith("LEVELS  ")
    assert "k = 2" in done.stdout


def test_levels_of_one_model_are_told_apart(diversa, figure_1):
    done = diversa("audit", figure_1, *ROLES)
    names = [line.split()[0] for line in done.stdout.splitlines() if line]
    assert names.count("beta-likeness") == 1
    assert names.count("beta-likeness:enhanced=true") == 1


VARIANTS = 'zip,ill\n1,flu\n1,Flu\n1,"flu "\n'


def test_values_that_are_written_in_several_ways_are_told(diversa, tmp_path):
    table = tmp_path / "t.csv"
    table.write_text(VARIANTS, encoding="utf-8")
    asked = ["audit", table, "--qi", "zip", "--sensitive", "ill", "--model"]
    done = diversa(*asked, "distinct-l-diversity:3")
    assert done.code == 1
    assert (
        "Compared by meaning: 'ill': 1 value is written in several ways (2 rows"
        " otherwise than most, in blanks and letter case)" in done.stdout
    )
    exact = diversa(*asked, "distinct-l-diversity:3", "--equality", "exact")
    assert exact.code == 0
    assert "Sensitive values are compared as they are written" in exact.stdout
    assert "flu" not in (done.stdout + exact.stdout).lower()
