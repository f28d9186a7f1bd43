# SPDX-License-Identifier: Apache-2.0
"""New projects: from files, paths and databases that are allowed."""

from __future__ import annotations

import pytest

import diversa
from diversa.data.examples import HOSPITAL_PLAN, inpatients, write_csv
from diversa.errors import SourceError
from diversa.plan.file import plan_from_toml
from diversa.studio import new_projects, plans, projects
from diversa.studio.plans import with_safe_cells
from diversa.studio.security.permissions import LOCAL
from diversa.studio.visit import ProjectVisit, Visit


@pytest.fixture
def table(tmp_path):
    return write_csv(inpatients(), tmp_path / "inpatients.csv")


def uploaded(studio, content, **words):
    return new_projects.create_from_upload(
        Visit(studio, LOCAL),
        name="Inpatients",
        file_name="people.csv",
        chunks=[content],
        **words,
    )


def test_the_demo_has_its_plan(studio, demo):
    plan = with_safe_cells(plan_from_toml(HOSPITAL_PLAN))
    assert plans.plan_of(ProjectVisit(studio, LOCAL, demo.id)) == plan
    assert plans.preview(ProjectVisit(studio, LOCAL, demo.id)).problem is None


def test_an_upload_gets_the_suggested_plan(studio, table):
    project = uploaded(studio, table.read_bytes())
    plan = plans.plan_of(ProjectVisit(studio, LOCAL, project.id))
    assert plan == with_safe_cells(diversa.suggest(table).plan)
    suggestion = plans.suggestion_of(ProjectVisit(studio, LOCAL, project.id))
    assert with_safe_cells(suggestion.plan) == plan


def test_what_is_no_table_leaves_nothing(studio):
    with pytest.raises(SourceError):
        uploaded(studio, b"PK\x03\x04")
    assert projects.list_projects(Visit(studio, LOCAL)) == []
    assert list((studio.storage.folder / "projects").iterdir()) == []


def test_a_path_must_be_allowed(studio, table):
    with pytest.raises(SourceError, match="--allow-paths"):
        new_projects.create_from_path(Visit(studio, LOCAL), name="p", path=table)


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://db.org/clinic?table=people",
        "postgresql://ok.org/clinic?table=people&host=db.org",
        "postgresql://ok.org/clinic?query=SELECT 1",
        "postgresql://ann@db.org,bob@ok.org/clinic?table=people",
        "postgresql://db.org,ok.org/clinic?table=people",
        "postgresql://ann@db.org@ok.org/clinic?table=people",
        "ok.org",
    ],
)
def test_a_database_must_be_allowed(studio, monkeypatch, address):
    monkeypatch.setitem(studio.settings.__dict__, "allowed_databases", ("ok.org",))
    with pytest.raises(SourceError, match="--allow-database"):
        new_projects.create_from_database(
            Visit(studio, LOCAL), name="p", address=address
        )
