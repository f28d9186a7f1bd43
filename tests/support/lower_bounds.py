# SPDX-License-Identifier: Apache-2.0
"""Print the lowest version that pyproject.toml allows of every package, for pip.

Run by `make lowest`: `lower_bounds.py > constraints.txt`. A requirement without a lower
bound is refused: nobody would know whether its oldest version works.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"

REQUIREMENT = re.compile(r"([\w.-]+)(?:\[[\w,]+\])?>=([\w.]+)")
"""A name, perhaps its extras, and a lower bound."""


def lower_bounds(project: dict) -> dict[str, str]:
    """The lowest version of each package that a project and its extras ask for."""
    extras = project["optional-dependencies"].values()
    bounds: dict[str, str] = {}
    for text in [*project["dependencies"], *(one for extra in extras for one in extra)]:
        match = REQUIREMENT.fullmatch(text)
        if match is None:
            raise SystemExit(f"pyproject.toml: '{text}' must be name>=version")
        name, version = match.groups()
        if bounds.setdefault(name, version) != version:
            raise SystemExit(f"pyproject.toml: '{name}' has two lower bounds")
    return bounds


def main() -> None:
    """Print a constraint per line."""
    project = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]
    for name, version in sorted(lower_bounds(project).items()):
        sys.stdout.write(f"{name}=={version}\n")


if __name__ == "__main__":
    main()
