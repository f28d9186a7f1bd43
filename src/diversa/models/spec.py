# SPDX-License-Identifier: Apache-2.0
r"""Spec strings: a model with its parameters in one line of text, and back.

`name:first,key=value,...`; the first parameter may stand without its name; a list
stands between bars. A comma, bar or backslash inside a value is written with a
backslash before it. Spaces around names mean nothing, spaces in values count.

>>> split(r"a,b=x\,y|z", ",")
['a', 'b=x\\,y|z']
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from diversa.errors import ModelError, nearest


def split(text: str, separator: str) -> list[str]:
    """Split at a separator that has no backslash before it."""
    parts = [""]
    for token in re.findall(r"\\?.", text, re.DOTALL):
        if token == separator:
            parts.append("")
        else:
            parts[-1] += token
    return parts


def unescape(text: str) -> str:
    """Take the backslashes away."""
    return re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL)


def escape(text: str) -> str:
    """Put a backslash before what a spec string uses itself."""
    return re.sub(r"([\\,|])", r"\\\1", text)


def write_list(texts: Sequence[str]) -> str:
    r"""Write a list between bars; a bar alone is the list of one empty text.

    >>> write_list(["a|b", "c"]), write_list([]), write_list([""])
    ('a\\|b|c', '', '|')
    """
    return "|".join(escape(text) for text in texts) or "|" * len(texts)


def read_list(text: str) -> list[str]:
    """Read a list that stands between bars; nothing is the empty list."""
    return [unescape(part) for part in split(text, "|")] if text else []


def read_arguments(where: str, text: str, parameters: Sequence[str]) -> dict[str, str]:
    """Read the part after the colon: the value of each parameter, still escaped.

    `where` is the name of the model, for messages. The name of the first parameter may
    be left out.
    """
    arguments: dict[str, str] = {}
    for place, part in enumerate(split(text, ",") if text else []):
        key, value = read_argument(where, part, parameters, first=place == 0)
        if key in arguments:
            raise ModelError(
                f"{where}: {key} must be given once, got it twice; keep one of them"
            )
        arguments[key] = value
    return arguments


def read_argument(
    where: str, part: str, parameters: Sequence[str], *, first: bool
) -> tuple[str, str]:
    """Read one `key=value`, or the value of the first parameter."""
    key, equals, value = part.partition("=")
    key = key.strip()
    # What stands without a name may be a piece of a sensitive value: do not repeat it.
    if not equals and not (first and key):
        raise ModelError(
            f"{where}: parameters must be written key=value, only the first may stand"
            " without its name, got one that is not; write a comma inside a value"
            rf" as \, (parameters: {', '.join(parameters)})"
        )
    if not equals:
        return parameters[0], key
    if key not in parameters:
        raise ModelError(
            f"{where}: parameter must be a known one, got '{key}';"
            f" {nearest(key, parameters)}"
        )
    return key, value
