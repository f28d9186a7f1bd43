# SPDX-License-Identifier: Apache-2.0
"""What is typed becomes the form of a survey; making one is for curators."""

from __future__ import annotations

from typing import get_args

import pytest
from fastapi import HTTPException, Request

from diversa.studio import form_fields, surveys
from diversa.studio.pages.survey import (
    ROLES,
    blank_field,
    form_field,
    new_survey_page,
    survey_page,
)
from diversa.studio.security.permissions import LOCAL, Part, Visitor
from diversa.studio.visit import ProjectVisit, Visit


def test_every_role_has_words():
    assert tuple(ROLES) == get_args(form_fields.Role)


def test_what_is_typed_makes_a_survey(studio):
    typed = [
        {**blank_field("age ", "number", "quasi_identifier"), "values": "not used"},
        {**blank_field("ill", "choice", "sensitive"), "values": "flu, cold"},
    ]
    for field in typed:
        field["why"] = "To plan beds."
    fields = [form_field(field) for field in typed]
    assert [(field.name, field.values) for field in fields] == [
        ("age", ()),
        ("ill", ("flu", "cold")),
    ]
    project, _ = surveys.create_survey(
        Visit(studio, LOCAL), title="Beds", fields=fields
    )
    shown = surveys.survey_of(ProjectVisit(studio, LOCAL, project.id))
    assert shown.fields == tuple(fields)


@pytest.mark.parametrize("part", [Part.REVIEWER, Part.READER])
def test_surveys_are_for_curators(studio, demo, part):
    visitor = Visitor("somebody", frozenset({part}))
    request = Request({"type": "http", "state": {"studio": studio, "visitor": visitor}})
    for show in (new_survey_page, lambda asked: survey_page(asked, demo.id)):
        with pytest.raises(HTTPException) as caught:
            show(request)
        assert caught.value.status_code == 403
