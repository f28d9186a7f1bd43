# SPDX-License-Identifier: Apache-2.0
"""A series in a folder of its own, published release by release."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from series_tables import COLUMNS, WORDS


@pytest.fixture
def publish(tmp_path):
    """Publish the next release of a series; the first one makes the register."""
    register = tmp_path / "register.json"

    def run(rows, columns=COLUMNS, **settings):
        table = pd.DataFrame(rows, columns=list(columns))
        series = {"first": not register.exists(), "register": register, "key": "who"}
        return diversa.republish(table, **series | WORDS | settings)

    return run


@pytest.fixture
def grow(tmp_path):
    """Append rows of a group and a value to a table; two rows make a group safe."""
    made = tmp_path / "table.json"

    def recode():
        frame = pd.DataFrame([(g, s) for g in "abc" for s in "xyz"], columns=["g", "s"])
        words = {"quasi_identifiers": "g", "sensitive": "s", "models": "k-anonymity:2"}
        diversa.anonymize(frame, recoding=made, **words)

    def append(rows, *, recoding=None, name="table", **words):
        if recoding is None and not made.exists():
            recode()
        if isinstance(rows, list):
            rows = pd.DataFrame(rows, columns=["g", "s"], dtype=object)
        targets = {
            "out": tmp_path / name,
            "register": tmp_path / f"{name}-register.json",
        }
        return diversa.append(rows, recoding or made, **targets | words)

    return append
