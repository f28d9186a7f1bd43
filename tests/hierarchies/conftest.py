# SPDX-License-Identifier: Apache-2.0
"""Files of levels, for the tests of hierarchies."""

from __future__ import annotations

import pytest

from diversa.hierarchies import LevelsFile


@pytest.fixture
def levels(tmp_path):
    def write(content, **options):
        path = tmp_path / "work.csv"
        data = content if isinstance(content, bytes) else content.encode()
        path.write_bytes(data)
        return LevelsFile(path, **options)

    return write
