# SPDX-License-Identifier: Apache-2.0
"""The promise of a release: the part of its manifest that an audit holds it to.

Nothing of it is believed yet. `release_audit` holds it against the published file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.data.spelling import NO_HINTS, Hints
from diversa.errors import SourceError
from diversa.models.model import Model
from diversa.release.manifest import Manifest
from diversa.release.manifest_shape import is_release, is_secret
from diversa.release.targets import TABLE_SUFFIX


@dataclass(frozen=True)
class Promise:
    """What a manifest says of the files beside it."""

    roles: Roles
    """The quasi-identifiers and sensitive attributes; identifiers may be dropped."""
    columns: tuple[str, ...]
    """The published columns, in order."""
    models: tuple[Model, ...]
    """The models that must hold, each bound to its sensitive attribute."""
    missing: MissingPolicy
    """What a missing sensitive value means; `raise` where there must be none."""
    rows: int
    """Rows of the release."""
    fingerprints: Mapping[str, str] = field(repr=False)
    """Name of each file to its SHA-256."""
    audit: Mapping[str, Any] = field(repr=False)
    """The audit that was made when the release was published."""
    suppressed: int = 0
    """Rows that were suppressed and are not in the release."""
    levels: Mapping[str, int] = field(default_factory=dict, repr=False)
    """The level of each quasi-identifier, where the release has levels."""
    group: str | None = None
    """The column with the number of the group, where it is published."""
    secret: tuple[str, ...] = ()
    """Group, value and rows in the sensitive table, where there is one."""
    spreadsheet_safe: bool = False
    """Whether an apostrophe stands before what a spreadsheet would run."""
    hints: Hints = NO_HINTS
    """How numbers and dates are spelled."""
    equality: Literal["meaning", "exact"] = "meaning"
    """When two sensitive values are the same one."""
    averages: bool = False
    """Whether numbers are means or medians, which do not say what they stand for."""

    @classmethod
    def of(cls, manifest: Manifest) -> Promise:
        """What a manifest promises."""
        reading = manifest.reading or {}
        policy, starred = manifest.missing, manifest.suppression == "star"
        if policy is None or policy is MissingPolicy.DROP:
            policy = MissingPolicy.RAISE  # such rows were dropped: there must be none
        return cls(
            Roles((), manifest.roles.quasi_identifiers, manifest.roles.sensitive),
            manifest.columns,
            manifest.models,
            policy,
            manifest.rows_out,
            manifest.files,
            manifest.audit,
            suppressed=0 if starred else manifest.suppressed,
            levels=manifest.levels or {},
            group=manifest.group,
            secret=manifest.sensitive_table or (),
            spreadsheet_safe=manifest.spreadsheet_safe,
            hints=Hints(reading.get("decimal"), reading.get("dates")),
            equality="exact" if reading.get("equality") == "exact" else "meaning",
            averages=manifest.averages is not None,
        )

    @property
    def data_file(self) -> str:
        """The name of the published table; one of a database is not in the folder."""
        name = next(name for name in self.fingerprints if is_release(name))
        if name.endswith(TABLE_SUFFIX):
            raise SourceError(
                "the folder has the evidence of a release that is a table of a"
                " database; name that table: postgresql://user@host/db?table=name"
            )
        return name

    @property
    def secret_file(self) -> str:
        """The name of the sensitive table; a name that no file has without one."""
        return next((name for name in self.fingerprints if is_secret(name)), "")


def read_promise(directory: Path) -> Promise:
    """Read what the manifest of a release folder promises."""
    return Promise.of(Manifest.read(directory))
