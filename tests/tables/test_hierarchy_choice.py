# SPDX-License-Identifier: Apache-2.0
"""Hierarchies stay with the attributes that they are declared for."""

from __future__ import annotations

import numpy as np

from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Masking
from diversa.tables.hierarchy_choice import build_hierarchy, with_taxonomies

ZIP = Dictionary.build("zip", ["11", "12", "21"], [1, 1, 1])


def test_a_tree_of_sensitive_values_stays_with_them():
    plain = Sensitive(ZIP)
    with_tree, without = (
        with_taxonomies([plain], trees)[0] for trees in ({"zip": Masking()}, {})
    )
    assert without is plain
    assert with_tree.taxonomy is not None
    assert list(with_tree.taxonomy.labels[1]) == ["1*", "2*"]


def test_a_hierarchy_that_is_declared_is_taken():
    assert list(build_hierarchy(ZIP, {"zip": Masking()}).labels[1]) == ["1*", "2*"]
    chosen = build_hierarchy(ZIP, {})
    assert np.unique(chosen.maps[-1]).size == 1
