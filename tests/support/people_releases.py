# SPDX-License-Identifier: Apache-2.0
"""Releases of visits that count people, and what a forger makes of them."""

from __future__ import annotations

import json
import random

import pandas as pd

import diversa
from diversa.record.record_parts import fingerprint

HIERARCHIES = {"age": [10, 20, 40], "zip": {"kind": "masking"}}
CONSTANT = ["age", "zip"]


def visits(number=60, seed=3):
    """People with one to four visits each; some of these are alike."""
    draw = random.Random(seed)
    return pd.DataFrame(
        [
            (f"person {who}", age, zip_code, draw.choice("abc"), draw.choice("vwxyz"))
            for who in range(number)
            for age, zip_code in [(draw.randrange(20, 60), f"{draw.randrange(10, 14)}")]
            for _ in range(draw.randrange(1, 5))
        ],
        columns=["who", "age", "zip", "ward", "ill"],
    )


def publish(source, folder, **words):
    """Publish visits by people."""
    given = {
        "quasi_identifiers": CONSTANT,
        "sensitive": "ill",
        "person": "who",
        "hierarchies": HIERARCHIES,
        "models": "k-anonymity:5",
        **words,
    }
    return diversa.anonymize(source, out=folder, **given)


def forge(folder, **changes):
    """Change the manifest: the keys of `changes`, objects key by key."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    for key, part in changes.items():
        if isinstance(part, dict):
            manifest[key].update(part)
        else:
            manifest[key] = part
    path.write_text(json.dumps(manifest))


def forge_rows(folder, change):
    """Change the rows of a release and let the manifest say so."""
    path = folder / "release.csv"
    rows = change(pd.read_csv(path, dtype=str, keep_default_na=False))
    rows.to_csv(path, index=False)
    files = {"release.csv": {"sha256": fingerprint(path)}}
    forge(folder, files=files, rows_out=len(rows), audit={"rows": len(rows)})
