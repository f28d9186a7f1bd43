# SPDX-License-Identifier: Apache-2.0
"""The work of a job: publish a table, or the next release of a survey."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from warnings import catch_warnings, simplefilter

from diversa.errors import SecondReleaseWarning, SourceError
from diversa.pipeline import anonymize
from diversa.plan.file import plan_from_toml
from diversa.progress import Phases
from diversa.series.republish import republish

WEIGHTS = {
    "read": 0.15,
    "count": 0.15,
    "search": 0.2,
    "recode": 0.05,
    "write": 0.15,
    "audit": 0.1,
    "measure": 0.15,
    "report": 0.05,
}
"""The phases of a publication in order, each with its share of the time."""


@dataclass(frozen=True)
class Work:
    """All that a process needs to do its work."""

    source: str
    """The path or address of the table."""
    plan: str
    """The plan as TOML."""
    out: str
    """The folder of the release."""
    register: str | None = None
    """The register of a series; without one it is a release of its own."""
    key: str = ""
    """The column that identifies people in a series."""

    ledger: str | None = None
    """The ledger of the studio, which knows the releases of all projects."""
    anyway: bool = False
    """True to publish people again who were in an earlier release."""
    without_links: bool = False
    """True if the source must still be a path without any link in it."""

    def perform(self, phases: Phases) -> None:
        """Do the work; the release appears whole, or not at all."""
        if self.without_links:
            check_links(Path(self.source))
        plan = plan_from_toml(self.plan, base=Path(self.out).parent)
        if self.register is None:
            with catch_warnings():
                simplefilter("ignore", SecondReleaseWarning)  # its manifest has it
                anonymize(
                    self.source,
                    plan,
                    out=self.out,
                    ledger=self.ledger or False,
                    second_release_anyway=self.anyway,
                    phases=phases,
                )
            return
        republish(
            self.source,
            plan,
            key=self.key,
            register=self.register,
            first=not Path(self.register).is_file(),
            out=self.out,
            phases=phases,
        )


def share_done(phase: str, done: int, steps: int) -> float:
    """Fraction of a publication that is done.

    >>> share_done("search", 1, 2)
    0.4
    """
    names = list(WEIGHTS)
    if phase not in names:
        return 0.0
    before = sum(WEIGHTS[name] for name in names[: names.index(phase)])
    within = min(done / steps, 1.0) if steps > 0 else 0.0
    return round(before + WEIGHTS[phase] * within, 4)


def check_links(path: Path) -> None:
    """Refuse a path with a link in it, or a folder with links in it."""
    if path.resolve() != path or any(inner.is_symlink() for inner in path.rglob("*")):
        raise SourceError(
            "path: must be the file itself, got a link in its place; name the file"
            " that it leads to, or upload it"
        )
