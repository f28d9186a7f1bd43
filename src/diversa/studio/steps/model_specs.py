# SPDX-License-Identifier: Apache-2.0
"""The spec of a model from the values of its form."""

from __future__ import annotations

from collections.abc import Mapping

from diversa.hierarchies.coverage import plain_text
from diversa.models import parse
from diversa.models.parameters import write_number
from diversa.models.spec import escape, write_list


def spec_of(name: str, values: Mapping[str, object]) -> str:
    """The spec of a model with the values of its form, checked by parsing it.

    >>> spec_of("k-anonymity", {"k": 7})
    'k-anonymity:7'

    Raises:
        ModelError: A value is not allowed.
    """
    parts = [
        f"{key}={spec_text(value)}"
        for key, value in values.items()
        if value is not None and value != ()
    ]
    return parse(f"{name}:{','.join(parts)}").spec


def spec_text(value: object) -> str:
    """A value as it is written in a spec."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return write_list([plain_text(part) for part in value])
    if isinstance(value, int | float):
        return write_number(value)
    return escape(str(value))
