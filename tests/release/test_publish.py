# SPDX-License-Identifier: Apache-2.0
"""One way to publish a folder: written, judged, described, then it appears."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.release.draft import AnonymizationDraft

TABLE = pd.DataFrame({"zip": ["1", "1", "2", "2"], "ill": ["a", "b", "a", "b"]})
WORDS = {"quasi_identifiers": "zip", "sensitive": "ill", "models": "k-anonymity:2"}


def test_secrets_are_written_before_the_folder_appears(tmp_path, monkeypatch):
    target, first = tmp_path / "release", AnonymizationDraft.write_beside
    seen = []

    def watched(self, files, record):
        seen.append((target.exists(), [file.name for file in files]))
        return first(self, files, record)

    monkeypatch.setattr(AnonymizationDraft, "write_beside", watched)
    release = diversa.anonymize(TABLE, **WORDS, out=target)
    assert seen == [(False, ["release.csv"])]
    files = [target / name for name in ("manifest.json", "release.csv", "report.html")]
    assert list(release.files) == files == sorted(target.iterdir())


@pytest.mark.parametrize("step", ["write", "judge", "write_beside"])
def test_a_step_that_fails_publishes_nothing(step, tmp_path, monkeypatch):
    def fail(*_arguments):
        raise OSError("the disk is full")

    monkeypatch.setattr(AnonymizationDraft, step, fail)
    with pytest.raises(OSError, match="the disk is full"):
        diversa.anonymize(TABLE, **WORDS, out=tmp_path / "release")
    assert list(tmp_path.iterdir()) == []
