# SPDX-License-Identifier: Apache-2.0
"""A table of six people, its partition into two parts, and what recodings share."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from diversa.counts.cells import Cells
from diversa.counts.frequency_set import frequency_set
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.rows import Rows
from diversa.recodings.axes import axes_of
from diversa.recodings.partition import Partition

AGES = Dictionary.build("age", [20, 25, 31, 38], [2, 2, 1, 1], kind="number")
PLACES = Dictionary.build("place", ["Bonn", "Pisa", "Rome"], [2, 2, 2])
ILLS = Dictionary.build("ill", ["cold", "flu"], [3, 3], sensitive=True)
COUNTRIES = (("Bonn", "Germany"), ("Pisa", "Italy"), ("Rome", "Italy"))

CODES = [[0, 1, 0], [0, 2, 1], [1, 1, 0], [1, 2, 1], [2, 0, 0], [3, 0, 1]]
"""Age, place and illness of each person: four in Italy in their twenties, two not."""


@pytest.fixture
def cells():
    counts = np.ones(len(CODES), dtype=np.int64)
    return Cells((AGES, PLACES, ILLS), np.array(CODES, dtype=np.int32), counts)


@pytest.fixture
def hierarchies():
    return Intervals((10, 20)).build(AGES), Rows(COUNTRIES).build(PLACES)


@pytest.fixture
def counted(cells, hierarchies):
    """The parts of a counted table that recodings look at."""
    return SimpleNamespace(cells=cells, hierarchies=hierarchies, sensitive=())


@pytest.fixture
def finest(cells, hierarchies):
    return frequency_set(cells, hierarchies, [Sensitive(ILLS)])


@pytest.fixture
def halves(finest):
    """Italy and Germany."""
    part = np.array([int(codes[1] == 0) for codes in finest.codes.T], dtype=np.int32)
    return Partition(finest, axes_of(finest), part, 2)


@pytest.fixture
def words(hierarchies):
    """What every recoding is made with."""
    return {
        "dictionaries": (AGES, PLACES),
        "hierarchies": hierarchies,
        "columns": ("age", "place", "ill"),
    }
