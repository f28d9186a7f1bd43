# SPDX-License-Identifier: Apache-2.0
"""Exchange of the names of two folders in one step, if the system has one."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from pathlib import Path

HERE = -100
"""AT_FDCWD of Linux: relative paths begin in the current folder."""

EXCHANGE = 2
"""The flag of `renameat2` on Linux, and of `renamex_np` on macOS, for an exchange."""


def exchange(first: Path, second: Path) -> bool:
    """Exchange two names; False if the system cannot do it in one step.

    Linux has `renameat2` since 3.15 and macOS has `renamex_np` since 10.12, on the file
    systems that they come with. A failed exchange changes nothing.
    """
    rename = system_exchange()
    if rename is None:
        return False
    # Audit hooks that watch `os.rename` must see this, too.
    sys.audit("os.rename", str(first), str(second), -1, -1)
    return rename(os.fsencode(first), os.fsencode(second)) == 0


def system_exchange() -> Callable[[bytes, bytes], int] | None:
    """The system call that exchanges two names; None if there is none."""
    if os.name != "posix":
        return None
    library = ctypes.CDLL(None, use_errno=True)
    if hasattr(library, "renameat2"):
        linux = library.renameat2
        return lambda first, second: int(linux(HERE, first, HERE, second, EXCHANGE))
    if hasattr(library, "renamex_np"):
        macos = library.renamex_np
        return lambda first, second: int(macos(first, second, EXCHANGE))
    return None
