# SPDX-License-Identifier: Apache-2.0
"""The record of a rehearsal in a manifest."""

from __future__ import annotations

import pytest

from diversa.codec import from_json, to_json
from diversa.errors import SourceError
from diversa.record.attack_record import NotMade
from diversa.record.rehearsal_record import DowncodingRecord, RehearsalRecord
from diversa.rehearsals.interval import compare, rate_of

RECORD = RehearsalRecord(
    kind="plain",
    draws=2,
    people=100,
    rates=(
        compare("singling out", rate_of(29, 100), rate_of(31, 100)),
        compare("inference", rate_of(10.5, 30), rate_of(9, 30), on="ill"),
    ),
    downcoding=DowncodingRecord(
        groups=100, rows=700, claims=9, true=8, backed_by_one=7, finer=6, restored=5
    ),
    not_made=(NotMade("linkability", None, "needs at least two quasi-identifiers"),),
)


def test_a_record_is_read_as_it_was_written():
    written = to_json(RECORD)
    assert from_json(RehearsalRecord, written, where="x", advice="y") == RECORD
    left_out = RehearsalRecord(kind="plain", left_out="large table")
    written = to_json(left_out)
    assert from_json(RehearsalRecord, written, where="x", advice="y") == left_out


def test_rates_are_found_by_their_attack():
    assert [rate.on for rate in RECORD.of("inference")] == ["ill"]
    assert RECORD.of("membership") == ()


def test_a_colour_is_one_of_four():
    written = to_json(RECORD)
    written["rates"][0]["colour"] = "pink"
    with pytest.raises(SourceError, match="colour"):
        from_json(RehearsalRecord, written, where="x", advice="y")
