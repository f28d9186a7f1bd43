# SPDX-License-Identifier: Apache-2.0
"""A release in a cluster: it appears whole after its audit, or nothing of it does."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import diversa
from diversa.data.cluster_table import ClusterTable
from diversa.engines.spark import publishing
from diversa.engines.spark.engine import SparkEngine
from diversa.errors import InputError, TargetError

pytestmark = pytest.mark.spark

WORDS = {
    "quasi_identifiers": ["zip", "age"],
    "sensitive": "ill",
    "identifiers": {"name": "tokens"},
    "models": ["k-anonymity:3"],
    "hierarchies": {"zip": "masking", "age": [5, 10]},
}


@pytest.fixture
def out(tmp_path):
    return tmp_path / "lake" / "release"


def release(people, out, tmp_path, **words):
    count = len(list(tmp_path.iterdir()))
    return diversa.anonymize(
        people,
        out=out if isinstance(out, str) else out.as_uri(),
        evidence=tmp_path / f"evidence{count}",
        tokens=tmp_path / f"tokens{count}.csv",
        **(WORDS | words),
    )


def tables_of(spark, schema):
    rows = spark.sql(f"SHOW TABLES IN {schema}").collect()
    return [row.tableName for row in rows if not row.isTemporary]


def test_part_files_appear_with_what_was_promised(people, out, tmp_path):
    made = release(people, out, tmp_path)
    rows = pq.read_table(out, ignore_prefixes=["_", "."]).to_pylist()
    assert len(rows) == made.rows_out == 12
    assert min(Counter((row["zip"], row["age"]) for row in rows).values()) >= 3
    assert not any("canary" in row["name"] for row in rows)
    note = json.loads((out / publishing.NOTE).read_text(encoding="utf-8"))
    assert note["promise"].startswith("Released by Diversa: k-anonymity:3")
    assert note["columns"]["ill"] == "sensitive attribute"
    assert [path.name for path in out.parent.iterdir()] == ["release"]
    assert len(list(tmp_path.glob("evidence*/manifest.json"))) == 1


def test_a_release_is_replaced_only_where_that_is_asked_for(people, out, tmp_path):
    release(people, out, tmp_path)
    before = sorted(path.name for path in out.iterdir())
    with pytest.raises(TargetError, match="holds a release already"):
        release(people, out, tmp_path)
    assert sorted(path.name for path in out.iterdir()) == before
    release(people, out, tmp_path, replace=True)
    assert sorted(path.name for path in out.iterdir()) != before
    assert [path.name for path in out.parent.iterdir()] == ["release"]


def test_what_is_no_release_is_never_replaced(people, out, tmp_path):
    out.mkdir(parents=True)
    (out / "mine").touch()
    with pytest.raises(TargetError, match="no release of Diversa"):
        release(people, out, tmp_path, replace=True)
    assert [path.name for path in out.iterdir()] == ["mine"]


def test_nothing_is_left_of_a_run_that_fails(people, out, tmp_path, monkeypatch):
    def fail(*_):
        raise InputError("canary")

    monkeypatch.setattr(publishing.ClusterTarget, "describe", fail)
    with pytest.raises(InputError, match="canary"):
        release(people, out, tmp_path)
    assert list(out.parent.iterdir()) == []
    assert not list(tmp_path.glob("evidence*/manifest.json"))


def test_two_tables_as_text_files(people, out, tmp_path):
    words = {"models": ["distinct-l-diversity:2,on=ill"], "method": "anatomy"}
    place = out.with_suffix(".csv")
    release(people, place, tmp_path, hierarchies={}, **words)
    names = sorted(path.name for path in place.parent.iterdir())
    assert names == ["release.csv", "release_sensitive.csv"]
    parts = list(place.glob("part-*.csv"))
    lines = [line for part in parts for line in part.read_text().splitlines()]
    headers = {line for line in lines if line.startswith(("zip", "name"))}
    assert len(headers) == 1
    assert len(lines) - len(parts) == 12


def test_a_table_of_the_catalog_has_comments(people, spark, tmp_path):
    spark.sql("CREATE SCHEMA IF NOT EXISTS clinic")
    try:
        release(people, "spark:clinic.release", tmp_path)
        table = spark.catalog.getTable("clinic.release")
        assert table.description.startswith("Released by Diversa: k-anonymity:3")
        columns = {
            c.name: c.description for c in spark.catalog.listColumns("clinic.release")
        }
        assert columns["zip"] == "quasi-identifier, generalized"
        assert tables_of(spark, "clinic") == ["release"]
        assert spark.table("clinic.release").count() == 12
        release(people, "spark:clinic.release", tmp_path, replace=True)
        assert tables_of(spark, "clinic") == ["release"]
    finally:
        spark.sql("DROP SCHEMA clinic CASCADE")


def test_a_file_of_this_machine_goes_to_a_cluster(spark, out, tmp_path):
    del spark
    file = tmp_path / "people.csv"
    lines = [f"n{n},0305{n % 2},{20 + n % 3},{'ab'[n % 2]}" for n in range(12)]
    file.write_text("\n".join(["name,zip,age,ill", *lines]) + "\n", encoding="utf-8")
    release(file, out, tmp_path)
    with SparkEngine() as engine:
        assert engine.open(out.as_uri()).rows == 12
    assert Path(out).is_dir()


@pytest.mark.parametrize(
    ("table", "own", "forgotten"),
    [
        ("release", True, True),
        ("clinic.release", True, True),
        ("lake.clinic.release", True, False),
        ("clinic.release", False, False),
    ],
)
def test_a_table_that_nobody_would_find_is_refused(engine, table, own, forgotten):
    """A session that was started for us takes its catalog with it."""
    session = engine.session
    assert session.spark.conf.get("spark.sql.catalogImplementation") == "in-memory"
    session._own, before = own, session._own
    try:
        assert session.forgets(table) is forgotten
        if forgotten:
            target = publishing.ClusterTarget(
                ClusterTable(f"spark:{table}"), engine, replaces=False
            )
            with pytest.raises(TargetError, match="no other session knows"):
                target.check()
    finally:
        session._own = before
