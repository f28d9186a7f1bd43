# SPDX-License-Identifier: Apache-2.0
"""Work is a publication like any other."""

from __future__ import annotations

import warnings

import pytest

import diversa
from diversa.data.examples import HOSPITAL_PLAN, hospital, write_csv
from diversa.errors import NoSolutionError, SourceError
from diversa.ledger.ledger import Ledger
from diversa.plan.file import plan_from_toml, plan_to_toml
from diversa.plan.keywords import revise
from diversa.progress import silent
from diversa.record.record import Record
from diversa.studio.explanations import explain_error
from diversa.studio.jobs.work import WEIGHTS, Work, check_links, share_done


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    return write_csv(hospital(rows=300), folder / "hospital.csv")


def test_it_publishes_what_anonymize_publishes(table):
    out = table.parent / "worked"
    Work(str(table), HOSPITAL_PLAN, str(out)).perform(silent)
    plan = table.parent / "plan.toml"
    plan.write_text(HOSPITAL_PLAN)
    diversa.anonymize(table, plan, out=table.parent / "straight")
    for name in ("release.csv", "manifest.json", "report.html"):
        assert (out / name).read_bytes() == (
            table.parent / "straight" / name
        ).read_bytes()


def test_a_second_release_is_in_the_ledger_of_the_studio(table, tmp_path):
    ledger = tmp_path / "ledger.json"
    other = plan_to_toml(revise(plan_from_toml(HOSPITAL_PLAN), method="mondrian"))
    works = [
        Work(str(table), plan, str(tmp_path / name), ledger=str(ledger), anyway=anyway)
        for name, plan, anyway in (
            ("first", HOSPITAL_PLAN, False),
            ("second", other, False),
            ("third", HOSPITAL_PLAN.replace("k-anonymity:5", "k-anonymity:6"), True),
        )
    ]
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # nobody reads what a worker writes
        for work in works:
            work.perform(silent)
    found = [
        Record.read(tmp_path / name).second_release
        for name in ("first", "second", "third")
    ]
    assert found[0] is None
    assert (found[1].anyway, found[2].anyway) == (False, True)
    lines = Ledger.read(ledger).lines
    assert [line.name for line in lines] == ["first", "second", "third"]


def test_no_solution_is_told(table):
    plan = HOSPITAL_PLAN.replace("k-anonymity:5", "k-anonymity:301")
    work = Work(str(table), plan, str(table.parent / "none"))
    with pytest.raises(NoSolutionError) as failure:
        work.perform(silent)
    assert "k-anonymity:301" in explain_error(failure.value)


def test_the_weights_make_one():
    assert sum(WEIGHTS.values()) == pytest.approx(1)
    shares = [share_done(phase, 1, 1) for phase in WEIGHTS]
    assert shares == sorted(shares)
    assert shares[-1] == pytest.approx(1)
    assert share_done("unheard of", 1, 1) == share_done("read", 1, 0) == 0


@pytest.mark.parametrize("place", ["file.csv", "inner/file.csv", "folder"])
def test_links_are_refused_wherever_they_are(tmp_path, place):
    true = tmp_path / "true" / "inner"
    true.mkdir(parents=True)
    (true / "file.csv").write_text("a\n1\n")
    check_links(true / "file.csv")
    check_links(true)
    (tmp_path / "file.csv").symlink_to(true / "file.csv")
    (tmp_path / "inner").symlink_to(true)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "file.csv").symlink_to(true / "file.csv")
    with pytest.raises(SourceError, match="path: must be the file itself"):
        check_links(tmp_path / place)
