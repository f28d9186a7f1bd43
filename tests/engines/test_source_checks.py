# SPDX-License-Identifier: Apache-2.0
"""Names of columns, and read options that a source has no use for."""

from __future__ import annotations

import pytest

from diversa.data.read_options import ReadOptions
from diversa.engines.source_checks import (
    check_names,
    check_reading,
    check_same_names,
    reading_kind,
    reading_of_several,
)
from diversa.errors import SourceError


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([], "must have columns"),
        (["a", ""], "none for column 2"),
        (["Age", "b", "age"], "got 'Age', 'age';"),
    ],
)
def test_columns_must_be_told_apart(names, message):
    check_names(["a", "b"], where="t.csv")
    with pytest.raises(SourceError, match=f"t.csv: .*{message}"):
        check_names(names, where="t.csv")


def test_several_files_have_the_same_columns():
    check_same_names(["b", "a"], ["a", "b"], where="t.csv")
    with pytest.raises(SourceError, match="got 2 of which 1 are not in the first"):
        check_same_names(["a", "c"], ["a", "b"], where="t.csv")


def test_options_of_other_sources_are_refused(tmp_path):
    path = tmp_path / "t.parquet"
    path.write_bytes(b"PAR1")
    options = ReadOptions(delimiter=";")
    assert reading_kind(path) == "parquet"
    check_reading("csv", options, where="t.csv")
    with pytest.raises(SourceError, match=r"reading\.delimiter must come with a text"):
        check_reading("parquet", options, where="t.parquet")
    with pytest.raises(SourceError, match="got a Parquet file"):
        reading_of_several(options, [path])
    text = tmp_path / "t.csv"
    text.write_text("a\n1\n")
    assert reading_of_several(options, [path, text]).lenient
