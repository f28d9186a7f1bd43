# SPDX-License-Identifier: Apache-2.0
"""Two releases of the paper, compared once."""

from __future__ import annotations

import pytest

from compared_figures import compare, frame


@pytest.fixture(scope="session")
def figures():
    """Figure 2 (A) and Figure 3 (B), measured against Figure 1."""
    return compare(frame((2, 1, 1)), frame((1, 2, 1)), original=frame())
