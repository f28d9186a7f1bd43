# SPDX-License-Identifier: Apache-2.0
"""Projects: made from files, planned, asked, and removed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

import diversa
from diversa.data.examples import HOSPITAL_PLAN, inpatients, write_csv
from diversa.data.read_options import ReadOptions
from diversa.errors import InputError, SourceError
from diversa.plan.file import plan_from_toml
from diversa.studio import projects
from diversa.studio.plan_texts import with_safe_cells
from diversa.studio.projects import NoSuchProjectError, chunks_of
from diversa.studio.security.permissions import LOCAL, ForbiddenError, Part, Visitor
from diversa.studio.tables import asked_words

READER = Visitor("rea", frozenset({Part.READER}))


@pytest.fixture
def table(tmp_path):
    return write_csv(inpatients(), tmp_path / "inpatients.csv")


def uploaded(studio, content, **words):
    return projects.create_from_upload(
        studio,
        LOCAL,
        name="Inpatients",
        file_name="people.csv",
        chunks=chunks_of(content),
        **words,
    )


def test_the_demo_has_its_plan(studio, demo):
    plan = with_safe_cells(plan_from_toml(HOSPITAL_PLAN))
    assert projects.plan_of(studio, LOCAL, demo.id) == plan
    assert projects.problem_of(studio, LOCAL, demo.id) is None


def test_an_upload_gets_the_suggested_plan(studio, table):
    project = uploaded(studio, table.read_bytes())
    plan = projects.plan_of(studio, LOCAL, project.id)
    assert plan == with_safe_cells(diversa.suggest(table).plan)
    suggestion = projects.suggestion_of(studio, LOCAL, project.id)
    assert with_safe_cells(suggestion.plan) == plan


def test_how_a_file_is_read_can_be_corrected(studio, table):
    content = table.read_text().replace(",", "~").encode()
    project = uploaded(studio, content)
    reading = ReadOptions(delimiter="~")
    plan = projects.set_reading(studio, LOCAL, project.id, reading)
    assert plan.roles == diversa.suggest(table).plan.roles
    assert projects.plan_of(studio, LOCAL, project.id).reading == reading
    assert projects.problem_of(studio, LOCAL, project.id) is None


def test_what_is_no_table_leaves_nothing(studio):
    with pytest.raises(SourceError):
        uploaded(studio, b"PK\x03\x04")
    assert projects.list_projects(studio, LOCAL) == []
    assert list((studio.storage.folder / "projects").iterdir()) == []


def test_a_question_sees_the_plan_as_it_is_now(studio, demo):
    def loss():
        plan = projects.plan_of(studio, LOCAL, demo.id)
        proposal = projects.ask(
            studio, LOCAL, demo.id, lambda table: table.search(**asked_words(plan))
        )
        return proposal.metrics["loss"]

    first = loss()
    projects.change_plan(studio, LOCAL, demo.id, models="k-anonymity:200")
    assert loss() > first
    with diversa.open(
        projects.source_of(studio, demo.id), projects.plan_of(studio, LOCAL, demo.id)
    ) as table:
        assert table.search().metrics["loss"] == loss()


def test_a_change_is_counted_and_foreign_hierarchies_go(studio, demo):
    plan = projects.change_plan(
        studio, LOCAL, demo.id, quasi_identifiers=["zip", "sex"], sensitive="condition"
    )
    assert set(plan.hierarchies) == {"zip", "sex"}
    assert projects.get_project(studio, LOCAL, demo.id).version == demo.version + 1


def test_a_path_must_be_allowed(studio, table):
    with pytest.raises(SourceError, match="--allow-paths"):
        projects.create_from_path(studio, LOCAL, name="p", path=table)


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
        projects.create_from_database(studio, LOCAL, name="p", address=address)


def test_who_may_only_read_knows_of_no_unpublished_project(studio, demo):
    assert projects.list_projects(studio, READER) == []
    with pytest.raises(NoSuchProjectError):
        projects.get_project(studio, READER, demo.id)
    for forbidden in (projects.plan_of, projects.suggestion_of):
        with pytest.raises(ForbiddenError):
            forbidden(studio, READER, demo.id)
    with pytest.raises(ForbiddenError):
        projects.ask(studio, READER, demo.id, id)


def test_a_deleted_project_is_gone(studio, demo):
    projects.delete_project(studio, LOCAL, demo.id)
    assert not studio.storage.project(demo.id).exists()
    with pytest.raises(NoSuchProjectError):
        projects.plan_of(studio, LOCAL, demo.id)


@pytest.mark.parametrize("name", ["", "  ", "x" * 201, "a\x00b"])
def test_a_project_has_a_name(studio, demo, name):
    with pytest.raises(InputError, match="name: must"):
        projects.rename(studio, LOCAL, demo.id, name)


def test_a_project_can_be_renamed(studio, demo):
    assert projects.rename(studio, LOCAL, demo.id, " New  name ").name == "New name"


def test_four_eyes_need_two_people(studio, demo, monkeypatch):
    with pytest.raises(InputError, match="--server"):
        projects.set_four_eyes(studio, LOCAL, demo.id, needed=True)
    monkeypatch.setitem(studio.settings.__dict__, "server", True)
    assert projects.set_four_eyes(studio, LOCAL, demo.id, needed=True).four_eyes


def test_many_ask_at_once(studio, demo):
    """Ten people move sliders: each gets the answer that one alone would get."""

    def loss(k):
        return projects.ask(
            studio,
            LOCAL,
            demo.id,
            lambda table: table.search(models=f"k-anonymity:{k}").metrics["loss"],
        )

    sizes = [2, 5, 9, 20, 50] * 4
    with ThreadPoolExecutor(10) as pool:
        together = list(pool.map(loss, sizes))
    assert together == [loss(k) for k in sizes[:5]] * 4
    assert len(studio.tables) == 1
