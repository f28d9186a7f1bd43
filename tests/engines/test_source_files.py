# SPDX-License-Identifier: Apache-2.0
"""Files of a folder or a pattern are one table, if they are of one kind."""

from __future__ import annotations

import pytest

from diversa.engines.source_files import locate
from diversa.errors import SourceError


@pytest.fixture
def folder(tmp_path):
    for name in ("b.csv", "a.csv", ".hidden.csv"):
        (tmp_path / name).write_text("a\n1\n")
    return tmp_path


def test_a_folder_and_a_pattern_are_their_files_in_order(folder):
    both = (folder / "a.csv", folder / "b.csv")
    assert locate(folder).paths == both
    assert locate(folder / "?.csv").paths == both
    assert locate(folder).kind == "csv"


def test_files_of_two_kinds_are_no_table(folder):
    (folder / "c.parquet").write_bytes(b"PAR1")
    with pytest.raises(SourceError, match="must all be CSV or all be Parquet"):
        locate(folder)


def test_a_file_that_is_not_there_is_refused_with_its_neighbours(folder):
    with pytest.raises(SourceError, match=r"no such file; did you mean 'a\.csv'"):
        locate(folder / "aa.csv")
    empty = folder / "empty"
    empty.mkdir()
    with pytest.raises(SourceError, match="a folder without any; it is empty"):
        locate(empty)
