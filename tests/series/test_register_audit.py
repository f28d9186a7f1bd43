# SPDX-License-Identifier: Apache-2.0
"""A register knows the releases of its series, and no others."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import diversa
from diversa.series.register import Announcement, read_register
from diversa.series.register_audit import disagreements, with_register

ROWS = {"who": ["Bob", "Alice"], "age": [30, 40], "ill": ["flu", "asthma"]}
WORDS = {"quasi_identifiers": "age", "sensitive": "ill"}


@pytest.fixture
def series(tmp_path):
    """Two releases and their register."""
    register, table = tmp_path / "register.json", pd.DataFrame(ROWS)
    for place, name in enumerate(("january", "february")):
        diversa.republish(
            table,
            key="who",
            register=register,
            first=place == 0,
            out=tmp_path / name,
            models="m-invariance:2",
            **WORDS,
        )
    return tmp_path


def problems(series, register):
    return list(disagreements(series / "february", register))


def test_register_and_release_agree_or_say_how_not(series):
    register = read_register(series / "register.json")
    audit = diversa.audit_release(series / "february")
    folder = series / "february"
    assert with_register(audit, folder, register).holds
    _, second = register.releases
    # The same table twice gives the same file, which is then known as both releases.
    assert problems(series, replace(register, releases=(second,) * 2)) == []
    (unknown,) = problems(series, replace(register, releases=("a" * 64,)))
    assert "must know release.csv among its 1 releases" in unknown
    swapped = replace(register, releases=(second, "a" * 64))
    assert "must know it as release 2, got release 1" in problems(series, swapped)[0]
    (other,) = problems(series, replace(register, m=3))
    assert "m must be 2" in other
    announced = Announcement(folder, folder, None)
    (killed,) = problems(series, replace(register, announcement=announced))
    assert "must be confirmed" in killed


def test_a_release_of_no_series(series):
    table = pd.DataFrame({"age": [30, 30], "ill": ["flu", "asthma"]})
    diversa.anonymize(table, out=series / "alone", models="k-anonymity:2", **WORDS)
    register = read_register(series / "register.json")
    (alone,) = disagreements(series / "alone", register)
    assert "a release that stands alone" in alone
