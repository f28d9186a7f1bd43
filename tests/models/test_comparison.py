# SPDX-License-Identifier: Apache-2.0
"""Groups beside the distributions that they are compared with."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from diversa.counts.groups import Groups
from diversa.errors import ModelError
from diversa.models import MODELS, TCloseness
from diversa.models.comparison import (
    DistributionModel,
    TableComparison,
    over_products,
    whole_table,
)

TABLE = {"a": 10, "b": 20, "c": 30}


def comparison_of(*counts):
    groups = Groups.from_counts(list(counts), on="s", table=TABLE)
    return TableComparison.with_table(groups.histogram())


def test_the_reference_is_the_table_whatever_the_groups_have():
    comparison = comparison_of({"a": 1}, {"b": 2, "c": 1})
    assert whole_table(comparison.histogram.sensitive).counts.tolist() == [10, 20, 30]
    assert comparison.sizes.tolist() == [1, 3]
    assert comparison.totals.tolist() == [60, 60]
    assert comparison.reference_rows.tolist() == [10, 20, 30]


def test_other_codes_add_up():
    recoded = comparison_of({"a": 1, "b": 2}).recode(np.array([0, 0, 1], np.int32), 2)
    assert recoded.histogram.counts.tolist() == [3]
    assert recoded.reference.counts.tolist() == [30, 30]


def test_products_that_outgrow_64_bits_stay_exact():
    comparison = comparison_of({"a": 1}, {"b": 2, "c": 1})
    factor = 2**62
    numbers = over_products(comparison, factor, lambda one: one.sizes * 7)
    assert numbers.exact(0) == Fraction(7, 60 * factor)
    assert numbers.exact(1) == Fraction(21, 180 * factor)
    assert over_products(comparison, 1, lambda one: one.sizes).exact(1) == Fraction(
        1, 60
    )


def test_models_of_distributions_say_that_they_compare_with_the_table():
    compare = {name for name, model in MODELS.items() if model.compares_with_table}
    assert compare == {
        name for name, model in MODELS.items() if issubclass(model, DistributionModel)
    }
    assert compare == {
        "t-closeness",
        "nt-closeness",
        "beta-likeness",
        "delta-disclosure",
    }


def test_a_missing_value_that_may_be_any_has_no_distribution():
    groups = Groups.from_counts([{"a": 1, None: 1}], on="s", missing="worst")
    with pytest.raises(ModelError, match="must have one of the policies"):
        TCloseness(0.1, on="s").check(groups.sensitive)
