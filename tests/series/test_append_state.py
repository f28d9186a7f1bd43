# SPDX-License-Identifier: Apache-2.0
"""The folder and the register of a table that grows, settled after a kill."""

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
)
from diversa.series.append_state import settle_append_register

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


def test_a_table_in_its_place_is_confirmed(path, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "release.csv").write_bytes(ROWS)
    announce(path, folder, BEFORE)
    settle_append_register(path)
    assert json.loads(path.read_text()) == json.loads(AFTER.text())
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_table_that_did_not_appear_is_rolled_back(path, tmp_path):
    announce(path, tmp_path / "out", BEFORE)
    settle_append_register(path)
    assert json.loads(path.read_text()) == json.loads(BEFORE.text())


def test_a_first_table_that_did_not_appear_has_no_register(path, tmp_path):
    announce(path, tmp_path / "out", None)
    settle_append_register(path)
    assert not path.exists()


def test_a_folder_that_is_neither_old_nor_new_is_not_guessed_at(path, tmp_path):
    folder = tmp_path / "out"
    folder.mkdir()
    (folder / "release.csv").write_bytes(b"g,s\n")
    announce(path, folder, BEFORE)
    written = path.read_bytes()
    with pytest.raises(SourceError, match="put that folder back"):
        settle_append_register(path)
    assert path.read_bytes() == written
