# SPDX-License-Identifier: Apache-2.0
"""A manifest as a person would write one: every key that is read, nothing else."""

from __future__ import annotations

WHOLE = {
    "diversa": "0.1.0",
    "roles": {"identifiers": [], "quasi_identifiers": [], "sensitive": []},
    "columns": [],
    "promise": {"models": [], "missing": None, "suppress_by": "drop"},
    "method": "full-domain",
    "groups": 3,
    "rows_in": 12,
    "rows_out": 12,
    "suppressed": 0,
    "dropped": 0,
    "search": {
        "algorithm": "optimal",
        "objective": "loss",
        "optimality": "exact",
        "reason": "by hand",
    },
    "metrics": {},
    "audit": {
        "rows": 12,
        "groups": 3,
        "levels": {},
        "models": [],
        "holds": True,
        "failing_rows": 0,
        "group_sizes": [],
    },
    "files": {},
    "fingerprints": {"input": None, "plan": None},
    "versions": {},
}


def whole(**parts: object) -> dict[str, object]:
    """A manifest with some of its parts replaced; objects are replaced key by key."""
    manifest = dict(WHOLE)
    for key, part in parts.items():
        old = manifest.get(key)
        both = isinstance(old, dict) and isinstance(part, dict)
        manifest[key] = {**old, **part} if both else part
    return manifest
