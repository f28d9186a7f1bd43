# SPDX-License-Identifier: Apache-2.0
"""What a published label may stand for."""

from __future__ import annotations

from diversa.data.dictionary import Dictionary
from diversa.labels.covers import covers


def covered(label, values, **words):
    """The values that one label may stand for."""
    raw = Dictionary.build("x", values, [1] * len(values))
    cover = covers([label], raw, **words)
    codes = [*raw.values, *([None] if raw.missing_code is not None else [])]
    return {codes[code] for code in range(raw.size) if len(cover.of(code))}
