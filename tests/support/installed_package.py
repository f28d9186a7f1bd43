# SPDX-License-Identifier: Apache-2.0
"""A package of a user's own, as it lies in a folder after it was installed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

TOYS = ("toy_models.py", "toy_metrics.py", "toy_distances.py")
"""What the package holds."""

ENTRY_POINTS = {
    "diversa.models": {
        "odd-size": "own_package.toy_models:OddSize",
        "largest-share": "own_package.toy_models:LargestShare",
    },
    "diversa.metrics": {"largest-group": "own_package.toy_metrics:LargestGroup"},
    "diversa.distances": {"by-length": "own_package.toy_distances:by_length"},
}
"""What it adds to Diversa."""


def install(folder: Path, entry_points=None, *, name: str = "own_package") -> Path:
    """Put a package into a folder; put that on the path to have it installed."""
    package = folder / name
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    for toy in TOYS:
        shutil.copy(Path(__file__).parent / toy, package)
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    groups = ENTRY_POINTS if entry_points is None else entry_points
    lines = [
        line
        for group, entries in groups.items()
        for line in (f"[{group}]", *(f"{key} = {to}" for key, to in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    return folder


def forget(name: str = "own_package") -> None:
    """Let the next test import its own copy of a package: the folder goes with one."""
    for module in [each for each in sys.modules if each.partition(".")[0] == name]:
        del sys.modules[module]
