# SPDX-License-Identifier: Apache-2.0
"""What people read of a rehearsal in a terminal."""

from __future__ import annotations

import json

import pytest

from diversa.cli.rehearsal_page import (
    LEFT_OUT,
    claims,
    draw_rehearsal,
    excess,
    interval,
    members,
)
from diversa.record.attack_record import NotMade
from diversa.record.rehearsal_record import (
    DowncodingRecord,
    MembershipRecord,
    RehearsalRecord,
)
from diversa.rehearsals.interval import compare, rate_of


@pytest.fixture
def hospital(diversa, tmp_path):
    diversa("demo", "--out", tmp_path / "demo", "--quiet")
    folder = tmp_path / "demo"
    return [folder / "hospital.csv", "--plan", folder / "plan.toml"]


def test_attacks_are_shown_beside_their_control(diversa, hospital):
    done = diversa("attack", *hospital, "--rehearse")
    assert done.code == 0
    assert "Rehearsal: 333 rows are released by the plan, drawn 10 times" in done.stdout
    for attack in ("singling out", "linkability", "inference"):
        assert any(line.startswith(f"{attack}: ") for line in done.stdout.splitlines())
    assert done.stdout.isascii()


def test_json_has_the_record(diversa, hospital):
    done = diversa("attack", *hospital, "--rehearse", "plain", "--json")
    found = json.loads(done.stdout)["rehearsal"]
    assert found["kind"] == "plain"
    assert {rate["attack"] for rate in found["rates"]} == {
        "singling out",
        "membership",
        "linkability",
        "inference",
    }


def test_another_word_is_refused(diversa, hospital):
    done = diversa("attack", *hospital, "--rehearse=deep")
    assert done.code == 2


class Said:
    """A page that keeps what is said."""

    def __init__(self):
        self.lines = []

    def say(self, line=""):
        self.lines.append(line)

    def table(self, title, head, rows, **marks):
        del marks
        self.lines += [title, head, *rows]


def test_the_reason_why_nothing_was_rehearsed():
    for why, words in LEFT_OUT.items():
        page = Said()
        draw_rehearsal(page, RehearsalRecord(kind="plain", left_out=why))
        assert page.lines[-1] == f"Nothing was rehearsed: {words}."


def test_a_learner_and_what_does_not_apply_are_named():
    page = Said()
    record = RehearsalRecord(
        kind="adaptive",
        unit="person",
        draws=1,
        people=50,
        not_made=(NotMade("linkability", None, "needs more columns"),),
    )
    draw_rehearsal(page, record)
    assert "from whose release an attacker has learnt" in page.lines[1]
    assert page.lines[-1] == "linkability was not tried: needs more columns."


def test_numbers():
    rate = compare("singling out", rate_of(10, 100), rate_of(40, 100))
    assert interval(rate.released) == "10 % (6-17)"
    assert excess(rate) == "0 % (0-0)"


def test_members():
    nobody = MembershipRecord(population=80, certain=0, right=0, by_labels=0, by_box=0)
    assert members(nobody).startswith("Membership: nobody of the population")
    some = MembershipRecord(population=80, certain=9, right=8, by_labels=7, by_box=2)
    assert members(some) == (
        "Membership: 9 of 80 in the population are certainly in the release, 8 of them"
        " rightly: 7 by labels, 2 because nobody else is in their box."
    )


def test_claims():
    numbers = {"groups": 9, "rows": 100, "true": 8, "backed_by_one": 3, "restored": 2}
    found = DowncodingRecord(claims=10, finer=41, **numbers)
    assert claims(found, "row") == (
        "Labels: 10 finer values can be told, 8 of them rightly; only one row of its"
        " group has the value for 3. 41 % of generalized rows can be made finer, 2"
        " completely."
    )
    nothing = DowncodingRecord(claims=0, finer=0, **numbers)
    assert claims(nothing, "row").startswith("Labels: no value can be told")
