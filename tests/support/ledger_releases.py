# SPDX-License-Identifier: Apache-2.0
"""Tables of people, and releases of them that are written in a ledger."""

from __future__ import annotations

import warnings

import numpy as np
import pandas as pd

import diversa
from diversa.errors import SecondReleaseWarning
from diversa.ledger.ledger import Ledger

NUMBER = 120


def people(seed=0, number=NUMBER):
    """People of whom few look alike."""
    random = np.random.default_rng(seed)
    return pd.DataFrame(
        {
            "name": [f"n{seed}-{i}" for i in range(number)],
            "zip": random.integers(10_000, 10_100, number).astype(str),
            "age": random.integers(18, 90, number),
            "ill": random.choice(list("abcdef"), number),
        }
    )


TABLE = people()
WORDS = {"quasi_identifiers": ["zip", "age"], "sensitive": "ill", "rehearsal": "none"}
ANATOMY = {"method": "anatomy", "models": "frequency-l-diversity:3", **WORDS}
ANATOMY["nearby"] = False
OTHER = {**ANATOMY, "models": "frequency-l-diversity:2"}
MONDRIAN = {"method": "mondrian", "labels": "tight", "models": "k-anonymity:5", **WORDS}


def publish(out, table=TABLE, **words):
    """Publish a table; every warning is an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", SecondReleaseWarning)
        return diversa.anonymize(table, out=out, **words)


def lines(path):
    """The lines of a ledger."""
    return Ledger.read(path).lines
