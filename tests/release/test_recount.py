# SPDX-License-Identifier: Apache-2.0
"""What is published is counted anew, and the people behind it."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InternalError
from diversa.release.draft import AnonymizationDraft


def test_people_are_counted_of_the_rows_that_are_published(tmp_path, monkeypatch):
    """As many rows in as many groups are not enough: they must be the same rows."""
    frame = pd.DataFrame(
        {
            "who": [*"aabbccdd"],
            "zip": ["1"] * 4 + ["2"] * 4,
            "ill": ["x", "y", "x", "x", "y", "y", "x", "y"],
        }
    )
    words = {
        "quasi_identifiers": "zip",
        "sensitive": "ill",
        "models": "k-anonymity:2",
        "person": "who",
        "person_rows": "all",
    }
    write = AnonymizationDraft.write

    def forge(self, folder):
        files = write(self, folder)
        rows = pd.read_csv(files[0], dtype=str)
        rows["ill"] = [*reversed(rows["ill"])]
        rows.to_csv(files[0], index=False)
        return files

    diversa.anonymize(frame, out=tmp_path / "whole", **words)
    monkeypatch.setattr(AnonymizationDraft, "write", forge)
    with pytest.raises(InternalError, match="not those whose people were counted"):
        diversa.anonymize(frame, out=tmp_path / "forged", **words)
