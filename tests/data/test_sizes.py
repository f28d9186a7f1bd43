# SPDX-License-Identifier: Apache-2.0
"""Sizes: read in any common way, refused where they are none."""

from __future__ import annotations

import pytest

from diversa.data.read_options import ReadOptions
from diversa.data.sizes import bytes_of, format_size, show_size
from diversa.errors import InputError, PlanError


@pytest.mark.parametrize(
    ("text", "size"),
    [("4GB", 4 * 10**9), (" 2 kib", 2048), ("1.5M", 1_500_000), ("1T", 10**12)],
)
def test_a_size_is_a_number_and_its_unit(text, size):
    assert bytes_of(text) == bytes_of(format_size(text)) == size


@pytest.mark.parametrize("text", ["", "4", "GB", "-1GB", "4GBit", 4, None, "9" * 99])
def test_anything_else_is_refused(text):
    with pytest.raises(InputError, match="must be a number and its unit"):
        bytes_of(text)


def test_a_size_is_a_setting():
    assert ReadOptions(most_unpacked="20 gb").most_unpacked == "20GB"
    with pytest.raises(PlanError, match=r"reading.most_unpacked: must be a number"):
        ReadOptions(most_unpacked="much")


def test_people_read_sizes():
    sizes = [0, 1_000, 12_340_000, 999_990_000, 5 * 10**12]
    assert [*map(show_size, sizes)] == ["0 bytes", "1KB", "12.3MB", "1000MB", "5TB"]
