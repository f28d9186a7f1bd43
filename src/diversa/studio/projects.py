# SPDX-License-Identifier: Apache-2.0
"""Projects: list, rename, delete, and switch four eyes on or off.

Pages and REST share these use cases. A project is made in `new_projects`; its plan and
its open table are in `plans`. Use cases may take a while: a page runs them in a thread
(`Visit.run`).
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from diversa.errors import InputError
from diversa.studio.security.permissions import (
    Action,
    ForbiddenError,
    MissingError,
    Visitor,
)
from diversa.studio.state.database import note
from diversa.studio.state.records import Project, ReleaseRow, view_of
from diversa.studio.visit import ProjectVisit, Visit


class NoSuchProjectError(MissingError):
    """There is no such project, or the visitor may not know of it."""


@dataclass(frozen=True)
class ProjectView:
    """A project as a visitor sees it."""

    id: str
    """Its number, for addresses."""
    name: str
    source: str
    """The origin of its rows: upload, path, database, survey or demo."""
    made_at: dt.datetime
    made_by: str
    four_eyes: bool
    """True if a release needs the approval of somebody who did not make it."""
    version: int
    """Grows with every change of the plan: another page may have changed it."""
    releases: int
    """Number of releases that the visitor may see."""
    last_release: dt.datetime | None
    """When the latest of them was made."""
    state: str
    """new, or the state of its latest release: approved, pending or refused."""


def list_projects(visit: Visit) -> list[ProjectView]:
    """The projects that a visitor may know of, the newest first.

    Visitors who only see approved releases see the projects that have one.
    """
    visit.must(Action.LIST_PROJECTS)
    query = select(Project).order_by(Project.made_at.desc(), Project.id)
    with visit.studio.database.session() as session:
        views = [view(session, one, visit.visitor) for one in session.scalars(query)]
    sees_all = visit.may(Action.SEE_EVIDENCE)
    return [one for one in views if sees_all or one.releases]


def get_project(visit: ProjectVisit) -> ProjectView:
    """A project.

    Raises:
        NoSuchProjectError: There is none, or the visitor may not know of it.
    """
    visit.must(Action.LIST_PROJECTS)
    with visit.studio.database.session() as session:
        shown = view(session, find(session, visit.project), visit.visitor)
    if not shown.releases and not visit.may(Action.SEE_EVIDENCE):
        raise no_such_project()
    return shown


def rename(visit: ProjectVisit, name: str) -> ProjectView:
    """Give a project another name."""
    visit.must(Action.MAKE_PROJECT)
    with visit.studio.database.session() as session:
        record = find(session, visit.project)
        record.name = valid_name(name)
        note(session, visit.visitor.name, "renamed a project", visit.project)
        return view(session, record, visit.visitor)


def valid_name(name: str) -> str:
    """The name of a project with single blanks; an unusable one is refused."""
    name = " ".join(name.split())
    if not 0 < len(name) <= 200 or not name.isprintable():
        raise InputError("name: must be 1 to 200 characters; give the project a name")
    return name


def set_four_eyes(visit: ProjectVisit, *, needed: bool) -> ProjectView:
    """Set if releases need the approval of somebody who did not make them.

    Pending releases stay pending.

    Raises:
        ForbiddenError: A visitor who makes releases would switch the approval off.
    """
    visit.must(Action.SET_FOUR_EYES)
    if needed and not visit.studio.settings.server:
        raise InputError(
            "four eyes: must be those of two people, got a studio for one; start it"
            " with --server"
        )
    with visit.studio.database.session() as session:
        record = find(session, visit.project)
        if record.four_eyes and not needed and visit.may(Action.PUBLISH):
            raise ForbiddenError(
                "four eyes: must be switched off by an administrator who makes no"
                " releases, got a curator"
            )
        record.four_eyes = needed
        about = "on" if needed else "off"
        note(session, visit.visitor.name, "set four eyes", visit.project, about)
        return view(session, record, visit.visitor)


def delete_project(visit: ProjectVisit) -> None:
    """Remove a project with its source, its plan and all its releases."""
    visit.must(Action.DELETE_PROJECT)
    studio, project = visit.studio, visit.project
    with studio.database.session() as session:
        find(session, project)
    studio.jobs.cancel_all(project)
    studio.storage.mark(studio.storage.project(project))
    with studio.database.session() as session:
        session.delete(find(session, project))
        note(session, visit.visitor.name, "deleted a project", project)
    studio.tables.forget(project)
    studio.suggestions.pop(project, None)
    studio.storage.remove_project(project)


def find(session: Session, project: str) -> Project:
    """The record of a project."""
    record = session.get(Project, project)
    if record is None:
        raise no_such_project()
    return record


def no_such_project() -> NoSuchProjectError:
    """The error for a project that does not exist or is not for this visitor."""
    return NoSuchProjectError("project: there is none with this number")


def view(session: Session, project: Project, visitor: Visitor) -> ProjectView:
    """A project as a visitor sees it."""
    query = select(ReleaseRow).where(ReleaseRow.project_id == project.id)
    if not visitor.may(Action.SEE_EVIDENCE):
        query = query.where(ReleaseRow.state == "approved")
    releases = sorted(session.scalars(query), key=lambda release: release.number)
    last = releases[-1] if releases else None
    return view_of(
        ProjectView,
        project,
        releases=len(releases),
        last_release=last.made_at if last else None,
        state=last.state if last else "new",
    )
