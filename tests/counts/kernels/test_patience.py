# SPDX-License-Identifier: Apache-2.0
"""Patience: plain calls until they took too long together."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.counts.kernels.kernel import kernel_beside
from diversa.counts.kernels.patience import PATIENCE_LEFT


@pytest.fixture(autouse=True, scope="module")
def form():
    """These tests choose the form of their kernels themselves."""


def test_everything_is_compiled_while_patience_is_suspended(monkeypatch, tmp_path):
    """It is told, and its files are where they are wanted."""
    monkeypatch.setenv("DIVERSA_CACHE", str(tmp_path))
    calls = []

    def plain(numbers):
        calls.append(len(numbers))
        return np.sum(numbers)

    def total(numbers):
        return numbers.sum()

    quick = kernel_beside(plain)(total)
    said = []
    monkeypatch.setattr(PATIENCE_LEFT, "announce", lambda: said.append(1))
    monkeypatch.setattr(PATIENCE_LEFT, "has_announced", False)
    with PATIENCE_LEFT.suspend():
        assert quick(np.arange(4)) == 6
    assert calls == []
    assert said == [1]
    assert list(tmp_path.glob("*/*.nbi"))
    assert quick.was_compiled
