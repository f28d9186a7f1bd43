# SPDX-License-Identifier: Apache-2.0
"""Tests of two tables: what fits together, and the plan of each."""

from __future__ import annotations

import pyarrow as pa
import pytest

from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import ModelError, PlanError, RoleError, SourceError
from diversa.linked.two_tables import TablePair
from diversa.plan.keywords import make_plan
from linked_frames import APART, hospital_tables


def opened(engine, people=None, **words):
    patients, encounters = hospital_tables(people=20)
    plan = make_plan(**{**APART, "visits": encounters, **words})
    return TablePair.open_in(engine, patients if people is None else people, plan)


@pytest.fixture(scope="module")
def engine():
    with DuckDBEngine() as engine:
        yield engine


def test_each_table_has_its_part_of_the_plan(engine):
    tables = opened(
        engine,
        visit_quasi_identifiers=["month", "sex"],
        sensitive="name",
        identifiers=[],
        models=["k-anonymity:2", "distinct-l-diversity:2,on=name"],
        hierarchies={"birth": "suppression", "ward": "suppression", "sex": "masking"},
    )
    people, visits = tables.people_plan, tables.visits_plan
    assert people.roles.quasi_identifiers == ("birth", "sex")
    assert (people.roles.person, people.roles.identifiers) == (None, ("id",))
    assert people.people.rows_are_people
    assert [model.spec for model in people.privacy.models] == [
        "k-anonymity:2",
        "distinct-l-diversity:2,on=name",
    ]
    assert [*people.hierarchies] == ["birth", "sex"]
    assert visits.roles.person == "patient"
    assert visits.roles.sensitive == ("diagnosis",)
    assert [model.spec for model in visits.privacy.models] == ["k-anonymity:2"]
    assert [*visits.hierarchies] == ["ward", "sex"]
    assert tables.joined.columns == (
        *("patient", "month", "ward", "diagnosis", "doctor"),
        "sex",
    )
    assert visits.linked.explicit_settings == {}


@pytest.mark.parametrize(
    ("words", "fault", "message"),
    [
        ({"visits": None}, PlanError, "linked.table: must name the table of visits"),
        ({"person": None}, PlanError, "roles.person: must name the column"),
        ({"visit_quasi_identifiers": []}, PlanError, "what may be known of a visit"),
        ({"identifiers": {"id": "mask"}}, PlanError, "'id' must be dropped"),
        ({"weight": "id"}, PlanError, "roles.weight: must be left out of two"),
        ({"visit_person": "pat"}, RoleError, "linked.person: .* did you mean"),
        ({"visit_sensitive": "ill"}, RoleError, "linked.sensitive: must be a column"),
        ({"visit_quasi_identifiers": "wing"}, RoleError, "or a quasi-identifier of"),
        ({"hierarchies": {"wing": "masking"}}, RoleError, "neither table has"),
        ({"quasi_identifiers": ["birth", "ward"]}, RoleError, "must be a column"),
    ],
)
def test_plans_that_do_not_fit_are_refused(engine, words, fault, message):
    with pytest.raises(fault, match=message):
        opened(engine, **words)


def test_a_column_has_a_role_in_one_table(engine):
    patients, _ = hospital_tables(people=20)
    people = patients.rename_columns(["id", "birth", "ward", "name"])
    with pytest.raises(RoleError, match="'ward' must have a role in one of the tables"):
        opened(engine, people=people, quasi_identifiers=["birth", "ward"])


def test_every_person_is_named_once(engine):
    patients, _ = hospital_tables(people=20)
    twice = pa.concat_tables([patients, patients.slice(0, 2)])
    with pytest.raises(SourceError, match="got 22 rows of 20 people"):
        opened(engine, people=twice)


def test_every_visit_is_of_somebody(engine):
    _, encounters = hospital_tables(people=20)
    stranger = encounters.slice(0, 1).set_column(0, "patient", [["77"]])
    with pytest.raises(SourceError, match=r"got 1 of \d+ visits of nobody"):
        opened(engine, visits=pa.concat_tables([encounters, stranger]))


def test_each_table_needs_a_model(engine):
    tables = opened(engine, models="distinct-l-diversity:2")
    with pytest.raises(PlanError, match="for the table of people too"):
        tables.people_plan  # noqa: B018 - it is made, or refused
    tables = opened(engine, models=["k-anonymity:2", "distinct-l-diversity:2,on=x"])
    with pytest.raises(ModelError, match="on must be a sensitive attribute, got 'x'"):
        tables.people_plan  # noqa: B018 - as above
