# SPDX-License-Identifier: Apache-2.0
"""A table of a database, as a user names it: an address, or a connection and a name.

`postgresql://user@host/db?table=schema.name` names a table, `?query=SELECT ...` what a
query finds. A password in an address goes to the database and nowhere else.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from diversa.errors import SourceError

SCHEMES = ("postgresql://", "postgres://")
"""The schemes of addresses of databases."""

OURS = ("table", "query")
"""The words of an address that are not meant for the database."""

SECRETS = ("password", "sslpassword")
"""The words of an address that nobody else may see."""

PART = re.compile(r'"((?:[^"]|"")+)"|([^".]+)')
"""One part of a name: in quotes, or without a dot."""


@dataclass(frozen=True)
class DatabaseTable:
    """A table of a PostgreSQL database, or the result of a query.

    Example:
        >>> table = DatabaseTable.at("postgresql://ann:pw@db.org/clinic?table=a.people")
        >>> table.name, table.parts
        ('postgresql://db.org/clinic?table=a.people', ('a', 'people'))
    """

    connection: object = field(repr=False)
    """The address of the database, or a psycopg connection to it."""
    table: str | None = None
    """The name of the table, `schema.name`; parts with a dot stand in quotes."""
    query: str | None = field(default=None, repr=False)
    """A SELECT whose rows are the table."""

    def __post_init__(self) -> None:
        if (self.table is None) == (self.query is None):
            raise SourceError(
                f"{self.place}: must name one table or one query; write"
                " postgresql://user@host/db?table=schema.name"
            )

    @classmethod
    def at(cls, address: str) -> DatabaseTable:
        """Parse an address; the options of the database stay in it."""
        parts = urlsplit(address)
        words = parse_qsl(parts.query, keep_blank_values=True)
        named = {word: value for word, value in words if word in OURS}
        others = [(word, value) for word, value in words if word not in OURS]
        options = urlencode(others, quote_via=quote)
        database = f"{parts.scheme}://{parts.netloc}{parts.path}"
        connection = f"{database}?{options}" if options else database
        return cls(connection, named.get("table"), named.get("query"))

    def __str__(self) -> str:
        return self.name

    @property
    def place(self) -> str:
        """The place of the database, without user, password and options."""
        return place_of(self.connection)

    @property
    def name(self) -> str:
        """Its name in messages, without secrets."""
        what = "query" if self.table is None else f"table={self.table}"
        return f"{self.place}?{what}"

    @property
    def address(self) -> str:
        """Its name in a command: as it was given, but without secrets.

        Those are passwords, and what a query asks for, which may be values of people.

        >>> address = "postgresql://ann:pw@db.org/clinic?sslmode=require&table=people"
        >>> DatabaseTable.at(address).address
        'postgresql://ann@db.org/clinic?sslmode=require&table=people'
        """
        if not isinstance(self.connection, str) or not is_address(self.connection):
            return self.name
        parts = urlsplit(self.connection)
        account, at, host = parts.netloc.rpartition("@")
        user = account.partition(":")[0]
        options = [
            (word, value)
            for word, value in parse_qsl(parts.query, keep_blank_values=True)
            if word not in SECRETS
        ]
        what = ("query", "...") if self.table is None else ("table", self.table)
        words = urlencode([*options, what], quote_via=quote, safe='/"')
        return f"{parts.scheme}://{user}{at}{host}{parts.path}?{words}"

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the table's name: its own, or those of its schema and itself."""
        matches = list(PART.finditer(self.table or ""))
        parts = tuple(
            match[1].replace('""', '"') if match[1] else match[2] for match in matches
        )
        between = PART.sub("", self.table or "")
        if not 1 <= len(parts) <= 2 or between != "." * (len(parts) - 1):
            raise SourceError(
                f"{self.place}: table must be a name or schema.name, got"
                f" '{self.table}'; put a part that has a dot in quotes"
            )
        return parts


def place_of(connection: object) -> str:
    """The place of a database, without user, password and options.

    >>> place_of("postgresql://ann:pw@db.org/clinic?sslmode=require")
    'postgresql://db.org/clinic'
    """
    if not isinstance(connection, str) or not is_address(connection):
        return "postgresql"
    parts = urlsplit(connection)
    return f"postgresql://{parts.netloc.rpartition('@')[2]}{parts.path}"


def is_address(source: object) -> bool:
    """True if a text is the address of a database.

    >>> is_address("postgresql:///clinic?table=people"), is_address("people.csv")
    (True, False)
    """
    return isinstance(source, str) and source.startswith(SCHEMES)
