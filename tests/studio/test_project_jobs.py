# SPDX-License-Identifier: Apache-2.0
"""Jobs of a project: they publish the same bytes as the command line."""

from __future__ import annotations

from click.testing import CliRunner

from diversa.cli.main import main
from diversa.studio import (
    plans,
    project_jobs,
    projects,
    releases,
)
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.sources import source_of
from diversa.studio.visit import ProjectVisit

CURATOR = Visitor("cur", frozenset({Part.CURATOR}))


def published(studio, project):
    job = project_jobs.publish(ProjectVisit(studio, LOCAL, project))
    studio.jobs.wait(job.id)
    ended = project_jobs.job_of(ProjectVisit(studio, LOCAL, project), job.id)
    assert ended.state == "done", ended.failure
    return ended.release


def test_the_downloaded_plan_gives_the_same_bytes_on_the_command_line(
    studio, demo, tmp_path
):
    plans.change_plan(
        ProjectVisit(studio, LOCAL, demo.id),
        models=["k-anonymity:7", "distinct-l-diversity:3"],
        least={"zip": 2, "born": 1},
        greatest={"zip": 4},
        suppression=0.05,
    )
    release = published(studio, demo.id)
    plan = tmp_path / "plan.toml"
    plan.write_text(
        plans.plan_toml(ProjectVisit(studio, LOCAL, demo.id)), encoding="utf-8"
    )
    table = str(source_of(ProjectVisit(studio, LOCAL, demo.id)))
    words = ["anonymize", table, "--plan", str(plan), "--out", str(tmp_path / "out")]
    ran = CliRunner().invoke(main, words)
    assert ran.exit_code == 0, ran.output
    folder = releases.folder_of(ProjectVisit(studio, LOCAL, demo.id), release)
    names = sorted(path.name for path in folder.iterdir())
    assert names == sorted(path.name for path in (tmp_path / "out").iterdir())
    for name in names:
        assert (folder / name).read_bytes() == (tmp_path / "out" / name).read_bytes()


ADMINISTRATOR = Visitor("adm", frozenset({Part.ADMINISTRATOR}))


def test_a_release_on_its_way_needs_the_eyes_of_its_beginning(studio, demo):
    with studio.database.session() as session:
        projects.find(session, demo.id).four_eyes = True
    job = project_jobs.publish(ProjectVisit(studio, CURATOR, demo.id))
    projects.set_four_eyes(ProjectVisit(studio, ADMINISTRATOR, demo.id), needed=False)
    studio.jobs.wait(job.id)
    made = project_jobs.job_of(ProjectVisit(studio, CURATOR, demo.id), job.id).release
    assert (
        releases.release_of(ProjectVisit(studio, CURATOR, demo.id), made).state
        == "pending"
    )
