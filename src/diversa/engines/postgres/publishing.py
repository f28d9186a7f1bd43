# SPDX-License-Identifier: Apache-2.0
"""A release as tables of a database: they appear together, when the work is committed.

The tables are made in the transaction of an engine, audited in it, and committed after
the audit has passed. Until then nobody else sees anything; a run that ends in any other
way leaves what was there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from diversa.data.database_table import DatabaseTable
from diversa.engines import sql
from diversa.engines.engine import Engine, Table
from diversa.engines.postgres.dialect import POSTGRES
from diversa.engines.postgres.engine import PostgresEngine
from diversa.engines.postgres.reading import PostgresReader
from diversa.errors import TargetError

OURS = "Released by Diversa"
"""The first words of the comment of a release: no other table is replaced."""

SENSITIVE = "_sensitive"
"""End of the name of the sensitive table, where a release has two."""


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


@dataclass(frozen=True)
class PostgresTarget:
    """The place of a release in a database."""

    out: DatabaseTable
    """The table that will be the release."""
    engine: PostgresEngine
    """The engine in whose transaction it is made and audited."""
    replaces: bool
    """True if an earlier release may be replaced."""

    def check(self) -> None:
        """Refuse a place that another table has, before any work is done."""
        for table in self.places:
            self._check_place(table)

    def make_way(self) -> None:
        """Drop the tables of the release that is replaced; until the end they stay."""
        for table in self.places:
            self._check_place(table)
            if self._comment(table) is not None:
                with self.engine.session.guard(table.name, writing=True):
                    self.engine.session.run(f"DROP TABLE {quote_table(table)}")

    @property
    def places(self) -> tuple[DatabaseTable, DatabaseTable]:
        """The tables that the release may have: one or both of them."""
        return self.out, sensitive_beside(self.out)

    def write(self, engine: Engine, table: Table, out: DatabaseTable) -> None:
        """Make a table of the release, in an order that carries nothing."""
        session, name = self.engine.session, quote_table(out)
        with session.guard(out.name, writing=True):
            here = table
            if engine is not self.engine:
                here = PostgresReader(session).copy(engine, table)
            order = [f"{column} NULLS LAST" for column in sql.every_column(here)]
            session.run(
                f"CREATE TABLE {name} AS {sql.release_query(POSTGRES, here, order)}"
            )
            session.run(f"ANALYZE {name}")

    def columns(self, out: DatabaseTable) -> tuple[str, ...]:
        """The columns of a table that was made."""
        return self.engine.open(out).columns

    def describe(
        self, out: DatabaseTable, promise: str, roles: Mapping[str, str]
    ) -> None:
        """Write the promise of a table and the role of each column into comments."""
        session, name = self.engine.session, quote_table(out)
        with session.guard(out.name, writing=True):
            session.run(
                f"COMMENT ON TABLE {name} IS {POSTGRES.literal(f'{OURS}: {promise}')}"
            )
            for column, role in roles.items():
                place = f"{name}.{POSTGRES.identifier(column)}"
                session.run(f"COMMENT ON COLUMN {place} IS {POSTGRES.literal(role)}")

    def fingerprint(self, out: DatabaseTable) -> str:
        """SHA-256 over the rows of a table, whatever their order."""
        session = self.engine.session
        with session.guard(out.name):
            ((digest,),) = session.run(fingerprint_query(quote_table(out)))
        return digest

    def commit(self) -> None:
        """Let the tables appear."""
        self.engine.session.commit()

    def _check_place(self, table: DatabaseTable) -> None:
        comment = self._comment(table)
        if comment is None:
            return
        if not comment.startswith(OURS):
            raise TargetError(
                f"out: '{table.table}' is a table that is no release of Diversa; name"
                " one that does not exist yet"
            )
        if not self.replaces:
            raise TargetError(
                f"out: '{table.table}' holds a release already, which is not replaced"
                " unasked; name another table, or say replace=True"
            )

    def _comment(self, table: DatabaseTable) -> str | None:
        """The comment of a table that is there; None where there is none."""
        name = POSTGRES.literal(quote_table(table))
        session = self.engine.session
        with session.guard(table.name, writing=True):
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


def sensitive_beside(out: DatabaseTable) -> DatabaseTable:
    """The name of the sensitive table of a release with two tables.

    >>> sensitive_beside(DatabaseTable("", "clinic.release")).parts
    ('clinic', 'release_sensitive')
    """
    *schema, name = out.parts
    named = ".".join(map(POSTGRES.identifier, (*schema, f"{name}{SENSITIVE}")))
    return replace(out, table=named)
