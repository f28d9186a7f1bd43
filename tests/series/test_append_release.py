# SPDX-License-Identifier: Apache-2.0
"""The file of a table that grows."""

from __future__ import annotations

import pytest

from diversa.series.append_release import append_rows


@pytest.mark.parametrize("header", ["g,s", '"two\nlines",s'])
def test_rows_are_appended_below_one_header(tmp_path, header):
    table, part = tmp_path / "table.csv", tmp_path / "part.csv"
    table.write_text(f'{header}\na,"x\ny"\n', newline="")
    part.write_text(f'{header}\nb,"z\nz"\nc,\n', newline="")
    append_rows(part, table)
    assert table.read_bytes().decode() == f'{header}\na,"x\ny"\nb,"z\nz"\nc,\n'


def test_the_manifest_does_not_tell_the_batch_or_who_waits(grow):
    grow([("a", "x"), ("a", "y"), ("b", "x")], first=True, apart=False)
    result = grow([("a", "x")])
    record = result.release.record
    assert record.batches.rows == (2, 1)
    assert record.metrics == {"average-group-size": 3}
    assert (record.rows_in, record.rows_out) == (3, 3)
    folder = result.release.files[0].parent
    manifest = (folder / "manifest.json").read_text()
    assert "waiting" not in manifest
    assert '"input": null' in manifest
