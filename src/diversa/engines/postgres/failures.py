# SPDX-License-Identifier: Apache-2.0
"""Errors of PostgreSQL in our words, without the rows that it quotes.

Its messages hold values, statements and names of people who may log in; so only the
code of a failure (SQLSTATE) is read, and what it means is said in words of ours.
"""

from __future__ import annotations

import re

from psycopg import Error, OperationalError

from diversa.errors import DiversaError, InputError, InternalError, TargetError

MEANINGS = {
    "28P01": "the password of this user is missing or wrong; give it by PGPASSWORD,"
    " .pgpass or a service file",
    "28": "the database does not let this user in; check user, password (PGPASSWORD,"
    " .pgpass or a service file) and the server's pg_hba.conf",
    "3D000": "there is no such database; check its name",
    "3F000": "there is no such schema; make it first",
    "42501": "this user lacks a privilege; SELECT on the source, TEMPORARY on the"
    " database and CREATE on the schema of a release are needed",
    "42P01": "there is no such table; check schema and name",
    "42P07": "there is a table of this name already, which is not replaced unasked;"
    " name another one, or replace it",
    "57P03": "the database is starting or shutting down; try again in a while",
    "53100": "the disk of the database is full; free space there",
    "53": "the database lacks memory or connections; try again, or give it more",
    "57014": "the statement was stopped, by a time limit (statement_timeout) or by an"
    " administrator; allow more time",
    "57P": "the database was shut down; try again when it runs",
    "25006": "the database takes no writes (a standby, or read-only); work needs"
    " temporary tables",
    "55P03": "a table is locked by others; try again",
    "40": "the table was changed while it was read; try again",
    "22P05": "a text has characters that the encoding of the database lacks",
    "22021": "a text holds what PostgreSQL cannot (a zero byte, or bytes that are no"
    " text in the encoding of the database)",
    "42601": "the query is not one SELECT; write it without a semicolon",
    "42P16": "a column has no type that a table can have; cast it in the query",
    "08": "there is no connection to the database, or it was lost; check host, port and"
    " name, and try again",
}
"""The meaning of errors by their code or by its first characters."""

OURS = ("42", "26", "34", "0A", "XX")
"""The first characters of the codes of errors that are bugs of ours."""


SYNTAX = "42601"
"""The code of a statement that cannot be read: ours, or the query of a user."""

QUERY = "?query"
"""The end of the name of a query."""


REFUSALS = {
    r"password authentication failed|no password supplied": "28P01",
    r"no pg_hba.conf entry|authentication failed|role \".*\" does not exist": "28000",
    r"database \".*\" does not exist": "3D000",
    r"too many clients|connection slots|too many connections": "53300",
    r"database system is (starting up|shutting down|in recovery)": "57P03",
}
"""Codes of what a server says before it has let anybody in, by words in it: libpq has
no code then. Of a server that speaks another language only the lack of a password is
known."""


def failure(error: Error, *, where: str, writing: bool) -> DiversaError:
    """The error of Diversa for an error of PostgreSQL."""
    code = error.sqlstate or (
        refusal(error) if isinstance(error, OperationalError) else ""
    )
    of_user = not code.startswith(SYNTAX) or where.endswith(QUERY)
    meaning = meaning_of(code) if of_user else None
    if meaning is not None:
        kind = TargetError if writing else InputError
        return kind(f"{where}: {meaning}")
    if code.startswith(OURS):
        return InternalError(f"{where}: {type(error).__name__} ({code})")
    told = f" (code {code})" if code else ""
    return InputError(f"{where}: the database cannot do it{told}; see its log")


def meaning_of(code: str) -> str | None:
    """The meaning of a code by its longest known prefix.

    >>> meaning_of("40001")
    'the table was changed while it was read; try again'
    """
    starts = (code[:size] for size in (5, 3, 2))
    return next((MEANINGS[start] for start in starts if start in MEANINGS), None)


def refusal(error: Error) -> str:
    """The code of a connection that was refused or lost."""
    told = str(error)
    known = (code for words, code in REFUSALS.items() if re.search(words, told))
    needs = error.pgconn is not None and error.pgconn.needs_password
    return next(known, "28P01" if needs else "08")
