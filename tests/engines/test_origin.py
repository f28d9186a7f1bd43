# SPDX-License-Identifier: Apache-2.0
"""A frame gives back what is still its own, and takes the rest from the engine."""

from __future__ import annotations

import numpy as np
import pandas as pd

from diversa.data.frames import ROW, as_frame
from diversa.engines.engine import Table
from diversa.engines.origin import Origin

PEOPLE = pd.DataFrame({"zip": ["a", "b"], "n": np.array([1, 2], np.int8)}, [7, 8])
TABLE = Table("t", ("zip", "n"), 2, "pandas")


def test_only_what_was_changed_is_wanted():
    origin = Origin(as_frame(PEOPLE), frozenset({"zip", "n"}))
    assert origin.needs(TABLE) == [ROW]
    assert origin.narrow(["n"]).needs(TABLE) == [ROW, "c0"]


def test_a_column_that_was_changed_once_stays_changed():
    origin = Origin(as_frame(PEOPLE), frozenset({"zip", "n"})).narrow(["n"])
    assert origin.narrow(["zip", "n"]).own == {"n"}


def test_types_and_index_are_those_of_the_frame():
    origin = Origin(as_frame(PEOPLE), frozenset({"n"}))
    arrays = {ROW: np.array([1, 0]), "c0": np.array(["*", "a"], object)}
    frame = origin.rebuild(TABLE, arrays, index=True)
    assert frame["n"].dtype == np.int8
    assert frame.index.tolist() == [8, 7]
    assert frame["zip"].tolist() == ["*", "a"]
    assert origin.rebuild(TABLE, arrays, index=False).index.tolist() == [0, 1]
