# SPDX-License-Identifier: Apache-2.0
"""JSON as text: always written alike, and safe to read from hostile text."""

from __future__ import annotations

import json
from typing import Any

from diversa.errors import SourceError


def json_to_text(content: object, *, indent: int | None = None) -> str:
    """Write JSON: the same text for the same content; no NaN, no infinity."""
    return json.dumps(content, indent=indent, ensure_ascii=False, allow_nan=False)


def json_from_text(text: str | bytes) -> object:
    """Read JSON; repeated keys, NaN and infinity are errors.

    Raises:
        SourceError: It is no JSON, in the words that follow "must be".

    Example:
        >>> json_from_text('{"rows": 3}')
        {'rows': 3}
        >>> json_from_text('{"rows": 3, "rows": 4}')
        Traceback (most recent call last):
        diversa.errors.SourceError: JSON whose objects have every key once
    """
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    except SourceError:
        raise
    except RecursionError:
        raise SourceError("JSON of fewer levels") from None
    except ValueError:
        raise SourceError("JSON in UTF-8") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    parts = dict(pairs)
    if len(parts) != len(pairs):
        raise SourceError("JSON whose objects have every key once")
    return parts


def _refuse(constant: str) -> None:
    raise SourceError(f"JSON, which has no number {constant}")
