# SPDX-License-Identifier: Apache-2.0
"""The places of a release in a cluster: its names, its note and its fingerprint."""

from __future__ import annotations

import json

from diversa.data.cluster_table import CATALOG, ClusterTable
from diversa.engines import sql
from diversa.engines.spark.dialect import SPARK
from diversa.engines.table import Table


def promise_in(note: str) -> str:
    """The promise in a note beside part files; empty where the note is not ours.

    >>> promise_in('{"promise": "Released by Diversa"}'), promise_in("[]")
    ('Released by Diversa', '')
    """
    try:
        return str(json.loads(note)["promise"])
    except (ValueError, TypeError, KeyError):
        return ""


def place_beside(out: ClusterTable, end: str) -> ClusterTable:
    """The place whose name has another end.

    >>> place_beside(ClusterTable("hdfs://n/a/release.csv"), "_sensitive").address
    'hdfs://n/a/release_sensitive.csv'
    """
    if out.table is not None:
        return ClusterTable(f"{out.address}{end}")
    above, name = split_address(out.address)
    stem, dot, suffix = name.partition(".")
    return ClusterTable(f"{above}/{stem}{end}{dot}{suffix}")


def beside(place: ClusterTable, word: str) -> ClusterTable:
    """The place of a draft beside its target; Spark lists no such folder.

    >>> beside(ClusterTable("hdfs://n/a/release.csv"), "old").address
    'hdfs://n/a/_old_release.csv'
    >>> beside(ClusterTable("spark:clinic.release"), "old").address
    'spark:clinic.release_old'
    """
    if place.table is not None:
        return ClusterTable(f"{place.address}_{word}")
    above, name = split_address(place.address)
    return ClusterTable(f"{above}/_{word}_{name}")


def split_address(address: str) -> tuple[str, str]:
    """The folder of an address and the name in it."""
    above, _, name = address.rstrip("/").rpartition("/")
    return above, name


def quote_table(table: str) -> str:
    """The name of a table in a statement.

    >>> quote_table("clinic.my-release")
    '`clinic`.`my-release`'
    """
    return ".".join(SPARK.identifier(part) for part in table.split("."))


def name_in_schema(to: ClusterTable) -> str:
    """A new name in the same schema, as a statement has it."""
    return quote_table(to.address.removeprefix(CATALOG))


def fingerprint_query(table: Table) -> str:
    """SHA-256 over the hashes of the different rows with their counts, in order.

    It is taken in two steps, by how the hashes begin, for no list can hold the hashes
    of a large table at once.
    """
    columns = ", ".join(sql.every_column(table))
    row = f"to_json(struct({columns}), map('ignoreNullFields', 'false'))"
    rows = (
        f"SELECT sha2({row}, 256) AS line, count(*) AS rows FROM {table.name} GROUP BY"
        " 1"
    )
    listed = "array_join(sort_array(collect_list(concat(line, ':', rows))), ',')"
    parts = (
        f"SELECT substr(line, 1, 4) AS start, sha2({listed}, 256) AS part FROM ({rows})"
        " GROUP BY 1"
    )
    every = "array_join(sort_array(collect_list(concat(start, part))), ',')"
    return f"SELECT sha2({every}, 256) FROM ({parts})"
