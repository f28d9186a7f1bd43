# SPDX-License-Identifier: Apache-2.0
"""The address of a table: what the database gets of it, and what may be shown."""

from __future__ import annotations

import pytest

from diversa.data.database_table import DatabaseTable, is_address
from diversa.errors import SourceError

SECRET = "postgresql://ann:pass%40word@db.org:5433/clinic?sslmode=require&table=a.b"


def test_the_table_is_ours_and_the_rest_goes_to_the_database():
    table = DatabaseTable.at(SECRET)
    assert table.connection == (
        "postgresql://ann:pass%40word@db.org:5433/clinic?sslmode=require"
    )
    assert (table.table, table.query) == ("a.b", None)


def test_nothing_secret_is_shown():
    table = DatabaseTable.at(SECRET)
    for text in (str(table), repr(table), table.name, table.place):
        for secret in ("ann", "pass", "word", "sslmode"):
            assert secret not in text
    assert str(table) == "postgresql://db.org:5433/clinic?table=a.b"


def test_several_hosts_and_none():
    several = DatabaseTable.at("postgresql://u@h1:1,h2:2/db?table=t")
    assert several.name == "postgresql://h1:1,h2:2/db?table=t"
    nowhere = DatabaseTable.at("postgresql:///db?host=/run/pg&table=t")
    assert nowhere.connection == "postgresql:///db?host=%2Frun%2Fpg"


def test_a_query_is_not_shown():
    table = DatabaseTable.at("postgresql://h/db?query=SELECT%20*%20FROM%20t%20--canary")
    assert table.query == "SELECT * FROM t --canary"
    assert "canary" not in f"{table} {table!r}"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("people", ("people",)),
        ("clinic.people", ("clinic", "people")),
        ('"My Schema"."a.b"', ("My Schema", "a.b")),
        ('clinic."say ""x"""', ("clinic", 'say "x"')),
    ],
)
def test_names_have_one_part_or_two(name, parts):
    assert DatabaseTable("", name).parts == parts


@pytest.mark.parametrize("name", ["a.b.c", "a..b", ".a", "a.", '"a', 'a"b', ""])
def test_other_names_are_refused(name):
    with pytest.raises(SourceError, match=r"must be a name or schema\.name"):
        _ = DatabaseTable("postgresql://h/db", name).parts


@pytest.mark.parametrize("rest", ["", "?sslmode=require", "?table=a&query=SELECT+1"])
def test_an_address_names_one_table_or_one_query(rest):
    with pytest.raises(SourceError, match="must name one table or one query") as error:
        DatabaseTable.at(f"postgresql://ann:canary@h/db{rest}")
    assert "canary" not in str(error.value)


def test_only_texts_are_addresses():
    assert is_address("postgres://h/db?table=t")
    assert not is_address("postgresql.csv")
    assert not is_address(5)


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (SECRET, "postgresql://ann@db.org:5433/clinic?sslmode=require&table=a.b"),
        ("postgres://h/db?table=t", "postgres://h/db?table=t"),
        (
            "postgresql://u@h1:1,h2:2/db?password=word&sslpassword=word&table=t",
            "postgresql://u@h1:1,h2:2/db?table=t",
        ),
        (
            "postgresql:///db?host=/run/pg&table=%22My%20Schema%22.t%26u",
            'postgresql:///db?host=/run/pg&table="My%20Schema".t%26u',
        ),
    ],
)
def test_a_command_may_name_what_is_not_secret(address, shown):
    table = DatabaseTable.at(address)
    assert table.address == shown
    assert "word" not in table.address
    again = DatabaseTable.at(table.address)
    assert (again.parts, again.place) == (table.parts, table.place)


def test_a_command_does_not_say_what_a_query_asks_for():
    table = DatabaseTable.at("postgresql://u@h/db?query=SELECT%20--canary")
    assert table.address == "postgresql://u@h/db?query=..."
    assert DatabaseTable(object(), "t").address == "postgresql?table=t"
