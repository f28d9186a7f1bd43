# SPDX-License-Identifier: Apache-2.0
"""The way of the data: its steps in order, each once, and nothing measured unasked."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import RoleError, TargetError
from diversa.plan.keywords import make_plan
from diversa.plan.uses import settle
from diversa.record.record import Record
from diversa.tables.count_table import CountTable

TABLE = pd.DataFrame({"zip": ["1", "1", "2", "2"], "ill": ["a", "b", "a", "b"]})
WORDS = {"quasi_identifiers": "zip", "sensitive": "ill", "models": "k-anonymity:2"}
STEPS = ["read", "count", "search", "recode", "write", "audit"]


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ({}, []),
        ({"evidence": True}, ["measure"]),
        ({"out": "release"}, ["measure", "report"]),
        ({"out": "release", "evidence": False}, ["report"]),
        ({"levels": {"zip": 0}}, []),
    ],
)
def test_the_steps_are_told_in_order(words, more, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = []

    def phases(name):
        told.append(name)
        return lambda *_: None

    release = diversa.anonymize(TABLE, **WORDS, **words, phases=phases)
    assert told == [*STEPS, *more] == list(release.seconds)


def test_a_picture_of_the_lattice_counts_the_table_once(tmp_path, monkeypatch):
    """The search that was made is drawn; no second one begins at the bottom."""
    counted, first = [], CountTable.finest

    def watched(self, models):
        counted.append(models)
        return first(self, models)

    monkeypatch.setattr(CountTable, "finest", watched)
    release = diversa.anonymize(TABLE, **WORDS, out=tmp_path / "release")
    assert release.evidence.picture.nodes
    assert len(counted) == 1


def test_words_take_the_place_of_those_of_a_plan():
    plan = make_plan(**WORDS)
    assert settle(plan, {}) is plan
    stricter = settle(plan, {"models": "k-anonymity:9"})
    assert stricter.privacy.models[0].spec == "k-anonymity:9"
    assert stricter.roles == plan.roles


def test_a_column_without_a_role_is_withheld():
    table = TABLE.assign(
        patient=[7, 8, 9, 10], ward=["n", "n", "s", "s"], note=list("wxyz")
    )
    words = {**WORDS, "identifiers": "patient", "keep": "ward"}
    release = diversa.anonymize(table, **words)
    assert list(release.frame) == list(release.columns) == ["zip", "ill", "ward"]
    assert (release.withheld, release.kept) == (("note",), ("ward",))
    content = release.to_json()
    assert (content["withheld"], content["kept"]) == (["note"], ["ward"])


def test_what_is_withheld_is_in_the_manifest_and_in_the_report(tmp_path):
    out = tmp_path / "release"
    diversa.anonymize(TABLE.assign(note=list("wxyz"), id=range(4)), **WORDS, out=out)
    manifest = Record.read(out)
    assert manifest.withheld == ("note", "id")
    assert manifest.columns == ("zip", "ill")
    assert (out / "release.csv").read_text().splitlines()[0] == "zip,ill"
    assert "Withheld: note, id (no role)." in (out / "report.html").read_text()
    assert diversa.audit_release(out).holds


def test_kept_columns_are_looked_at_before_anything_is_written(tmp_path):
    out, table = tmp_path / "release", TABLE.assign(note=list("wxyz"))
    with pytest.raises(RoleError, match="keep: 'note' must not give people away"):
        diversa.anonymize(table, **WORDS, keep="note", out=out)
    with pytest.raises(RoleError, match="keep: 'note' must not give people away"):
        diversa.open(table, **WORDS, keep="note")
    assert not out.exists()
    release = diversa.anonymize(table, **WORDS, keep="note", keep_anyway="note")
    assert release.kept == ("note",)


def test_a_release_is_replaced_where_that_is_asked_for(tmp_path):
    out = tmp_path / "release"
    assert diversa.anonymize(TABLE, **WORDS, out=out).replaced is None
    with pytest.raises(TargetError, match="holds a release already"):
        diversa.anonymize(TABLE, **WORDS, out=out)
    release = diversa.anonymize(TABLE, **WORDS, out=out, replace=True)
    assert (
        release.replaced
        == "the release of 4 of 4 rows by full-domain with k-anonymity:2"
    )


def test_only_columns_with_a_role_are_read_and_the_others_are_named(
    tmp_path, monkeypatch
):
    others = [f"more{number}" for number in range(300)]
    lines = [",".join(["zip", "age", *others])]
    cells = ["x"] * len(others)
    lines += [",".join([zip_code, "30", *cells]) for zip_code in "1122"]
    (tmp_path / "wide.csv").write_text("\n".join(lines))
    read = []
    opening = DuckDBEngine.open

    def watched(engine, source, **options):
        read.append(options["columns"])
        return opening(engine, source, **options)

    monkeypatch.setattr(DuckDBEngine, "open", watched)
    release = diversa.anonymize(
        tmp_path / "wide.csv",
        quasi_identifiers=["zip", "age"],
        models="k-anonymity:2",
        rows_are_people=True,  # else each may be of people who have several rows
        out=tmp_path / "release",
        evidence=False,
    )
    assert read[0] == ("zip", "age")
    assert release.withheld == tuple(others)


def test_rows_are_divided_also_where_columns_are_withheld(tmp_path):
    path = tmp_path / "people.csv"
    lines = [f"{n % 3},j{n},{'abcd'[n % 4]}" for n in range(60)]
    path.write_text("\n".join(["zip,note,ill", *lines]), encoding="utf-8")
    release = diversa.anonymize(
        path,
        quasi_identifiers="zip",
        sensitive="ill",
        models="distinct-l-diversity:3",
        method="anatomy",
        out=tmp_path / "out",
    )
    assert release.withheld == ("note",)
    assert release.rows_out == 60


def test_a_table_of_a_database_is_never_said_to_be_safe_for_spreadsheets(tmp_path):
    """Nothing is guarded there, so nothing may claim it; nothing is opened either."""
    with pytest.raises(TargetError, match="spreadsheet_safe: must come with a folder"):
        diversa.anonymize(
            pd.DataFrame({"zip": ["1", "1"]}),
            quasi_identifiers=["zip"],
            models="k-anonymity:2",
            spreadsheet_safe=True,
            out="postgresql://nobody@localhost/nothing?table=release",
            evidence=tmp_path / "evidence",
        )


def test_what_is_safe_for_spreadsheets_is_a_text_file(tmp_path):
    frame = pd.DataFrame({"zip": ["1", "1"], "ill": ["a", "b"]})
    words = {"quasi_identifiers": "zip", "models": "k-anonymity:2"}
    with pytest.raises(TargetError, match="must come with the format csv, got parquet"):
        diversa.anonymize(
            frame, **words, spreadsheet_safe=True, format="parquet", out=tmp_path / "o"
        )
    assert not (tmp_path / "o").exists()
