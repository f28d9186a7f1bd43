# SPDX-License-Identifier: Apache-2.0
"""The plan of a project: suggested, changed, and asked of its table."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pyarrow
import pyarrow.parquet
import pytest

import diversa
from diversa.data.examples import HOSPITAL_PLAN, inpatients, write_csv
from diversa.data.read_options import ReadOptions
from diversa.errors import PlanError
from diversa.plan.file import plan_from_toml
from diversa.studio import new_projects, plans, projects
from diversa.studio.plans import plan_from_text, preview, with_safe_cells
from diversa.studio.security.permissions import LOCAL
from diversa.studio.sources import source_of
from diversa.studio.tables import search_words
from diversa.studio.visit import ProjectVisit, Visit


@pytest.fixture
def table(tmp_path):
    return write_csv(inpatients(), tmp_path / "inpatients.csv")


def uploaded(studio, content, **words):
    return new_projects.create_from_upload(
        Visit(studio, LOCAL),
        name="Inpatients",
        chunks=[content],
        **{"file_name": "people.csv", **words},
    )


def test_how_a_file_is_read_can_be_corrected(studio, table):
    content = table.read_text().replace(",", "~").encode()
    project = uploaded(studio, content)
    reading = ReadOptions(delimiter="~")
    plan = plans.set_reading(ProjectVisit(studio, LOCAL, project.id), reading)
    assert plan.roles == diversa.suggest(table).plan.roles
    assert plans.plan_of(ProjectVisit(studio, LOCAL, project.id)).reading == reading
    assert preview(ProjectVisit(studio, LOCAL, project.id)).problem is None


def test_a_question_sees_the_plan_as_it_is_now(studio, demo):
    def loss():
        plan = plans.plan_of(ProjectVisit(studio, LOCAL, demo.id))
        proposal = plans.ask(
            ProjectVisit(studio, LOCAL, demo.id),
            lambda table: table.search(**search_words(plan)),
        )
        return proposal.metrics["loss"]

    first = loss()
    plans.change_plan(ProjectVisit(studio, LOCAL, demo.id), models="k-anonymity:200")
    assert loss() > first
    with diversa.open(
        source_of(ProjectVisit(studio, LOCAL, demo.id)),
        plans.plan_of(ProjectVisit(studio, LOCAL, demo.id)),
    ) as table:
        assert table.search().metrics["loss"] == loss()


def test_a_change_is_counted_and_foreign_hierarchies_go(studio, demo):
    plan = plans.change_plan(
        ProjectVisit(studio, LOCAL, demo.id),
        quasi_identifiers=["zip", "sex"],
        sensitive="condition",
    )
    assert set(plan.hierarchies) == {"zip", "sex"}
    assert (
        projects.get_project(ProjectVisit(studio, LOCAL, demo.id)).version
        == demo.version + 1
    )


def test_many_ask_at_once(studio, demo):
    """Ten people move sliders: each gets the answer that one alone would get."""

    def loss(k):
        return plans.ask(
            ProjectVisit(studio, LOCAL, demo.id),
            lambda table: table.search(models=f"k-anonymity:{k}").metrics["loss"],
        )

    sizes = [2, 5, 9, 20, 50] * 4
    with ThreadPoolExecutor(10) as pool:
        together = list(pool.map(loss, sizes))
    assert together == [loss(k) for k in sizes[:5]] * 4
    assert len(studio.tables) == 1


def keep_file(studio, content, file_name="t.csv"):
    return uploaded(studio, content, file_name=file_name).id


def test_a_text_file_shows_its_form(studio):
    rows = "".join(f"{n};Zürich\n" for n in range(30))
    project = keep_file(studio, ("age;town\n" + rows).encode())
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert (shown.columns, shown.delimiter) == (("age", "town"), ";")
    assert shown.rows[0] == ("0", "Zürich")
    assert len(shown.rows) == 20


def test_another_way_to_read_can_be_tried(studio):
    project = keep_file(studio, "age;town\n7;Москва\n8;Казань\n".encode("cp1251"))
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert "encoding" in shown.problem
    tried = preview(
        ProjectVisit(studio, LOCAL, project), ReadOptions(encoding="cp1251")
    )
    assert (tried.problem, tried.rows[0]) == (None, ("7", "Москва"))


def test_an_encoding_that_was_recognized_is_told(studio):
    project = keep_file(studio, "age;town\n7;Zürich\n8;Bern\n".encode("latin-1"))
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert (shown.problem, shown.encoding) == (None, "cp1252")
    assert shown.rows[0] == ("7", "Zürich")


def test_other_files_show_their_rows(studio, tmp_path):
    table = pyarrow.table({"age": [7, None], "town": ["Zürich", "Bern"]})
    pyarrow.parquet.write_table(table, tmp_path / "t.parquet")
    project = keep_file(studio, (tmp_path / "t.parquet").read_bytes(), "t.parquet")
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert shown.columns == ("age", "town")
    assert shown.rows == (("7", "Zürich"), ("", "Bern"))


def test_a_damaged_file_is_a_problem_in_words(studio, tmp_path):
    """Its footer reads, its values do not."""
    table = pyarrow.table({"town": ["Springfield"] * 5000})
    pyarrow.parquet.write_table(table, tmp_path / "t.parquet", use_dictionary=False)
    content = bytearray((tmp_path / "t.parquet").read_bytes())
    content[4:400] = b"\xff" * 396
    project = keep_file(studio, bytes(content), "t.parquet")
    shown = preview(ProjectVisit(studio, LOCAL, project))
    assert "cannot be read" in shown.problem
    assert "Springfield" not in shown.problem


def test_a_plan_without_files_is_read_like_any_other():
    assert plan_from_text(HOSPITAL_PLAN) == with_safe_cells(
        plan_from_toml(HOSPITAL_PLAN)
    )


@pytest.mark.parametrize(
    "text",
    [
        '[hierarchies]\nzip = { kind = "levels", file = "/etc/passwd" }',
        '[hierarchies]\nfile = { kind = "levels", file = "/etc/passwd" }',
        '[hierarchies]\nz = { kind = "coding", then = { kind = "levels", file = "a"}}',
        '[privacy]\npopulation = "/etc/passwd"',
        '[privacy]\npopulation = { file = "/etc/passwd", count = "n" }',
    ],
)
def test_a_plan_that_names_a_file_is_refused(text):
    with pytest.raises(PlanError, match="must not name a file") as failure:
        plan_from_text(text)
    assert "root" not in str(failure.value)


def test_a_column_may_be_called_file():
    text = '[hierarchies]\nfile = { kind = "suppression" }'
    assert set(plan_from_text(text).hierarchies) == {"file"}


@pytest.mark.parametrize("text", ["[", "a = " + "[" * 5000, "[nonsense]\na = 1"])
def test_what_is_no_plan_is_refused(text):
    with pytest.raises(PlanError):
        plan_from_text(text)


@pytest.mark.parametrize(
    ("said", "safe"),
    [
        ("", True),
        ("[writing]\nspreadsheet_safe = true\n", True),
        ("[writing]\nspreadsheet_safe = false\n", False),
    ],
)
def test_cells_are_safe_unless_the_plan_says_otherwise(said, safe):
    assert plan_from_text(said).writing.spreadsheet_safe is safe
