# SPDX-License-Identifier: Apache-2.0
"""Tables that are audited: those of the papers, read by the engine in memory."""

from __future__ import annotations

from diversa.audits.audit import audit
from memory_engine import MemoryEngine

H, V, C, F = "Heart Disease", "Viral Infection", "Cancer", "Flu"
COLUMNS = ("zip", "age", "condition")
FIGURE_2 = {
    ("130**", "<30"): [H, H, V, V],
    ("1485*", ">=40"): [C, H, V, V],
    ("130**", "3*"): [C, C, C, C],
}
FIGURE_3 = {
    ("1305*", "<=40"): [H, V, C, C],
    ("1485*", ">40"): [C, H, V, V],
    ("1306*", "<=40"): [H, V, C, C],
}


def rows_of(groups):
    return [(*key, value) for key, values in groups.items() for value in values]


def look(rows, names=COLUMNS, **words):
    """Audit rows whose last column is sensitive and whose others are known."""
    words = {
        "quasi_identifiers": names[:-1],
        "sensitive": names[-1:],
        "engine": MemoryEngine(),
        **words,
    }
    return audit((names, rows), **words)
