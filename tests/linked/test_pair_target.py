# SPDX-License-Identifier: Apache-2.0
"""Linked tables become two tables of a database: both, or neither."""

from __future__ import annotations

from contextlib import closing

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from diversa.errors import InternalError, SourceError, TargetError
from diversa.linked.audit import TableFindings, audit_linked
from diversa.linked.publish import anonymize_linked
from linked_frames import APART, LINKED, hospital_tables


def test_the_evidence_needs_a_folder():
    patients, encounters = hospital_tables()
    with pytest.raises(TargetError, match="evidence: must name a folder"):
        anonymize_linked(
            patients,
            visits=encounters,
            out="postgresql://ann@db.org/clinic?table=open.people",
            **APART,
        )


def test_a_cluster_is_no_target(tmp_path):
    patients, encounters = hospital_tables()
    with pytest.raises(TargetError, match="got one of a cluster"):
        anonymize_linked(
            patients,
            visits=encounters,
            out="spark:clinic.release",
            evidence=tmp_path / "evidence",
            **APART,
        )


@pytest.fixture
def database(postgres):
    """A connection, without the tables that the tests make."""
    import psycopg

    names = [f"pair{end}" for end in ("_people", "_visits")]
    with closing(psycopg.connect(postgres, autocommit=True)) as connection:
        connection.execute("SET client_min_messages = warning")
        for name in names:
            connection.execute(f"DROP TABLE IF EXISTS {name}")
        yield connection
        for name in names:
            connection.execute(f"DROP TABLE IF EXISTS {name}")


def rows_of(database, name):
    return database.execute(f"SELECT * FROM {name}").fetchall()


def is_there(database, name):
    ((found,),) = database.execute("SELECT to_regclass(%s)", (name,)).fetchall()
    return found is not None


@pytest.mark.postgres
def test_linked_tables_of_a_database_are_audited_there(postgres, database, tmp_path):
    patients, encounters = hospital_tables()
    place, evidence = f"{postgres}?table=pair", tmp_path / "evidence"
    keywords = {"visits": encounters, "out": place, "evidence": evidence, **LINKED}
    made = anonymize_linked(patients, **keywords)
    people, visits = (
        rows_of(database, f"pair_{name}") for name in ("people", "visits")
    )
    assert len(people) == made.linked.people_out
    assert len(visits) == made.linked.visits_out
    assert {path.name for path in evidence.iterdir()} == {
        "manifest.json",
        "report.html",
    }
    with pytest.raises(SourceError, match="evidence of tables of a database"):
        audit_linked(evidence)
    audit = audit_linked(evidence, published=place)
    assert audit.holds, audit.problems
    words = ["audit", str(evidence), "--published", place]
    assert CliRunner().invoke(main, words).exit_code == 0
    database.execute(
        "DELETE FROM pair_visits WHERE ctid IN (SELECT ctid FROM pair_visits LIMIT 3)"
    )
    assert audit_linked(evidence, published=place).holds is False
    with pytest.raises(TargetError, match="holds a release already"):
        anonymize_linked(patients, **keywords)
    again = anonymize_linked(patients, replace=True, **keywords)
    assert len(rows_of(database, "pair_visits")) == again.linked.visits_out


@pytest.mark.postgres
def test_tables_apart_appear_together(postgres, database, tmp_path):
    patients, encounters = hospital_tables()
    place, evidence = f"{postgres}?table=pair", tmp_path / "evidence"
    made = anonymize_linked(
        patients, visits=encounters, out=place, evidence=evidence, **APART
    )
    assert len(rows_of(database, "pair_people")) == made.people.rows_out
    assert len(rows_of(database, "pair_visits")) == made.visits.rows_out
    assert (evidence / "people" / "report.html").is_file()
    assert (evidence / "visits" / "manifest.json").is_file()
    assert any("pair_people" in str(file) for file in made.files)


@pytest.mark.postgres
def test_nothing_appears_if_the_audit_fails(postgres, database, tmp_path, monkeypatch):
    patients, encounters = hospital_tables()
    place, evidence = f"{postgres}?table=pair", tmp_path / "evidence"
    monkeypatch.setattr(
        "diversa.linked.publish.audit_tables",
        lambda *_: TableFindings((), (), ("it fails",)),
    )
    with pytest.raises(InternalError, match="do not hold"):
        anonymize_linked(
            patients, visits=encounters, out=place, evidence=evidence, **LINKED
        )
    assert not is_there(database, "pair_people")
    assert not evidence.exists()
