# SPDX-License-Identifier: Apache-2.0
"""Every test of a kernel runs twice: compiled, and as it is before that."""

from __future__ import annotations

import sys

import pytest

from diversa.counts.kernels.kernel import Kernel
from diversa.counts.kernels.patience import PATIENCE_LEFT

PATIENCE = {"compiled": -1.0, "plain": float("inf")}


@pytest.fixture(autouse=True, scope="module", params=PATIENCE)
def form(request):
    """The form of all kernels, also of those that were compiled already."""
    seconds, PATIENCE_LEFT.seconds = PATIENCE_LEFT.seconds, PATIENCE[request.param]
    for name, module in list(sys.modules.items()):
        if name.startswith("diversa.counts.kernels"):
            for value in vars(module).values():
                if isinstance(value, Kernel):
                    value._is_compiled = False
    yield request.param
    PATIENCE_LEFT.seconds = seconds
