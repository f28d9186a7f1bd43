# SPDX-License-Identifier: Apache-2.0
"""One small hospital that is opened once for all steps."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital
from diversa.hierarchies import Intervals

NAMES = ["zip", "born", "sex"]
OPENED = {
    "quasi_identifiers": NAMES,
    "sensitive": "condition",
    "hierarchies": {"born": Intervals((5, 10, 20))},
}


@pytest.fixture(scope="session")
def patients():
    return pd.DataFrame(hospital(rows=200))[[*NAMES, "condition"]]


@pytest.fixture(scope="session")
def table(patients):
    with diversa.open(patients, **OPENED) as opened:
        yield opened
