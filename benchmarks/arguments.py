# SPDX-License-Identifier: Apache-2.0
"""What was typed behind the name of a benchmark; `--help` tells what it measures."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

HELP = ("-h", "--help")


def arguments(about: str | None) -> list[str]:
    """What is on the command line; where help is asked for, it is given instead.

    Args:
        about: What the benchmark says of itself.
    """
    if set(HELP) & set(sys.argv[1:]):
        print((about or "").strip())
        raise SystemExit(0)
    return sys.argv[1:]


def about(name: str) -> str:
    """What a benchmark says of itself; nothing of it is run."""
    source = Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8")
    return ast.get_docstring(ast.parse(source)) or ""
