# SPDX-License-Identifier: Apache-2.0
"""The release: what was published, how it was reached, what the audit found.

The audit counts the published file or frame anew; a release that does not pass is
never handed out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diversa.errors import InternalError
from diversa.publish.recodings import FullDomain
from diversa.report.audit import Audit
from diversa.search.result import SearchResult


@dataclass(frozen=True, eq=False)
class Release:
    """A published table with the proof that it holds."""

    method: str
    """How the table was recoded."""
    recoding: FullDomain = field(repr=False)
    """The decision, as data."""
    search: SearchResult = field(repr=False)
    """How the decision was reached."""
    metrics: Mapping[str, float]
    """What is left of the data."""
    rows_in: int
    """Rows of the source."""
    dropped: int
    """Rows dropped because a sensitive value is missing."""
    audit: Audit = field(repr=False)
    """The audit of what was published."""
    frame: Any = field(default=None, repr=False)
    """The published table, of the type that came in; None when it is in a folder."""
    files: tuple[Path, ...] = ()
    """The files of the release."""
    seconds: Mapping[str, float] = field(default_factory=dict, repr=False)
    """Seconds per phase."""

    @property
    def levels(self) -> dict[str, int]:
        """The level of each quasi-identifier."""
        names = [one.attribute for one in self.recoding.hierarchies]
        return dict(zip(names, self.recoding.levels, strict=True))

    @property
    def suppressed(self) -> int:
        """Rows suppressed by the search."""
        return 0 if self.search.best is None else self.search.best.suppressed

    @property
    def rows_out(self) -> int:
        """Rows of the release."""
        gone = 0 if self.recoding.star else self.suppressed
        return self.rows_in - self.dropped - gone
