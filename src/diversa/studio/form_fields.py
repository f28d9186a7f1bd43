# SPDX-License-Identifier: Apache-2.0
"""The fields of a survey's form: what is asked, of which kind, and why."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from diversa.errors import InputError

ROLES = ("identifier", "quasi_identifier", "sensitive")
"""What a field may be; the words of the papers."""

LONGEST = 400
"""The most characters of an answer."""


def is_number(text: str) -> bool:
    """Tell whether a text is a number.

    >>> is_number("1.5"), is_number("inf"), is_number("x")
    (True, False, False)
    """
    with suppress(ValueError):
        return math.isfinite(float(text))
    return False


def is_date(text: str) -> bool:
    """Tell whether a text is a day, as browsers send it.

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
"""The kinds of fields, and what an answer must be."""


@dataclass(frozen=True)
class FormField:
    """A question of a survey."""

    name: str
    """The column of the answers, and the label of the field."""
    kind: str
    """text, number, date or choice."""
    role: str
    """identifier, quasi_identifier or sensitive."""
    why: str
    """A sentence for respondents: why it is asked."""
    values: tuple[str, ...] = ()
    """What may be chosen."""
    required: bool = True
    """Whether it must be answered."""

    def read(self, answer: str) -> str:
        """An answer as it is kept.

        Raises:
            InputError: It is not of the kind; it is not repeated.
        """
        text = " ".join(answer.split())
        if not text and not self.required:
            return ""
        fits = bool(text) and len(text) <= LONGEST and KINDS[self.kind](text)
        if not fits or (self.kind == "choice" and text not in self.values):
            what = "one of the choices" if self.kind == "choice" else f"a {self.kind}"
            raise InputError(f"{self.name}: must be {what}")
        return text


def checked_form(fields: Sequence[FormField]) -> tuple[FormField, ...]:
    """A form by which a series of releases can be made; every fault is said at once."""
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
    """What is wrong with a field."""
    faults = []
    if not 0 < len(field.name) <= 100 or not field.name.isprintable():
        faults.append("name: must be 1 to 100 characters")
    if field.name == "answer":
        faults.append("name: 'answer' is the column of the key; choose another")
    if field.kind not in KINDS:
        faults.append(f"{field.name}: kind must be one of {', '.join(KINDS)}")
    if field.role not in ROLES:
        faults.append(f"{field.name}: role must be one of {', '.join(ROLES)}")
    if not field.why.strip():
        faults.append(f"{field.name}: why must say why it is asked")
    if (field.kind == "choice") != bool(field.values):
        faults.append(f"{field.name}: values must be given for choices, and only there")
    return faults
