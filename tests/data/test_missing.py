# SPDX-License-Identifier: Apache-2.0
"""Missing sensitive values: refused unless the caller says what they mean."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy, check_missing
from diversa.errors import MissingValueError

WITH = Dictionary.build("condition", ["flu", "canary", None], [5, 3, 2])
WITHOUT = Dictionary.build("condition", ["flu", "cancer"], [5, 3])


def test_missing_values_are_refused_by_default():
    with pytest.raises(MissingValueError) as caught:
        check_missing(WITH, MissingPolicy.RAISE)
    message = str(caught.value)
    assert "column 'condition'" in message
    assert "2 of 10 rows" in message
    for policy in ("'own'", "'worst'", "'drop'"):
        assert policy in message
    assert "canary" not in message


@pytest.mark.parametrize("policy", ["own", "worst", "drop"])
def test_a_policy_allows_them(policy):
    check_missing(WITH, MissingPolicy(policy))


def test_nothing_missing_nothing_to_say():
    check_missing(WITHOUT, MissingPolicy.RAISE)
