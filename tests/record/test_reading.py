# SPDX-License-Identifier: Apache-2.0
"""A release of ours is read as it was written, by everybody who reads it."""

from __future__ import annotations

import csv
import json
from collections import Counter

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError, SourceError
from diversa.record.reading import READING, as_published, is_release
from diversa.tables.table_input import TableInput

# A blank follows every comma of this file when it is written, as in files that are made
# for reading: whoever guesses takes the blanks away, and two groups become one.
BLANKS = pd.DataFrame({"a": [" x"] * 2 + ["x"] * 2, " b": [" y"] * 4})


def publish(out, table=BLANKS, known=("a", " b"), **words):
    words = {"models": "k-anonymity:2", **words}
    return diversa.anonymize(table, out=out, quasi_identifiers=known, **words)


def groups_in(path):
    """Count the rows of a published file by all its columns."""
    with path.open(encoding="utf-8", newline="") as file:
        return Counter(tuple(row) for row in list(csv.reader(file))[1:])


def test_blanks_tell_groups_apart_in_the_manifest(tmp_path):
    release = publish(tmp_path / "release", known=("a",))
    sizes = groups_in(tmp_path / "release" / "release.csv")
    assert sorted(sizes.values()) == [2, 2]
    manifest = json.loads((tmp_path / "release" / "manifest.json").read_text("utf-8"))
    assert manifest["audit"]["groups"] == release.audit.groups == len(sizes)
    assert release.audit.levels["k-anonymity"] == min(sizes.values())


def test_every_reader_counts_the_same_groups(tmp_path):
    publish(tmp_path / "release")
    publish(tmp_path / "other")
    folder = tmp_path / "release"
    assert diversa.audit_release(folder).problems == ()
    person = {"a": "x", " b": " y"}
    assert diversa.attack(folder, target=person).target.rows == 2
    compared = diversa.compare(folder, tmp_path / "other", original=BLANKS)
    assert compared.first.audit.groups == compared.second.audit.groups == 2
    page = diversa.write_report(folder, out=tmp_path / "page.html")
    assert "problem" not in page.read_text("utf-8")


def test_a_quasi_identifier_may_begin_with_a_blank(tmp_path):
    table = BLANKS.rename(columns={" b": " job"})
    release = publish(tmp_path / "release", table, ("a", " job"))
    assert release.audit.quasi_identifiers == ("a", " job")
    assert diversa.audit_release(tmp_path / "release").holds


def test_two_tables_are_read_as_written(tmp_path):
    rows = [(str(n % 7), f" {'abcd'[n % 4]}") for n in range(40)]
    table = pd.DataFrame(rows, columns=["zip", " ill"])
    publish(
        tmp_path / "release",
        table,
        ("zip",),
        sensitive=" ill",
        models="distinct-l-diversity:2",
        method="anatomy",
    )
    assert diversa.audit_release(tmp_path / "release").problems == ()
    found = diversa.attack(tmp_path / "release").found
    assert " ill" in {exposure.on for exposure in found}


def test_a_folder_says_its_columns_and_how_it_is_read(tmp_path):
    folder = tmp_path / "release"
    publish(folder)
    table = as_published(TableInput.of(folder))
    assert is_release(folder)
    assert table.source == folder / "release.csv"
    assert table.roles.quasi_identifiers == ("a", " b")
    assert table.reading == READING
    assert [model.spec for model in table.models] == ["k-anonymity:2"]
    assert table.levels == {"a": 0, " b": 0}


def test_what_is_no_release_stays_as_it_is(tmp_path):
    table = TableInput.of(tmp_path, quasi_identifiers="a")  # of Parquet files, perhaps
    assert as_published(table) is table
    frame = TableInput.of(BLANKS)
    assert as_published(frame) is frame
    with pytest.raises(SourceError, match="must be a release folder"):
        as_published(TableInput.of(tmp_path))


def test_columns_are_not_named_twice(tmp_path):
    publish(tmp_path / "release")
    table = TableInput.of(tmp_path / "release", quasi_identifiers="a")
    with pytest.raises(InputError, match="leave the columns to its manifest"):
        as_published(table)
