# SPDX-License-Identifier: Apache-2.0
"""Sizes of memory and files: a number and its unit, such as 4GB or 512MiB."""

from __future__ import annotations

import re

from diversa.setting_kind import SettingError, plain_kind

AMOUNT = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*([KMGT])(i?)B?", re.IGNORECASE)
"""A number and its unit."""


def parts_of(amount: object) -> tuple[str, str, str]:
    """The number of a size, its unit, and `i` where the unit is binary."""
    match = AMOUNT.fullmatch(str(amount).strip())
    if match is None:
        raise SettingError("must be a number and its unit", amount, "; write 4GB")
    return match[1], match[2].upper(), match[3].lower()


def bytes_of(amount: object) -> int:
    """A size in bytes.

    >>> bytes_of("4GB"), bytes_of("1KiB")
    (4000000000, 1024)
    """
    number, unit, binary = parts_of(amount)
    base = 1024 if binary else 1000
    return int(float(number) * base ** ("KMGT".index(unit) + 1))


def format_size(amount: object) -> str:
    """Write a size in one way: number, unit, `B`.

    >>> format_size("4 gb"), format_size("512MiB"), format_size("1.5G")
    ('4GB', '512MiB', '1.5GB')
    """
    number, unit, binary = parts_of(amount)
    return f"{number}{unit}{binary}B"


def show_size(size: int) -> str:
    """A number of bytes as people read it.

    >>> show_size(999), show_size(1_000_000), show_size(2_560_000_000)
    ('999 bytes', '1MB', '2.6GB')
    """
    for power, unit in ((4, "TB"), (3, "GB"), (2, "MB"), (1, "KB")):
        if size >= 1000**power:
            return f"{size / 1000**power:.1f}".removesuffix(".0") + unit
    return f"{size} bytes"


SIZE = plain_kind("a size, such as 4GB", format_size, "SIZE")
"""A setting that is a size."""
