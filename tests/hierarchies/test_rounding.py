# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import Rounding


def labels(kind, values, level=1):
    hierarchy = kind.build(Dictionary.build("pay", values, [1] * len(values)))
    return [hierarchy.labels[level][code] for code in hierarchy.maps[level]]


def test_halves_go_up_also_below_zero():
    assert labels(Rounding((5,)), ["-2.5", "2.49", "2.5", "7.4"]) == [
        "0",
        "0",
        "5",
        "5",
    ]


def test_bases_below_one_are_exact():
    assert labels(Rounding((0.1,)), ["0.25", "0.349"]) == ["0.3", "0.3"]


def test_rounding_down():
    kind = Rounding((5, 10, 50), direction="down")
    texts = ["13", "17", "49", "50"]
    assert labels(kind, texts) == ["10", "15", "45", "50"]
    assert labels(kind, texts, level=2) == ["10", "10", "40", "50"]
    assert labels(kind, texts, level=3) == ["0", "0", "0", "50"]
    assert labels(kind, texts, level=4) == ["*"] * 4


def test_nearest_does_not_nest_in_even_multiples():
    # 13 and 17 both round to 15, but to 10 and 20.
    with pytest.raises(HierarchyError, match=r"'down'.*odd multiple.*got 10 after 5"):
        Rounding((5, 10))


@pytest.mark.parametrize("bases", [(), (0,), (-5,), (10, 5), (4, 6)])
def test_bases_that_do_not_nest(bases):
    with pytest.raises(HierarchyError, match="bases"):
        Rounding(bases, direction="down")


def test_unknown_direction():
    with pytest.raises(HierarchyError, match="did you mean 'down'"):
        Rounding((5,), direction="downs")
