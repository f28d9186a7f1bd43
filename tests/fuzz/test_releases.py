# SPDX-License-Identifier: Apache-2.0
"""Manifests and registers that are nearly those of a release."""

from __future__ import annotations

import json

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.record.record import Record
from diversa.report.report import folder_report
from diversa.series.register import read_register
from diversa.series.register_audit import disagreements
from diversa.series.register_entry import settle_register
from fuzzed import CANARY, cases, changed_bytes, changed_json, run
from tight_labels import tight

TABLE = pd.DataFrame(
    {
        "who": [f"p{number}" for number in range(12)],
        "zip": ["13053", "13068", "13053", "14850"] * 3,
        "age": [20 + number % 4 for number in range(12)],
        "ill": [f"{CANARY}-{number % 3}" for number in range(12)],
    }
)
ROLES = {"quasi_identifiers": ["zip", "age"], "sensitive": "ill", "identifiers": "who"}


@pytest.fixture(scope="module")
def releases(tmp_path_factory):
    """A release of each shape: levels, boxes, two tables, one of a series."""
    folder = tmp_path_factory.mktemp("releases")
    sizes = {"full-domain": ["k-anonymity:2"], "mondrian": ["k-anonymity:2"]}
    for method in ("full-domain", "mondrian", "anatomy"):
        diversa.anonymize(
            TABLE,
            **ROLES,
            models=["distinct-l-diversity:2", *sizes.get(method, [])],
            method=method,
            **tight(method),
            out=folder / method,
        )
    diversa.republish(
        TABLE,
        quasi_identifiers=["zip", "age"],
        sensitive="ill",
        key="who",
        models="m-invariance:2",
        register=folder / "register.json",
        first=True,
        out=folder / "series",
    )
    return folder


METHODS = ["full-domain", "mondrian", "anatomy", "series"]


@cases(15)
@given(data=st.data())
@pytest.mark.parametrize("method", METHODS)
def test_any_manifest_is_read_or_refused(releases, tmp_path, method, data):
    whole = json.loads((releases / method / "manifest.json").read_text())
    release = tmp_path / "release"
    if not release.exists():
        release.mkdir()
        for path in (releases / method).iterdir():
            (release / path.name).write_bytes(path.read_bytes())
    content = data.draw(changed_json(whole))
    (release / "manifest.json").write_text(json.dumps(content))
    manifest = run(lambda: Record.read(release))
    if manifest is None:
        return
    audit = run(lambda: diversa.audit_release(release))
    if audit is not None:
        run(lambda: folder_report(release, audit))
    run(lambda: diversa.attack(release))
    run(lambda: diversa.compare(releases / method, release))


@cases(10)
@given(data=st.data())
def test_any_bytes_are_a_manifest_or_refused(releases, tmp_path, data):
    whole = (releases / "full-domain" / "manifest.json").read_bytes()
    (tmp_path / "manifest.json").write_bytes(data.draw(changed_bytes(whole)))
    run(lambda: Record.read(tmp_path))


@cases(50)
@given(data=st.data())
def test_any_register_is_read_or_refused(releases, tmp_path, data):
    path = tmp_path / "register.json"
    whole = (releases / "register.json").read_bytes()
    content = json.loads(whole)
    if data.draw(st.booleans()):
        content["announcement"] = {
            "file": str(tmp_path / "a"),
            "hidden": str(tmp_path / "b"),
            "before": json.loads(whole),
        }
    if data.draw(st.booleans()):
        path.write_text(json.dumps(data.draw(changed_json(content))))
    else:
        path.write_bytes(data.draw(changed_bytes(whole)))
    register = run(lambda: read_register(path))
    if register is not None:
        run(lambda: list(disagreements(releases / "series", register)))
        run(lambda: settle_register(path))
