# SPDX-License-Identifier: Apache-2.0
"""Tests of the manifest of two linked tables."""

from __future__ import annotations

import json

import pytest

from diversa.errors import SourceError
from diversa.linked.record import LinkedRecord, files_in, is_linked
from linked_frames import PROMISE


def test_a_record_is_read_as_it_was_written(tmp_path):
    (tmp_path / "visits").mkdir()
    (tmp_path / "visits" / "release.csv").write_text("a\n", encoding="utf-8")
    record = LinkedRecord(
        tables=("people", "visits"), linked=PROMISE, files=files_in(tmp_path)
    )
    record.write(tmp_path)
    assert LinkedRecord.read(tmp_path) == record
    assert [*record.files] == ["visits/release.csv"]
    assert is_linked(tmp_path)
    assert not is_linked(tmp_path / "visits")
    assert record.linked.bound_models[0].k == 5
    assert record.linked.secrets.every == ("ill",)
    assert record.reading.apostrophes is False


@pytest.mark.parametrize("name", ["../x.csv", "/etc/x", "a/b/c.csv", "a\\b"])
def test_no_file_leads_out_of_the_folder(tmp_path, name):
    content = {"diversa": "1", "tables": ["people"], "files": {name: {"sha256": "0"}}}
    (tmp_path / "manifest.json").write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(SourceError, match="files"):
        LinkedRecord.read(tmp_path)
