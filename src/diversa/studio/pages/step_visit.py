# SPDX-License-Identifier: Apache-2.0
"""A visit to a step of a project: the pages ask and change the project by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

from fastapi import HTTPException, Request

from diversa.plan.plan import Plan
from diversa.studio import plans, projects
from diversa.studio.explanations import explain_error
from diversa.studio.projects import NoSuchProjectError, ProjectView
from diversa.studio.security.permissions import Action, ForbiddenError
from diversa.studio.tables import Question
from diversa.studio.visit import ProjectVisit, Visit, visit_of

Answer = TypeVar("Answer")

STEPS = {
    "data": ("Data", "What is in the table, and which columns give people away"),
    "hierarchies": ("Detail", "How values can be made coarser, step by step"),
    "measure": ("Privacy", "What must not be learnt, and what that costs"),
    "explore": ("Explore", "All the ways to publish, side by side"),
    "person": ("Person", "What somebody would learn about one person"),
    "publish": ("Publish", "What is promised; publish, download, compare, withdraw"),
}
"""The steps of a project in order: the address with the name and the purpose."""

SURVEY = {"survey": ("Survey", "What is asked, how many have answered, and the link")}
"""The step before the others, if the rows are collected by a survey."""


@dataclass(frozen=True)
class StepVisit(ProjectVisit):
    """A visit to a step of a project, with the project as it was."""

    view: ProjectView

    async def ask(self, question: Question[Answer]) -> Answer:
        """Put a question to the table of the project, in a thread."""
        return await self.run(plans.ask, question)

    async def plan(self) -> Plan:
        """The plan so far."""
        return await self.run(plans.plan_of)


def open_page(request: Request, action: Action) -> Visit:
    """The visit to a page beside projects, by a visitor who may do the action."""
    here = visit_of(request)
    try:
        here.must(action)
    except ForbiddenError as error:
        raise HTTPException(403, explain_error(error)) from None
    return here


def open_step(request: Request, project: str, action: Action) -> StepVisit:
    """Find a project for a visitor, who must be allowed to do the action there."""
    here = visit_of(request).to(project)
    try:
        here.must(action)
        view = projects.get_project(here)
    except NoSuchProjectError as error:
        raise HTTPException(404, explain_error(error)) from None
    except ForbiddenError as error:
        raise HTTPException(403, explain_error(error)) from None
    return StepVisit(here.studio, here.visitor, project, view)


def action_of(address: str) -> Action:
    """The action that a visitor of a step must be allowed."""
    others = {"publish": Action.SEE_RELEASES, "survey": Action.RUN_SURVEY}
    return others.get(address, Action.READ_DATA)


def visible_steps(step: StepVisit) -> dict[str, tuple[str, str]]:
    """The steps that a visitor may take."""
    every = SURVEY | STEPS if step.view.source == "survey" else STEPS
    return {end: words for end, words in every.items() if step.may(action_of(end))}
