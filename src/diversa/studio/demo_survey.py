# SPDX-License-Identifier: Apache-2.0
"""The survey of the demo, answered by some people of the packaged hospital."""

from __future__ import annotations

from diversa.data.examples import CONDITIONS, hospital
from diversa.studio.form_fields import KEY, FormField, answer_files, csv_line
from diversa.studio.projects import ProjectView
from diversa.studio.storage import write_private
from diversa.studio.surveys import create_survey
from diversa.studio.visit import Visit

FIELDS = (
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
"""The questions."""

ANSWERS = 80
"""Number of people who have answered."""


def create_demo_survey(visit: Visit) -> ProjectView:
    """Make a survey that some people of the packaged hospital have answered."""
    title = "A made-up health survey"
    project, _ = create_survey(visit, title=title, fields=FIELDS)
    people = hospital(rows=ANSWERS, seed=11)
    folder = visit.studio.storage.source(project.id)
    for path, names in answer_files(folder, FIELDS).items():
        columns = [people[name] for name in names]
        keys = [f"{number:032x}" for number in range(ANSWERS)]
        rows = zip(keys, *columns, strict=True)
        lines = [(KEY, *names), *(tuple(map(str, row)) for row in rows)]
        write_private(path, "".join(map(csv_line, lines)))
    return project
