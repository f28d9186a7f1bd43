# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from diversa.models import parse
from diversa.models.rows_behind import rows_behind

FIVE = [parse("k-anonymity:5")]


def test_as_many_rows_as_the_largest_group_that_a_model_wants():
    assert rows_behind([parse("t-closeness:0.3")]) == 2
    assert rows_behind([parse("frequency-l-diversity:3,on=s"), *FIVE]) == 5
    assert rows_behind([parse("frequency-l-diversity:6.5,on=s"), *FIVE]) == 7
