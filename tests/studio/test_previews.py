# SPDX-License-Identifier: Apache-2.0
"""A preview shows the first rows as they would be read."""

from __future__ import annotations

import pyarrow
import pyarrow.parquet

from diversa.data.read_options import ReadOptions
from diversa.studio.new_projects import chunks_of, create_from_upload
from diversa.studio.previews import preview
from diversa.studio.security.permissions import LOCAL
from diversa.studio.visit import ProjectVisit, Visit


def uploaded(studio, content, file_name="t.csv"):
    chunks = chunks_of(content)
    return create_from_upload(
        Visit(studio, LOCAL), name="t", file_name=file_name, chunks=chunks
    ).id


def test_a_text_file_shows_its_form(studio):
    rows = "".join(f"{n};Zürich\n" for n in range(30))
    project = uploaded(studio, ("age;town\n" + rows).encode())
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert (shown.columns, shown.delimiter) == (("age", "town"), ";")
    assert shown.rows[0] == ("0", "Zürich")
    assert len(shown.rows) == 20


def test_another_way_to_read_can_be_tried(studio):
    project = uploaded(studio, "age;town\n7;Zürich\n8;Bern\n".encode("latin-1"))
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert "encoding" in shown.problem
    tried = preview(
        ProjectVisit(studio, LOCAL, project), ReadOptions(encoding="latin-1")
    )
    assert (tried.problem, tried.rows[0]) == (None, ("7", "Zürich"))


def test_other_files_show_their_rows(studio, tmp_path):
    table = pyarrow.table({"age": [7, None], "town": ["Zürich", "Bern"]})
    pyarrow.parquet.write_table(table, tmp_path / "t.parquet")
    project = uploaded(studio, (tmp_path / "t.parquet").read_bytes(), "t.parquet")
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert shown.columns == ("age", "town")
    assert shown.rows == (("7", "Zürich"), ("", "Bern"))


def test_a_damaged_file_is_a_problem_in_words(studio, tmp_path):
    """Its footer reads, its values do not."""
    table = pyarrow.table({"town": ["Springfield"] * 5000})
    pyarrow.parquet.write_table(table, tmp_path / "t.parquet", use_dictionary=False)
    content = bytearray((tmp_path / "t.parquet").read_bytes())
    content[4:400] = b"\xff" * 396
    project = uploaded(studio, bytes(content), "t.parquet")
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert "cannot be read" in shown.problem
    assert "Springfield" not in shown.problem
