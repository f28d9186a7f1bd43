# SPDX-License-Identifier: Apache-2.0
r"""Spec strings: a model with its parameters in one line of text, and back.

`name:first,key=value,...`; the first parameter may stand without its name; a list
stands between bars. A comma, bar or backslash inside a value is written with a
backslash before it.

>>> split(r"a,b=x\,y|z", ",")
['a', 'b=x\\,y|z']
"""

from __future__ import annotations

import re


def split(text: str, separator: str) -> list[str]:
    """Split at a separator that has no backslash before it."""
    pattern = r"((?:\\.|[^\\" + re.escape(separator) + r"])*)"
    parts = re.findall(pattern + rf"(?:{re.escape(separator)}|$)", text)
    return parts[:-1] if not text.endswith(separator) else parts


def unescape(text: str) -> str:
    """Take the backslashes away."""
    return re.sub(r"\\(.)", r"\1", text)


def escape(text: str) -> str:
    """Put a backslash before what a spec string uses itself."""
    return re.sub(r"([\\,|])", r"\\\1", text)


def read_arguments(text: str) -> tuple[list[str], dict[str, str | list[str]]]:
    """Read the part after the colon: arguments without and with a name."""
    unnamed: list[str] = []
    named: dict[str, str | list[str]] = {}
    for part in split(text, ",") if text else []:
        key, equals, value = part.partition("=")
        if not equals:
            unnamed.append(unescape(part.strip()))
            continue
        listed = [unescape(one) for one in split(value, "|")]
        named[key.strip()] = listed[0] if len(listed) == 1 else listed
    return unnamed, named
