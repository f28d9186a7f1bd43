# SPDX-License-Identifier: Apache-2.0
"""The fields of a survey's form: a question, its kind, and the reason for it."""

from __future__ import annotations

import csv
import datetime as dt
import io
import os
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Literal, get_args

from pydantic import TypeAdapter

from diversa.errors import InputError
from diversa.studio.storage import write_private

Kind = Literal["text", "number", "date", "choice"]
"""The kinds of fields."""

Role = Literal["identifier", "quasi_identifier", "sensitive"]
"""The roles of a field, in the words of the papers."""

LONGEST = 400
"""The most characters of an answer."""

LARGEST = 1e15
"""The largest number that may be asked for."""

PLAIN_NUMBER = re.compile(r"-?[0-9]{1,15}(\.[0-9]{1,10})?")
"""Digits with a point; other spellings of a number would make its cell differ."""


def is_number(text: str) -> bool:
    """True if a text is a plain number.

    >>> is_number("-1.5"), is_number("1e3"), is_number("1_000"), is_number("٣")
    (True, False, False, False)
    """
    return PLAIN_NUMBER.fullmatch(text) is not None


def one_spelling(number: str) -> str:
    """The spelling that all texts of a number share: an odd one would stand out.

    >>> one_spelling("007.50"), one_spelling("-0.0"), one_spelling("1200")
    ('7.5', '0', '1200')
    """
    return f"{Decimal(number).normalize() + 0:f}"


def is_date(text: str) -> bool:
    """True if a text is a day, as browsers send it.

    >>> is_date("2026-02-28"), is_date("2026-02-30")
    (True, False)
    """
    with suppress(ValueError):
        return dt.date.fromisoformat(text).isoformat() == text
    return False


KINDS: dict[str, Callable[[str], bool]] = {
    "text": str.isprintable,
    "number": is_number,
    "date": is_date,
    "choice": str.isprintable,
}
"""The test of an answer of each kind."""


@dataclass(frozen=True)
class FormField:
    """A question of a survey."""

    name: str
    """The column of the answers, and the label of the field."""
    kind: Kind
    role: Role
    why: str
    """The reason for the question, for respondents."""
    values: tuple[str, ...] = ()
    """The choices."""
    required: bool = True
    """True if it must be answered."""
    least: float | None = None
    """The smallest number that may be answered; for numbers it must be given."""
    most: float | None = None
    """The largest number that may be answered; for numbers it must be given."""

    def read(self, answer: str) -> str:
        """An answer as it is kept.

        Raises:
            InputError: It is not of the kind; it is not repeated.
        """
        text = " ".join(answer.split())
        if not text and not self.required:
            return ""
        fits = bool(text) and len(text) <= LONGEST and KINDS[self.kind](text)
        if not fits or not self._is_within(text):
            raise InputError(f"{self.name}: must be {self._requirement()}")
        return one_spelling(text) if self.kind == "number" else text

    def _is_within(self, text: str) -> bool:
        """True if an answer of the right kind is in the range or the choices."""
        if self.kind == "number":
            is_low = self.least is not None and float(text) < self.least
            is_high = self.most is not None and float(text) > self.most
            return not (is_low or is_high)
        return self.kind != "choice" or text in self.values

    def _requirement(self) -> str:
        """The requirement of an answer, in words."""
        if self.kind == "choice":
            return "one of the choices"
        if self.kind == "number" and self.least is not None and self.most is not None:
            return f"a number from {self.least:,.10g} to {self.most:,.10g}, in digits"
        return f"a {self.kind}"


def valid_form(fields: Sequence[FormField]) -> tuple[FormField, ...]:
    """A form whose answers can be published; all faults are named at once."""
    names = [field.name for field in fields]
    roles = [field.role for field in fields]
    faults = [fault for field in fields for fault in faults_of(field)]
    if len(set(names)) < len(names):
        faults.append("fields: must have different names")
    if roles.count("sensitive") != 1:
        faults.append("fields: one must be sensitive: that is what releases are about")
    if "quasi_identifier" not in roles:
        faults.append("fields: a quasi_identifier must be among them")
    if faults:
        raise InputError("\n".join(faults))
    return tuple(fields)


def faults_of(field: FormField) -> list[str]:
    """The faults of a field."""
    faults = []
    if not 0 < len(field.name) <= 100 or not field.name.isprintable():
        faults.append("name: must be 1 to 100 characters")
    if field.name == KEY:
        faults.append(f"name: '{KEY}' is the column of the key; choose another")
    if field.kind not in KINDS:
        faults.append(f"{field.name}: kind must be one of {', '.join(KINDS)}")
    if field.role not in get_args(Role):
        faults.append(f"{field.name}: role must be one of {', '.join(get_args(Role))}")
    if not field.why.strip():
        faults.append(f"{field.name}: why must say why it is asked")
    if (field.kind == "choice") != bool(field.values):
        faults.append(f"{field.name}: values must be given for choices, and only there")
    faults.extend(faults_of_range(field))
    return faults


def faults_of_range(field: FormField) -> list[str]:
    """The faults of the range of a field."""
    least, most = field.least, field.most
    if field.kind != "number":
        has_range = least is not None or most is not None
        return [f"{field.name}: least and most are for numbers alone"] * has_range
    if least is None or most is None or not -LARGEST <= least < most <= LARGEST:
        return [
            f"{field.name}: least and most must say from where to where its numbers"
            " go, such as 0 and 120"
        ]
    return []


KEY = "answer"
"""The column with the key of an answer; it is never published."""

FORM = "form.json"
"""The file with the fields of a survey."""

FORM_FIELDS = TypeAdapter(tuple[FormField, ...])
"""Reads and writes that file."""


def write_form(folder: Path, form: Sequence[FormField]) -> None:
    """Write the form of a survey, and its files without any answer yet."""
    write_private(folder / FORM, FORM_FIELDS.dump_json(tuple(form)).decode())
    for path, names in answer_files(folder, form).items():
        write_private(path, csv_line((KEY, *names)))


def read_form(folder: Path) -> tuple[FormField, ...]:
    """The fields of a survey."""
    return FORM_FIELDS.validate_json((folder / FORM).read_bytes())


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
