# SPDX-License-Identifier: Apache-2.0
"""The table that the tests of this room open."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital
from swept_table import OPENED


@pytest.fixture(scope="module")
def patients():
    return pd.DataFrame(hospital(rows=200))[["zip", "born", "sex", "condition"]]


@pytest.fixture(scope="module")
def table(patients):
    with diversa.open(patients, **OPENED) as opened:
        yield opened
