# SPDX-License-Identifier: Apache-2.0
"""A link in the place of a file, above it or below it is refused."""

from __future__ import annotations

import pytest

from diversa.errors import SourceError
from diversa.studio.links import check_links


@pytest.mark.parametrize("place", ["file.csv", "inner/file.csv", "folder"])
def test_links_are_refused_wherever_they_are(tmp_path, place):
    true = tmp_path / "true" / "inner"
    true.mkdir(parents=True)
    (true / "file.csv").write_text("a\n1\n")
    check_links(true / "file.csv")
    check_links(true)
    (tmp_path / "file.csv").symlink_to(true / "file.csv")
    (tmp_path / "inner").symlink_to(true)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file.csv").symlink_to(true / "file.csv")
    with pytest.raises(SourceError, match="path: must be the file itself"):
        check_links(tmp_path / place)
