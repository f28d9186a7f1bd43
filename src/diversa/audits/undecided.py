# SPDX-License-Identifier: Apache-2.0
"""What a release alone does not decide, said with what would decide it.

The manifest holds no sensitive value, so it cannot say how the original table was
distributed; and published values do not say what lies around them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from diversa.audits.audit_result import Audit
from diversa.audits.reference import Reference
from diversa.models.model import Model
from diversa.release.promise import Promise


@dataclass(frozen=True)
class Undecided:
    """Which models the audit of a release can measure but not decide."""

    promise: Promise
    """What the release promises."""
    original: Reference | None
    """The original table, if it was handed over."""

    def why(self, model: Model, *, holds: bool = False) -> str | None:
        """Why what was measured of a model decides nothing; None where it decides."""
        gone = self.promise.suppressed
        if model.compares_with_table and gone and self.original is None:
            return (
                f"{gone} rows were suppressed, and it compares with the table before"
                " that; hand over the original table as the reference"
            )
        around = None if self.original is None else self.original.around
        if model.looks_around and not holds and around is None:
            return (
                "the groups around a group are not known; hand over the original table"
                " as the reference, and the hierarchies"
            )
        return None

    def notes(self, audit: Audit) -> Iterator[str]:
        """Say which promised models the published rows alone do not decide."""
        for verdict in audit.models:
            why = self.why(verdict.model, holds=verdict.holds)
            if why is not None and verdict.attained is not None:
                yield (
                    f"{self.promise.data_file}: {verdict.spec} is not decided by the"
                    " published rows alone, which attain"
                    f" {verdict.model.describe(verdict.attained)}: {why}"
                )

    def comparable(self, audit: Audit) -> dict[str, Any]:
        """The levels that must be those of the manifest, where it has them.

        It may have others: of models that need more than a release holds.
        """
        levels, reported = audit.to_json()["levels"], self.promise.audit.get("levels")
        stated = reported if isinstance(reported, dict) else {}
        open_ = {
            level.name for level in audit.measured if self.why(level.model) is not None
        }
        return {
            name: level
            for name, level in levels.items()
            if name in stated and name not in open_
        }
