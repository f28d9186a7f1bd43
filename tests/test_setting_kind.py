# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

from diversa.setting_kind import format_path, show_value


def test_messages_show_no_frame_and_no_end():
    assert show_value("x" * 500) == "'" + "x" * 99 + "…"
    assert show_value(object()) == "a object"


def test_paths(tmp_path):
    assert format_path(tmp_path / "a" / "b.csv", tmp_path) == "a/b.csv"
    assert format_path(Path("b.csv"), None) == "b.csv"
    # It means the same file, wherever the plan is.
    assert format_path(Path("b.csv"), tmp_path) == Path("b.csv").absolute().as_posix()
