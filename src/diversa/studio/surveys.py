# SPDX-License-Identifier: Apache-2.0
"""Surveys: a form, a link for respondents, answers, and releases that grow with them.

Each release goes through `republish`: comparing releases tells nothing more than each
of them alone.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock

from sqlalchemy import select

from diversa.data.roles import Roles
from diversa.errors import InputError
from diversa.models import models_from
from diversa.plan.plan import Plan
from diversa.plan.sections import Privacy
from diversa.studio.form_fields import (
    FormField,
    answer_files,
    append,
    count_answers,
    read_form,
    valid_form,
    write_form,
)
from diversa.studio.new_projects import begin_project, register
from diversa.studio.projects import ProjectView, get_project, valid_name
from diversa.studio.security.passwords import hash_secret, new_secret
from diversa.studio.security.permissions import Action, MissingError
from diversa.studio.state.database import note
from diversa.studio.state.records import Survey, view_of
from diversa.studio.studio import Studio
from diversa.studio.visit import ProjectVisit, Visit

MODEL = "m-invariance:2"
"""The model of a new survey's releases."""

MOST_ANSWERS, MOST_PER_ADDRESS = 10_000, 100
"""Bounds of a survey, unless others are given: a whole office has one address."""

LARGEST_SURVEY = 1_000_000
"""The most answers that a survey may ask for."""

APPENDING = Lock()
"""Answers are added one after the other."""


class NoSuchSurveyError(MissingError):
    """The link leads to no survey, or the survey is closed."""


@dataclass(frozen=True)
class SurveyView:
    """A survey as its curator sees it."""

    project: str
    title: str
    """The title that respondents read first."""
    is_open: bool
    """True if answers are taken."""
    answers: int
    """Number of answers so far."""
    most_answers: int
    """The most answers that are taken in all."""
    most_per_address: int
    """The most answers that one address may send in a day."""
    fields: tuple[FormField, ...]


# For curators


def create_survey(
    visit: Visit,
    *,
    title: str,
    fields: Sequence[FormField],
    most_answers: int = MOST_ANSWERS,
    most_per_address: int = MOST_PER_ADDRESS,
) -> tuple[ProjectView, str]:
    """Make a project whose rows are collected by a form.

    Of its fields, one is sensitive and at least one is a quasi-identifier. At most
    `most_answers` are taken, and `most_per_address` of them in a day from one address.

    Returns:
        The project, and the secret of the respondents' link (`/answer/SECRET`), which
        is not shown again; see `new_link`.
    """
    visit.must(Action.RUN_SURVEY)
    form = valid_form(fields)
    check_bounds(most_answers, most_per_address)
    secret = new_secret()
    with begin_project(visit) as made:
        survey = Survey(
            project_id=made.project,
            title=valid_name(title),
            link=hash_secret(secret),
            most_answers=most_answers,
            most_per_address=most_per_address,
        )
        write_form(visit.studio.storage.source(made.project), form)
        project = register(made, title, "survey", plan_for(form), survey)
    return project, secret


def check_bounds(most_answers: int, most_per_address: int) -> None:
    """Refuse bounds that bound nothing, or let nobody answer."""
    if not 1 <= most_per_address <= most_answers <= LARGEST_SURVEY:
        raise InputError(
            "most_answers: must be from most_per_address (1 at least) to"
            f" {LARGEST_SURVEY:,}, got {most_answers:,} with {most_per_address:,} per"
            " address"
        )


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


def survey_of(visit: ProjectVisit) -> SurveyView:
    """The survey of a project."""
    visit.must(Action.RUN_SURVEY)
    get_project(visit)
    with visit.studio.database.session() as session:
        survey = session.get(Survey, visit.project)
    if survey is None:
        raise NoSuchSurveyError("survey: the project has none")
    folder = visit.studio.storage.source(visit.project)
    found = {"answers": count_answers(folder), "fields": read_form(folder)}
    return view_of(SurveyView, survey, project=visit.project, **found)


def new_link(visit: ProjectVisit) -> str:
    """Make another link for respondents; the one before leads nowhere any more."""
    secret = new_secret()
    change(visit, "made a new link", link=hash_secret(secret))
    return secret


def open_survey(visit: ProjectVisit, *, is_open: bool) -> SurveyView:
    """Open or close a survey."""
    change(visit, "opened a survey" if is_open else "closed a survey", is_open=is_open)
    return survey_of(visit)


def change(visit: ProjectVisit, words: str, **facts: object) -> None:
    """Change the record of a survey; the words go to the log."""
    survey_of(visit)
    with visit.studio.database.session() as session:
        survey = session.get_one(Survey, visit.project)
        for name, value in facts.items():
            setattr(survey, name, value)
        note(session, visit.visitor.name, words, visit.project)


# For respondents


def form_of(studio: Studio, secret: str) -> tuple[str, tuple[FormField, ...]]:
    """The title and the questions of the form behind a respondents' link.

    Raises:
        NoSuchSurveyError: The link leads nowhere, or the survey is closed.
    """
    survey = find_open(studio, secret)
    return survey.title, read_form(studio.storage.source(survey.project_id))


def take_answer(
    studio: Studio, secret: str, values: Mapping[str, str], *, address: str = ""
) -> None:
    """Take the answer of a respondent: a text for each field.

    The address that sends it is counted, and not kept with the answer.

    Raises:
        InputError: A field is not answered as it must be; the answer is not repeated.
        NoSuchSurveyError: The survey is closed, or has all its answers.
        TooManyTriesError: The address has sent all the answers that it may.
    """
    survey = find_open(studio, secret)
    folder = studio.storage.source(survey.project_id)
    fields = read_form(folder)
    answers = {field.name: field.read(values.get(field.name, "")) for field in fields}
    key = secrets.token_hex(16)
    with APPENDING:
        if count_answers(folder) >= survey.most_answers:
            raise NoSuchSurveyError("survey: it has all the answers that it takes")
        studio.answers.take(address, survey.project_id, survey.most_per_address)
        for path, names in answer_files(folder, fields).items():
            append(path, (key, *(answers[name] for name in names)))


def find_open(studio: Studio, secret: str) -> Survey:
    """The open survey behind a link."""
    query = select(Survey).where(Survey.link == hash_secret(secret), Survey.is_open)
    with studio.database.session() as session:
        survey = session.scalar(query)
    if survey is None:
        raise NoSuchSurveyError("survey: this link leads to no open survey")
    return survey
