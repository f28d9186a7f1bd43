# SPDX-License-Identifier: Apache-2.0
"""Names that parts of a plan had before are read, with a note."""

from __future__ import annotations

import logging

import pytest

from diversa.errors import PlanError
from diversa.plan.file import plan_from_toml, plan_to_toml
from diversa.plan.former_names import former_keywords
from diversa.plan.keywords import make_plan

ROLES = '[roles]\nquasi_identifiers = ["age"]\n'
OLD = f"""{ROLES}
[columns]
age = "number"
[privacy]
models = ["k-anonymity:2"]
suppressed = "star"
"""


def test_a_plan_file_from_before_is_read_and_written_with_the_names_of_today(caplog):
    with caplog.at_level(logging.WARNING):
        plan = plan_from_toml(OLD)
    assert plan.privacy.suppress_by == "star"
    assert plan.kinds == {"age": "number"}
    notes = [record.getMessage() for record in caplog.records]
    assert sorted(notes) == [
        "columns is called kinds now; the former name is still read",
        "privacy.suppressed is called privacy.suppress_by now; the former name is still"
        " read",
    ]
    caplog.clear()
    text = plan_to_toml(plan)
    assert plan_from_toml(text) == plan
    assert 'suppress_by = "star"' in text
    assert "[kinds]" in text
    assert caplog.records == []


def test_keywords_from_before_are_taken(caplog):
    words = {"quasi_identifiers": "age", "models": "k-anonymity:2"}
    former = {"suppressed": "star", "columns": {"age": "number"}, "boxes": "region"}
    plan = make_plan(**words, **former)
    today = {"suppress_by": "star", "kinds": {"age": "number"}, "labels": "region"}
    assert plan == make_plan(**words, **today)
    assert len(caplog.records) == len(former_keywords()) == 3


@pytest.mark.parametrize(
    ("old", "today"), [("coded", "tight"), ("tight", "tight"), ("region", "region")]
)
def test_a_former_word_means_one_of_today_under_the_former_name_only(old, today):
    plan = plan_from_toml(f'{ROLES}[search]\nboxes = "{old}"\n')
    assert plan.search.labels == today
    assert f'labels = "{today}"' in plan_to_toml(plan)
    with pytest.raises(PlanError, match=r"search\.labels: must be one of"):
        plan_from_toml(f'{ROLES}[search]\nlabels = "coded"\n')


def test_both_names_at_once_are_refused():
    with pytest.raises(PlanError, match=r"privacy\.suppressed: must be left out"):
        plan_from_toml(f'{OLD}suppress_by = "drop"\n')
    with pytest.raises(PlanError, match="columns: must be left out beside kinds"):
        plan_from_toml(f'{OLD}[kinds]\nage = "date"\n')
