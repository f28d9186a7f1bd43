# SPDX-License-Identifier: Apache-2.0
"""Published pseudonyms that repeat are counted, whether asked for or not."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.models.verdict import Verdict
from people_releases import HIERARCHIES, forge, visits

ROLES = {"quasi_identifiers": ["age", "zip"], "sensitive": "ill"}


@pytest.fixture(scope="module")
def linked(tmp_path_factory):
    """Five rows look alike, with a token for the person of each."""
    folder = tmp_path_factory.mktemp("linked")
    frame = visits()
    frame.loc[frame["age"] > 55, "zip"] = "99"
    frame = pd.concat(
        [
            frame,
            pd.DataFrame([("loner", 90, "13", "a", "v")] * 9, columns=frame.columns),
        ]
    )
    diversa.anonymize(
        frame,
        **ROLES,
        identifiers={"who": "tokens"},
        tokens=folder / "tokens.csv",
        rows_are_people=True,
        hierarchies=HIERARCHIES,
        levels={"age": 1, "zip": 0},
        models="k-anonymity:1",
        out=folder / "out",
    )
    return folder / "out"


def smallest_by_hand(folder):
    rows = pd.read_csv(folder / "release.csv", dtype=str)
    return int(rows.groupby(["age", "zip"])["who"].nunique().min())


def test_a_folder_with_pseudonyms_is_counted_by_them(linked):
    found = diversa.audit_release(linked, models="k-anonymity:2")
    assert smallest_by_hand(linked) == 1
    assert (found.audit.people, found.audit.person) == (61, "who")
    assert found.verdict is Verdict.FAILS
    assert found.audit.levels["k-anonymity"] == 1
    assert found.problems == ()  # its manifest promised k = 1


def test_a_promise_that_people_do_not_keep_is_a_fault(linked):
    forge(linked, promise={"models": ["k-anonymity:2"]})
    found = diversa.audit_release(linked)
    forge(linked, promise={"models": ["k-anonymity:1"]})
    assert "k-anonymity:2 must hold for people by 'who'" in found.problems[0]


@pytest.mark.parametrize("read", [str, pd.read_csv], ids=["file", "frame"])
def test_any_table_with_pseudonyms_is_counted_by_them(linked, read):
    source = read(linked / "release.csv")
    found = diversa.audit(source, **ROLES, models="k-anonymity:2")
    assert (found.people, found.person) == (61, "who")
    assert found.verdict is Verdict.FAILS


def test_other_columns_are_no_pseudonyms():
    found = diversa.audit(visits(), **ROLES, models="k-anonymity:1")
    assert found.people is None


def test_pseudonyms_that_do_not_repeat_are_rows(linked):
    rows = pd.read_csv(linked / "release.csv", dtype=str).drop_duplicates("who")
    assert diversa.audit(rows, **ROLES).people is None
