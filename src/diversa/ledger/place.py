# SPDX-License-Identifier: Apache-2.0
"""The place of the ledger: a file that is named, or one in the owner's state folder."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from diversa.errors import TargetError
from diversa.ledger.ledger import WORD

VARIABLE = "DIVERSA_LEDGER"
"""The environment variable that names the ledger."""

NONE = "none"
"""The value of the variable that says that no ledger is kept."""

LedgerChoice = Path | str | bool | None
"""A file; True for the usual one, False for none; None for the usual one of a release
that is written to a folder or a database."""


@dataclass(frozen=True)
class LedgerPlace:
    """The file of a ledger."""

    path: Path
    """The file."""
    is_named: bool
    """True if the owner named it: then it must be there to be written to."""

    def check(self, out: Path | None) -> None:
        """Refuse a ledger inside a release, or where it cannot be written."""
        whole = self.path.absolute()
        if out is not None and whole.is_relative_to(out.absolute()):
            raise TargetError(
                f"{WORD}: must not be inside the release, got '{self.path}'; name a"
                " file that stays with you"
            )
        if whole.is_dir():
            raise TargetError(f"{WORD}: must be a file, got the folder '{self.path}'")
        if self.is_named and not self.can_be_written():
            raise TargetError(
                f"{WORD}: must be a file that can be written, got '{self.path}'; name"
                " another, or say ledger=False"
            )

    def can_be_written(self) -> bool:
        """True if the file, or a new one, can be written in its folder."""
        try:
            self.path.absolute().parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError:
            return False
        return os.access(self.path.absolute().parent, os.W_OK)


def find_ledger(choice: LedgerChoice, *, is_written: bool) -> LedgerPlace | None:
    """The ledger of a run; None if it keeps none.

    Args:
        choice: The choice of the owner.
        is_written: True if the release is written to a folder or a database. A frame is
            not published yet; it leaves a line only if a ledger is asked for.
    """
    if choice is False or (choice is None and not is_written):
        return None
    if isinstance(choice, Path | str):
        return LedgerPlace(Path(choice).expanduser(), is_named=True)
    named = os.environ.get(VARIABLE, "")
    if named == NONE and choice is None:
        return None
    if named and named != NONE:
        return LedgerPlace(Path(named).expanduser(), is_named=True)
    usual = LedgerPlace(state_folder() / "diversa" / "ledger.json", is_named=False)
    if choice is None and not usual.can_be_written():
        return None
    return usual


def state_folder() -> Path:
    """The folder in which programs keep what must outlive them."""
    if os.environ.get("XDG_STATE_HOME"):
        return Path(os.environ["XDG_STATE_HOME"])
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or "~/AppData/Local").expanduser()
    return Path("~/.local/state").expanduser()
