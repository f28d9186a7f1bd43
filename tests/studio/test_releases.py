# SPDX-License-Identifier: Apache-2.0
"""Releases: four eyes, and who sees what."""

from __future__ import annotations

import csv

import pyarrow.parquet
import pytest

from diversa.data.read_options import ReadOptions
from diversa.errors import InputError
from diversa.studio import (
    new_projects,
    plans,
    project_jobs,
    projects,
    releases,
)
from diversa.studio.history import read_log
from diversa.studio.releases import NoSuchReleaseError
from diversa.studio.security.permissions import LOCAL, ForbiddenError, Part, Visitor
from diversa.studio.state.records import ReleaseRow
from diversa.studio.visit import ProjectVisit, Visit

READER = Visitor("rea", frozenset({Part.READER}))


REVIEWER = Visitor("rev", frozenset({Part.REVIEWER}))


CURATOR = Visitor("cur", frozenset({Part.CURATOR}))


BOTH = Visitor("cur", frozenset({Part.CURATOR, Part.REVIEWER}))


def published(studio, project):
    job = project_jobs.publish(ProjectVisit(studio, LOCAL, project))
    studio.jobs.wait(job.id)
    ended = project_jobs.job_of(ProjectVisit(studio, LOCAL, project), job.id)
    assert ended.state == "done", ended.failure
    return ended.release


@pytest.fixture
def pending(studio, demo, release):
    """The release, as it would be with four eyes."""
    with studio.database.session() as session:
        session.get_one(ReleaseRow, release).state = "pending"
        projects.find(session, demo.id).four_eyes = True
    return release


def test_evidence_and_report_are_those_of_the_release(studio, demo, release):
    manifest = releases.record_of(ProjectVisit(studio, REVIEWER, demo.id), release)
    assert manifest.rows_in == 1000
    assert "<html" in releases.report_of(ProjectVisit(studio, READER, demo.id), release)


def test_a_pending_release_is_for_those_who_decide(studio, demo, pending):
    assert (
        releases.releases_of(ProjectVisit(studio, REVIEWER, demo.id))[0].state
        == "pending"
    )
    assert releases.record_of(ProjectVisit(studio, REVIEWER, demo.id), pending)
    for asking in (releases.release_of, releases.record_of, releases.report_of):
        with pytest.raises(NoSuchReleaseError):
            asking(ProjectVisit(studio, READER, demo.id), pending)
    with pytest.raises(ForbiddenError, match="must be approved"):
        releases.download(ProjectVisit(studio, CURATOR, demo.id), pending)


def test_a_reviewer_refuses_and_then_approves(studio, demo, pending):
    refused = releases.decide(
        ProjectVisit(studio, REVIEWER, demo.id), pending, "refused", reason="too small"
    )
    assert refused.state == "refused"
    shown = releases.decide(
        ProjectVisit(studio, REVIEWER, demo.id), pending, "approved"
    )
    assert [one.verdict for one in shown.decisions] == ["refused", "approved"]
    assert [one.note for one in shown.decisions] == ["too small", ""]
    assert (
        releases.release_of(ProjectVisit(studio, READER, demo.id), pending).state
        == "approved"
    )


def test_nobody_approves_what_they_made(studio, demo, pending):
    with pytest.raises(ForbiddenError, match="somebody else must approve"):
        releases.decide(ProjectVisit(studio, BOTH, demo.id), pending, "approved")
    with pytest.raises(ForbiddenError):
        releases.decide(ProjectVisit(studio, CURATOR, demo.id), pending, "approved")


ALL = Visitor("cur", frozenset(Part))


ADMINISTRATOR = Visitor("adm", frozenset({Part.ADMINISTRATOR}))


def test_who_makes_releases_cannot_switch_four_eyes_off(studio, demo, pending):
    with pytest.raises(ForbiddenError, match="four eyes: must be switched off by"):
        projects.set_four_eyes(ProjectVisit(studio, ALL, demo.id), needed=False)
    assert projects.get_project(ProjectVisit(studio, ALL, demo.id)).four_eyes
    assert (
        releases.release_of(ProjectVisit(studio, ALL, demo.id), pending).state
        == "pending"
    )


def test_what_is_pending_stays_so_without_four_eyes(studio, demo, pending):
    projects.set_four_eyes(ProjectVisit(studio, ADMINISTRATOR, demo.id), needed=False)
    assert (
        releases.release_of(ProjectVisit(studio, ALL, demo.id), pending).state
        == "pending"
    )
    for verdict in releases.VERDICTS:
        with pytest.raises(ForbiddenError, match="somebody else must"):
            releases.decide(ProjectVisit(studio, ALL, demo.id), pending, verdict)
    line = read_log(Visit(studio, LOCAL))[0]
    assert (line.by, line.what, line.about) == ("adm", "set four eyes", "off")
    approved = releases.decide(
        ProjectVisit(studio, REVIEWER, demo.id), pending, "approved"
    )
    assert approved.state == "approved"


def test_what_is_withdrawn_cannot_be_downloaded(studio, demo, release):
    releases.withdraw(
        ProjectVisit(studio, CURATOR, demo.id), release, reason="a mistake"
    )
    with pytest.raises(NoSuchReleaseError):
        releases.download(ProjectVisit(studio, READER, demo.id), release)
    with pytest.raises(ForbiddenError):
        releases.download(ProjectVisit(studio, CURATOR, demo.id), release)
    with pytest.raises(InputError, match="withdrawn"):
        releases.decide(ProjectVisit(studio, REVIEWER, demo.id), release, "approved")
    with pytest.raises(InputError, match="twice"):
        releases.withdraw(ProjectVisit(studio, CURATOR, demo.id), release)


def test_a_verdict_is_a_word(studio, demo, pending):
    with pytest.raises(InputError, match="verdict: must be one of approved, refused"):
        releases.decide(ProjectVisit(studio, REVIEWER, demo.id), pending, "pending")


def test_a_release_belongs_to_its_project(studio, release):
    other = new_projects.create_demo(Visit(studio, LOCAL))
    with pytest.raises(NoSuchReleaseError):
        releases.record_of(ProjectVisit(studio, LOCAL, other.id), release)


def test_two_releases_are_compared(studio, demo, release):
    plans.change_plan(ProjectVisit(studio, LOCAL, demo.id), models="k-anonymity:100")
    second = published(studio, demo.id)
    comparison = releases.compare_releases(
        ProjectVisit(studio, LOCAL, demo.id), (release, second)
    )
    assert "B" in " ".join(comparison.words)


def test_a_release_comes_as_csv_or_parquet(studio, demo, release):
    text = releases.download(ProjectVisit(studio, READER, demo.id), release)
    table = releases.download(
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
            releases.download(
                ProjectVisit(studio, READER, demo.id), release, format="parquet"
            )
    table = releases.download(
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
        releases.download(ProjectVisit(studio, READER, demo.id), release, **words)


FORMULA = "=HYPERLINK(4711)"


@pytest.mark.parametrize("safe", [True, False])
def test_a_release_runs_nothing_in_a_spreadsheet_unless_switched_off(studio, safe):
    rows = "".join(f"{zip_code},{FORMULA}\n{zip_code},flu\n" for zip_code in (10, 20))
    made = new_projects.create_from_upload(
        Visit(studio, LOCAL),
        name="People",
        file_name="people.csv",
        chunks=[f"zip,illness\n{rows * 3}".encode()],
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
    with releases.download(ProjectVisit(studio, LOCAL, made), release).open() as file:
        cells = {row["illness"] for row in csv.DictReader(file)}
    assert cells == {f"'{FORMULA}" if safe else FORMULA, "flu"}
    table = releases.download(
        ProjectVisit(studio, LOCAL, made), release, format="parquet"
    )
    values = pyarrow.parquet.read_table(table)["illness"].to_pylist()
    assert set(values) == {FORMULA, "flu"}
