# SPDX-License-Identifier: Apache-2.0
"""One function per level; whatever goes wrong in it shows no value."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import (
    hierarchy_from,
)


@pytest.mark.parametrize(
    "function",
    [
        pytest.param({"Lyon": "FR"}.get, id="none"),
        pytest.param({"Lyon": "FR"}.__getitem__, id="error with the value in it"),
        pytest.param(lambda _: float("nan"), id="nan"),
    ],
)
def test_functions_with_gaps(function):
    secret = Dictionary.build("town", ["Boston", "canary"], [1, 1], sensitive=True)
    with pytest.raises(HierarchyError, match="2 of 2 values") as raised:
        hierarchy_from(function).build(secret)
    assert "canary" not in str(raised.value)
    assert raised.value.__cause__ is None
    assert raised.value.__context__ is None
