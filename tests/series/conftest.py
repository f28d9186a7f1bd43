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
