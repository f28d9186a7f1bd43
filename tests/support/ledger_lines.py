# SPDX-License-Identifier: Apache-2.0
"""Lines of a ledger, for tests."""

from __future__ import annotations

import numpy as np

from diversa.ledger.ledger import LedgerLine
from diversa.ledger.sketch import Sketch


def sketch(*hashes):
    """A sketch of these hashes."""
    return Sketch(("q",), len(hashes), np.array(hashes, dtype=np.uint64))


def line(name="first", **words):
    """A line of a ledger."""
    known = {
        "id": name,
        "date": "2026-01-01",
        "place": f"/{name}",
        "name": name,
        "files": {"release.csv": "ab"},
        "method": "mondrian",
        "labels": "tight",
        "sensitive": ("s",),
        "seed": 0,
        "rows": 2,
        "table": "t",
        "plan": None,
        "tuples": sketch(3, 2**64 - 1),
        "people": (sketch(1),),
    }
    return LedgerLine(**{**known, **words})


def line_of(own):
    """The line that a footprint leaves."""
    parts = {"rows", "table", "plan", "tuples", "people"}
    return line(**{name: getattr(own, name) for name in parts})
