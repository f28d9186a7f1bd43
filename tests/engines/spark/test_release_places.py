# SPDX-License-Identifier: Apache-2.0
"""The places and the fingerprint of a release in a cluster."""

from __future__ import annotations

import pytest

from diversa.data.cluster_table import ClusterTable
from diversa.engines.spark import publishing
from diversa.engines.spark.release_places import name_in_schema, place_beside

pytestmark = pytest.mark.spark


def test_the_fingerprint_is_that_of_the_rows_in_any_order(engine, people, tmp_path):
    def digest(frame):
        place = ClusterTable((tmp_path / str(len(list(tmp_path.iterdir())))).as_uri())
        frame.write.parquet(place.address)
        target = publishing.ClusterTarget(place, engine, replaces=False)
        return target.fingerprint(place)

    first = digest(people)
    assert digest(people.orderBy("age", "zip").repartition(3)) == first
    assert digest(people.union(people.limit(1))) != first


def test_a_table_has_its_place_in_a_schema():
    table = ClusterTable("spark:clinic.release")
    assert place_beside(table, "_sensitive").address == "spark:clinic.release_sensitive"
    assert name_in_schema(table) == "`clinic`.`release`"
