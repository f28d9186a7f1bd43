# SPDX-License-Identifier: Apache-2.0
"""The release folder: it appears whole, after the audit, or not at all."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from diversa.errors import TargetError

MANIFEST = "manifest.json"
"""Name of the manifest in a release folder."""


def check_target(target: Path) -> None:
    """Refuse a target that is not ours to replace, before any work is done."""
    if not target.exists():
        above = next(one for one in target.absolute().parents if one.exists())
        if not above.is_dir() or not os.access(above, os.W_OK):
            raise TargetError(
                f"out: '{target}' cannot be made; '{above}' is not a"
                " folder that can be written to"
            )
        return
    if not target.is_dir():
        raise TargetError(
            f"out: must be a folder, got the file '{target}'; name a"
            " folder that does not exist yet"
        )
    if any(target.iterdir()) and not (target / MANIFEST).is_file():
        raise TargetError(
            f"out: '{target}' has files that are no release of Diversa;"
            " name a folder that is empty or does not exist yet"
        )


@contextmanager
def appearing(target: Path) -> Iterator[Path]:
    """Give a hidden folder beside the target; it takes the target's place at the end.

    If anything goes wrong inside, the hidden folder is removed and the target stays as
    it was.
    """
    check_target(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    hidden = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    try:
        yield hidden
        hidden.chmod(0o755)
        replace(hidden, target)
    finally:
        shutil.rmtree(hidden, ignore_errors=True)


def replace(hidden: Path, target: Path) -> None:
    """Put the finished folder in the target's place."""
    if not target.exists():
        hidden.rename(target)
        return
    old = hidden.with_name(f"{hidden.name}.old")
    target.rename(old)
    try:
        hidden.rename(target)
    except OSError:
        old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
