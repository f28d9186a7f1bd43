# SPDX-License-Identifier: Apache-2.0
"""Print how much of each room the tests ran, and the modules that they ran least.

Run by `make coverage`: `coverage json -o - | room_coverage.py`. A branch counts as much
as a line.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

LEAST = 20
"""How many modules are named."""


def counted(summary: dict) -> Counter:
    """How many lines and branches there are, and how many ran."""
    return Counter(
        all=summary["num_statements"] + summary["num_branches"],
        ran=summary["covered_lines"] + summary["covered_branches"],
    )


def room_of(module: str) -> str:
    """The room of a module, or its name at the top."""
    return Path(module.partition("diversa/")[2]).parts[0]


def share(counts: Counter) -> float:
    """The percentage that ran."""
    return 100 * counts["ran"] / counts["all"]


def listed(counts: dict[str, Counter], names: list[str]) -> list[str]:
    """A line for each name: the share that ran."""
    return [f"{share(counts[name]):6.1f} %  {name}" for name in names]


def page(measured: dict) -> str:
    """The rooms, the modules that ran least, and the whole."""
    files = {name: counted(one["summary"]) for name, one in measured["files"].items()}
    modules = {name: counts for name, counts in files.items() if counts["all"]}
    rooms: dict[str, Counter] = {}
    for name, counts in modules.items():
        rooms[room_of(name)] = rooms.get(room_of(name), Counter()) + counts
    worst = sorted(
        modules, key=lambda name: modules[name]["ran"] / modules[name]["all"]
    )
    whole = {"all lines and branches": sum(modules.values(), Counter())}
    parts = [
        listed(rooms, sorted(rooms)),
        listed(modules, worst[:LEAST]),
        listed(whole, [*whole]),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(page(json.load(sys.stdin)))
