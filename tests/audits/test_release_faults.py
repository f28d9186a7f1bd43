# SPDX-License-Identifier: Apache-2.0
"""The faults of a release; those of a folder are in `test_release_audit`."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.audits.release_faults import check_sensitive_table, group_faults
from diversa.data.roles import Roles
from diversa.errors import SourceError
from diversa.record.record import Record
from diversa.tables.input_parts import SensitiveTable
from diversa.tables.table_input import TableInput
from manifests import whole
from memory_engine import MemoryEngine

ROLES = Roles((), ("zip",), ("ill",))
RECORD = Record.from_json(
    whole(
        roles={"quasi_identifiers": ["zip"], "sensitive": ["ill"]},
        columns=["zip", "ill", "group"],
        promise={"models": ["distinct-l-diversity:2,on=ill"]},
        files={"release.csv": {"sha256": ""}},
        group="group",
    )
)
BUCKETS = replace(RECORD, sensitive_table=("group", "ill", "count"))


def problems(columns, rows, record):
    engine = MemoryEngine()
    return list(group_faults(engine, engine.open((columns, rows)), record))


def test_rows_of_a_group_look_alike():
    columns = ("zip", "ill", "group")
    alike = [("1*", "a", "1"), ("1*", "b", "1"), ("1*", "c", "2")]
    assert problems(columns, alike, RECORD) == []
    apart = [("1*", "a", "1"), ("2*", "b", "1"), ("1*", "c", "2")]
    (problem,) = problems(columns, apart, RECORD)
    assert problem.endswith("got 2 groups with 3 different ones")
    assert problems(columns, apart, replace(RECORD, group=None)) == []


def test_sensitive_values_are_not_beside_their_rows():
    rows = [("11", "1"), ("12", "1")]
    assert problems(("zip", "group"), rows, BUCKETS) == []
    (problem,) = problems(("zip", "ill"), rows, BUCKETS)
    assert "must not have the sensitive column 'ill'" in problem


def test_models_that_ask_rows_to_look_alike_cannot_hold():
    promise = replace(BUCKETS.promise, models=("k-anonymity:2",))
    record = replace(BUCKETS, promise=promise)
    (problem,) = problems(("zip", "group"), [("11", "1")], record)
    assert "k-anonymity:2 cannot hold with a sensitive table" in problem


def test_the_sensitive_table_is_there_with_its_columns(tmp_path):
    def check(*columns, group="group", source=tmp_path / "sensitive.csv"):
        secret = SensitiveTable(source, *columns)
        table = TableInput(tmp_path, ROLES, group=group, sensitive_table=secret)
        check_sensitive_table(table)

    with pytest.raises(SourceError, match="must be in the folder, got none"):
        check("group", "ill", "count")
    (tmp_path / "sensitive.csv").write_text("group,ill,count\n1,a,1\n")
    check("group", "ill", "count")
    with pytest.raises(SourceError, match="the sensitive attribute, got group, pay"):
        check("group", "pay", "count")
    with pytest.raises(SourceError, match="got bucket, ill"):
        check("bucket", "ill", "count")
    check_sensitive_table(TableInput(tmp_path, ROLES))
