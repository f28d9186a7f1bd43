# SPDX-License-Identifier: Apache-2.0
"""`diversa report`: the page of a release made again, and that of any table."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from diversa import anonymize, write_report
from diversa.data.examples import inpatients

KNOWN = ["zip", "age", "nationality"]


@pytest.fixture(scope="module")
def released(tmp_path_factory):
    folder = tmp_path_factory.mktemp("released")
    pd.DataFrame(inpatients()).to_csv(folder / "patients.csv", index=False)
    anonymize(
        folder / "patients.csv",
        out=folder / "release",
        quasi_identifiers=KNOWN,
        sensitive="condition",
        models=["k-anonymity:4"],
        hierarchies={"age": [10, 20]},
    )
    return folder


def words(page):
    return " ".join(
        re.sub(r"<[^>]+>", " ", page.read_text().split("<body>")[1]).split()
    )


def test_a_release_gets_its_report_again(released, diversa, tmp_path):
    made = diversa(
        "report", str(released / "release"), "--out", str(tmp_path / "r.html")
    )
    assert made.code == 0
    first = (released / "release" / "report.html").read_text()
    assert (tmp_path / "r.html").read_text() == first


def test_a_page_says_what_it_is_called_and_in_which_language(
    released, diversa, tmp_path
):
    page, plan = tmp_path / "r.html", tmp_path / "plan.toml"
    called = ("--title", "Proben", "--author", "B. Author", "--language", "de")
    release = str(released / "release")
    assert diversa("report", release, "--out", str(page), *called).code == 0
    said = words(page)
    assert said.startswith("Proben Datensatz: patients.csv Datum: 2024-02-29")
    assert "Verantwortlich: B. Author" in said
    plan.write_text(
        '[roles]\nquasi_identifiers = ["zip"]\nsensitive = ["condition"]\n'
        '[report]\ntitle = "Essai"\nlanguage = "fr"\n'
    )
    table = str(released / "patients.csv")
    named = ("--plan", str(plan), "--author", "C. Auteur", "--out", str(page))
    assert diversa("report", table, *named).code == 0
    assert words(page).startswith("Essai Jeu de données : patients.csv")
    assert "Responsable : C. Auteur" in words(page)
    wrong = diversa("report", table, *named, "--language", "xx")
    assert wrong.code == 2
    assert "must be one of en, de, fr" in wrong.stderr


def test_a_changed_release_is_said_first(released, diversa, tmp_path):
    folder = tmp_path / "changed"
    folder.mkdir()
    for one in (released / "release").iterdir():
        (folder / one.name).write_bytes(one.read_bytes())
    rows = (folder / "release.csv").read_text().splitlines()
    (folder / "release.csv").write_text("\n".join(rows[:-1]) + "\n")
    assert diversa("report", str(folder), "--out", str(tmp_path / "r.html")).code == 0
    assert "release.csv" in words(tmp_path / "r.html")[:400]
    assert "It does not hold" in words(tmp_path / "r.html")[:200]


def test_a_table_alone(released, diversa, tmp_path):
    """Every patient of the paper's Figure 1 is unique, so each is one in one."""
    page = tmp_path / "table.html"
    made = diversa(
        "report", str(released / "patients.csv"), "--qi", ",".join(KNOWN),
        "--sensitive", "condition", "--out", str(page), "--json",
    )  # fmt: skip
    assert made.code == 0
    assert made.json == {"page": str(page)}
    assert "Rows whose quasi-identifiers nobody else has 100 %" in words(page)
    assert not any(value in page.read_text() for value in inpatients()["condition"])


def test_a_table_of_another_tool_and_its_original(released, diversa, tmp_path):
    page = tmp_path / "both.html"
    made = diversa(
        "report", str(released / "release" / "release.csv"), "--qi", ",".join(KNOWN),
        "--sensitive", "condition", "--model", "k-anonymity:5",
        "--original", str(released / "patients.csv"), "--out", str(page),
    )  # fmt: skip
    assert made.code == 0
    assert "It does not hold: 1 of 1 models fail" in words(page)
    assert "Rows whose quasi-identifiers nobody else has 100 % 0 %" in words(page)


def test_what_another_tool_left_is_measured(released, diversa, tmp_path):
    """The page of the file says the same loss as the release it was made of."""
    page = tmp_path / "left.html"
    diversa(
        "report", released / "release" / "release.csv", "--qi", ",".join(KNOWN),
        "--sensitive", "condition", "--original", released / "patients.csv",
        "--out", page,
    )  # fmt: skip
    assert "What is left of the data" in words(page)
    assert "Distributions before and after" in words(page)
    found = re.search(r"zip ([\d.]+) %", words(page).split("Loss of each")[1])
    text = words(released / "release" / "report.html").split("Loss of each")[1]
    assert found[0] == re.search(r"zip ([\d.]+) %", text)[0]


def test_unique_people_are_estimated_where_a_fraction_is_stated(
    released, diversa, tmp_path
):
    page = tmp_path / "uniques.html"
    diversa(
        "report", released / "patients.csv", "--qi", ",".join(KNOWN),
        "--sampling-fraction", "0.1", "--out", page,
    )  # fmt: skip
    assert "a random sample of 120 people of the population" in words(page)


def test_bad_input_writes_nothing(released, diversa, tmp_path):
    page = tmp_path / "none.html"
    source = str(released / "patients.csv")
    made = diversa("report", source, "--qi", "zipp", "--out", str(page))
    assert made.code == 2
    assert "zip" in made.stderr
    nowhere = diversa(
        "report", source, "--qi", "zip", "--out", str(tmp_path / "a" / "b.html")
    )
    assert nowhere.code == 2
    assert "folder that can be written to" in nowhere.stderr
    folder = str(released / "release")
    twice = diversa("report", folder, "--original", source, "--out", str(page))
    assert twice.code == 2
    assert "original: must come with a table" in twice.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["work"]


def test_no_table_is_replaced_by_its_report(released, diversa):
    source = released / "patients.csv"
    before = source.read_bytes()
    made = diversa("report", str(source), "--qi", "zip", "--out", str(source))
    assert made.code == 2
    assert "out: must be a page such as report.html" in made.stderr
    assert source.read_bytes() == before


def test_from_python_with_a_frame(tmp_path):
    page = write_report(
        pd.DataFrame(inpatients()),
        out=tmp_path / "frame.html",
        quasi_identifiers=KNOWN,
        sensitive="condition",
    )
    assert "No model was asked for" in words(page)
    assert '<div class="verdict open">' in page.read_text("utf-8")
