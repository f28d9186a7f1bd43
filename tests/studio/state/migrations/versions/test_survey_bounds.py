# SPDX-License-Identifier: Apache-2.0
"""A survey of an older state gets the bounds that new ones have."""

from __future__ import annotations

from sqlalchemy import text

from diversa.studio import start, surveys
from diversa.studio.security.permissions import LOCAL
from diversa.studio.state.migrations.upgrade import upgrade
from diversa.studio.visit import ProjectVisit, Visit


def test_an_older_survey_is_bounded(studio):
    project = start.create_demo_survey(Visit(studio, LOCAL)).id
    with studio.database.engine.begin() as connection:
        for column in ("most_answers", "most_per_address"):
            connection.execute(text(f"ALTER TABLE surveys DROP COLUMN {column}"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
    upgrade(studio.database.engine)
    survey = surveys.survey_of(ProjectVisit(studio, LOCAL, project))
    assert survey.most_answers == surveys.MOST_ANSWERS
    assert survey.most_per_address == surveys.MOST_PER_ADDRESS
