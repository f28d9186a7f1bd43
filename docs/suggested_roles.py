# SPDX-License-Identifier: Apache-2.0
"""Write the measured tables of docs/guides/suggest.md from the labelled tables."""

from __future__ import annotations

import re
import sys
from pathlib import Path

PAGE = Path(__file__).parent / "guides" / "suggest.md"

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from foreign_tables import foreign_confusion  # noqa: E402
from labelled_tables import HELD_OUT, ROLES, TABLES  # noqa: E402
from role_scores import (  # noqa: E402
    Confusion,
    confusion,
    precision,
    published_wrongly,
    recall,
    weighted_score,
)

TITLES = {
    "identifiers": "identifier",
    "quasi_identifiers": "quasi-identifier",
    "sensitive": "sensitive",
    "other": "no role",
}
"""What the roles are called on the page."""


def table(counts: Confusion) -> str:
    """The confusion table, with recall and precision."""
    roles = list(ROLES.values())
    guesses = " | ".join(f"guessed {TITLES[role]}" for role in roles)
    lines = [
        f"| by hand | {guesses} | recall | precision |",
        f"|---|{'---|' * (len(roles) + 2)}",
    ]
    for label in roles:
        numbers = " | ".join(str(counts[label, guess]) for guess in roles)
        scores = f"{recall(counts, label):.2f} | {precision(counts, label):.2f}"
        lines.append(f"| {TITLES[label]} | {numbers} | {scores} |")
    wrongly = published_wrongly(counts)
    return (
        "\n".join(lines)
        + f"\n\nWeighted score: {weighted_score(counts):.3f}. Published in a role that"
        f" guards too little: {wrongly} of {sum(counts.values())} columns.\n"
    )


def page() -> str:
    """The guide, with its tables as they are measured."""
    text = PAGE.read_text(encoding="utf-8")
    parts = {
        "aside": foreign_confusion("aside"),
        "in view": foreign_confusion("in_view"),
        "labelled": confusion(TABLES),
        "held out": confusion(HELD_OUT),
    }
    for name, counts in parts.items():
        measured = f"<!-- {name} -->\n{table(counts)}<!-- end -->"
        pattern = rf"<!-- {name} -->.*?<!-- end -->"
        text = re.sub(pattern, lambda _, new=measured: new, text, flags=re.S)
    return text


if __name__ == "__main__":
    text = page()
    PAGE.write_text(text, encoding="utf-8")
    sys.stdout.write(f"{PAGE}\n")
