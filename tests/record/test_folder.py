# SPDX-License-Identifier: Apache-2.0
"""A folder with anything but a release in it is not replaced."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from diversa.errors import TargetError
from diversa.record.folder import check_target
from diversa.record.placing import appearing


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_is_no_release_is_not_replaced(tmp_path):
    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(TargetError, match="has files that are no release"):
        check_target(tmp_path)
    with pytest.raises(TargetError, match="must be a folder, got the file"):
        check_target(tmp_path / "thesis.txt")
    check_target(tmp_path / "new" / "one")


def test_a_release_is_not_replaced_unasked(tmp_path):
    (tmp_path / "manifest.json").write_text("old")
    with pytest.raises(TargetError, match=r"holds a release already.*replace=True"):
        check_target(tmp_path)
    with pytest.raises(TargetError, match="holds a release"), appearing(tmp_path):
        raise AssertionError("nothing must be done")
    check_target(tmp_path, replace=True)
    assert names(tmp_path) == ["manifest.json"]


@pytest.mark.parametrize("files", [{"release.csv": {}}, None])
@pytest.mark.parametrize("mine", ["raw.csv", "analysis/paper.txt", ".notes"])
def test_what_stands_beside_a_release_is_not_lost_with_it(tmp_path, files, mine):
    target = tmp_path / "out"
    (target / mine).parent.mkdir(parents=True)
    (target / mine).write_text("the only copy")
    for name in (*(files or ()), "report.html", "Thumbs.db"):
        (target / name).write_text("old")
    (target / "manifest.json").write_text(json.dumps({"files": files}))
    lost = rf"holds more than a release, such as '{re.escape(mine.split('/')[0])}'"
    with pytest.raises(TargetError, match=lost), appearing(target, replace=True):
        raise AssertionError("nothing must be done")
    (target / mine).rename(tmp_path / "saved")
    if "/" in mine:
        (target / mine).parent.rmdir()
    with appearing(target, replace=True) as hidden:
        (hidden / "manifest.json").write_text("new")
    assert names(target) == ["manifest.json"]


@pytest.mark.parametrize("address", ["postgresql://u:canary@h/d", "postgres:/h/d"])
def test_the_address_of_a_database_is_no_folder(address):
    with pytest.raises(TargetError, match="got the address of a database") as error:
        check_target(Path(address))
    assert "canary" not in str(error.value)
