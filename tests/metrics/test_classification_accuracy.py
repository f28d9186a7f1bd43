# SPDX-License-Identifier: Apache-2.0
"""Classification accuracy: what can be learned from exact, vague and wrong features."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from diversa.errors import InputError
from diversa.metrics.classification_accuracy import (
    classification_accuracy,
    group_classes,
    spread_classes,
)
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides
from released_rows import hierarchies_of, secrets_of, small_table

ROWS = [("1", "a", "x", "1")] * 60 + [("1", "b", "y", "2")] * 40
TABLE = small_table(ROWS)
"""The sensitive value follows from the place."""


def at(*node):
    return Recoded.at_levels(
        TABLE.cells, hierarchies_of(TABLE), secrets_of(TABLE), levels=node
    )


@pytest.mark.parametrize(
    ("node", "label", "exact"),
    [
        pytest.param((0, 0, 0), "s", True, id="as it is"),
        pytest.param((0, 1, 0), "s", True, id="sex still tells"),
        pytest.param((0, 1, 1), "s", False, id="nothing tells"),
        pytest.param((0, 0, 0), "sex", True, id="a quasi-identifier"),
    ],
)
def test_a_class_that_features_tell(node, label, exact):
    pytest.importorskip("sklearn")
    found = classification_accuracy(at(*node), label)
    assert found.raw == 1
    assert found.rows < 60
    assert found.release == (1 if exact else found.majority)
    assert 0.4 < found.majority < 0.8


def test_withheld_rows_are_wrong():
    pytest.importorskip("sklearn")
    gone = np.array([[0, 1, 1]], dtype=np.int32)  # the rows of place b
    recoded = Recoded.at_levels(
        TABLE.cells,
        hierarchies_of(TABLE),
        secrets_of(TABLE),
        levels=(0, 0, 0),
        suppressed=gone,
    )
    found = classification_accuracy(recoded, "s")
    assert found.raw == 1
    assert found.release == 60 / 100


def test_a_generalized_class_counts_in_part():
    side = Sides.of_level(hierarchies_of(TABLE)[1], 1, np.array([0]))
    box, value, weight = spread_classes(side, np.array([0]), np.array([6]))
    assert (box.tolist(), value.tolist(), weight.tolist()) == ([0, 0], [0, 1], [3, 3])


def test_a_class_in_another_table_counts_in_proportion():
    """Two boxes in one group of three a and one b: each row is a to three quarters."""
    box, value, weight = group_classes(
        np.array([0, 1]), np.array([0, 0]), np.array([0, 1]), np.array([3, 1]), 2
    )
    assert box.tolist() == [0, 0, 1, 1]
    assert value.tolist() == [0, 1, 0, 1]
    assert weight.tolist() == pytest.approx([9 / 4, 3 / 4, 3 / 4, 1 / 4])


def test_an_unknown_class_is_refused():
    with pytest.raises(InputError, match="label: must be a counted column, got 'x'"):
        classification_accuracy(at(0, 0, 0), "x")


def test_without_scikit_learn(monkeypatch):
    for name in ("sklearn", "sklearn.linear_model", "scipy", "scipy.sparse"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(InputError, match="scikit-learn must be installed"):
        classification_accuracy(at(0, 0, 0), "s")
