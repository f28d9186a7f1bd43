# SPDX-License-Identifier: Apache-2.0
"""Reports are tested with their drawings, which other tests do without."""

from __future__ import annotations

import pytest

from diversa.report import drawing


@pytest.fixture(scope="module", autouse=True)
def drawings():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "can_draw", lambda: True)
        yield
