# SPDX-License-Identifier: Apache-2.0
"""Projects: the use cases that the pages and REST share.

Every function takes the studio and the visitor who acts, and refuses what the visitor
may not do. All of them are ordinary functions that may take a while: a page calls them
in a thread (`await studio.tables.ask_soon(partial(ask, ...))`).

The way of a project: `create_from_upload` (or `_path`, `_database`, `create_demo`)
keeps the source and suggests a plan; `preview` and `set_reading` correct how the file
is read; `plan_of` and `change_plan` hold the plan so far, which is a plan file like any
other; `ask` puts any question to the open table.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TypeVar, Unpack
from urllib.parse import parse_qsl, urlsplit

from sqlalchemy import select
from sqlalchemy.orm import Session

from diversa.data.database_table import is_address
from diversa.data.examples import HOSPITAL_PLAN, hospital, write_csv
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.errors import DiversaError, InputError, SourceError
from diversa.open_tables.open_table import OpenTable
from diversa.open_tables.open_table import open as open_table
from diversa.plan.file import plan_from_toml, plan_to_toml, read_plan
from diversa.plan.keywords import PlanKeywords, revise
from diversa.plan.plan import Plan
from diversa.studio.explanations import explained
from diversa.studio.plan_texts import with_safe_cells
from diversa.studio.security.permissions import Action, ForbiddenError, Visitor
from diversa.studio.sources import ADDRESS, check_path, source_of, source_state
from diversa.studio.state.database import note
from diversa.studio.state.records import Project, Record, Release, new_number
from diversa.studio.storage import CHUNK, make_private, write_private
from diversa.studio.studio import Studio
from diversa.studio.tables import Question, opening_plan
from diversa.suggestions.suggestion import Suggestion, suggest

Answer = TypeVar("Answer")


class NoSuchProjectError(InputError):
    """There is no such project, or the visitor may not know of it."""


@dataclass(frozen=True)
class ProjectView:
    """What is shown of a project."""

    id: str
    """Its number, for addresses."""
    name: str
    """What people call it."""
    source: str
    """Where its rows come from: upload, path, database, survey or demo."""
    made_at: dt.datetime
    """When it was made."""
    made_by: str
    """Who made it."""
    four_eyes: bool
    """Whether a release needs the approval of somebody who did not make it."""
    version: int
    """Grows with every change of the plan: another page may have changed it."""
    releases: int
    """How many releases the visitor may see."""
    last_release: dt.datetime | None
    """When the latest of them was made."""
    state: str
    """new, published, pending or refused: that of its latest release."""


# Making projects


def create_from_upload(
    studio: Studio,
    visitor: Visitor,
    *,
    name: str,
    file_name: str,
    chunks: Iterable[bytes],
    reading: ReadOptions | None = None,
) -> ProjectView:
    """Make a project of an uploaded file (CSV, Parquet, JSON).

    Args:
        studio: The studio.
        visitor: Who acts.
        name: What the project is called.
        file_name: What the file is called; its ending says what it is.
        chunks: The bytes of the file, as they arrive.
        reading: How a text file is read; found out without it.

    Raises:
        SourceError: The file is too large, empty, or not what its name says. A text
            file that cannot be read yet is kept, see `problem_of`.
    """
    visitor.must(Action.MAKE_PROJECT)
    number = new_number()
    studio.storage.make_project(number)
    try:
        limit = studio.settings.upload_bytes
        studio.storage.upload(number, file_name, chunks, limit=limit)
        plan = suggested_plan(studio, number, reading or ReadOptions())
        return register(studio, visitor, number, name, "upload", plan)
    except BaseException:
        studio.storage.remove_project(number)
        raise


def create_from_path(
    studio: Studio,
    visitor: Visitor,
    *,
    name: str,
    path: Path | str,
    reading: ReadOptions | None = None,
) -> ProjectView:
    """Make a project of a file of this machine, where the studio allows its folder."""
    visitor.must(Action.MAKE_PROJECT)
    file = Path(path).resolve()
    check_path(studio.settings, file)
    return create_from_address(studio, visitor, name, "path", str(file), reading)


def create_from_database(
    studio: Studio, visitor: Visitor, *, name: str, address: str
) -> ProjectView:
    """Make a project of a table of a database, where the studio allows its host.

    Args:
        studio: The studio.
        visitor: Who acts.
        name: What the project is called.
        address: `postgresql://user@host/database?table=schema.name`.
    """
    visitor.must(Action.MAKE_PROJECT)
    check_database(studio, address)
    return create_from_address(studio, visitor, name, "database", address, None)


def check_database(studio: Studio, address: str) -> None:
    """Refuse an address of a host that was not allowed, or with more than a table."""
    hosts = studio.settings.allowed_databases
    parts = urlsplit(address)
    words = {word for word, _ in parse_qsl(parts.query, keep_blank_values=True)}
    # libpq reads `a@one,b@two` as two hosts, where the last @ would name only one.
    is_one_host = parts.netloc.count("@") < 2 and "," not in parts.netloc
    is_allowed = is_one_host and parts.hostname in hosts
    if not is_address(address) or not is_allowed or words != {"table"}:
        raise SourceError(
            "database: must be postgresql://user@host/database?table=schema.name at a"
            " host that the studio was started with (--allow-database), got another"
        )


def create_demo(studio: Studio, visitor: Visitor) -> ProjectView:
    """Make a project of the packaged hospital, with its plan; nobody in it exists."""
    visitor.must(Action.MAKE_PROJECT)
    number = new_number()
    studio.storage.make_project(number)
    write_csv(hospital(), studio.storage.source(number) / "table.csv")
    make_private(studio.storage.source(number))
    plan = plan_from_toml(HOSPITAL_PLAN)
    return register(studio, visitor, number, "A made-up hospital", "demo", plan)


def create_from_address(
    studio: Studio,
    visitor: Visitor,
    name: str,
    kind: str,
    address: str,
    reading: ReadOptions | None,
) -> ProjectView:
    """Make a project of a table that stays where it is."""
    number = new_number()
    studio.storage.make_project(number)
    try:
        write_private(studio.storage.source(number) / ADDRESS, address)
        plan = suggested_plan(studio, number, reading or ReadOptions())
        return register(studio, visitor, number, name, kind, plan)
    except BaseException:
        studio.storage.remove_project(number)
        raise


def register(
    studio: Studio,
    visitor: Visitor,
    number: str,
    name: str,
    kind: str,
    plan: Plan,
    *beside: Record,
) -> ProjectView:
    """Remember a project whose source is in place, and write its first plan.

    What is `beside` it is remembered together with it, or neither is.
    """
    write_plan(studio, number, with_safe_cells(plan))
    project = Project(
        id=number,
        name=checked_name(name),
        source=kind,
        made_by=visitor.name,
        four_eyes=studio.settings.four_eyes,
    )
    with studio.database.session() as session:
        session.add(project)
        session.flush()  # what is beside it refers to it
        session.add_all(beside)
        note(session, visitor.name, "made a project", number, kind)
        session.flush()
        shown = view(session, project, visitor)
    studio.storage.finish(number)
    return shown


def checked_name(name: str) -> str:
    """The name of a project, or a fault where it has none."""
    name = " ".join(name.split())
    if not 0 < len(name) <= 200 or not name.isprintable():
        raise InputError("name: must be 1 to 200 characters; give the project a name")
    return name


# Looking at projects


def list_projects(studio: Studio, visitor: Visitor) -> list[ProjectView]:
    """The projects that a visitor may know of, the newest first.

    Who may only see approved releases sees the projects that have one.
    """
    visitor.must(Action.LIST_PROJECTS)
    with studio.database.session() as session:
        query = select(Project).order_by(Project.made_at.desc(), Project.id)
        views = [view(session, project, visitor) for project in session.scalars(query)]
    sees_all = visitor.may(Action.SEE_EVIDENCE)
    return [one for one in views if sees_all or one.releases]


def get_project(studio: Studio, visitor: Visitor, project: str) -> ProjectView:
    """A project.

    Raises:
        NoSuchProjectError: There is none, or the visitor may not know of it.
    """
    visitor.must(Action.LIST_PROJECTS)
    with studio.database.session() as session:
        shown = view(session, find(session, project), visitor)
    if not shown.releases and not visitor.may(Action.SEE_EVIDENCE):
        raise no_such_project()
    return shown


def rename(studio: Studio, visitor: Visitor, project: str, name: str) -> ProjectView:
    """Give a project another name."""
    visitor.must(Action.MAKE_PROJECT)
    with studio.database.session() as session:
        record = find(session, project)
        record.name = checked_name(name)
        note(session, visitor.name, "renamed a project", project)
        return view(session, record, visitor)


def set_four_eyes(
    studio: Studio, visitor: Visitor, project: str, *, needed: bool
) -> ProjectView:
    """Say whether releases need the approval of somebody who did not make them.

    Releases that are pending stay so.

    Raises:
        ForbiddenError: Who makes releases would switch off that others look at them.
    """
    visitor.must(Action.SET_FOUR_EYES)
    if needed and not studio.settings.server:
        raise InputError(
            "four eyes: must be those of two people, got a studio for one; start it"
            " with --server"
        )
    with studio.database.session() as session:
        record = find(session, project)
        if record.four_eyes and not needed and visitor.may(Action.PUBLISH):
            raise ForbiddenError(
                "four eyes: must be switched off by an administrator who makes no"
                " releases, got a curator"
            )
        record.four_eyes = needed
        about = "on" if needed else "off"
        note(session, visitor.name, "set four eyes", project, about)
        return view(session, record, visitor)


def delete_project(studio: Studio, visitor: Visitor, project: str) -> None:
    """Remove a project with its source, its plan and all its releases."""
    visitor.must(Action.DELETE_PROJECT)
    with studio.database.session() as session:
        find(session, project)
    studio.jobs.cancel_all(project)
    studio.storage.mark(project)
    with studio.database.session() as session:
        session.delete(find(session, project))
        note(session, visitor.name, "deleted a project", project)
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
    """What is said of a project that is not there, or not for this visitor."""
    return NoSuchProjectError("project: there is none with this number")


def view(session: Session, project: Project, visitor: Visitor) -> ProjectView:
    """What a visitor is shown of a project."""
    query = select(Release).where(Release.project_id == project.id)
    if not visitor.may(Action.SEE_EVIDENCE):
        query = query.where(Release.state == "approved")
    releases = sorted(session.scalars(query), key=lambda release: release.number)
    last = releases[-1] if releases else None
    return ProjectView(
        project.id,
        project.name,
        project.source,
        project.made_at,
        project.made_by,
        project.four_eyes,
        project.version,
        len(releases),
        last.made_at if last else None,
        last.state if last else "new",
    )


# The source


def suggestion_of(studio: Studio, visitor: Visitor, project: str) -> Suggestion:
    """What is suggested for the table: roles with reasons, hierarchies, models.

    Raises:
        SourceError: The file cannot be read like this; see `set_reading`.
    """
    visitor.must(Action.READ_DATA)
    return make_suggestion(studio, project, stored_plan(studio, project).reading)


def make_suggestion(studio: Studio, project: str, reading: ReadOptions) -> Suggestion:
    """Suggest a plan; the same question is answered from memory."""
    asked = (source_state(studio, project), reading)
    made_for, suggestion = studio.suggestions.get(project, (None, None))
    if suggestion is None or made_for != asked:
        suggestion = suggest(source_of(studio, project), reading=reading)
        studio.suggestions[project] = (asked, suggestion)
    return suggestion


def suggested_plan(studio: Studio, project: str, reading: ReadOptions) -> Plan:
    """The suggested plan; an empty one where the source cannot be read like this."""
    try:
        return make_suggestion(studio, project, reading).plan
    except InputError:
        return Plan(Roles(), reading=reading)


def set_reading(
    studio: Studio, visitor: Visitor, project: str, reading: ReadOptions
) -> Plan:
    """Read the file in another way: roles are suggested anew.

    Raises:
        SourceError: The file cannot be read like this; nothing was changed.
    """
    visitor.must(Action.CHANGE_PLAN)
    plan = make_suggestion(studio, project, reading).plan
    plan = replace(plan, writing=stored_plan(studio, project).writing)
    return save_plan(studio, visitor, project, plan)


def problem_of(studio: Studio, visitor: Visitor, project: str) -> str | None:
    """Why the table cannot be read; None where it can."""
    try:
        suggestion_of(studio, visitor, project)
    except DiversaError as error:
        return explained(error)
    return None


# The plan so far


def plan_of(studio: Studio, visitor: Visitor, project: str) -> Plan:
    """The plan so far."""
    visitor.must(Action.READ_PLAN)
    get_project(studio, visitor, project)
    return stored_plan(studio, project)


def plan_toml(studio: Studio, visitor: Visitor, project: str) -> str:
    """The plan so far as a plan file: it gives the same release on the command line."""
    return plan_to_toml(plan_of(studio, visitor, project))


def change_plan(
    studio: Studio,
    visitor: Visitor,
    project: str,
    **words: Unpack[PlanKeywords],
) -> Plan:
    """Lay words of a plan over the plan so far; see `PlanKeywords`.

    Hierarchies are added to those of the plan; all other words replace its own. The
    plan is only checked for what it says itself: it may still lack roles or models.
    """
    visitor.must(Action.CHANGE_PLAN)
    plan = revise(stored_plan(studio, project), **words)
    return save_plan(studio, visitor, project, plan)


def save_plan(studio: Studio, visitor: Visitor, project: str, plan: Plan) -> Plan:
    """Put another plan in the place of the plan so far."""
    visitor.must(Action.CHANGE_PLAN)
    with studio.database.session() as session:
        record = find(session, project)
        roles = set(plan.roles.quasi_identifiers)
        named = {n: kind for n, kind in plan.hierarchies.items() if n in roles}
        trees = {n: k for n, k in plan.hierarchies.items() if n in plan.roles.sensitive}
        plan = replace(plan, hierarchies=named | trees)
        write_plan(studio, project, plan)
        record.version += 1
    return plan


def stored_plan(studio: Studio, project: str) -> Plan:
    """The plan of a project, from its file."""
    path = studio.storage.plan(project)
    if not path.is_file():
        raise no_such_project()
    return read_plan(path)


def write_plan(studio: Studio, project: str, plan: Plan) -> None:
    """Write the plan file of a project."""
    write_private(studio.storage.plan(project), plan_to_toml(plan))


# The open table


def ask(
    studio: Studio, visitor: Visitor, project: str, question: Question[Answer]
) -> Answer:
    """Put a question to the table of a project, opened as its plan says.

    Args:
        studio: The studio.
        visitor: Who asks.
        project: The number of the project.
        question: A function of the open table, which it must not keep. What the plan
            asks for is not in the table: pass `**asked_words(plan)` to its `search`.

    Example:
        ``ask(studio, visitor, project, lambda table: table.search(**asked_words(p)))``
    """
    visitor.must(Action.READ_DATA)
    get_project(studio, visitor, project)
    plan = opening_plan(stored_plan(studio, project))
    source = source_of(studio, project)

    def opening() -> OpenTable:
        return open_table(source, plan)

    opened_for = (source_state(studio, project), plan_to_toml(plan))
    return studio.tables.ask(project, opened_for, opening, question)


def chunks_of(content: bytes) -> Iterable[bytes]:
    """Bytes that are in memory already, as the chunks of an upload."""
    stream = BytesIO(content)
    while chunk := stream.read(CHUNK):
        yield chunk
