# SPDX-License-Identifier: Apache-2.0
"""Values of later rows that a saved recoding has no label for."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import RoleError, SourceError


@pytest.fixture
def recoding(tmp_path):
    path = tmp_path / "recoding.json"
    frame = pd.DataFrame({"g": ["a", "a", "b", "b"], "s": ["x", "y", "x", "y"]})
    diversa.anonymize(
        frame,
        quasi_identifiers="g",
        sensitive="s",
        models="k-anonymity:2",
        recoding=path,
    )
    return path


def test_they_are_counted_and_not_quoted(recoding):
    later = pd.DataFrame({"g": ["a", "a", "Canary"], "s": ["x", "y", "x"]})
    with pytest.raises(SourceError, match="got 1 others in 1 rows") as refused:
        diversa.apply(later, recoding)
    assert "Canary" not in str(refused.value)
    assert diversa.apply(later, recoding, unseen="suppress").rows_out == 2


def test_a_column_that_is_lacking_is_named(recoding):
    with pytest.raises(RoleError, match="'g'"):
        diversa.apply(pd.DataFrame({"s": ["x", "y"]}), recoding)
