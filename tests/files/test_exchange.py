# SPDX-License-Identifier: Apache-2.0
"""Two folders exchange their names in one step."""

from __future__ import annotations

import sys

import pytest

from diversa.files.exchange import exchange


@pytest.mark.skipif(
    sys.platform not in ("linux", "darwin"), reason="the system has no exchange"
)
def test_two_folders_exchange_their_names(tmp_path):
    first, second = tmp_path / "first", tmp_path / "sécond"
    for folder in (first, second):
        folder.mkdir()
        (folder / "name").write_text(folder.name)
    assert exchange(first, second)
    assert (first / "name").read_text() == "sécond"
    assert (second / "name").read_text() == "first"


def test_without_a_second_folder_nothing_changes(tmp_path):
    (tmp_path / "first").mkdir()
    assert not exchange(tmp_path / "first", tmp_path / "second")
    assert [path.name for path in tmp_path.iterdir()] == ["first"]
