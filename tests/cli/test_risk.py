# SPDX-License-Identifier: Apache-2.0
"""`diversa risk`: how likely people are found, and by which columns."""

from __future__ import annotations

import pandas as pd
import pytest

from diversa import risk
from diversa.data.examples import hospital, write_csv

KNOWN = ["zip", "born", "sex"]


@pytest.fixture
def table(folder):
    return write_csv(hospital(rows=200), folder / "hospital.csv")


def test_numbers_are_those_of_a_group_by(diversa, table):
    found = diversa("risk", table, "--qi", ",".join(KNOWN), "--json").json
    sizes = pd.read_csv(table, dtype=str).groupby(KNOWN).size()
    assert found["prosecutor"]["average"] == pytest.approx(len(sizes) / 200)
    assert found["prosecutor"]["highest"] == 1 / sizes.min()
    assert found["sample_uniques"] == (sizes == 1).sum()
    above = sizes[1 / sizes > 0.2].sum()
    assert found["prosecutor"]["rows_above"] == above
    assert found["population_uniques"] is None


def test_sets_are_the_smallest_that_nearly_identify(table):
    rows = pd.read_csv(table, dtype=str)
    found = risk(rows, quasi_identifiers=KNOWN, nearly=0.5, most=2)
    shares = {(one,): rows[one].nunique() / 200 for one in KNOWN} | {
        (a, b): len(rows.groupby([a, b])) / 200
        for a, b in (("zip", "born"), ("zip", "sex"), ("born", "sex"))
    }
    wanted = {one: share for one, share in shares.items() if share >= 0.5}
    smallest = {
        one: share
        for one, share in wanted.items()
        if not any(set(other) < set(one) for other in wanted)
    }
    assert {one.columns: one.distinction for one in found.sets} == smallest


def test_a_person_reads_it(diversa, table):
    shown = diversa(
        "risk", table, "--qi", "zip,born,sex", "--sampling-fraction", "0.05"
    )
    assert shown.code == 0
    assert "Unique in the population of 4,000 (pitman)" in shown.stdout
    assert "prosecutor" in shown.stdout
    assert "journalist" not in shown.stdout  # nothing is known of other people


def test_with_a_population_there_are_three_attackers(diversa, table, folder):
    people = write_csv(hospital(rows=1000), folder / "people.csv")
    shown = diversa("risk", table, "--qi", "sex", "--population", people)
    assert "journalist" in shown.stdout


def test_sampling_weights_estimate_the_population(diversa, folder):
    survey = folder / "survey.csv"
    survey.write_text("sex,w\nf,2.5\nf,7.5\nm,4\n", encoding="utf-8")
    shown = diversa("risk", survey, "--qi", "sex", "--sampling-weight", "w")
    assert "journalist" in shown.stdout
    assert "Sampling weights: 14 people in the population" in shown.stdout
    survey.write_text("sex,w\nf,0.5\nf,7.5\nm,4\n", encoding="utf-8")
    done = diversa("risk", survey, "--qi", "sex", "--sampling-weight", "w")
    assert done.code == 2
    assert "'w' must hold numbers from 1 on, got 1 of 3" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--qi", "zipp"], "zip"),
        (["--qi", "zip", "--threshold", "2"], "threshold: must be from 0 to 1"),
        (["--qi", "zip", "--sampling-fraction", "0"], "sampling"),
        ([], "quasi"),
    ],
)
def test_bad_input(diversa, table, words, said):
    done = diversa("risk", table, *words)
    assert done.code == 2
    assert said in done.stderr


@pytest.fixture
def visits(folder):
    """Forty people with one to four rows each, five to an age."""
    rows = [
        (f"canary-{who}", 40 + who % 8, "fhxa"[(who + visit) % 4])
        for who in range(40)
        for visit in range(1 + who % 4)
    ]
    path = folder / "visits.csv"
    pd.DataFrame(rows, columns=["pid", "age", "ill"]).to_csv(path, index=False)
    return path


def test_people_are_looked_for_and_not_rows(diversa, visits):
    words = ["risk", visits, "--qi", "age"]
    page = diversa(*words, "--person", "pid").stdout
    assert "100 rows of 40 people in 8 groups" in page
    assert "people above 20 %" in page
    assert "Unique in the table: 0 people" in page
    assert "canary" not in page
    found = diversa(*words, "--person", "pid", "--json").json
    assert (found["people"], found["rows"]) == (40, 100)
    assert found["prosecutor"]["highest"] == 1 / 5
    by_rows = diversa(*words, "--json").json
    assert "people" not in by_rows


def test_a_release_says_the_risk_of_people_by_its_record(diversa, visits, folder):
    diversa(
        *["anonymize", visits, "--qi", "age", "--sensitive", "ill", "--person", "pid"],
        *["--model", "k-anonymity:5", "--out", folder / "release"],
    )
    page = diversa("risk", folder / "release").stdout
    assert "of 40 people" in page
    assert "The file does not say whose a row is ('pid' is withheld)" in page
    found = diversa("risk", folder / "release", "--json").json
    assert (found["people"], found["prosecutor"]["highest"]) == (40, 0.2)
    other = diversa("risk", folder / "release", "--threshold", "0.1", "--json").json
    assert "people" not in other
    assert "rows" in other["note"]
    refused = diversa("risk", folder / "release", "--person", "pid")
    assert refused.code == 2
    assert "which withholds it" in refused.stderr


def test_a_plan_may_name_a_person_that_a_file_lacks(diversa, visits, folder):
    plan = folder / "plan.toml"
    plan.write_text('[roles]\nquasi_identifiers = ["age"]\nperson = "pid"\n')
    assert diversa("risk", visits, "--plan", plan, "--json").json["people"] == 40
    bare = folder / "bare.csv"
    pd.read_csv(visits).drop(columns="pid").to_csv(bare, index=False)
    assert "people" not in diversa("risk", bare, "--plan", plan, "--json").json
    gone = diversa("risk", bare, "--qi", "age", "--person", "pid")
    assert (gone.code, "pid" in gone.stderr) == (2, True)


def test_a_sample_of_people_in_several_groups_is_not_estimated(diversa, folder):
    (folder / "v.csv").write_text("who,zip\na,1\na,2\nb,1\nc,2\n")
    words = ["risk", "v.csv", "--qi", "zip", "--person", "who"]
    refused = diversa(*words, "--sampling-fraction", "0.5")
    assert refused.code == 2
    assert "people who are in several" in refused.stderr
