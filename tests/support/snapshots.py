# SPDX-License-Identifier: Apache-2.0
"""What a folder holds, to see whether a run has changed it."""

from __future__ import annotations

from pathlib import Path


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file below a folder with its bytes, hidden ones too."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
