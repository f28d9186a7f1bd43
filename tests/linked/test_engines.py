# SPDX-License-Identifier: Apache-2.0
"""Linked tables of a database and of a cluster: the same as of frames."""

from __future__ import annotations

import pytest

from diversa.linked.publish import anonymize_linked
from linked_frames import APART, LINKED, hospital_tables

WHOLE = {**LINKED, "suppression": 0.3, "most_visits": 20}
"""No visit is drawn: what is published depends on the tables alone."""


def facts(made):
    """What does not differ from run to run."""
    if made.linked is not None:
        return made.linked
    return [one.record.levels for one in (made.people, made.visits)]


def compare(people, visits, folder):
    """Publish both ways, and compare with what frames give."""
    frames = hospital_tables()
    for name, words in (("apart", APART), ("linked", WHOLE)):
        wanted = anonymize_linked(frames[0], visits=frames[1], **words)
        made = anonymize_linked(people, visits=visits, out=folder / name, **words)
        assert facts(made) == facts(wanted)


@pytest.mark.postgres
def test_two_tables_of_a_database(postgres, tmp_path):
    import psycopg

    names = ("linked_people", "linked_visits")
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("SET client_min_messages = warning")
        for name, table in zip(names, hospital_tables(), strict=True):
            kinds = [
                f"{column} {'bigint' if column in ('id', 'birth') else 'text'}"
                for column in table.column_names
            ]
            connection.execute(f"DROP TABLE IF EXISTS {name}")
            connection.execute(f"CREATE TABLE {name} ({', '.join(kinds)})")
            holes = ", ".join("%s" for _ in kinds)
            with connection.cursor() as cursor:
                lines = [tuple(row.values()) for row in table.to_pylist()]
                cursor.executemany(f"INSERT INTO {name} VALUES ({holes})", lines)
    compare(*(f"{postgres}?table={name}" for name in names), tmp_path)


@pytest.mark.spark
def test_two_frames_of_a_cluster(spark, tmp_path):
    tables = [spark.createDataFrame(t.to_pylist()) for t in hospital_tables()]
    compare(*tables, tmp_path)
