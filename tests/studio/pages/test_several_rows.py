# SPDX-License-Identifier: Apache-2.0
"""The question whose the rows are: what the plan says, and what is stored."""

from __future__ import annotations

import asyncio

import pandas as pd
import pytest

from diversa.plan.file import plan_from_toml
from diversa.studio import plans
from diversa.studio.new_projects import create_from_upload
from diversa.studio.pages.several_rows import ANSWERS, QUESTION, SeveralRows, look
from diversa.studio.security.permissions import LOCAL
from diversa.studio.visit import ProjectVisit, Visit

VISITS = pd.DataFrame(
    {
        "patient_id": [1000 + place // 3 for place in range(90)],
        "doctor_id": [f"D{place % 25}" for place in range(90)],
        "born": [1950 + place // 3 for place in range(90)],
        "city": ["Ulm", "Bonn", "Kiel"] * 30,
        "disease": ["flu", "cold", "hiv"] * 30,
    }
)
ROLES = {"name": "identifiers", "ward": "other", "zip": "quasi_identifiers"}


@pytest.fixture
def visits(studio):
    made = create_from_upload(
        Visit(studio, LOCAL),
        name="Visits",
        file_name="visits.csv",
        chunks=[VISITS.to_csv(index=False).encode()],
    )
    return ProjectVisit(studio, LOCAL, made.id)


def test_the_suggested_person_is_the_first_answer(visits):
    known = look(visits)
    assert known.answer == "people"
    assert known.plan.roles.person == known.guess.column == "patient_id"


def test_every_answer_of_a_plan_is_known(studio, demo):
    visit = ProjectVisit(studio, LOCAL, demo.id)
    assert look(visit).answer is None
    plans.change_plan(visit, rows_are_people=True)
    assert look(visit).answer == "rows"
    plans.change_plan(visit, person="ward", rows_are_people=False)
    assert look(visit).answer == "people"


def test_the_question_is_drawn_and_answers_are_stored(step, draw):
    asked = []

    async def changed():
        asked.append(True)

    async def part():
        question = SeveralRows(step, changed)
        await question.draw(ROLES)
        await question.keep(person="name", rows_are_people=False)
        await question.draw(ROLES)

    drawn = draw(part)
    assert QUESTION in drawn
    assert "Columns that repeat and name somebody else" in drawn
    assert asked == [True]
    plan = asyncio.run(step.run(look)).plan
    assert plan.roles.person == "name"
    assert plan_from_toml(asyncio.run(step.run(plans.plan_toml))) == plan


def test_the_suggestion_is_shown_with_its_reason(visits, step, draw):
    guess = look(visits).guess

    async def nothing():
        pass

    drawn = draw(lambda: SeveralRows(step, nothing).suggestion(guess))
    assert "Suggested: yes, patient_id, because it repeats, 90 rows are 30" in drawn
    assert "city: differs between the rows of 30 of 30 people" in drawn


def test_there_are_three_answers():
    assert list(ANSWERS) == ["rows", "people", "counts"]


def test_a_column_may_say_how_many_people_a_line_stands_for(studio, demo):
    visit = ProjectVisit(studio, LOCAL, demo.id)
    plans.change_plan(visit, count="ward")
    assert look(visit).answer == "counts"
    assert look(visit).plan.roles.count == "ward"


@pytest.mark.parametrize(
    ("answer", "stored"),
    [
        (("counts", "name", "ward"), (None, "ward", False)),
        (("people", "name", "ward"), ("name", None, False)),
        (("rows", "name", "ward"), (None, None, True)),
        (("counts", "name", None), (None, None, False)),
    ],
)
def test_an_answer_takes_the_place_of_the_others(step, draw, answer, stored):
    async def changed():
        pass

    draw(lambda: SeveralRows(step, changed).keep_answer(*answer))
    plan = asyncio.run(step.run(look)).plan
    kept = plan.roles.person, plan.roles.count, plan.people.rows_are_people
    assert kept == stored
