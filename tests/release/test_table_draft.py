# SPDX-License-Identifier: Apache-2.0
"""A release that becomes tables of a database: whole, audited there, described."""

from __future__ import annotations

import random
from types import SimpleNamespace

import psycopg
import pytest

import diversa
from diversa.data.database_table import DatabaseTable
from diversa.data.roles import Roles
from diversa.engines.postgres.publishing import PostgresTarget
from diversa.errors import InputError, InternalError, SourceError, TargetError
from diversa.record.record import Record
from diversa.release.table_draft import role_of
from diversa.search.partitions import secret_noise
from tight_labels import tight

WORDS = {
    "quasi_identifiers": ["zip", "age"],
    "sensitive": "ill",
    "identifiers": "name",
    "models": ["k-anonymity:4", "distinct-l-diversity:2"],
}


@pytest.fixture
def database(postgres):
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        connection.execute("SET lock_timeout = '10s'")
        connection.execute("DROP SCHEMA IF EXISTS ward CASCADE")
        connection.execute("CREATE SCHEMA ward")
        connection.execute(
            "CREATE TABLE ward.people (name text, zip text, age integer, ill text)"
        )
        with connection.cursor() as cursor:
            statement = "INSERT INTO ward.people VALUES (%s, %s, %s, %s)"
            cursor.executemany(statement, ROWS)
        yield connection
        connection.execute("DROP SCHEMA IF EXISTS ward CASCADE")


def made_rows():
    draw = random.Random(7)
    return [
        (
            f"canary-{n}",
            draw.choice(["13053", "13068", "14850", None]),
            draw.randrange(20, 60),
            draw.choice(["flu", "cold", "hiv", "gout"]),
        )
        for n in range(200)
    ]


ROWS = made_rows()


@pytest.fixture
def people(database, postgres):
    del database
    return f"{postgres}?table=ward.people"


@pytest.fixture
def out(postgres):
    return f"{postgres}?table=ward.release"


def tables(database):
    found = database.execute(
        "SELECT c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid ="
        " c.relnamespace WHERE n.nspname = 'ward' ORDER BY 1"
    )
    return [name for (name,) in found]


@pytest.fixture
def csv_file(tmp_path):
    path = tmp_path / "people.csv"
    fields = [["name", "zip", "age", "ill"], *ROWS]
    lines = [",".join(map(csv_field, fields_of_row)) for fields_of_row in fields]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def csv_field(value):
    return "" if value is None else str(value) or '""'


@pytest.mark.parametrize(
    ("method", "more"),
    [
        ("full-domain", {}),
        ("mondrian", {}),
        ("mondrian", tight("mondrian")),
        ("local-recoding", tight("local-recoding")),
        ("anatomy", {}),
    ],
)
def test_the_same_plan_gives_the_same_release_in_both_engines(
    people, csv_file, tmp_path, method, more, monkeypatch
):
    """Rows, loss, levels and audit do not depend on where the rows are."""
    # Trees of safe labels are drawn from a key, which is another one in each run.
    monkeypatch.setattr(secret_noise, "secrets", SimpleNamespace(token_bytes=bytes))
    words = {**WORDS, "method": method, "kinds": {"age": "number"}, **more}
    if method == "anatomy":
        words["models"] = "distinct-l-diversity:2"
    plain = diversa.anonymize(csv_file, out=tmp_path / "plain", **words)
    inside = diversa.anonymize(people, out=tmp_path / "inside", **words)
    for name in ("release.csv", *(["sensitive.csv"] if method == "anatomy" else [])):
        texts = [(tmp_path / place / name).read_text() for place in ("plain", "inside")]
        assert texts[0] == texts[1]
    assert (plain.levels, plain.metrics) == (inside.levels, inside.metrics)
    assert plain.audit.to_json() == inside.audit.to_json()


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "local-recoding"])
def test_a_release_becomes_a_table(people, out, database, tmp_path, method):
    labels = tight(method) if method == "local-recoding" else {}
    words = {**WORDS, "method": method, **labels}
    release = diversa.anonymize(
        people, out=out, evidence=tmp_path / "evidence", **words
    )
    assert tables(database) == ["people", "release"]
    count = database.execute("SELECT count(*) FROM ward.release").fetchone()
    assert count == (release.rows_out,)
    assert str(release.files[0]).endswith("?table=ward.release")
    manifest = Record.read(tmp_path / "evidence")
    assert list(manifest.files) == ["release.table"]
    assert (tmp_path / "evidence" / "report.html").is_file()
    comment = "SELECT obj_description('ward.release'::regclass, 'pg_class')"
    (told,) = database.execute(comment).fetchone()
    assert told.startswith("Released by Diversa: k-anonymity:4, distinct-l-diversity:2")
    again = diversa.audit(
        out, quasi_identifiers=["zip", "age"], sensitive="ill", models=WORDS["models"]
    )
    assert again.holds


def test_the_folder_of_the_evidence_has_no_table_to_count(people, out, tmp_path):
    evidence = tmp_path / "evidence"
    diversa.anonymize(people, out=out, evidence=evidence, **WORDS)
    for function in (diversa.audit_release, diversa.attack):
        with pytest.raises(SourceError, match="name that table: postgresql"):
            function(evidence)


def test_two_tables_and_then_one(people, out, database, tmp_path):
    words = {**WORDS, "models": "distinct-l-diversity:2", "method": "anatomy"}
    evidence = tmp_path / "evidence"
    diversa.anonymize(people, out=out, evidence=evidence, **words)
    assert tables(database) == ["people", "release", "release_sensitive"]
    diversa.anonymize(people, out=out, evidence=evidence, replace=True, **WORDS)
    assert tables(database) == ["people", "release"]


def test_a_file_becomes_a_table(csv_file, out, database, tmp_path):
    diversa.anonymize(csv_file, out=out, evidence=tmp_path / "evidence", **WORDS)
    assert tables(database) == ["people", "release"]


def test_nothing_appears_where_the_audit_fails(
    people, out, database, tmp_path, monkeypatch
):
    write = PostgresTarget.write

    def spoil(self, engine, table, place):
        write(self, engine, table, place)
        self.engine.session.run("UPDATE ward.release SET ill = 'flu'")

    monkeypatch.setattr(PostgresTarget, "write", spoil)
    with pytest.raises(InternalError, match="does not hold"):
        diversa.anonymize(people, out=out, evidence=tmp_path / "evidence", **WORDS)
    assert tables(database) == ["people"]
    assert list(tmp_path.iterdir()) == []


def test_a_lost_connection_leaves_the_old_release(
    people, out, database, tmp_path, monkeypatch
):
    evidence = tmp_path / "evidence"
    diversa.anonymize(people, out=out, evidence=evidence, **WORDS)
    before = (evidence / "manifest.json").read_bytes()

    def lose(self):
        (number,) = self.engine.session.run("SELECT pg_backend_pid()")[0]
        database.execute("SELECT pg_terminate_backend(%s)", [number])
        self.engine.session.commit()

    monkeypatch.setattr(PostgresTarget, "commit", lose)
    with pytest.raises(InputError, match=r"shut down|connection to the database"):
        diversa.anonymize(
            people,
            out=out,
            evidence=evidence,
            replace=True,
            method="mondrian",
            labels="tight",
            **WORDS,
        )
    assert (evidence / "manifest.json").read_bytes() == before
    assert tables(database) == ["people", "release"]


def test_the_place_is_looked_at_before_the_search(people, out, database, tmp_path):
    database.execute("CREATE TABLE ward.release AS SELECT 1 AS mine")
    for words in ({}, {"replace": True}):
        with pytest.raises(TargetError, match="no release of Diversa"):
            diversa.anonymize(
                people, out=out, evidence=tmp_path / "e", **words, **WORDS
            )
    assert database.execute("SELECT * FROM ward.release").fetchall() == [(1,)]


def test_evidence_goes_with_tables_only(people, out, tmp_path):
    with pytest.raises(TargetError, match="must name a folder for manifest"):
        diversa.anonymize(people, out=out, **WORDS)
    with pytest.raises(TargetError, match="leave it out"):
        diversa.anonymize(people, out=tmp_path / "o", evidence=tmp_path / "e", **WORDS)


def test_nothing_raw_is_in_the_evidence(people, out, tmp_path):
    evidence = tmp_path / "evidence"
    diversa.anonymize(people, out=out, evidence=evidence, **WORDS)
    for file in evidence.iterdir():
        text = file.read_text(encoding="utf-8")
        assert "canary" not in text
        assert "127.0.0.1" not in text


def test_a_frame_comes_back_without_a_place(people):
    release = diversa.anonymize(DatabaseTable.at(people), **WORDS)
    assert list(release.frame.columns) == ["zip", "age", "ill"]
    assert len(release.frame) == release.rows_out


def test_roles_in_words():
    roles = Roles(identifiers=("id",), sensitive=("ill",), kept=("ward",))
    words = [role_of(name, roles) for name in ("id", "ill", "ward", "group")]
    assert words == [
        "identifier, replaced by a pseudonym",
        "sensitive attribute",
        "kept as it is",
        "made by Diversa",
    ]
