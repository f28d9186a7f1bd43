# SPDX-License-Identifier: Apache-2.0
"""The page of projects names them; see also `test_app`."""

from __future__ import annotations

import asyncio

import pytest
from fastapi import Request
from nicegui.elements.upload_files import SmallFileUpload

from diversa.errors import DiversaError
from diversa.studio.pages import add_pages
from diversa.studio.pages.projects import (
    SOURCES,
    STATES,
    chunks_in,
    release_summary,
    take_upload,
)
from diversa.studio.projects import list_projects
from diversa.studio.security.permissions import LOCAL
from diversa.studio.storage import UNFINISHED
from diversa.studio.visit import Visit, visit_of


def test_pages_can_be_registered_again():
    add_pages()
    add_pages()


def test_a_project_says_what_it_has(studio, demo, release):
    assert release
    assert release_summary(demo).startswith("no release · made by local on ")
    (shown,) = list_projects(Visit(studio, LOCAL))
    assert release_summary(shown).startswith("1 release, the last on ")
    assert shown.source in SOURCES


def test_a_file_comes_piece_by_piece(tmp_path):
    path = tmp_path / "file"
    path.write_bytes(b"x" * 3_000_000)
    chunks = list(chunks_in(path))
    assert len(chunks) > 1
    assert b"".join(chunks) == path.read_bytes()


def test_an_uploaded_file_becomes_a_project(studio):
    state = {"studio": studio, "visitor": LOCAL}
    here = visit_of(Request({"type": "http", "state": state}))
    content = b"zip,age,diagnosis\n" + b"13053,21,a\n13053,22,b\n" * 20
    file = SmallFileUpload("people.csv", "text/csv", content)
    made = asyncio.run(take_upload(here, file, ""))
    assert made.name == "people.csv"
    assert made.state in STATES
    empty = SmallFileUpload("none.parquet", "", b"")
    with pytest.raises(DiversaError):
        asyncio.run(take_upload(here, empty, ""))
    assert len(list_projects(Visit(studio, LOCAL))) == 1
    left = [path.name for path in studio.storage.temporary_folder().iterdir()]
    assert left == [UNFINISHED]
