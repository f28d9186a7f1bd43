# SPDX-License-Identifier: Apache-2.0
"""Reports on demand: of a table, and of a release folder."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError, TargetError

ROWS = [(str(n % 2), "abc"[n % 3]) for n in range(12)]
TABLE = pd.DataFrame(ROWS, columns=["zip", "ill"])
ROLES = {"quasi_identifiers": "zip", "sensitive": "ill"}


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    diversa.anonymize(TABLE, out=folder, models="k-anonymity:2", **ROLES)
    return folder


def test_a_table_has_a_page(tmp_path):
    page = diversa.write_report(TABLE, tmp_path / "page.html", **ROLES)
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_folder_takes_no_keyword_without_using_it(tmp_path, release):
    page = tmp_path / "page.html"
    with pytest.raises(TypeError, match="nonsense"):
        diversa.write_report(release, page, nonsense=1)
    with pytest.raises(InputError, match="engine: must be one of"):
        diversa.write_report(release, page, engine="x")
    with pytest.raises(InputError, match="original, models: must come with a table"):
        diversa.write_report(release, page, original=TABLE, models="k-anonymity:2")
    assert not page.exists()


def test_a_page_does_not_replace_a_table(tmp_path):
    with pytest.raises(TargetError, match=r"must be a page such as report\.html"):
        diversa.write_report(TABLE, tmp_path / "table.csv", **ROLES)
