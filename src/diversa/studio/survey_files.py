# SPDX-License-Identifier: Apache-2.0
"""The files of a survey: its form, the answers, and apart from them the identifiers.

Answers are in `table.csv`, identifiers in `identifiers.csv`. Only a random key, new for
every answer, joins the two.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from diversa.studio.form_fields import FormField
from diversa.studio.storage import write_private

KEY = "answer"
"""The column with the key of an answer; it is never published."""

FORM = "form.json"
"""The file with the fields of a survey."""


def write_form(folder: Path, form: Sequence[FormField]) -> None:
    """Write the form of a survey, and its files without any answer yet."""
    write_private(folder / FORM, json.dumps([asdict(field) for field in form]))
    for path, names in answer_files(folder, form).items():
        write_private(path, csv_line((KEY, *names)))


def read_form(folder: Path) -> tuple[FormField, ...]:
    """The fields of a survey."""
    fields = json.loads((folder / FORM).read_text(encoding="utf-8"))
    return tuple(FormField(**{**one, "values": tuple(one["values"])}) for one in fields)


def answer_files(folder: Path, form: Sequence[FormField]) -> dict[Path, list[str]]:
    """The files of answers and of identifiers, each with its columns."""
    apart = [field.name for field in form if field.role == "identifier"]
    others = [field.name for field in form if field.role != "identifier"]
    return {folder / "table.csv": others, folder / "identifiers.csv": apart}


def csv_line(cells: Sequence[str]) -> str:
    """A line of a CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def append(path: Path, cells: Sequence[str]) -> None:
    """Add a whole line to a file."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        os.write(handle, csv_line(cells).encode())
    finally:
        os.close(handle)


def count_answers(folder: Path) -> int:
    """Count the answers of a survey."""
    with (folder / "table.csv").open("rb") as file:
        return sum(1 for _ in file) - 1
