# SPDX-License-Identifier: Apache-2.0
"""Two folders exchange their names in one step, where the system can do that."""

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
    """Exchange two names; False where system or file system cannot do it in one step.

    Linux has `renameat2` since 3.15 and macOS has `renamex_np` since 10.12, on the file
    systems that they come with. Where an exchange fails nothing has changed.
    """
    rename = system_exchange()
    if rename is None:
        return False
    # Programs that watch what is renamed must see this as they see `os.rename`.
    sys.audit("os.rename", str(first), str(second), -1, -1)
    return rename(os.fsencode(first), os.fsencode(second)) == 0


def system_exchange() -> Callable[[bytes, bytes], int] | None:
    """The call of the system that exchanges two names; None where it has none."""
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
