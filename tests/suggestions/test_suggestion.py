# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tomllib

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.data.examples import hospital
from diversa.data.read_options import ReadOptions
from diversa.errors import RoleError, SourceError
from diversa.plan.file import plan_from_toml
from diversa.suggestions.suggestion import suggest
from examples import examples


@pytest.fixture
def patients():
    return pd.DataFrame(hospital(rows=200))


def test_suggestion_for_a_frame_runs(patients):
    found = suggest(patients)
    assert found.plan.roles.sensitive == ("condition",)
    release = diversa.anonymize(patients, found.plan)
    assert release.audit.holds


def test_toml_reads_back_as_the_plan(patients):
    found = suggest(patients)
    assert plan_from_toml(found.to_toml()) == found.plan


def test_every_quasi_identifier_has_its_hierarchy_declared(patients):
    found = suggest(patients)
    assert set(found.plan.hierarchies) == set(found.plan.roles.quasi_identifiers)


def people(secrets, **more):
    """A table with one quasi-identifier, a sensitive attribute and others."""
    ages = [20 + place % 30 for place in range(len(secrets))]
    return pd.DataFrame({"age": ages, "disease": secrets, **more})


def test_known_roles_are_kept(patients):
    found = suggest(patients, sensitive=["ward"], identifiers="zip")
    assert "ward" in found.plan.roles.sensitive
    assert "zip" in found.plan.roles.identifiers


def test_a_column_told_twice(patients):
    with pytest.raises(RoleError, match="one role"):
        suggest(patients, sensitive="ward", quasi_identifiers="ward")


def test_texts_for_no_value_are_found(tmp_path):
    lines = [f"{20 + n % 40},{'?' if n % 9 == 0 else n % 5}" for n in range(60)]
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["age,children", *lines]))
    found = suggest(path)
    assert found.plan.reading.missing == ("", "?")
    assert "intervals" in found.to_toml().split("children = ")[1].splitlines()[0]
    assert diversa.anonymize(path, found.plan, out=tmp_path / "out").audit.holds


def test_how_the_file_is_read_is_kept(tmp_path):
    path = tmp_path / "t.txt"
    path.write_text("20|a\n30|b\n")
    reading = ReadOptions(delimiter="|", header=False)
    assert suggest(path, reading=reading).plan.reading == reading


def test_one_row_is_refused():
    with pytest.raises(SourceError, match="two rows"):
        suggest(pd.DataFrame({"age": [20]}))


@pytest.mark.parametrize(
    "name", ["straße", "a b", 'say "x"', "a\nb", "a]b", "#", "a = {", "\u2028", "\x7f"]
)
def test_odd_names_of_columns(name):
    table = pd.DataFrame({name: ["x", "y"] * 15, "age": list(range(30))})
    text = suggest(table, quasi_identifiers=[name]).to_toml()
    assert name in tomllib.loads(text)["roles"]["quasi_identifiers"]
    assert plan_from_toml(text).hierarchies.keys() >= {name}


def test_no_value_is_quoted():
    table = people(["Canary1", "Canary2", "Canary3"] * 20)
    table["name"] = [f"Canary person {n}" for n in range(60)]
    table["ward"] = "Canary ward"
    found = suggest(table)
    assert "Canary" not in found.to_toml() + str(found.to_json()) + repr(found)


@examples(8)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 90),
            st.sampled_from(["f", "m", None]),
            st.sampled_from(["a", "b", "c", "d", None]),
        ),
        min_size=2,
        max_size=30,
    )
)
def test_whatever_is_suggested_can_be_run(rows):
    """Law: the plan runs as it is, whatever the table holds."""
    table = pd.DataFrame(rows, columns=["age", "sex", "disease"], dtype="object")
    if table["disease"].isna().all():
        table["disease"] = "a"
    release = diversa.anonymize(table, suggest(table).plan)
    assert release.audit.holds


VARIANTS = pd.DataFrame(
    {
        "zip": ["13053", "13053", "13068", "13068"] * 5,
        "sex": ["f", "F", "m", "m "] * 5,
        "diagnosis": ["flu", "Flu", "flu\u200b", "gout"] * 5,
    }
)


def test_values_that_are_written_in_several_ways_are_named():
    found = diversa.suggest(VARIANTS, sensitive="diagnosis")
    assert [one.column for one in found.variants] == ["sex", "diagnosis"]
    text = found.to_toml()
    assert (
        "#   diagnosis: 1 value is written in several ways (10 rows otherwise than"
        " most, in letter case and unseen characters):\n#     they count as one,"
        in text
    )
    assert (
        "#   sex: 2 values are written in several ways (10 rows otherwise than most, in"
        " blanks and letter case):\n#     they are different values;" in text
    )
    assert "flu" not in text.lower()
    assert [one["column"] for one in found.to_json()["variants"]] == [
        "sex",
        "diagnosis",
    ]


@pytest.mark.parametrize("words", [{}, {"sensitive": "diagnosis"}], ids=str)
def test_suggested_models_go_by_the_meaning(words):
    """Six spellings of two illnesses would allow an entropy 3-diversity."""
    ills = ["flu", "Flu", "FLU", "gout", "Gout", "GOUT"] * 10
    frame = pd.DataFrame({"zip": ["13053"] * 60, "diagnosis": ills})
    specs = [
        model.spec for model in diversa.suggest(frame, **words).plan.privacy.models
    ]
    assert specs[1] == "distinct-l-diversity:2,on=diagnosis"
    exact = ReadOptions(equality="exact")
    asked = diversa.suggest(frame, reading=exact, **words).plan
    assert asked.privacy.models[1].spec == "entropy-l-diversity:3,on=diagnosis"
    assert asked.reading.equality == "exact"


def test_an_empty_secret_is_a_missing_one():
    frame = VARIANTS.assign(diagnosis=["flu", "gout", "", "cold"] * 5)
    plan = diversa.suggest(frame, sensitive="diagnosis", explain=0).plan
    assert plan.privacy.missing == "worst"


VISITS = pd.DataFrame(
    {
        "patient_id": [1000 + place // 3 for place in range(90)],
        "doctor_id": [f"D{place % 25}" for place in range(90)],
        "born": [1950 + place // 3 for place in range(90)],
        "sex": ["f" if place // 3 % 2 else "m" for place in range(90)],
        "city": ["Ulm", "Bonn", "Kiel"] * 30,
        "disease": ["flu", "cold", "hiv"] * 30,
    }
)
"""Thirty people with three rows each, which differ in the city."""


def test_the_person_is_suggested_with_the_reason():
    found = suggest(VISITS)
    assert found.plan.roles.person == "patient_id"
    assert "patient_id" in found.plan.roles.identifiers
    assert found.to_json()["person"] == "patient_id"
    text = found.to_toml()
    assert 'person = "patient_id"' in text
    assert (
        "#   patient_id: it repeats, 90 rows are 30 people; born, sex are the" in text
    )
    assert "#   city: differs between the rows of 30 of 30 people who have" in text
    assert "who knows a person finds 5 people or more" in text
    assert plan_from_toml(text) == found.plan


def test_a_person_that_is_known_is_taken():
    found = suggest(VISITS, person="doctor_id")
    assert found.plan.roles.person == "doctor_id"
    assert found.person is None
    assert "doctor_id" in found.plan.roles.identifiers


def test_a_weight_that_is_known_is_withheld():
    found = suggest(VISITS.assign(w=2.5), weight="w", rows_are_people=True)
    assert found.plan.roles.weight == "w"
    assert "w" not in found.plan.roles.columns_to_count
    assert plan_from_toml(found.to_toml()) == found.plan


def test_rows_that_are_people_have_no_person():
    found = suggest(VISITS, rows_are_people=True)
    assert found.plan.roles.person is None
    assert found.plan.people.rows_are_people
    assert "repeat" not in found.to_toml()
    assert plan_from_toml(found.to_toml()) == found.plan


def test_identifiers_that_repeat_are_asked_for_where_no_person_is_found():
    table = VISITS.drop(columns="patient_id")
    text = suggest(table).to_toml()
    assert "person =" not in text.replace("(person =", "")
    assert "#   doctor_id: 90 rows have 25 different values" in text
    with pytest.raises(RoleError, match="'doctor_id' repeats: 90 rows have 25"):
        diversa.anonymize(table, suggest(table).plan)
    answered = suggest(table, not_the_subject="doctor_id")
    assert "doctor_id: 90 rows" not in answered.to_toml()
    assert answered.plan.people.not_the_subject == ("doctor_id",)
    assert diversa.anonymize(table, answered.plan).audit.holds
