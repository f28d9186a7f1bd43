# SPDX-License-Identifier: Apache-2.0
"""Values as COPY takes them in."""

from __future__ import annotations

import numpy as np

from diversa.engines.postgres.copy_format import binary_lines, field_text, text_lines


def test_whole_numbers_are_binary():
    content = binary_lines({"a": np.array([1, -1])})
    assert content.startswith(b"PGCOPY\n\xff\r\n\0")
    line = (1).to_bytes(2, "big") + (8).to_bytes(4, "big")
    rows = [line + number.to_bytes(8, "big", signed=True) for number in (1, -1)]
    assert content.endswith(b"".join(rows) + b"\xff\xff")


def test_marks_of_the_format_are_escaped():
    assert field_text("a\\b\nc\rd\te") == "a\\\\b\\nc\\rd\\te"
    assert field_text(None) == "\\N"
    assert field_text("\\N") == "\\\\N"
    assert text_lines({"a": np.array(["", None], dtype=object)}) == "\n\\N\n"
