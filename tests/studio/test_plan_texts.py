# SPDX-License-Identifier: Apache-2.0
"""Plans from outside open no file of the machine."""

from __future__ import annotations

import pytest

from diversa.data.examples import HOSPITAL_PLAN
from diversa.errors import PlanError
from diversa.plan.file import plan_from_toml
from diversa.studio.plan_texts import plan_from_text, with_safe_cells


def test_a_plan_without_files_is_read_like_any_other():
    assert plan_from_text(HOSPITAL_PLAN) == with_safe_cells(
        plan_from_toml(HOSPITAL_PLAN)
    )


@pytest.mark.parametrize(
    "text",
    [
        '[hierarchies]\nzip = { kind = "levels", file = "/etc/passwd" }',
        '[hierarchies]\nfile = { kind = "levels", file = "/etc/passwd" }',
        '[hierarchies]\nz = { kind = "coding", then = { kind = "levels", file = "a"}}',
        '[privacy]\npopulation = "/etc/passwd"',
        '[privacy]\npopulation = { file = "/etc/passwd", count = "n" }',
    ],
)
def test_a_plan_that_names_a_file_is_refused(text):
    with pytest.raises(PlanError, match="must not name a file") as failure:
        plan_from_text(text)
    assert "root" not in str(failure.value)


def test_a_column_may_be_called_file():
    text = '[hierarchies]\nfile = { kind = "suppression" }'
    assert set(plan_from_text(text).hierarchies) == {"file"}


@pytest.mark.parametrize("text", ["[", "a = " + "[" * 5000, "[nonsense]\na = 1"])
def test_what_is_no_plan_is_refused(text):
    with pytest.raises(PlanError):
        plan_from_text(text)


@pytest.mark.parametrize(
    ("said", "safe"),
    [
        ("", True),
        ("[writing]\nspreadsheet_safe = true\n", True),
        ("[writing]\nspreadsheet_safe = false\n", False),
    ],
)
def test_cells_are_safe_unless_the_plan_says_otherwise(said, safe):
    assert plan_from_text(said).writing.spreadsheet_safe is safe
