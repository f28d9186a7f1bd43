# SPDX-License-Identifier: Apache-2.0
"""What an engine may use of a machine: its memory and its processors."""

from __future__ import annotations

import re

from diversa.errors import InputError

AMOUNT = re.compile(r"(\d+(?:\.\d+)?)\s*([KMGT])(i?)B?", re.IGNORECASE)
"""An amount of memory: a number and its unit."""

LEAST_MEMORY = 32_000_000
"""Bytes below which DuckDB cannot even start its work."""

MOST_THREADS = 1024
"""More threads than any machine of ours has processors."""


def read_memory(given: str) -> str:
    """Check an amount of memory and write it as DuckDB reads it.

    >>> read_memory("4 gb"), read_memory("512MiB"), read_memory("1.5G")
    ('4GB', '512MiB', '1.5GB')
    """
    found = AMOUNT.fullmatch(str(given).strip())
    if found is None:
        raise InputError(
            f"memory: must be a number and its unit, got '{given}'; write 4GB or 512MB"
        )
    number, unit, binary = found[1], found[2].upper(), found[3].lower()
    size = float(number) * (1024 if binary else 1000) ** ("KMGT".index(unit) + 1)
    if size < LEAST_MEMORY:
        raise InputError(f"memory: must be at least 32MB, got '{given}'; write 4GB")
    return f"{number}{unit}{binary}B"


def read_threads(given: int) -> int:
    """Check a number of threads."""
    if not 1 <= given <= MOST_THREADS:
        raise InputError(
            f"threads: must be from 1 to {MOST_THREADS}, got {given}; leave it out to"
            " use all processors"
        )
    return given
