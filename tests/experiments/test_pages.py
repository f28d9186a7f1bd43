# SPDX-License-Identifier: Apache-2.0
"""A page is its template filled with what a run has kept, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from experiments.experiment import Experiment, Outcome, Settings, Table
from experiments.pages import DATA, PLACE, fill, pages_of, template, write_page
from experiments.records import keep, read_record
from experiments.registry import EXPERIMENTS

DOCS = Path(__file__).parents[2] / "docs" / "experiments"
TABLE = Table(("k", "loss"), [(2, 0.25), (4, None)])
TRIAL = Experiment("trial", "page", lambda _: OUTCOME)
OUTCOME = Outcome("made-up rows", {"costs": TABLE}, {"nodes": 1234, "share": 0.5})


@pytest.fixture
def out(tmp_path):
    keep(tmp_path / DATA, TRIAL, OUTCOME, Settings(tmp_path, seed=7), 1.5)
    return tmp_path


def filled(out, text):
    return fill(text, out, {"trial": TRIAL})


def test_a_run_is_read_as_it_was_kept(out):
    record = read_record(out / DATA, TRIAL)
    assert record.facts == OUTCOME.facts
    assert [tuple(row) for row in record.tables["costs"].rows] == TABLE.rows


def test_facts_are_filled_in(out):
    assert filled(out, "{{trial.nodes}} {{trial.share:.0%}}") == "1,234 50%"


def test_tables_are_filled_in_with_a_link_to_their_data(out):
    text = filled(out, "{{table trial.costs}}")
    assert "| 2 | 0.25 |\n| 4 |  |" in text
    assert "(data/trial-costs.csv)" in text
    assert "| loss |" in filled(out, "{{table trial.costs:loss}}").splitlines()[0]


def test_a_page_says_version_seed_and_data(out):
    text = filled(out, "{{made trial}}")
    assert "seed 7" in text
    assert "made-up rows" in text


def test_what_no_run_has_found_is_refused(out):
    with pytest.raises(ValueError, match="must be a fact"):
        filled(out, "{{trial.speed}}")
    with pytest.raises(ValueError, match="must name an experiment"):
        filled(out, "{{other.speed}}")


@pytest.mark.parametrize("page", pages_of(EXPERIMENTS))
def test_pages_are_made_from_the_data_beside_them(page):
    made = fill(template(page), DOCS, EXPERIMENTS)
    written = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    assert made == written, "run `python -m experiments --pages`"
    assert "not run" not in made
    assert "trial run" not in made


@pytest.mark.parametrize("name", EXPERIMENTS)
def test_every_experiment_is_shown_and_says_what_it_was_made_with(name):
    experiment = EXPERIMENTS[name]
    places = [place.groups() for place in PLACE.finditer(template(experiment.page))]
    assert ("made", name, None, None) in places
    tables = {part for kind, of, part, _ in places if kind == "table" and of == name}
    assert tables <= {*read_record(DOCS / DATA, experiment).tables}
    assert tables


@pytest.mark.parametrize("page", pages_of(EXPERIMENTS))
def test_links_and_pictures_of_pages_exist(page):
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("http") or (DOCS / link).is_file(), link


def test_pictures_are_drawn_from_the_data(tmp_path):
    (tmp_path / DATA).symlink_to(DOCS / DATA)
    for page in pages_of(EXPERIMENTS):
        write_page(tmp_path, page, EXPERIMENTS)
    drawn = {file.name: file.read_text("utf-8") for file in tmp_path.glob("pictures/*")}
    shown = {file.name: file.read_text("utf-8") for file in DOCS.glob("pictures/*")}
    assert drawn == shown, "run `python -m experiments --pages`"
