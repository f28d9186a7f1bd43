# SPDX-License-Identifier: Apache-2.0
"""The whole way of a batch: published, waiting, refused."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import PlanError, SourceError, TargetError

PAIR = [("a", "x"), ("a", "y")]


def rows_of(folder):
    lines = (folder / "release.csv").read_text().splitlines()[1:]
    return sorted(tuple(line.split(",")) for line in lines)


def test_rows_appear_when_their_group_has_filled_up(grow, tmp_path):
    assert grow([("a", "x")], first=True).release is None
    assert not (tmp_path / "table").exists()
    assert grow([("b", "y")]).waiting == 2
    assert grow([("a", "y")]).published == 2
    assert rows_of(tmp_path / "table") == PAIR
    assert diversa.audit_release(tmp_path / "table").holds


def test_apart_lets_single_rows_wait(grow, tmp_path):
    grow(PAIR, first=True, apart=True)
    assert grow([("a", "x")]).waiting == 1
    assert grow([("a", "z")]).published == 2
    with pytest.raises(SourceError, match="apart: must be as in the register"):
        grow([("a", "z")], apart=False)
    assert len(rows_of(tmp_path / "table")) == 4


def test_new_rows_hold_by_themselves_unless_told_otherwise(grow):
    assert grow(PAIR, first=True).apart
    result = grow([("a", "x")])
    assert (result.published, result.waiting, result.few) == (0, 1, 0)
    assert not grow(PAIR, name="union", first=True, apart=False).apart
    result = grow([("a", "x")], name="union")
    assert (result.published, result.waiting, result.few) == (1, 0, 1)
    assert not result.apart, "a series keeps what it was begun with"


def test_a_model_that_compares_with_the_table_judges_together(grow, tmp_path):
    frame = pd.DataFrame([(g, s) for g in "ab" for s in "xyz"], columns=["g", "s"])
    diversa.anonymize(
        frame,
        quasi_identifiers="g",
        sensitive="s",
        models=["k-anonymity:2", "t-closeness:0.5"],
        recoding=tmp_path / "close.json",
    )
    words = {"recoding": tmp_path / "close.json", "name": "close"}
    with pytest.raises(PlanError, match="apart: must come without t-closeness"):
        grow(PAIR, first=True, apart=True, **words)
    assert not (tmp_path / "close").exists()
    result = grow(PAIR, first=True, **words)
    assert (result.apart, result.of_table) == (False, ("t-closeness:0.5,on=s",))
    assert grow([("a", "x")], **words).few == 1


def test_a_file_is_appended_once(grow, tmp_path):
    file = tmp_path / "night.csv"
    file.write_text("g,s\na,x\na,y\n")
    grow(file, first=True)
    with pytest.raises(SourceError, match="got the file of batch 1"):
        grow(file)
    assert grow(file, again=True).total == 4


def test_a_series_is_begun_once(grow, tmp_path):
    with pytest.raises(SourceError, match="say so: first=True"):
        grow(PAIR)
    grow(PAIR, first=True)
    with pytest.raises(TargetError, match="exists"):
        grow(PAIR, first=True)
    with pytest.raises(TargetError, match="must not be inside the release"):
        grow(PAIR, register=tmp_path / "table" / "register.json", first=True)


def test_a_folder_that_the_register_does_not_know_is_refused(grow, tmp_path):
    grow(PAIR, first=True)
    with pytest.raises(TargetError, match="after 1 batches, got no such table"):
        grow(PAIR, out=tmp_path / "elsewhere")
    table = tmp_path / "table" / "release.csv"
    table.write_text(table.read_text() + "a,x\n")
    register = (tmp_path / "table-register.json").read_bytes()
    with pytest.raises(TargetError, match="got another table"):
        grow(PAIR)
    assert (tmp_path / "table-register.json").read_bytes() == register


def test_another_recoding_is_refused(grow, tmp_path):
    grow(PAIR, first=True)
    frame = pd.DataFrame([(g, s) for g in "ab" for s in "xyz"], columns=["g", "s"])
    diversa.anonymize(
        frame,
        quasi_identifiers="g",
        sensitive="s",
        models="k-anonymity:3",
        recoding=tmp_path / "second.json",
    )
    with pytest.raises(SourceError, match="must be the one that the series was begun"):
        grow(PAIR, recoding=tmp_path / "second.json")


@pytest.mark.parametrize("labels", ["region", "tight"])
def test_boxes_grow_too(tmp_path, labels):
    rows = [(age, "xyz"[age % 3]) for age in range(20, 60)]
    frame = pd.DataFrame(rows, columns=["age", "s"])
    diversa.anonymize(
        frame,
        quasi_identifiers="age",
        sensitive="s",
        models=["k-anonymity:4", "entropy-l-diversity:2"],
        method="mondrian",
        labels=labels,
        recoding=tmp_path / "boxes.json",
    )
    total = 0
    for start in range(0, 40, 8):
        result = diversa.append(
            frame[start::5],
            tmp_path / "boxes.json",
            out=tmp_path / "boxes",
            register=tmp_path / "register.json",
            first=start == 0,
        )
        total = result.total
    assert total > 0
    audit = diversa.audit_release(tmp_path / "boxes")
    assert audit.problems == ()
    assert audit.holds


def test_a_value_keeps_the_spelling_that_is_published(grow, tmp_path):
    grow([("a", "flu"), ("a", "gout")], first=True, apart=False)
    assert grow([("a", "Flu ")]).published == 1
    assert ("a", "flu") in rows_of(tmp_path / "table")
    assert not [value for _, value in rows_of(tmp_path / "table") if "F" in value]


def test_missing_sensitive_values_are_dropped_where_the_plan_says(tmp_path, grow):
    frame = pd.DataFrame([(g, s) for g in "ab" for s in "xyz"], columns=["g", "s"])
    diversa.anonymize(
        frame,
        quasi_identifiers="g",
        sensitive="s",
        models="k-anonymity:2",
        missing="drop",
        recoding=tmp_path / "drop.json",
    )
    words = {"recoding": tmp_path / "drop.json", "name": "drop"}
    result = grow([("a", "x"), ("a", None), ("a", "y")], first=True, **words)
    assert (result.published, result.left_out, result.waiting) == (2, 1, 0)
    assert grow([("a", None)], **words).left_out == 1
