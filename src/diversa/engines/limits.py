# SPDX-License-Identifier: Apache-2.0
"""Limits on the memory and the processors that an engine uses."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from diversa.data.sizes import bytes_of, format_size
from diversa.errors import InputError

LEAST_MEMORY = 32_000_000
"""Bytes below which an engine cannot even start its work."""

MOST_THREADS = 1024
"""More threads than any machine of ours has processors."""


MEMORY_VARIABLE, THREADS_VARIABLE = "DIVERSA_MEMORY", "DIVERSA_THREADS"
"""Environment variables with limits for every engine that is started without any."""

CONTAINER = Path("/sys/fs/cgroup")
"""The folder in which Linux states the limits of a container."""

Limit = TypeVar("Limit", str, int)


@dataclass(frozen=True)
class EngineLimits:
    """The memory and the threads of an engine; None leaves the choice to it."""

    memory: str | None = None
    """The most memory, such as "4GB"; what does not fit goes to temporary files."""
    threads: int | None = None
    """The number of threads; all processors by default."""
    master: str | None = None
    """The address of the cluster that does the work, for an engine that has one."""

    @property
    def any(self) -> bool:
        """True if there is any limit."""
        limits = (self.memory, self.threads, self.master)
        return any(limit is not None for limit in limits)


def with_environment(memory: str | None, threads: int | None) -> EngineLimits:
    """The limits that are given, else those of the environment.

    `DIVERSA_MEMORY` and `DIVERSA_THREADS` are for machines that are shared.
    """
    amount = os.environ.get(MEMORY_VARIABLE)
    if memory is None and amount:
        memory = in_variable(MEMORY_VARIABLE, read_memory, amount)
    number = os.environ.get(THREADS_VARIABLE)
    if threads is None and number:
        threads = in_variable(THREADS_VARIABLE, read_number, number)
    return EngineLimits(memory, threads)


def in_variable(name: str, read: Callable[[str], Limit], text: str) -> Limit:
    """Read an environment variable; an error names it."""
    try:
        return read(text)
    except InputError as error:
        raise InputError(f"{name}: {str(error).partition(': ')[2]}") from None


def read_number(text: str) -> int:
    """Read a number of threads from a text."""
    if not (text.isascii() and text.isdecimal() and len(text) < 10):
        raise InputError(f"threads: must be a whole number, got '{text}'; write 2")
    return read_threads(int(text))


def read_memory(amount: str) -> str:
    """Check an amount of memory and write it in one way: number, unit, `B`.

    >>> read_memory("4 gb"), read_memory("512MiB"), read_memory("1.5G")
    ('4GB', '512MiB', '1.5GB')
    """
    try:
        size, written = bytes_of(amount), format_size(amount)
    except InputError as error:
        raise InputError(f"memory: {error} or 512MB") from None
    if size < LEAST_MEMORY:
        raise InputError(f"memory: must be at least 32MB, got '{amount}'; write 4GB")
    return written


def read_threads(threads: int) -> int:
    """Check a number of threads."""
    if not 1 <= threads <= MOST_THREADS:
        raise InputError(
            f"threads: must be from 1 to {MOST_THREADS}, got {threads}; leave it out to"
            " use all processors"
        )
    return threads


def free_memory() -> int | None:
    """Bytes of memory that are free, for this process or its container; None: unknown.

    Only Linux says it.
    """
    try:
        lines = Path("/proc/meminfo").read_text("ascii").splitlines()
        amounts = dict(line.split(":", 1) for line in lines)
        free = int(amounts["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return None
    try:
        most, used = (
            int((CONTAINER / f"memory.{name}").read_text("ascii"))
            for name in ("max", "current")
        )
    except (OSError, ValueError):  # no container, or one without a limit
        return free
    return max(0, min(free, most - used))
