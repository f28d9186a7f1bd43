# SPDX-License-Identifier: Apache-2.0
"""Tests of histories that an engine counts, against loops over rows."""

from __future__ import annotations

import pyarrow as pa
from hypothesis import given

from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.linked.histories import NUMBER, Columns, count_histories
from diversa.linked.two_tables import number_visits
from diversa.models.linked_privacy import KmAnonymity, LkcPrivacy, Secrets, verdict_of
from examples import examples
from linked_tables import PEOPLE, k_of, l_of

SECRETS = Secrets((), ("ill",))


def counted(people):
    """The people in two tables, counted by an engine."""
    first = pa.table(
        {"id": range(len(people)), "c": pa.array([p[0] for p in people], pa.int64())}
    )
    lines = [(i, *visit) for i, p in enumerate(people) for visit in p[1]]
    columns = zip(*lines, strict=True) if lines else ([], [], [])
    second = pa.table(
        {
            name: pa.array(column, pa.int64())
            for name, column in zip(("id", "v", "ill"), columns, strict=True)
        }
    )
    with DuckDBEngine() as engine:
        joined = number_visits(
            engine,
            engine.open(second),
            engine.open(first),
            ("id", "id"),
            ("id", "c"),
            NUMBER,
        )
        return count_histories(
            engine,
            joined,
            Columns("id", ("c",), ("v",), SECRETS),
            missing=MissingPolicy.RAISE,
            reading=ReadOptions(),
            kinds={},
            hierarchies={},
        )


@examples(20)
@given(PEOPLE.filter(lambda people: len(people) > 1 and any(p[1] for p in people)))
def test_histories_have_the_levels_of_the_rows(people):
    found = counted(people).histories
    assert found.total == len(people)
    assert found.visit_count == sum(len(p[1]) for p in people)
    for m in (0, 1, 2):
        judged = verdict_of(found, LkcPrivacy(1, m, 1, on="ill"), SECRETS)
        level = l_of(people, m)
        assert judged.people == k_of(people, m)
        assert (judged.share is None) == (level is None)
    whole = verdict_of(found, KmAnonymity(1, "all"), SECRETS)
    assert whole.people == k_of(people, None)


def test_hierarchies_are_shaped_by_people_and_not_by_visits():
    people = [(i, [(1, 0)] * (9 if i == 0 else 1)) for i in range(12)]
    found = counted(people)
    again = found.with_hierarchies_of(found.histories)
    number, who = found.visitors(found.histories)
    assert (number.tolist(), who.sum()) == ([0] * len(who), 12)
    assert again.histories is found.histories
