# SPDX-License-Identifier: Apache-2.0
"""The register of a table that grows: read with care, settled after a kill."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace

import numpy as np
import pytest

from diversa.errors import SourceError
from diversa.series.append_register import (
    AppendRegister,
    Batch,
    BatchAnnouncement,
    WaitingRows,
    read_append_register,
)

ROWS = b"g,s\na,x\na,y\n"
NEW = hashlib.sha256(ROWS).hexdigest()
BEFORE = AppendRegister(
    recoding="r" * 64,
    columns=("g", "s"),
    key="0f" * 64,
    batches=(Batch("f" * 64, 1, 0, 0),),
    waiting=WaitingRows((("a", "Canary"),), np.array([1]), np.array([1])),
)
AFTER = replace(
    BEFORE,
    batches=(*BEFORE.batches, Batch(None, 1, 0, 2)),
    published=NEW,
    waiting=WaitingRows(),
)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "register.json"


def announce(path, folder, before):
    announced = replace(AFTER, announcement=BatchAnnouncement(folder, before))
    path.write_text(announced.text())


def test_a_register_is_read_as_it_was_written(path):
    path.write_text(AFTER.text())
    assert json.loads(read_append_register(path).text()) == json.loads(AFTER.text())
    assert (AFTER.rows_in, AFTER.rows_out, AFTER.left_out) == (2, 2, 0)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("columns", "g"),
        ("waiting", {"lines": [["a"]], "counts": [1], "since": [1]}),
        ("key", "short"),
        ("published", None),
        ("format", "other"),
        ("batches", []),
        ("waiting", {"lines": [["a", "Canary"]], "counts": [1], "since": [1]}),
        ("waiting", {"lines": [["a", "Canary"]], "counts": [], "since": []}),
    ],
)
def test_a_wrong_register_is_refused_and_not_quoted(path, name, value):
    content = json.loads(AFTER.text())
    path.write_text(json.dumps({**content, name: value}))
    with pytest.raises(SourceError, match="diversa append wrote") as refused:
        read_append_register(path)
    assert "Canary" not in str(refused.value)


def test_a_file_that_is_no_json_is_refused(path):
    path.write_text("Canary")
    with pytest.raises(SourceError, match="got no JSON"):
        read_append_register(path)
