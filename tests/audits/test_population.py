# SPDX-License-Identifier: Apache-2.0
"""Audits with a population, releases with one, and what is refused without."""

from __future__ import annotations

import json

import pandas as pd
import pytest

import diversa
from diversa.data.population_source import PeopleSource
from diversa.errors import (
    BesideError,
    HierarchyError,
    InputError,
    ModelError,
    PlanError,
)
from diversa.hierarchies.masking import Masking
from diversa.models.verdict import Verdict
from diversa.plan.file import plan_from_toml, plan_to_toml
from diversa.tables.population_table import RawPeople
from tight_labels import tight

ZIP = {"zip": Masking(length=2)}
TABLE = pd.DataFrame(
    [("11", "flu"), ("11", "flu"), ("12", "acne"), ("21", "flu"), ("22", "acne")],
    columns=["zip", "ill"],
)
EVERYONE = pd.DataFrame({"zip": ["11", "11", "11", "12", "12", "21", "22", "22", "31"]})
RELEASE = TABLE.assign(zip=TABLE["zip"].str[0] + "*")
AS_GENERAL = EVERYONE.assign(zip=EVERYONE["zip"].str[0] + "*")


def audit(source, *models, **settings):
    return diversa.audit(
        source, quasi_identifiers="zip", sensitive="ill", models=models, **settings
    )


def test_a_population_as_general_as_the_table():
    found = audit(RELEASE, "k-map:4", "k-map:3", population=AS_GENERAL)
    assert [one.holds for one in found.models] == [False, True]
    assert found.models[0].failing_groups == 1
    assert found.levels["k-map"] == 3
    assert found.levels["delta-presence"] == 2 / 3
    assert "k-map" not in audit(RELEASE).levels


def test_people_whom_the_table_does_not_hold():
    found = audit(
        RELEASE,
        "delta-presence:low=0,high=0.7",
        "delta-presence:low=0.1,high=0.7",
        population=AS_GENERAL,
    )
    assert [one.holds for one in found.models] == [True, False]


def test_a_raw_population_is_generalized_as_the_release_was():
    raw = RawPeople(PeopleSource.of(EVERYONE), ZIP, {"zip": 1})
    found = audit(RELEASE, "k-map:3", population=raw)
    assert found.holds
    assert found.levels["k-map"] == 3


def test_raw_people_are_matched_with_the_labels():
    found = audit(RELEASE, "k-map:3", "k-map:4", population=EVERYONE)
    assert [one.holds for one in found.models] == [True, False]
    assert found.levels["k-map"] == 3


def test_people_of_another_table_are_refused():
    with pytest.raises(InputError, match="no line that fits the labels of a group"):
        audit(RELEASE, "k-map:3", population=EVERYONE.assign(zip="9"))


def test_a_hierarchy_and_a_level_for_every_quasi_identifier():
    people = PeopleSource.of(EVERYONE)
    with pytest.raises(HierarchyError, match="'zip' must have a hierarchy and a level"):
        audit(RELEASE, "k-map:3", population=RawPeople(people, {}, {"zip": 1}))
    with pytest.raises(HierarchyError, match="must be from 0 to 2, got 3"):
        audit(RELEASE, "k-map:3", population=RawPeople(people, ZIP, {"zip": 3}))


def test_a_population_with_counts(tmp_path):
    path = tmp_path / "people.csv"
    path.write_text("zip,n\n1*,5\n2*,3\n3*,1\n")
    found = audit(RELEASE, "k-map:3", population=PeopleSource.of(path, "n"))
    assert found.levels["k-map"] == 3


@pytest.mark.parametrize(
    "spec", ["k-map:2", "delta-presence:0,high=1", "belief-change:1"]
)
def test_without_a_population_an_audit_says_what_is_missing(spec):
    (found,) = audit(RELEASE, spec).models
    assert (found.verdict, found.holds) == (Verdict.UNDECIDED, None)
    assert found.to_json()["missing"] == "a table of the population"
    assert "--population FILE" in found.to_json()["needs"]


def test_people_of_the_table_must_be_in_the_population():
    with pytest.raises(ModelError, match="the population must hold everyone"):
        audit(RELEASE, "delta-presence:0,high=1", population=AS_GENERAL.iloc[4:])


def test_suppressed_rows_may_be_anyone_who_matches_no_other_group():
    starred = RELEASE.assign(zip=["1*", "1*", "1*", "*", "*"])
    found = audit(starred, "k-map:4", population=AS_GENERAL)
    assert found.holds
    assert found.levels["k-map"] == 4  # 2*, 2*, 2* and 3* may be behind the stars


def test_beliefs_about_the_people_of_a_release():
    known = EVERYONE.assign(
        ill=["flu", "acne", "flu", "acne"] + ["flu", "acne"] * 2 + ["acne"]
    )
    raw = RawPeople(PeopleSource.of(known), ZIP, {"zip": 1})
    found = audit(RELEASE, "belief-change:1", "belief-change:0", population=raw)
    assert [one.holds for one in found.models] == [True, False]
    with pytest.raises(InputError, match="population: must have the column 'ill'"):
        audit(RELEASE, "belief-change:1", population=AS_GENERAL)


def anonymize(models, **settings):
    return diversa.anonymize(
        TABLE,
        quasi_identifiers="zip",
        sensitive="ill",
        models=models,
        hierarchies=ZIP,
        **settings,
    )


@pytest.mark.parametrize(
    ("models", "level", "suppressed"),
    [
        ("k-map:2", 0, 1),  # one person of the register lives at 21
        ("k-map:3", 1, 0),
        ("delta-presence:low=0,high=0.7", 0, 1),
        ("delta-presence:low=0.2,high=0.9", 2, 0),  # nobody of 31 is in the table
    ],
)
def test_a_release_by_a_population(models, level, suppressed):
    release = anonymize(
        models, population=EVERYONE, suppression=0.3, method="full-domain"
    )
    assert release.levels == {"zip": level}
    assert release.suppressed == suppressed
    assert release.audit.holds


def test_values_of_the_population_alone_leave_numbers_numbers():
    table = TABLE.assign(zip=[11, 11, 12, 21, 22])
    people = pd.DataFrame({"zip": ["11", "12", "13", "21", "22", "31"]})
    release = diversa.anonymize(
        table,
        quasi_identifiers="zip",
        sensitive="ill",
        models="k-map:1",
        population=people,
        hierarchies=ZIP,
        suppression=0.5,
    )
    assert release.levels == {"zip": 0}
    assert sorted(release.frame["zip"].tolist()) == [11, 11, 12, 21, 22]


def test_a_hierarchy_must_cover_the_population():
    lines = [["11", "1*"], ["12", "1*"], ["21", "2*"], ["22", "2*"]]
    with pytest.raises(HierarchyError, match="1 of 5 values"):
        diversa.anonymize(
            TABLE,
            quasi_identifiers="zip",
            sensitive="ill",
            models="k-map:1",
            population=EVERYONE,
            hierarchies={"zip": lines},
        )


def test_a_plan_names_its_population(tmp_path):
    TABLE.to_csv(tmp_path / "table.csv", index=False)
    EVERYONE.to_csv(tmp_path / "people.csv", index=False)
    plan = tmp_path / "plan.toml"
    plan.write_text(
        '[roles]\nquasi_identifiers = ["zip"]\nsensitive = ["ill"]\n'
        '[hierarchies]\nzip = { kind = "masking", length = 2 }\n'
        '[privacy]\nmodels = ["k-map:3"]\npopulation = "people.csv"\n'
    )
    release = diversa.anonymize(tmp_path / "table.csv", plan, out=tmp_path / "out")
    assert release.levels == {"zip": 1}
    manifest = json.loads((tmp_path / "out" / "manifest.json").read_text())
    assert len(manifest["fingerprints"]["population"]) == 64
    assert "people.csv" not in json.dumps(manifest)
    folder = tmp_path / "out"
    alone = diversa.audit_release(folder)
    assert (alone.verdict, alone.holds) == (Verdict.UNDECIDED, None)
    assert "a table of the population" in str(alone.audit)
    other = EVERYONE.rename(columns={"zip": "place"})
    with pytest.raises(BesideError, match="population: must have the column 'zip'"):
        diversa.audit_release(folder, population=other)
    people = tmp_path / "people.csv"
    assert diversa.audit_release(folder, population=people, hierarchies=ZIP).holds
    assert diversa.audit_release(folder, population=AS_GENERAL).holds
    fewer = diversa.audit_release(folder, population=AS_GENERAL.iloc[:6])
    assert fewer.verdict is Verdict.FAILS


def test_a_plan_is_written_with_its_population(tmp_path):
    plan = diversa.make_plan(
        quasi_identifiers="zip",
        models="k-map:3",
        population=str(tmp_path / "people.csv"),
        population_count="n",
    )
    text = plan_to_toml(plan, base=tmp_path)
    assert 'population = { file = "people.csv", count = "n" }' in text
    assert plan_from_toml(text, base=tmp_path) == plan


def test_plans_without_what_a_model_needs():
    plan = diversa.make_plan(quasi_identifiers="zip", models="k-map:3")
    with pytest.raises(PlanError, match=r"\[privacy\] k-map:3: needs a table of the"):
        plan.check(("zip",))
    with pytest.raises(
        PlanError, match="population_count: must come with a population"
    ):
        diversa.make_plan(quasi_identifiers="zip", population_count="n")


NUMBERS = pd.DataFrame(
    [(1, "flu"), (2, "acne"), (3, "flu"), (7, "acne"), (8, "flu"), (9, "acne")],
    columns=["age", "ill"],
)


@pytest.mark.parametrize(
    ("method", "model", "missing"),
    [
        ("mdav", "k-anonymity:3", "the values behind published averages"),
        ("dealing", "epsilon-m-anonymity:0,m=2", "who fit the labels of several"),
    ],
)
def test_people_who_cannot_be_matched_leave_a_verdict_open(
    tmp_path, method, model, missing
):
    table = NUMBERS if method == "mdav" else NUMBERS.assign(ill=[1, 2, 1, 2, 1, 2])
    diversa.anonymize(
        table,
        out=tmp_path / "out",
        quasi_identifiers="age",
        sensitive="ill",
        models=model,
        hierarchies={"age": [4]},
        method=method,
        **tight(method),
    )
    # A group of ages 1, 2 and 3 shows the mean 2, which one of the people has.
    found = diversa.audit_release(
        tmp_path / "out", population=table, models=["k-map:3", "belief-change:1"]
    )
    further = found.audit.models[1:]
    assert [one.verdict for one in further] == [Verdict.UNDECIDED] * 2
    assert all(missing in one.gap.missing for one in further)
    assert found.verdict is Verdict.UNDECIDED


def test_a_release_is_not_blamed_for_people_who_contradict_it(tmp_path):
    table = TABLE.assign(zip=TABLE["zip"].str[0] + "*")
    diversa.anonymize(
        table,
        out=tmp_path / "out",
        quasi_identifiers="zip",
        sensitive="ill",
        models="k-anonymity:2",
    )
    people = EVERYONE.assign(ill="flu")
    with pytest.raises(BesideError, match="must know every sensitive value"):
        diversa.audit_release(
            tmp_path / "out", population=people, models="belief-change:1"
        )
    with pytest.raises(BesideError, match="must hold everyone of the table"):
        diversa.audit_release(
            tmp_path / "out",
            population=people.iloc[3:],
            models="delta-presence:low=0,high=1",
        )


def test_a_release_is_not_blamed_for_a_further_model_that_does_not_fit(tmp_path):
    diversa.anonymize(
        TABLE,
        out=tmp_path / "out",
        quasi_identifiers="zip",
        sensitive="ill",
        models="k-anonymity:1",
    )
    with pytest.raises(BesideError, match="must be numbers"):
        diversa.audit_release(tmp_path / "out", models="window-diversity:delta=1,l=2")
