# SPDX-License-Identifier: Apache-2.0
"""New projects: from an upload, a path, a table of a database, or the demo.

The source is put in place first, a plan is suggested for it, and then the project is
remembered. A project that cannot be made leaves nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

from diversa.data.database_table import is_address
from diversa.data.examples import HOSPITAL_PLAN, hospital, write_csv
from diversa.errors import SourceError
from diversa.plan.file import plan_from_toml
from diversa.plan.plan import Plan
from diversa.studio.plans import plan_to_begin_with, with_safe_cells, write_plan
from diversa.studio.projects import ProjectView, valid_name, view
from diversa.studio.security.permissions import Action
from diversa.studio.settings import Settings
from diversa.studio.sources import ADDRESS, check_path
from diversa.studio.state.database import note
from diversa.studio.state.records import Project, StateRow, new_number
from diversa.studio.storage import make_private, write_private
from diversa.studio.visit import ProjectVisit, Visit


def create_from_upload(
    visit: Visit,
    *,
    name: str,
    file_name: str,
    chunks: Iterable[bytes],
) -> ProjectView:
    """Make a project from an uploaded file (CSV, Parquet, JSON).

    The ending of `file_name` says which.

    Raises:
        SourceError: The file is too large, empty, or not what its name says. A text
            file that cannot be read yet is kept, see `preview`.
    """
    visit.must(Action.MAKE_PROJECT)
    studio = visit.studio
    with begin_project(visit) as made:
        limit = studio.settings.upload_bytes
        studio.storage.upload(made.project, file_name, chunks, limit=limit)
        return register(made, name, "upload", plan_to_begin_with(made))


def create_from_path(visit: Visit, *, name: str, path: Path | str) -> ProjectView:
    """Make a project from a file of this machine, if the studio allows its folder."""
    visit.must(Action.MAKE_PROJECT)
    file = Path(path).resolve()
    check_path(visit.studio.settings, file)
    return create_from_address(visit, name, "path", str(file))


def create_from_database(visit: Visit, *, name: str, address: str) -> ProjectView:
    """Make a project from a table of a database, if the studio allows its host.

    The address is `postgresql://user@host/database?table=schema.name`.
    """
    visit.must(Action.MAKE_PROJECT)
    check_database(visit.studio.settings, address)
    return create_from_address(visit, name, "database", address)


def check_database(settings: Settings, address: str) -> None:
    """Refuse an address of a host that was not allowed, or with more than a table."""
    parts = urlsplit(address)
    words = {word for word, _ in parse_qsl(parts.query, keep_blank_values=True)}
    # libpq reads `a@one,b@two` as two hosts, where the last @ would name only one.
    is_one_host = parts.netloc.count("@") < 2 and "," not in parts.netloc
    is_allowed = is_one_host and parts.hostname in settings.allowed_databases
    if not is_address(address) or not is_allowed or words != {"table"}:
        raise SourceError(
            "database: must be postgresql://user@host/database?table=schema.name at a"
            " host that the studio was started with (--allow-database), got another"
        )


def create_demo(visit: Visit) -> ProjectView:
    """Make a project from the packaged hospital, with its plan; nobody in it exists."""
    visit.must(Action.MAKE_PROJECT)
    with begin_project(visit) as made:
        folder = visit.studio.storage.source(made.project)
        write_csv(hospital(), folder / "table.csv")
        make_private(folder)
        plan = plan_from_toml(HOSPITAL_PLAN)
        return register(made, "A made-up hospital", "demo", plan)


def create_from_address(
    visit: Visit, name: str, kind: str, address: str
) -> ProjectView:
    """Make a project from a table that stays at its address."""
    with begin_project(visit) as made:
        folder = visit.studio.storage.source(made.project)
        write_private(folder / ADDRESS, address)
        return register(made, name, kind, plan_to_begin_with(made))


@contextmanager
def begin_project(visit: Visit) -> Iterator[ProjectVisit]:
    """Make the folders of a project; they are removed again if anything fails."""
    number = new_number()
    visit.studio.storage.make_project(number)
    try:
        yield visit.to(number)
    except BaseException:
        visit.studio.storage.remove_project(number)
        raise


def register(
    visit: ProjectVisit, name: str, kind: str, plan: Plan, *beside: StateRow
) -> ProjectView:
    """Remember a project whose source is in place, and write its first plan.

    The records `beside` it are remembered in the same transaction.
    """
    studio, by = visit.studio, visit.visitor.name
    write_plan(visit, with_safe_cells(plan))
    project = Project(
        id=visit.project,
        name=valid_name(name),
        source=kind,
        made_by=by,
        four_eyes=studio.settings.four_eyes,
    )
    with studio.database.session() as session:
        session.add(project)
        session.flush()  # the records beside it refer to it
        session.add_all(beside)
        note(session, by, "made a project", visit.project, kind)
        session.flush()
        shown = view(session, project, visit.visitor)
    studio.storage.finish(visit.project)
    return shown
