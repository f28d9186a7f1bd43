# SPDX-License-Identifier: Apache-2.0
"""Write the table of metrics of docs/guides/utility.md from the registry."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from diversa.metrics import BUILT_IN
from diversa.metrics.metric import Metric

PAGE = Path(__file__).parent / "guides" / "utility.md"

HEAD = (
    "| metric | in JSON | what it says | better | a withheld row adds | needs |\n"
    "|---|---|---|---|---|---|\n"
)


def row(metric: Metric) -> str:
    """The line of a metric."""
    names = ", ".join(f"`{name}`" for name in metric.sentences)
    says = [metric.title, names, metric.meaning, metric.better]
    cells = [*says, metric.withheld, metric.needs]
    return f"| {' | '.join(cells)} |\n"


def page() -> str:
    """The guide, with its table as the registry has it."""
    table = HEAD + "".join(row(metric) for metric in BUILT_IN.values())
    text = PAGE.read_text(encoding="utf-8")
    return re.sub(r"\| metric \|.*?\n\n", lambda _: f"{table}\n", text, flags=re.S)


if __name__ == "__main__":
    text = page()
    PAGE.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
