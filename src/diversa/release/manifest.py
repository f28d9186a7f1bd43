# SPDX-License-Identifier: Apache-2.0
"""The manifest: what was promised, how it was reached, what the audit found.

It holds no raw value, no path, no row number and no time: the same input, plan and
seed give the same bytes.
"""

from __future__ import annotations

import hashlib
import json
import platform
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

from diversa.version import __version__

MANIFEST = "manifest.json"
"""Name of the manifest in a release folder."""

CHUNK = 2**20
"""Bytes read at once for a fingerprint."""


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


def versions() -> dict[str, str]:
    """The versions that decide what a release looks like."""
    packages = ("numpy", "numba", "duckdb")
    return {
        "diversa": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }


def manifest_text(manifest: Mapping[str, Any]) -> str:
    """Write a manifest as JSON, the same bytes for the same content."""
    return json.dumps(manifest, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
