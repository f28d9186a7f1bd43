# SPDX-License-Identifier: Apache-2.0
"""The address of a table of a cluster, and what of it may be shown."""

from __future__ import annotations

import pytest

from diversa.data.cluster_table import ClusterTable, is_cluster_address
from diversa.errors import SourceError


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("s3a://key:canary@clinic/people/", "s3a://clinic/people"),
        ("hdfs://node:8020/a/b.parquet", "hdfs://node:8020/a/b.parquet"),
        ("file:///tmp/people", "file:///tmp/people"),
        ("abfss://box@clinic.org/p", "abfss://box@clinic.org/p"),
        ("spark:clinic.people", "spark:clinic.people"),
    ],
)
def test_nothing_secret_is_shown(address, name):
    table = ClusterTable(address)
    assert str(table) == table.name == name


def test_a_table_of_a_catalog_has_a_name_and_files_have_none():
    assert ClusterTable("spark:a.b.c").table == "a.b.c"
    assert ClusterTable("gs://bucket/people").table is None


@pytest.mark.parametrize(
    "source", ["people.csv", "spark://host:7077", "postgresql:///db", "x://y", 5, None]
)
def test_other_texts_are_no_addresses(source):
    assert not is_cluster_address(source)


@pytest.mark.parametrize("address", ["people.csv", "spark:"])
def test_what_is_no_address_is_refused(address):
    with pytest.raises(SourceError, match="must be the address of files"):
        ClusterTable(address)
