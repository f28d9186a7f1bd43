# SPDX-License-Identifier: Apache-2.0
"""Releases, recodings and registers that earlier versions wrote are still read.

The folders in `fixtures` were made by version 0.1.0 from synthetic tables: one for each
kind of release. They are never made anew.
"""

from __future__ import annotations

import json
from pathlib import Path

import pandas as pd
import pytest
from jsonschema import Draft202012Validator

import diversa
from diversa.recodings.recoding_file import read_recoding
from diversa.record.record import Record
from diversa.report.report import folder_report
from diversa.series.register import read_register

FROZEN = Path(__file__).parent / "fixtures"
FOLDERS = sorted(path.parent for path in FROZEN.glob("*/manifest.json"))
SCHEMA = Draft202012Validator(
    json.loads((FROZEN.parents[2] / "docs/static/schema.json").read_text("utf-8"))
)
BESIDE = {"population"}
"""Releases whose models need a table that is not beside them."""


def test_there_is_one_of_each_kind():
    manifests = [
        json.loads((folder / "manifest.json").read_text()) for folder in FOLDERS
    ]
    keys = set().union(*manifests)
    assert keys >= {
        *("averages", "boxes", "discloses", "evidence", "group", "headcount"),
        *("kept_risk", "levels", "reading", "report", "republication"),
        *("sensitive_table", "spreadsheet_safe"),
    }
    assert any(manifest["suppressed"] for manifest in manifests)
    assert any(manifest["dropped"] for manifest in manifests)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_a_frozen_release_is_read_audited_and_reported(folder):
    if folder.name in BESIDE:
        assert Record.read(folder).rows_in == 40
        return
    audit = diversa.audit_release(folder)
    assert audit.problems == ()
    assert "<html" in folder_report(folder, audit)
    diversa.attack(folder)


def without_what_is_new(content):
    """A manifest as version 0.1.0 would have written it."""
    audit, promise = content["audit"], content["promise"]
    promise["suppression"] = promise.pop("suppress_by")
    for part in (audit, *audit["models"]):
        del part["verdict"]
    del audit["equality"], audit["variants"]
    return content


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_nothing_is_lost_when_it_is_read_and_written(folder):
    old = json.loads((folder / "manifest.json").read_text())
    assert without_what_is_new(Record.read(folder).to_json()) == old


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_published_schema_holds_for_it_as_it_was_and_as_it_is_written(folder):
    SCHEMA.validate(json.loads((folder / "manifest.json").read_text()))
    SCHEMA.validate(Record.read(folder).to_json())


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_a_frozen_recoding_is_read_and_applied(method):
    saved = read_recoding(FROZEN / "saved" / f"{method}.json")
    assert saved.method == method
    later = pd.DataFrame(
        {
            "zip": ["13053", "14850"] * 4,
            "age": [20, 27, 34, 41] * 2,
            "sex": ["f", "m"] * 4,
            "ill": ["flu", "cold", "ulcer", "angina"] * 2,
        }
    )
    release = diversa.apply(later, FROZEN / "saved" / f"{method}.json")
    assert release.rows_in == 8


def test_a_frozen_register_is_read():
    register = read_register(FROZEN / "saved" / "register.json")
    assert (register.m, len(register.releases), len(register.people)) == (2, 2, 43)
