# SPDX-License-Identifier: Apache-2.0
"""The promise of a release, as its manifest states it. Nothing of it is believed yet.

`release_audit` holds it against the published file.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from diversa.data.missing import MissingPolicy
from diversa.data.roles import Roles
from diversa.errors import ModelError, SourceError
from diversa.models import parse
from diversa.models.model import Model
from diversa.release.manifest import MANIFEST
from diversa.release.targets import RELEASE, SENSITIVE


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

    @property
    def data_file(self) -> str:
        """The name of the published table."""
        return next(name for name in self.fingerprints if is_release(name))

    @property
    def secret_file(self) -> str:
        """The name of the sensitive table; a name that no file has without one."""
        return next((name for name in self.fingerprints if is_secret(name)), "")


def is_texts(value: object) -> bool:
    """Tell a list of texts."""
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def is_number(value: object) -> bool:
    """Tell a whole number."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_release(name: str) -> bool:
    """Tell the name of a published table."""
    return PurePath(name).stem == RELEASE


def is_secret(name: str) -> bool:
    """Tell the name of a sensitive table."""
    return PurePath(name).stem == SENSITIVE


def is_files(value: object) -> bool:
    """Tell files with fingerprints; a name that leads out of the folder is none."""
    return isinstance(value, dict) and all(
        PurePath(name).name == name
        and "\\" not in name
        and isinstance(one, dict)
        and isinstance(one.get("sha256"), str)
        for name, one in value.items()
    )


SHAPE: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "roles.quasi_identifiers": ("a list of columns", is_texts),
    "roles.sensitive": ("a list of columns", is_texts),
    "columns": ("a list of columns", is_texts),
    "promise.models": (
        "a list of at least one model",
        lambda value: is_texts(value) and len(value) > 0,
    ),
    "promise.missing": (
        f"one of {', '.join(MissingPolicy)} or null",
        lambda value: value is None or value in list(MissingPolicy),
    ),
    "rows_out": ("a number of rows", is_number),
    "suppressed": ("a number of rows", lambda value: value is ... or is_number(value)),
    "levels": (
        "the level of each quasi-identifier",
        lambda value: (
            value is ...
            or (isinstance(value, dict) and all(map(is_number, value.values())))
        ),
    ),
    "group": ("a column", lambda value: value is ... or isinstance(value, str)),
    "sensitive_table": (
        "its columns: group, value and count",
        lambda value: value is ... or (is_texts(value) and len(value) == 3),
    ),
    "files": (
        "names of files in the folder with their sha256, one of them release.*",
        lambda value: is_files(value) and sum(map(is_release, value)) == 1,
    ),
    "audit": ("an audit", lambda value: isinstance(value, dict)),
}
"""The keys that are read: what each must be, and how that is told."""


def read_promise(directory: Path) -> Promise:
    """Read the manifest of a release folder."""
    path = directory / MANIFEST
    manifest = read_manifest(path)
    found: dict[str, Any] = {key: look_up(manifest, key) for key in SHAPE}
    faults = [
        f"{path}: {key} must be {wanted}, got something else; publish the release"
        " again, or audit its table by naming the file"
        for key, (wanted, fits) in SHAPE.items()
        if not fits(found[key])
    ]
    if faults:
        raise SourceError("\n".join(faults))
    roles = Roles(
        quasi_identifiers=tuple(found["roles.quasi_identifiers"]),
        sensitive=tuple(found["roles.sensitive"]),
    )
    policy = MissingPolicy(found["promise.missing"] or MissingPolicy.RAISE)
    return Promise(
        roles,
        tuple(found["columns"]),
        read_models(path, found["promise.models"], roles),
        # Rows with a missing value were dropped: the release must have none.
        MissingPolicy.RAISE if policy is MissingPolicy.DROP else policy,
        found["rows_out"],
        {name: one["sha256"] for name, one in found["files"].items()},
        found["audit"],
        suppressed=gone_rows(manifest),
        levels={} if found["levels"] is ... else found["levels"],
        group=None if found["group"] is ... else found["group"],
        secret=() if found["sensitive_table"] is ... else (*found["sensitive_table"],),
    )


def gone_rows(manifest: object) -> int:
    """Rows that were suppressed, if these are dropped and not published as `*`."""
    suppressed = look_up(manifest, "suppressed")
    starred = look_up(manifest, "promise.suppression") == "star"
    return suppressed if isinstance(suppressed, int) and not starred else 0


def read_manifest(path: Path) -> object:
    """Read a manifest as JSON."""
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


def look_up(manifest: object, key: str) -> object:
    """Follow a key with dots into nested objects; `...` where there is nothing."""
    for part in key.split("."):
        if not isinstance(manifest, dict):
            return ...
        manifest = manifest.get(part, ...)
    return manifest


def read_models(path: Path, specs: list[str], roles: Roles) -> tuple[Model, ...]:
    """Read the promised models and bind them to the sensitive attributes."""
    try:
        return tuple(one for spec in specs for one in parse(spec).bind(roles.sensitive))
    except ModelError as error:
        raise SourceError(
            f"{path}: promise.models: {error}; a model of a package of its own needs"
            " that package installed"
        ) from None
