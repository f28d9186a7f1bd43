# SPDX-License-Identifier: Apache-2.0
"""A studio in which everything is called like a piece of a program."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass

from diversa.studio import (
    new_projects,
    plans,
    project_jobs,
    releases,
    surveys,
)
from diversa.studio.form_fields import FormField
from diversa.studio.security.permissions import Part, Visitor
from diversa.studio.security.tokens import make_token
from diversa.studio.settings import Settings
from diversa.studio.state.records import User
from diversa.studio.studio import Studio
from diversa.studio.visit import ProjectVisit, Visit
from hostile import hostile_names
from studio_workers import start_thread

PASSWORD = "correct horse battery staple"
USER = hostile_names("user")[0]
KNOWN = tuple(hostile_names("known")[place] for place in (0, 1, 4, 8))
SECRETS = (hostile_names("secret")[0], hostile_names("secret")[4])
OTHERS = (hostile_names("code")[0], hostile_names("kept")[3])
REASON, TITLE = hostile_names("reason")[4], hostile_names("title")[0]


@dataclass(frozen=True)
class Filled:
    """What was put into the studio."""

    table: str
    """The project of the table."""
    survey: str
    """The project of the survey."""
    link: str
    """The path of the form for respondents."""


def hostile_table():
    """A table whose names and values are hostile, as CSV."""
    values = hostile_names("value")
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow((*KNOWN, *SECRETS, *OTHERS))
    for row in range(48):
        known = [values[(row + place) % 3 + place] for place in range(len(KNOWN))]
        secret = [values[row % 5], values[(row + 1) % 4]]
        writer.writerow((*known, *secret, f"{values[0]}{row}", values[row % 9]))
    return text.getvalue()


def fill_studio(folder):
    """Fill a studio of a team; its one user may do everything."""
    settings = Settings(folder, server=True, password_cost=(1, 8, 1))
    with Studio.start(settings, start=start_thread) as studio:
        with studio.database.session() as session:
            # The page for it would refuse such a name.
            user = User(
                name=USER,
                parts=",".join(sorted(Part)),
                password=studio.passwords.hash(PASSWORD, name=USER),
            )
            session.add(user)
            session.flush()
            visitor = Visitor(USER, frozenset(Part), user.id)
        make_token(Visit(studio, visitor), name=hostile_names("t")[4])
        return Filled(fill_table(studio, visitor), *fill_survey(studio, visitor))


def fill_table(studio, visitor):
    """A project of the table with two releases, of which one was withdrawn."""
    project = new_projects.create_from_upload(
        Visit(studio, visitor),
        name=hostile_names("project")[4],
        file_name=hostile_names("file")[4] + ".csv",
        chunks=[hostile_table().encode()],
    ).id
    plans.change_plan(
        ProjectVisit(studio, visitor, project),
        identifiers=OTHERS[0],
        quasi_identifiers=KNOWN,
        sensitive=SECRETS,
        keep=OTHERS[1],
        models=["k-anonymity:2"],
        suppression=0.9,
    )
    for _ in range(2):
        studio.jobs.wait(
            project_jobs.publish(ProjectVisit(studio, visitor, project)).id
        )
    last, _ = releases.releases_of(ProjectVisit(studio, visitor, project))
    releases.withdraw(ProjectVisit(studio, visitor, project), last.id, reason=REASON)
    return project


def fill_survey(studio, visitor):
    """A survey with answers: its project, and the link for respondents."""
    values = hostile_names("choice")[:3]
    fields = (
        FormField(hostile_names("f")[0], "choice", "quasi_identifier", REASON, values),
        FormField(hostile_names("f")[4], "choice", "sensitive", REASON, values),
    )
    made, secret = surveys.create_survey(
        Visit(studio, visitor), title=TITLE, fields=fields
    )
    for number in range(9):
        answer = {field.name: values[number % 3] for field in fields}
        surveys.take_answer(studio, secret, answer)
    return made.id, f"/answer/{secret}"
