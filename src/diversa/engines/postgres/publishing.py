# SPDX-License-Identifier: Apache-2.0
"""A release as tables of a database: they appear together, when the work is committed.

The tables are made in the transaction of an engine, audited in it, and committed after
the audit has passed. Until then nobody else sees anything; a run that ends in any other
way leaves what was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace

from diversa.data.database_table import DatabaseTable
from diversa.engines import sql, sql_tables
from diversa.engines.engine import Engine
from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.postgres.engine import PostgresEngine
from diversa.engines.postgres.reading import PostgresReader
from diversa.engines.table import Table
from diversa.engines.table_target import OURS, TableTarget


@contextmanager
def table_target(
    out: DatabaseTable, engine: Engine, *, replaces: bool
) -> Iterator[PostgresTarget]:
    """The place of a release in a database; what is not committed is undone.

    Rows that are in the same database stay there.
    """
    if isinstance(engine, PostgresEngine) and engine.is_connected_to(out):
        yield PostgresTarget(out, engine, replaces)
        return
    with PostgresEngine(out.connection) as another:
        yield PostgresTarget(out, another, replaces)


class PostgresTarget(TableTarget[DatabaseTable, PostgresEngine]):
    """The place of a release in a database; it is made in the engine's transaction."""

    def make_way(self) -> None:
        """Drop the tables of the release that is replaced; until the end they stay."""
        self.check()
        for table in self.places:
            if self.note(table) is not None:
                with self.engine.session.guard(table.name, writing=True):
                    self.engine.session.run(f"DROP TABLE {quote_table(table)}")

    def beside(self, end: str) -> DatabaseTable:
        return table_beside(self.out, end)

    def write(self, engine: Engine, table: Table, out: DatabaseTable) -> None:
        session, name = self.engine.session, quote_table(out)
        with session.guard(out.name, writing=True):
            here = table
            if engine is not self.engine:
                here = PostgresReader(session).copy(engine, table)
            order = [f"{column} NULLS LAST" for column in sql.every_column(here)]
            query = sql_tables.release_query(POSTGRES, here, order)
            session.run(f"CREATE TABLE {name} AS {query}")
            session.run(f"ANALYZE {name}")

    def describe(
        self, out: DatabaseTable, promise: str, roles: Mapping[str, str]
    ) -> None:
        session, name = self.engine.session, quote_table(out)
        with session.guard(out.name, writing=True):
            session.run(
                f"COMMENT ON TABLE {name} IS {POSTGRES.literal(f'{OURS}: {promise}')}"
            )
            for column, role in roles.items():
                place = f"{name}.{POSTGRES.identifier(column)}"
                session.run(f"COMMENT ON COLUMN {place} IS {POSTGRES.literal(role)}")

    def fingerprint(self, out: DatabaseTable) -> str:
        session = self.engine.session
        with session.guard(out.name):
            ((digest,),) = session.run(fingerprint_query(quote_table(out)))
        return digest

    def commit(self) -> None:
        self.engine.session.commit()

    def note(self, place: DatabaseTable) -> str | None:
        name = POSTGRES.literal(quote_table(place))
        session = self.engine.session
        with session.guard(place.name, writing=True):
            ((comment,),) = session.run(
                f"SELECT CASE WHEN to_regclass({name}) IS NOT NULL THEN coalesce("
                f"obj_description(to_regclass({name}), 'pg_class'), '') END"
            )
        return comment


def fingerprint_query(table: str) -> str:
    """SHA-256 over the hashes of the different rows with their counts, in order.

    It is taken in two steps, by how the hashes begin, for no value of a database can
    hold the hashes of a large table at once.
    """
    rows = (
        "SELECT sha256(convert_to(CAST(t AS text), 'UTF8')) AS line, count(*) AS rows"
        f" FROM {table} AS t GROUP BY 1"
    )
    counted = "line || decode(lpad(to_hex(rows), 16, '0'), 'hex')"
    parts = (
        "SELECT substring(line, 1, 2) AS start, sha256(string_agg("
        f"{counted}, CAST('' AS bytea) ORDER BY line)) AS part FROM ({rows}) AS r"
        " GROUP BY 1"
    )
    return (
        "SELECT encode(sha256(coalesce(string_agg(part, CAST('' AS bytea) ORDER BY"
        f" start), CAST('' AS bytea))), 'hex') FROM ({parts}) AS p"
    )


def quote_table(table: DatabaseTable) -> str:
    """The name of a table in a statement.

    >>> quote_table(DatabaseTable("", 'clinic."my table"'))
    '"clinic"."my table"'
    """
    return ".".join(map(POSTGRES.identifier, table.parts))


def table_beside(out: DatabaseTable, end: str) -> DatabaseTable:
    """The table whose name has another end.

    >>> table_beside(DatabaseTable("", "clinic.release"), "_sensitive").parts
    ('clinic', 'release_sensitive')
    """
    *schema, name = out.parts
    named = ".".join(map(POSTGRES.identifier, (*schema, f"{name}{end}")))
    return replace(out, table=named)
