# SPDX-License-Identifier: Apache-2.0
"""Downloads: the tables of a release, whole, in both formats, and nothing else."""

from __future__ import annotations

import csv

import pyarrow.parquet
import pytest

from diversa.data.read_options import ReadOptions
from diversa.studio import (
    downloads,
    new_projects,
    plans,
    project_jobs,
)
from diversa.studio.releases import NoSuchReleaseError
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.visit import ProjectVisit, Visit

READER = Visitor("rea", frozenset({Part.READER}))


def published(studio, project):
    job = project_jobs.publish(ProjectVisit(studio, LOCAL, project))
    studio.jobs.wait(job.id)
    ended = project_jobs.job_of(ProjectVisit(studio, LOCAL, project), job.id)
    assert ended.state == "done", ended.failure
    return ended.release


def test_a_release_comes_as_csv_or_parquet(studio, demo, release):
    text = downloads.download(ProjectVisit(studio, READER, demo.id), release)
    table = downloads.download(
        ProjectVisit(studio, READER, demo.id), release, format="parquet"
    )
    with text.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert pyarrow.parquet.read_table(table).num_rows == len(rows) == 1000
    assert list(rows[0]) == pyarrow.parquet.read_table(table).column_names
    assert table.stat().st_mode & 0o077 == 0


def test_half_a_download_is_never_handed_out(studio, demo, release, monkeypatch):
    def write_half(self, table, target, **words):
        del self, table, words
        target.write_bytes(b"PAR1")
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("diversa.engines.duckdb.engine.DuckDBEngine.write", write_half)
        with pytest.raises(KeyboardInterrupt):
            downloads.download(
                ProjectVisit(studio, READER, demo.id), release, format="parquet"
            )
    table = downloads.download(
        ProjectVisit(studio, READER, demo.id), release, format="parquet"
    )
    assert pyarrow.parquet.read_table(table).num_rows == 1000
    assert [path.name for path in table.parent.iterdir()] == ["release.parquet"]


@pytest.mark.parametrize(
    "words",
    [{"file": "../source/table"}, {"file": "manifest"}, {"format": "exe"}],
)
def test_only_files_of_the_release_can_be_downloaded(studio, demo, release, words):
    with pytest.raises(NoSuchReleaseError):
        downloads.download(ProjectVisit(studio, READER, demo.id), release, **words)


FORMULA = "=HYPERLINK(4711)"


@pytest.mark.parametrize("safe", [True, False])
def test_a_release_runs_nothing_in_a_spreadsheet_unless_switched_off(studio, safe):
    rows = "".join(f"{zip_code},{FORMULA}\n{zip_code},flu\n" for zip_code in (10, 20))
    made = new_projects.create_from_upload(
        Visit(studio, LOCAL),
        name="People",
        file_name="people.csv",
        chunks=new_projects.chunks_of(f"zip,illness\n{rows * 3}".encode()),
    ).id
    words = {"quasi_identifiers": "zip", "sensitive": "illness"}
    plans.change_plan(
        ProjectVisit(studio, LOCAL, made), **words, models="k-anonymity:3"
    )
    plans.set_reading(ProjectVisit(studio, LOCAL, made), ReadOptions(delimiter=","))
    plans.change_plan(
        ProjectVisit(studio, LOCAL, made), **words, models="k-anonymity:3"
    )
    if not safe:
        plans.change_plan(ProjectVisit(studio, LOCAL, made), spreadsheet_safe=False)
    release = published(studio, made)
    with downloads.download(ProjectVisit(studio, LOCAL, made), release).open() as file:
        cells = {row["illness"] for row in csv.DictReader(file)}
    assert cells == {f"'{FORMULA}" if safe else FORMULA, "flu"}
    table = downloads.download(
        ProjectVisit(studio, LOCAL, made), release, format="parquet"
    )
    values = pyarrow.parquet.read_table(table)["illness"].to_pylist()
    assert set(values) == {FORMULA, "flu"}
