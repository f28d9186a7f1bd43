# SPDX-License-Identifier: Apache-2.0
"""Surveys: for curators by REST, for respondents as a plain page."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from diversa.errors import InputError
from diversa.studio import surveys
from diversa.studio.explanations import explain_error
from diversa.studio.form_fields import FormField
from diversa.studio.projects import ProjectView
from diversa.studio.rest.failures import status_of
from diversa.studio.rest.log_in import plain_page
from diversa.studio.rest.visits import Number, Visited, route
from diversa.studio.security.door import address_of
from diversa.studio.security.permissions import Action
from diversa.studio.security.tries import LaterError
from diversa.studio.studio import Studio
from diversa.studio.surveys import NoSuchSurveyError, SurveyView

router = APIRouter(prefix="/api", tags=["surveys"])
"""The routes for curators."""

respondents = APIRouter(include_in_schema=False)
"""The pages for respondents."""


Short = Annotated[str, Field(min_length=1, max_length=400)]


@dataclass(frozen=True)
class AskedField(FormField):
    """A field of a form, of a bounded length."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    why: Short
    values: Annotated[tuple[Short, ...], Field(max_length=500)] = ()


class NewSurvey(BaseModel):
    """A survey that is asked for."""

    title: Annotated[str, Field(min_length=1, max_length=200)]
    fields: Annotated[list[AskedField], Field(min_length=2, max_length=100)]
    most_answers: int = surveys.MOST_ANSWERS
    most_per_address: int = surveys.MOST_PER_ADDRESS


class Opening(BaseModel):
    """True if answers are taken."""

    is_open: bool


class Link(BaseModel):
    """The respondents' link; it is not shown again."""

    path: str


class MadeSurvey(BaseModel):
    """A survey that was made."""

    project: ProjectView
    link: Link


@router.post("/surveys", status_code=201, **route(Action.RUN_SURVEY))
def make_survey(visit: Visited, body: NewSurvey) -> MadeSurvey:
    """Make a project whose rows are collected by a form."""
    project, secret = surveys.create_survey(visit, **dict(body))
    return MadeSurvey(project=project, link=link_of(secret))


@router.get("/projects/{project}/survey", **route(Action.RUN_SURVEY))
def see_survey(visit: Visited, project: Number) -> SurveyView:
    """The survey of a project, and how many have answered."""
    return surveys.survey_of(visit.to(project))


@router.put("/projects/{project}/survey", **route(Action.RUN_SURVEY))
def open_survey(visit: Visited, project: Number, body: Opening) -> SurveyView:
    """Open or close a survey."""
    return surveys.open_survey(visit.to(project), is_open=body.is_open)


@router.post("/projects/{project}/survey/link", **route(Action.RUN_SURVEY))
def new_link(visit: Visited, project: Number) -> Link:
    """Make another link; the one before leads nowhere any more."""
    return link_of(surveys.new_link(visit.to(project)))


def link_of(secret: str) -> Link:
    """The link with a secret."""
    return Link(path=f"/answer/{secret}")


@respondents.get("/answer/{secret}")
def ask(request: Request, secret: str) -> HTMLResponse:
    """The form."""
    return form_page(request.state.studio, secret)


@respondents.post("/answer/{secret}")
async def take(request: Request, secret: str) -> HTMLResponse:
    """Take an answer, sent by the form of this studio."""
    studio: Studio = request.state.studio
    if "origin" not in request.headers:
        return form_page(studio, secret, "send the form on this page")
    sent = await request.form(max_files=0, max_fields=200)
    values = {name: value for name, value in sent.items() if isinstance(value, str)}
    try:
        surveys.take_answer(studio, secret, values, address=address_of(request))
    except LaterError as error:
        later = plain_page(
            "Survey", f"<p>{escape(str(error))}</p>", status=status_of(error)
        )
        later.headers.update(error.headers)
        return later
    except NoSuchSurveyError as error:
        return plain_page(
            "Survey", f"<p>{escape(explain_error(error))}</p>", status=404
        )
    except InputError as error:
        return form_page(studio, secret, explain_error(error))
    return plain_page(
        "Thank you", "<p>Your answer was kept. You may close this page.</p>"
    )


def form_page(studio: Studio, secret: str, problem: str = "") -> HTMLResponse:
    """The form of a survey; answers that were wrong are not repeated."""
    try:
        title, fields = surveys.form_of(studio, secret)
    except NoSuchSurveyError as error:
        return plain_page(
            "Survey", f"<p>{escape(explain_error(error))}</p>", status=404
        )
    again = "Nothing was kept: please fill in the form again."
    alert = f'<p role="alert">{escape(problem)}.<br>{again}</p>' if problem else ""
    inputs = "".join(map(field_in_html, fields))
    body = f'{alert}<form method="post">{inputs}<button>Send</button></form>'
    return plain_page(title, body, status=422 if problem else 200)


def field_in_html(field: FormField) -> str:
    """A question with its reason."""
    name, required = escape(field.name, quote=True), " required" * field.required
    why = f'<span class="why">{escape(field.why)}</span>'
    if field.kind == "choice":
        options = "".join(f"<option>{escape(value)}</option>" for value in field.values)
        empty = '<option value=""></option>'
        asked = f'<select name="{name}"{required}>{empty}{options}</select>'
    else:
        bounds = range_in_html(field) if field.kind == "number" else ""
        kind = f'type="{field.kind}"{bounds} maxlength="400"'
        asked = f'<input name="{name}" {kind}{required}>'
    return f"<label>{escape(field.name)}{why}{asked}</label>"


def range_in_html(field: FormField) -> str:
    """The range of a number, for the browser."""
    bounds = {"min": field.least, "max": field.most}
    said = "".join(
        f' {word}="{bound:.10g}"' for word, bound in bounds.items() if bound is not None
    )
    return f' step="any"{said}'
