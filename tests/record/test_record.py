# SPDX-License-Identifier: Apache-2.0
"""The record is written and read in one place, and checked key by key when read."""

from __future__ import annotations

import json
from dataclasses import replace

import pandas as pd
import pytest
from jsonschema import Draft202012Validator

import diversa
from diversa.codec import schema_of
from diversa.data.examples import hospital
from diversa.data.missing import MissingPolicy
from diversa.errors import InputError, SourceError
from diversa.record.record import Record
from diversa.report.page import report_page
from examples import TIMES
from manifests import whole

RUNS = {
    "full-domain": ["k-anonymity:4", "entropy-l-diversity:2"],
    "mondrian": ["k-anonymity:4"],
    "anatomy": ["frequency-l-diversity:3"],
}
WRONG = [None, -1, 10**400, "x", {"x": {}}]


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    patients = pd.DataFrame(hospital(rows=60))[["born", "sex", "condition"]]
    folder = tmp_path_factory.mktemp("releases")
    for method, models in RUNS.items():
        diversa.anonymize(
            patients,
            quasi_identifiers=["born", "sex"],
            sensitive="condition",
            models=models,
            method=method,
            suppression=0.1,
            out=folder / method,
        )
    return folder


@pytest.mark.parametrize("method", RUNS)
def test_what_is_written_is_read_back(method, folders):
    text = (folders / method / "manifest.json").read_text("utf-8")
    manifest = Record.read(folders / method)
    assert manifest.to_json() == json.loads(text)
    assert manifest.method == method
    assert [model.spec.split(",")[0] for model in manifest.models] == RUNS[method]


@pytest.mark.parametrize("method", RUNS)
def test_what_is_written_is_as_the_schema_says(method, folders):
    Draft202012Validator(schema_of(Record)).validate(manifest_of(folders / method))


def test_the_same_content_is_the_same_bytes(folders, tmp_path):
    Record.read(folders / "mondrian").write(tmp_path)
    written = (tmp_path / "manifest.json").read_bytes()
    assert written == (folders / "mondrian" / "manifest.json").read_bytes()


def places(part, way=()):
    """Every place of a manifest; of a list the first member."""
    yield way
    if isinstance(part, dict):
        for key, member in part.items():
            yield from places(member, (*way, key))
    if isinstance(part, list):
        for place, member in enumerate(part[:1]):
            yield from places(member, (*way, place))


def changed(manifest, way, value=...):
    """The manifest with a part replaced, or removed."""
    if not way:
        return value
    copy = manifest.copy()
    if value is ... and len(way) == 1:
        del copy[way[0]]
    else:
        copy[way[0]] = changed(manifest[way[0]], way[1:], value)
    return copy


def reported_places(method, folders):
    """The places of a manifest that no method before has; a soak takes all of them."""
    before = [] if TIMES > 1 else list(RUNS)[: list(RUNS).index(method)]
    known, own = (
        {way for name in names for way in places(manifest_of(folders / name))}
        for names in (before, [method])
    )
    return own - known


def manifest_of(folder):
    return json.loads((folder / "manifest.json").read_text("utf-8"))


@pytest.mark.parametrize("method", RUNS)
def test_a_part_that_is_wrong_is_refused_or_does_no_harm(method, folders):
    """What is let through makes a report."""
    manifest, reported = manifest_of(folders / method), reported_places(method, folders)
    faults = []
    for way in places(manifest):
        for value in [*WRONG, ...] if way else WRONG:
            try:
                read = Record.from_json(changed(manifest, way, value))
            except InputError as error:
                faults.append(str(error))
            else:
                if way in reported:
                    report_page(read)
    assert len(faults) > 300
    assert all(fault.startswith("manifest.json: ") for fault in faults)


@pytest.mark.parametrize("way", list(places(whole()))[1:], ids=".".join)
def test_a_key_that_is_missing_is_named(way):
    good = whole(
        columns=["zip"],
        promise={"models": ["k-anonymity:2"]},
        files={"release.csv": {"sha256": ""}},
    )
    Record.from_json(good)
    with pytest.raises(SourceError) as caught:
        Record.from_json(changed(good, way), where="there")
    assert f"there: {'.'.join(way)}" in str(caught.value)
    assert "publish the release again" in str(caught.value)


def test_the_names_of_the_user_are_not_told():
    with pytest.raises(SourceError, match=r"metrics\.\* must be a number") as caught:
        Record.from_json(whole(metrics={"secret": "x"}))
    assert "secret" not in str(caught.value)


def small(**parts):
    """A record of a release in two files."""
    promise = {"models": ["k-anonymity:2"], **parts.pop("promise", {})}
    files = {"release.csv": {"sha256": "a"}, "sensitive.csv": {"sha256": "b"}}
    return Record.from_json(whole(**{"promise": promise, "files": files, **parts}))


@pytest.mark.parametrize(
    ("policy", "wanted"), [(None, "raise"), ("drop", "raise"), ("worst", "worst")]
)
def test_no_missing_value_is_left_where_such_rows_were_dropped(policy, wanted):
    assert small(promise={"missing": policy}).missing is MissingPolicy(wanted)


@pytest.mark.parametrize(("how", "gone"), [("drop", 3), ("star", 0)])
def test_starred_rows_are_not_gone(how, gone):
    record = small(promise={"suppress_by": how}, suppressed=3)
    assert (record.gone, record.withholds) == (gone, True)


def test_the_name_of_a_key_from_before_is_read():
    old = whole()["promise"] | {"models": ["k-anonymity:2"], "suppression": "star"}
    del old["suppress_by"]
    files = {"release.csv": {"sha256": "a"}}
    record = Record.from_json({**whole(files=files), "promise": old})
    assert record.is_starred
    assert record.to_json()["promise"]["suppress_by"] == "star"


def test_the_files_are_known_by_their_names():
    assert small().release_file == "release.csv"
    assert small().sensitive_file == "sensitive.csv"
    alone = replace(small(), files={"release.csv": ""})
    assert alone.sensitive_file == ""
    table = replace(small(), files={"release.table": ""})
    with pytest.raises(SourceError, match="name that table: postgresql:"):
        assert table.release_file


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[" * 10**5, "JSON of fewer levels"),
        ('{"rows_in": NaN}', "JSON, which has no number NaN"),
        ('{"rows_in": 1, "rows_in": 2}', "JSON whose objects have every key once"),
        ("9" * 5000, "JSON in UTF-8"),
        ("[]", "an object"),
    ],
)
def test_hostile_text_is_refused_with_what_to_do(text, wanted, tmp_path):
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(SourceError, match=f"must be {wanted}") as caught:
        Record.read(tmp_path)
    assert str(tmp_path / "manifest.json") in str(caught.value)
    assert "publish the release again" in str(caught.value)


@pytest.mark.parametrize(
    "files",
    [
        {"../release.csv": {"sha256": ""}},
        {"/etc/release.csv": {"sha256": ""}},
        {"a\\release.csv": {"sha256": ""}},
        {"release.csv": {}},
        {"release.csv": {"sha256": 3}},
        {"release.csv": {"sha256": ""}, "release.parquet": {"sha256": ""}},
        {},
        [],
    ],
)
def test_files_stay_in_the_folder_and_one_is_the_release(files):
    with pytest.raises(SourceError, match="files must be names of files in the folder"):
        Record.from_json({**small().to_json(), "files": files})
