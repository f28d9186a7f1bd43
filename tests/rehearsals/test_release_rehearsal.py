# SPDX-License-Identifier: Apache-2.0
"""The rehearsal of a release that is being published."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import diversa
from diversa.data.examples import hospital
from diversa.methods import run
from diversa.methods.manual_levels import manual_levels
from diversa.progress import unseen
from diversa.rehearsals import release_rehearsal
from diversa.rehearsals.rehearsal import rehearse
from diversa.rehearsals.release_rehearsal import (
    chosen_levels,
    published_table,
    rehearse_release,
    why_left_out,
)
from rehearsed_tables import STYLES, counted_rows, rows_of


def decided(rows=240, **words):
    counted, plan = counted_rows(rows_of(1, rows), **words)
    decision = run(plan.search.method, counted, plan, unseen)
    return counted, plan, decision, decision.recoding.recode(counted)


def test_a_release_is_rehearsed_as_its_table_is():
    counted, plan, *rest = decided(**STYLES["region"])
    assert rehearse_release(counted, plan, *rest) == rehearse(counted, plan)


def test_a_plan_may_want_none():
    assert rehearse_release(*decided(rehearsal="none")) is None


def test_a_plan_may_want_a_learner(monkeypatch):
    monkeypatch.setattr("diversa.rehearsals.rehearsal.DRAWS", 1)
    found = rehearse_release(*decided(**STYLES["tight"], rehearsal="adaptive"))
    assert found.kind == "adaptive"


def test_a_large_table_is_left_out(monkeypatch):
    counted, plan, decision, recoded = decided()
    assert why_left_out(counted, plan, decision) is None
    monkeypatch.setattr(release_rehearsal, "MOST_CELLS", 10)
    assert rehearse_release(counted, plan, decision, recoded).left_out == "large table"


def test_a_long_search_is_left_out(monkeypatch):
    counted, plan, decision, _ = decided(time=1)
    assert why_left_out(counted, plan, decision) == "long search"
    counted, plan, decision, _ = decided()
    monkeypatch.setattr(release_rehearsal, "MOST_WORK", 10)
    assert why_left_out(counted, plan, decision) == "long search"


def test_chosen_levels_are_rehearsed():
    counted, plan = counted_rows(rows_of(1, 240))
    levels = {"age": 3, "town": 1, "sex": 0}
    decision = manual_levels(counted, plan, levels, unseen)
    decide = chosen_levels(plan, decision)
    assert decide(counted).recoding.levels == levels
    assert chosen_levels(plan, run("full-domain", counted, plan, unseen)) is None


def test_withheld_rows_leave_no_trace():
    """The figures are those of a table that never had the withheld rows."""
    odd = [(90 + place, "E", "f", "plague", "x") for place in range(2)]
    words = {**STYLES["levels"], "suppression": 0.1}
    counted, plan = counted_rows([*rows_of(1, 120), *odd], **words)
    decision = run(plan.search.method, counted, plan, unseen)
    assert decision.suppressed >= 2
    recoded = decision.recoding.recode(counted)
    part = published_table(counted, recoded)
    assert part.cells.rows == counted.cells.rows - decision.suppressed
    assert "plague" not in part.cells.dictionary("ill").texts
    assert not {"90", "91"} & set(part.cells.dictionary("age").texts)
    entries = recoded.entries
    kept = entries.rows[entries.group >= 0].sum()
    assert kept == part.cells.rows
    found = rehearse_release(counted, plan, decision, recoded)
    assert found == rehearse(part, plan)
    assert found.left_out is None


def test_published_people_keep_their_visits():
    rows = rows_of(1, 120, visits=2)
    words = {**STYLES["levels"], "suppression": 0.1, "person": "who"}
    counted, plan = counted_rows(rows, **words)
    decision = run(plan.search.method, counted, plan, unseen)
    part = published_table(counted, decision.recoding.recode(counted))
    assert part.kinds.total <= counted.kinds.total
    assert part.kinds.cells.max() < len(part.cells.counts)


@pytest.fixture(scope="module")
def release(tmp_path_factory):
    frame = pd.DataFrame(hospital(rows=300)).drop(columns=["admitted", "name", "ward"])
    return diversa.anonymize(
        frame,
        quasi_identifiers=["zip", "born", "sex"],
        sensitive="condition",
        models="k-anonymity:4",
        suppression=0.05,
        out=tmp_path_factory.mktemp("rehearsed") / "release",
    )


def test_the_evidence_of_a_release_has_a_rehearsal(release):
    found = release.record.evidence.rehearsal
    assert found.draws == 10
    assert {rate.attack for rate in found.rates} >= {"singling out", "inference"}
    folder = release.files[0].parent
    assert "The figures come from a rehearsal" in (folder / "report.html").read_text()
    again = diversa.record.record.Record.read(folder)
    assert again.evidence.rehearsal == found


def test_the_same_table_gives_the_same_record(release):
    plan = replace(release.plan)
    assert plan.report.rehearsal == "plain"
    assert release.evidence.rehearsal == release.record.evidence.rehearsal
