# SPDX-License-Identifier: Apache-2.0
"""What the benchmarks found last: ratios, so that another machine may compare."""

from __future__ import annotations

import json
from pathlib import Path

RECORDED = Path(__file__).with_name("recorded.json")
"""The ratios of the run that was recorded last, benchmark by benchmark."""

SLOWER = 1.25
"""A ratio that grew by more is told; less is noise."""

FOUND: dict[str, dict[str, float]] = {}
"""The ratios of this run."""


def note(benchmark: str, name: str, ratio: float) -> None:
    """Remember a ratio; less is better."""
    FOUND.setdefault(benchmark, {})[name] = round(ratio, 2)


def recorded() -> dict[str, dict[str, float]]:
    """What was recorded last."""
    if not RECORDED.exists():
        return {}
    ratios: dict[str, dict[str, float]] = json.loads(RECORDED.read_text())
    return ratios


def slower() -> list[str]:
    """What takes more than it did when it was recorded, in lines."""
    before = recorded()
    return [
        f"{benchmark}: {name}: {ratio:.2f} instead of {was:.2f}"
        for benchmark, ratios in FOUND.items()
        for name, ratio in ratios.items()
        if (was := before.get(benchmark, {}).get(name)) and ratio > SLOWER * was
    ]


def finish(*, keep: bool) -> None:
    """Say what got slower; with `keep`, record this run."""
    for line in slower():
        print(f"slower than recorded: {line}")
    if FOUND and not slower():
        print("nothing is slower than what was recorded")
    if keep:
        both = recorded()
        for benchmark, ratios in FOUND.items():  # a run may be of some names only
            both.setdefault(benchmark, {}).update(ratios)
        RECORDED.write_text(json.dumps(both, indent=2, sort_keys=True) + "\n")
