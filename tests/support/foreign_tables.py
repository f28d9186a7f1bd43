# SPDX-License-Identifier: Apache-2.0
"""Public tables that nobody here made, with a role that a person gave to every column.

Names, a few values and counts of tables of Rdatasets. The roles were given from the
data dictionaries, by the question of the tutorial, before anything was guessed. For
the tables `aside` no word was added.
"""

from __future__ import annotations

import json
from pathlib import Path

from diversa.suggestions.column_sample import ColumnSample
from diversa.suggestions.role_guess import guess_by_sample
from labelled_tables import ROLES
from role_scores import Confusion

FILE = Path(__file__).with_name("foreign_tables.json")


def foreign_confusion(part: str) -> Confusion:
    """Columns of a part by the role that a person gave and the one that is guessed."""
    return Confusion((role, guess) for _, _, role, guess in foreign_guesses(part))


def foreign_guesses(part: str) -> list[tuple[str, str, str, str]]:
    """Table, column, given role and guessed role of all columns of a part."""
    tables = json.loads(FILE.read_text(encoding="utf-8"))[part]
    return [
        (
            table["table"],
            column["name"],
            ROLES[column["role"]],
            guess_by_sample(sample_of(column)).role,
        )
        for table in tables
        for column in table["columns"]
    ]


def sample_of(column: dict) -> ColumnSample:
    return ColumnSample(
        tuple(column["values"]),
        column["distinct"],
        column["rows"],
        column["largest"],
        column["name"],
        tuple(column["counts"]),
    )
