# SPDX-License-Identifier: Apache-2.0
"""Surveys: a form, a link for respondents, answers, and releases that grow with them.

Answers go to the table of the project (`source/table.csv`). Identifiers are not in it:
they are in a file of their own, and only a random key, new for every answer, joins the
two. Each release goes through `republish`: comparing releases tells nothing.
"""

from __future__ import annotations

import csv
import io
import json
import os
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock

from sqlalchemy import select

from diversa.data.examples import CONDITIONS, hospital
from diversa.data.roles import Roles
from diversa.errors import InputError
from diversa.models import models_from
from diversa.plan.plan import Plan
from diversa.plan.sections import Privacy
from diversa.studio.form_fields import FormField, checked_form
from diversa.studio.projects import (
    ProjectView,
    checked_name,
    get_project,
    register,
)
from diversa.studio.security.passwords import hash_secret, new_secret
from diversa.studio.security.permissions import Action, Visitor
from diversa.studio.state.database import note
from diversa.studio.state.records import Survey, new_number
from diversa.studio.storage import write_private
from diversa.studio.studio import Studio

KEY = "answer"
"""The column with the key of an answer; it is never published."""

MODEL = "m-invariance:2"
"""What releases of a survey satisfy at first."""

DEMO_FIELDS = (
    FormField("name", "text", "identifier", "To thank you; it is never published."),
    FormField(
        "born",
        "number",
        "quasi_identifier",
        "Illnesses change with age.",
        least=1900,
        most=2030,
    ),
    FormField(
        "sex",
        "choice",
        "quasi_identifier",
        "Illnesses differ by sex.",
        ("female", "male"),
    ),
    FormField(
        "condition",
        "choice",
        "sensitive",
        "This is what we study.",
        tuple(CONDITIONS),
    ),
)
"""What the survey of the demo asks."""

DEMO_ANSWERS = 80
"""How many people have answered it."""

MOST_ANSWERS, MOST_PER_ADDRESS = 10_000, 100
"""Bounds of a survey, unless others are given: a whole office has one address."""

LARGEST_SURVEY = 1_000_000
"""The most answers that a survey may ask for."""

APPENDING = Lock()
"""Answers are added one after the other."""


class NoSuchSurveyError(InputError):
    """The link leads to no survey, or the survey is closed."""


@dataclass(frozen=True)
class SurveyView:
    """What is shown of a survey."""

    project: str
    """The number of its project."""
    title: str
    """What respondents read first."""
    is_open: bool
    """Whether answers are taken."""
    answers: int
    """How many there are."""
    most_answers: int
    """How many are taken in all."""
    most_per_address: int
    """How many of them one address may send in a day."""
    fields: tuple[FormField, ...]
    """What is asked."""


@dataclass(frozen=True)
class Form:
    """What respondents see of a survey."""

    title: str
    """What they read first."""
    fields: tuple[FormField, ...]
    """What is asked."""


# For curators


def create_survey(
    studio: Studio,
    visitor: Visitor,
    *,
    title: str,
    fields: Sequence[FormField],
    most_answers: int = MOST_ANSWERS,
    most_per_address: int = MOST_PER_ADDRESS,
) -> tuple[ProjectView, str]:
    """Make a project whose rows are collected by a form.

    Args:
        studio: The studio.
        visitor: Who acts.
        title: What the project is called, and what respondents read first.
        fields: What is asked: one sensitive field, one quasi-identifier at least.
        most_answers: How many answers are taken in all.
        most_per_address: How many of them one address may send in a day.

    Returns:
        The project, and the secret of the respondents' link (`/answer/SECRET`), which
        is not shown again; see `new_link`.
    """
    visitor.must(Action.RUN_SURVEY)
    form = checked_form(fields)
    check_bounds(most_answers, most_per_address)
    number, secret = new_number(), new_secret()
    survey = Survey(
        project_id=number,
        title=checked_name(title),
        link=hash_secret(secret),
        most_answers=most_answers,
        most_per_address=most_per_address,
    )
    studio.storage.make_project(number)
    try:
        write_form(studio, number, form)
        plan = plan_for(form)
        made = register(studio, visitor, number, title, "survey", plan, survey)
    except BaseException:
        studio.storage.remove_project(number)
        raise
    return made, secret


def check_bounds(most_answers: int, most_per_address: int) -> None:
    """Refuse bounds that bound nothing, or let nobody answer."""
    if not 1 <= most_per_address <= most_answers <= LARGEST_SURVEY:
        raise InputError(
            "most_answers: must be from most_per_address (1 at least) to"
            f" {LARGEST_SURVEY:,}, got {most_answers:,} with {most_per_address:,} per"
            " address"
        )


def create_demo_survey(studio: Studio, visitor: Visitor) -> ProjectView:
    """Make a survey that some people of the packaged hospital have answered."""
    project, _ = create_survey(
        studio, visitor, title="A made-up health survey", fields=DEMO_FIELDS
    )
    people = hospital(rows=DEMO_ANSWERS, seed=11)
    folder = studio.storage.source(project.id)
    for path, names in files_of(folder, DEMO_FIELDS).items():
        columns = [people[name] for name in names]
        keys = [f"{number:032x}" for number in range(DEMO_ANSWERS)]
        rows = zip(keys, *columns, strict=True)
        lines = [(KEY, *names), *(tuple(map(str, row)) for row in rows)]
        write_private(path, "".join(map(line_of, lines)))
    return project


def survey_of(studio: Studio, visitor: Visitor, project: str) -> SurveyView:
    """The survey of a project."""
    visitor.must(Action.RUN_SURVEY)
    get_project(studio, visitor, project)
    with studio.database.session() as session:
        survey = session.get(Survey, project)
    if survey is None:
        raise NoSuchSurveyError("survey: the project has none")
    return SurveyView(
        project,
        survey.title,
        survey.is_open,
        count_answers(studio, project),
        survey.most_answers,
        survey.most_per_address,
        read_form(studio, project),
    )


def new_link(studio: Studio, visitor: Visitor, project: str) -> str:
    """Make another link for respondents; the one before leads nowhere any more."""
    secret = new_secret()
    change(studio, visitor, project, "made a new link", link=hash_secret(secret))
    return secret


def open_survey(
    studio: Studio, visitor: Visitor, project: str, *, is_open: bool
) -> SurveyView:
    """Open or close a survey."""
    words = "opened a survey" if is_open else "closed a survey"
    change(studio, visitor, project, words, is_open=is_open)
    return survey_of(studio, visitor, project)


def change(
    studio: Studio, visitor: Visitor, project: str, words: str, **facts: object
) -> None:
    """Change what is remembered of a survey."""
    survey_of(studio, visitor, project)
    with studio.database.session() as session:
        survey = session.get_one(Survey, project)
        for name, value in facts.items():
            setattr(survey, name, value)
        note(session, visitor.name, words, project)


# For respondents


def form_of(studio: Studio, secret: str) -> Form:
    """The form behind a respondents' link.

    Raises:
        NoSuchSurveyError: The link leads nowhere, or the survey is closed.
    """
    survey = find_open(studio, secret)
    return Form(survey.title, read_form(studio, survey.project_id))


def take_answer(
    studio: Studio, secret: str, values: Mapping[str, str], *, address: str = ""
) -> None:
    """Take the answer of a respondent.

    Args:
        studio: The studio.
        secret: Of the link.
        values: By field what was answered.
        address: Where it comes from; it is not kept with the answer.

    Raises:
        InputError: A field is not answered as it must be; what was answered is not
            repeated.
        NoSuchSurveyError: The survey is closed, or has all its answers.
        TooManyTriesError: The address has sent all the answers that it may.
    """
    survey = find_open(studio, secret)
    fields = read_form(studio, survey.project_id)
    answered = {field.name: field.read(values.get(field.name, "")) for field in fields}
    key = secrets.token_hex(16)
    folder = studio.storage.source(survey.project_id)
    with APPENDING:
        if count_answers(studio, survey.project_id) >= survey.most_answers:
            raise NoSuchSurveyError("survey: it has all the answers that it takes")
        studio.answers.take(address, survey.project_id, survey.most_per_address)
        for path, names in files_of(folder, fields).items():
            append(path, (key, *(answered[name] for name in names)))


def find_open(studio: Studio, secret: str) -> Survey:
    """The open survey behind a link."""
    query = select(Survey).where(Survey.link == hash_secret(secret), Survey.is_open)
    with studio.database.session() as session:
        survey = session.scalar(query)
    if survey is None:
        raise NoSuchSurveyError("survey: this link leads to no open survey")
    return survey


# Files


def write_form(studio: Studio, project: str, form: Sequence[FormField]) -> None:
    """Write the form of a survey, and its files without any answer yet."""
    folder = studio.storage.source(project)
    write_private(folder / "form.json", json.dumps([asdict(field) for field in form]))
    for path, names in files_of(folder, form).items():
        write_private(path, line_of((KEY, *names)))


def read_form(studio: Studio, project: str) -> tuple[FormField, ...]:
    """The fields of a survey."""
    path = studio.storage.source(project) / "form.json"
    fields = json.loads(path.read_text(encoding="utf-8"))
    return tuple(FormField(**{**one, "values": tuple(one["values"])}) for one in fields)


def files_of(folder: Path, form: Sequence[FormField]) -> dict[Path, list[str]]:
    """Where the answers go, and apart from them the identifiers."""
    apart = [field.name for field in form if field.role == "identifier"]
    others = [field.name for field in form if field.role != "identifier"]
    return {folder / "table.csv": others, folder / "identifiers.csv": apart}


def line_of(cells: Sequence[str]) -> str:
    """A line of a CSV file."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def append(path: Path, cells: Sequence[str]) -> None:
    """Add a line to a file, whole."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND)
    try:
        os.write(handle, line_of(cells).encode())
    finally:
        os.close(handle)


def count_answers(studio: Studio, project: str) -> int:
    """How many answers there are."""
    path = studio.storage.source(project) / "table.csv"
    with path.open("rb") as file:
        return sum(1 for _ in file) - 1


def plan_for(form: Sequence[FormField]) -> Plan:
    """The first plan of a survey: roles as its fields say, releases that can grow."""
    named = {
        role: tuple(field.name for field in form if field.role == role)
        for role in ("quasi_identifier", "sensitive")
    }
    roles = Roles(
        quasi_identifiers=named["quasi_identifier"], sensitive=named["sensitive"]
    )
    return Plan(roles, Privacy(models=models_from(MODEL)))
