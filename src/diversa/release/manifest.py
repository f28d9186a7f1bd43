# SPDX-License-Identifier: Apache-2.0
"""The manifest: what was promised, how it was reached, what the audit found.

It holds no raw value, no folder, no row number and no time: the same input, plan and
seed give the same bytes. It is built, written and read here and nowhere else; what is
read is checked key by key (`manifest_shape`), and then still nothing of it is believed:
an audit counts the files anew.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.errors import ModelError, SourceError
from diversa.models import parse
from diversa.models.model import Model
from diversa.record.folder import MANIFEST
from diversa.release.manifest_shape import MANIFEST_SHAPE
from diversa.version import __version__

CHUNK = 2**20
"""Bytes read at once for a fingerprint."""

Json = Mapping[str, Any]
"""A part of a manifest, as JSON has it."""


def fingerprint(path: Path) -> str:
    """SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def fingerprint_text(text: str) -> str:
    """SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


@cache
def versions() -> Mapping[str, str]:
    """The versions that decide what a release looks like; looked up once."""
    packages = ("numpy", "numba", "duckdb")
    return {
        "diversa": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }


@dataclass(frozen=True, eq=False, kw_only=True)
class Manifest:
    """What a release says of itself."""

    roles: Roles
    """The columns by their roles."""
    columns: tuple[str, ...]
    """The published columns, in order."""
    withheld: tuple[str, ...] = ()
    """The columns of the source that are not published: they have no role."""
    kept_risk: Json | None = None
    """The risk if somebody knows the kept columns, where there are any."""
    headcount: Json | None = None
    """The people behind the rows, where an identifier repeats."""
    models: tuple[Model, ...]
    """The models that are promised, each bound to its sensitive attribute."""
    missing: MissingPolicy | None
    """What a missing sensitive value means."""
    suppression: str
    """What became of suppressed rows: "drop" or "star"."""
    method: str
    """How the table was recoded."""
    groups: int
    """Groups of the release."""
    rows_in: int
    """Rows of the source."""
    rows_out: int
    """Rows of the release."""
    suppressed: int
    """Rows suppressed because a model fails in their group."""
    dropped: int
    """Rows dropped because a sensitive value is missing."""
    search: Json
    """How the decision was reached."""
    metrics: Mapping[str, float]
    """What is left of the data."""
    audit: Json = field(repr=False)
    """The audit that was made when the release was published."""
    files: Mapping[str, str] = field(repr=False)
    """Name of each file to its SHA-256."""
    fingerprints: Mapping[str, str | None] = field(repr=False)
    """SHA-256 of the input, the plan and the population."""
    levels: Mapping[str, int] | None = None
    """The level of each quasi-identifier; None where groups are no levels."""
    averages: str | None = None
    """What is published of the numbers of a group in their place: mean or median."""
    reading: Mapping[str, str] | None = None
    """How numbers and dates are spelled, where that is not as ours; and `equality`,
    where sensitive values are compared as they are written."""
    variants: tuple[str, ...] | None = None
    """The sensitive attributes with values that were written in several ways: one
    spelling of each is published."""
    group: str | None = None
    """The column with the number of the group, where it is published."""
    sensitive_table: tuple[str, str, str] | None = None
    """Group, value and rows in the sensitive table, where there is one."""
    discloses: tuple[str, ...] | None = None
    """What is in the open whatever the models."""
    evidence: Json | None = field(default=None, repr=False)
    """What an adversary could learn and an analyst loses, where it was measured."""
    republication: Json | None = None
    """What is said of the series, where the release is one of several."""
    spreadsheet_safe: bool = False
    """Whether an apostrophe stands before what a spreadsheet would run."""
    boxes: str | None = None
    """What ends of ranges stand for, where groups have boxes of their own."""
    report: Json | None = None
    """What the report says of itself: data set, title, author and language."""
    versions: Mapping[str, str] = field(default_factory=versions, repr=False)
    """The versions that made it."""
    diversa: str = __version__
    """The version that wrote it."""

    def to_json(self) -> dict[str, Any]:
        """The manifest with the keys that other programs rely on."""
        missing = None if self.missing is None else self.missing.value
        parts = {
            "diversa": self.diversa,
            "roles": {name: list(getattr(self.roles, name)) for name in ROLES},
            "columns": list(self.columns),
            "withheld": list(self.withheld),
            "kept_risk": self.kept_risk,
            "headcount": self.headcount,
            "averages": self.averages,
            "reading": None if self.reading is None else dict(self.reading),
            "variants": listed(self.variants),
            "group": self.group,
            "sensitive_table": listed(self.sensitive_table),
            "discloses": listed(self.discloses),
            "promise": {
                "models": [model.spec for model in self.models],
                "missing": missing,
                "suppression": self.suppression,
            },
            "method": self.method,
            "levels": None if self.levels is None else dict(self.levels),
            "groups": self.groups,
            "rows_in": self.rows_in,
            "rows_out": self.rows_out,
            "suppressed": self.suppressed,
            "dropped": self.dropped,
            "search": dict(self.search),
            "metrics": dict(self.metrics),
            "audit": dict(self.audit),
            "evidence": self.evidence,
            "files": {name: {"sha256": sha256} for name, sha256 in self.files.items()},
            "fingerprints": dict(self.fingerprints),
            "versions": dict(self.versions),
            "republication": self.republication,
            "spreadsheet_safe": self.spreadsheet_safe or None,
            "boxes": self.boxes,
            "report": self.report,
        }
        return {key: part for key, part in parts.items() if part is not None}

    @classmethod
    def from_json(cls, content: object, *, where: str = MANIFEST) -> Manifest:
        """A manifest from what JSON holds; every key that is wrong is named.

        Args:
            content: What was read.
            where: Where it was read, for messages.
        """
        faults = [
            f"{where}: {fault.removeprefix('.')}, got something else; publish the"
            " release again, or audit its table by naming the file"
            for fault in MANIFEST_SHAPE.faults(content)
        ]
        if faults or not isinstance(content, dict):
            raise SourceError("\n".join(faults))
        roles = Roles(*(tuple(content["roles"].get(name, ())) for name in ROLES))
        promise, files = content["promise"], content["files"]
        parts: dict[str, Any] = {name: content.get(name) for name in AS_THEY_ARE}
        return cls(
            roles=roles,
            columns=tuple(content["columns"]),
            withheld=tuple(content.get("withheld", ())),
            models=read_models(where, promise["models"], roles),
            missing=promise["missing"] and MissingPolicy(promise["missing"]),
            suppression=promise["suppression"],
            files={name: file["sha256"] for name, file in files.items()},
            sensitive_table=frozen(content.get("sensitive_table")),
            discloses=frozen(content.get("discloses")),
            variants=frozen(content.get("variants")),
            spreadsheet_safe=content.get("spreadsheet_safe", False),
            **parts,
        )

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read the manifest of a release folder."""
        path = folder / MANIFEST
        return cls.from_json(read_json(path), where=str(path))

    def write(self, folder: Path) -> None:
        """Write the manifest into a folder: the same bytes for the same content."""
        text = json.dumps(self.to_json(), indent=2, ensure_ascii=False, allow_nan=False)
        (folder / MANIFEST).write_text(f"{text}\n", encoding="utf-8")


ROLES = ("identifiers", "quasi_identifiers", "sensitive", "kept", "keep_anyway")
"""The roles of columns, in the order of `Roles`."""

AS_THEY_ARE = (
    "diversa",
    "method",
    "levels",
    "groups",
    "averages",
    "reading",
    "group",
    "rows_in",
    "rows_out",
    "suppressed",
    "dropped",
    "search",
    "metrics",
    "audit",
    "evidence",
    "boxes",
    "report",
    "fingerprints",
    "versions",
    "republication",
    "kept_risk",
    "headcount",
)
"""The keys that a manifest holds as JSON does; None where there may be none."""


def frozen(texts: list[str] | None) -> Any:  # noqa: ANN401 - as long as the list
    """Texts of JSON as a manifest has them."""
    return None if texts is None else tuple(texts)


def listed(texts: tuple[str, ...] | None) -> list[str] | None:
    """Texts as JSON has them, where there are some to tell."""
    return None if texts is None else list(texts)


def read_json(path: Path) -> object:
    """Read the file of a manifest."""
    if not path.is_file():
        raise SourceError(
            f"{path.parent}: must be a release folder with a {MANIFEST}, got none;"
            " name the folder that was published, or a table with its columns"
        )
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise SourceError(
            f"{path}: must be JSON in UTF-8, got something that is not;"
            " publish the release again, or audit its table by naming the file"
        ) from None


def read_models(where: str, specs: list[str], roles: Roles) -> tuple[Model, ...]:
    """Read the promised models and bind them to the sensitive attributes."""
    try:
        return tuple(
            model for spec in specs for model in parse(spec).bind(roles.sensitive)
        )
    except ModelError as error:
        raise SourceError(
            f"{where}: promise.models: {error}; a model of a package of its own needs"
            " that package installed"
        ) from None
