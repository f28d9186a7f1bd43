# SPDX-License-Identifier: Apache-2.0
"""The table that is swept."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital
from swept_table import OPENED


@pytest.fixture(scope="package")
def table():
    patients = pd.DataFrame(hospital(rows=200))[["zip", "born", "sex", "condition"]]
    with diversa.open(patients, **OPENED) as opened:
        yield opened
