# SPDX-License-Identifier: Apache-2.0
"""The line of a release in the ledger: it is added just before the release appears."""

from __future__ import annotations

from dataclasses import dataclass, field

from diversa.errors import TargetError
from diversa.files.secret_files import BesideFrame
from diversa.ledger.ledger import WORD, Ledger, LedgerLine, hold
from diversa.ledger.look_back import LEAST, LookBack


@dataclass(frozen=True, eq=False)
class LedgerEntry:
    """Secret files, and the line of a release in the ledger; see `Beside`."""

    beside: BesideFrame
    """The secret files."""
    looked: LookBack
    """The look back."""
    entry: LedgerLine = field(repr=False)
    """The line."""

    def appear(self) -> None:
        """Add the line, then put the files in their places."""
        self._add()
        self.beside.appear()

    def confirm(self) -> None:
        """Keep everything: the release has appeared."""
        self.beside.confirm()

    def withdraw(self) -> None:
        """Remove the line and the files: the release did not appear."""
        self.beside.withdraw()
        path = self.looked.place.path
        with hold(path):
            ledger = Ledger.read(path)
            if ledger is not None:
                ledger.without(self.entry, replaced=self.looked.replaced).write(path)

    def appear_alone(self) -> None:
        """Add the line of a release that is a frame."""
        self._add()
        try:
            self.beside.appear_alone()
        except BaseException:
            self.withdraw()
            raise

    def places(self) -> dict[str, int]:
        """The secret files; the ledger is not one that a release takes back."""
        return self.beside.places()

    def _add(self) -> None:
        looked, path = self.looked, self.looked.place.path
        with hold(path):
            ledger = Ledger.read(path) or Ledger()
            if not looked.anyway:
                self._check_others(ledger)
            if not any(is_same(line, self.entry) for line in ledger.lines):
                ledger.with_line(self.entry, replaced=looked.replaced).write(path)

    def _check_others(self, ledger: Ledger) -> None:
        """Refuse a release of people whom another run has published meanwhile."""
        for line in ledger.lines:
            if line.id in self.looked.known or is_same(line, self.entry):
                continue
            overlap = self.looked.footprint.overlap(line)
            if overlap is not None and overlap.share >= LEAST:
                raise TargetError(
                    f"{WORD}: another run has just published these people, in release"
                    f" {line.name}; run this again to see what both tell together"
                )


def is_same(line: LedgerLine, other: LedgerLine) -> bool:
    """True if two lines are of the same tables in the same place."""
    return (line.place, line.files) == (other.place, other.files)
