# SPDX-License-Identifier: Apache-2.0
"""What people read of attacks, on Figure 2 of the l-diversity paper."""

from __future__ import annotations

QUASI = ["zip", "age", "nationality"]


ROLES = ["--qi", ",".join(QUASI), "--sensitive", "condition"]


def test_page(diversa, figure_2):
    done = diversa("attack", figure_2, *ROLES, "--known", "people.csv")
    assert done.code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("EXPOSED  ")
    assert "in 1 of 3 groups everyone has the same 'condition'" in lines[0]
    assert lines[1] == "12 rows in 3 groups"
    (homogeneity,) = [line for line in lines if line.startswith("homogeneity")]
    assert " ".join(homogeneity.split()[1:9]) == "condition 4 rows 33.3 % 1 of 3"
    (linking,) = [line for line in lines if line.startswith("linking")]
    assert "of 3 people known by zip, age, nationality, 2 match" in linking
    assert any(line.startswith("proximity") for line in lines)
    assert "Canary" not in done.stdout
    assert "130**" not in done.stdout
    assert done.stdout.isascii()


def test_a_target_that_is_not_there(diversa, figure_2):
    done = diversa("attack", figure_2, *ROLES, "--target", "zip=99999")
    assert done.code == 0
    assert "matches 0 rows in 0 groups" in done.stdout
    assert "Canary" not in done.stdout


def test_groups_are_shown_where_asked_for(diversa, figure_2):
    done = diversa("attack", figure_2, *ROLES, "--groups", 1)
    assert "Exposed groups, smallest first (1)" in done.stdout
    assert "130**" in done.stdout
    assert "Canary" not in done.stdout


def test_nothing_certain(diversa, folder):
    (folder / "t.csv").write_text("zip,ill\n1,a\n1,b\n1,a\n1,b\n")
    done = diversa("attack", "t.csv", "--qi", "zip", "--sensitive", "ill")
    assert done.code == 0
    assert done.stdout.startswith("ATTACKED  t.csv: no attack that was made is certain")
