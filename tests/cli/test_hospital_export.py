# SPDX-License-Identifier: Apache-2.0
"""A hospital's export in German layout, from the suggested plan to the attacks."""

from __future__ import annotations

import csv
import json
import re
import shutil

import pytest
from click.testing import CliRunner

from diversa.cli.main import main
from hospital_export import ROWS, write_export

NAMING = {
    *("Patienten-Nr", "Fallnummer", "Nachname", "Vorname", "Straße", "Telefon"),
    *("E-Mail", "Versichertennummer", "Bemerkung"),
}
"""The columns that name a patient."""


@pytest.fixture
def export(folder):
    return write_export(folder / "hospital.csv")


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """What the suggestion publishes, with one level for all rows of a column.

    Safe labels, which auto may take, are drawn anew in every run.
    """
    place = tmp_path_factory.mktemp("hospital")
    export = write_export(place / "hospital.csv")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        suggested = CliRunner().invoke(main, ["suggest", export.name])
        assert suggested.exit_code == 0
        (place / "p.toml").write_text(suggested.stdout, encoding="utf-8")
        assert "Vorname: 500 rows have 11 different values" in suggested.stdout
        words = ["anonymize", export.name, "--plan", "p.toml", "--out", "D", "--json"]
        words += ["--method", "full-domain"]
        words += ["--rehearsal", "none"]  # ten searches of a lattice of 11 attributes
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 2  # names repeat: whose are the rows?
        assert not (place / "D").exists()
        done = CliRunner().invoke(main, [*words, "--rows-are-people"])
        assert done.exit_code == 0, done.stderr
    return place


@pytest.fixture
def release(folder, published):
    """A copy of that, with its plan and the table."""
    shutil.copytree(published, folder, dirs_exist_ok=True)
    return folder / "D"


def rows_of(path, delimiter=","):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def linking_of(ran):
    (linking,) = (one for one in ran.json["attacks"] if one["attack"] == "linking")
    return linking


def test_who_follows_the_suggestion_names_nobody(export, release):
    before, after = rows_of(export, ";"), rows_of(release / "release.csv")
    manifest = json.loads((release / "manifest.json").read_text(encoding="utf-8"))
    roles = manifest["roles"]
    assert NAMING.isdisjoint(after[0])
    assert set(after[0]) == {*roles["quasi_identifiers"], *roles["sensitive"]}
    assert set(manifest["withheld"]) >= {"Station", "Bemerkung", "Verweildauer"}
    everything = "".join(
        file.read_text(encoding="utf-8") for file in release.iterdir() if file.is_file()
    )
    words = set(re.findall(r"[\w.@]+", everything))
    for name in ("Patienten-Nr", "Fallnummer", "E-Mail", "Geburtsdatum"):
        assert words.isdisjoint(row[name] for row in before)
    assert manifest["reading"] == {"decimal": ",", "dates": "day-first"}


def test_dates_and_decimals_are_generalized(release):
    plan = (release.parent / "p.toml").read_text(encoding="utf-8")
    for name in ("Geburtsdatum", "Aufnahmedatum", "Entlassungsdatum"):
        assert f'{name} = {{ kind = "dates", format = "%d.%m.%Y" }}' in plan
    for name in ("Gewicht", '"Größe"'):
        assert f'{name} = {{ kind = "intervals"' in plan
    assert "Rechnungsbetrag: 500 different values" in plan  # money is no identifier
    assert "Rechnungsbetrag" not in plan.split("[roles]")[1]


def test_attacks_and_comparisons_understand_it(diversa, export, release):
    words = ["attack", "D", "--known", export.name, "--plan", "p.toml", "--json"]
    everybody = linking_of(diversa(*words))  # the plan knows who was ever married
    assert (everybody["matched"], everybody["total"]) == (ROWS, ROWS)
    words = ["attack", "D", "--target"]
    person = diversa(*words, "Aufnahmedatum=15.03.2023", "--json").json["target"]
    same = diversa(*words, "Aufnahmedatum=2023-03-15", "--json").json["target"]
    assert person["rows"] == same["rows"] == ROWS  # all came in this year
    compared = diversa("compare", "D", "D", "--original", export.name, "--json")
    assert compared.code == 0, compared.stderr
    manifest = json.loads((release / "manifest.json").read_text(encoding="utf-8"))
    loss = pytest.approx(manifest["metrics"]["loss"])
    assert compared.json["first"]["metrics"]["loss"] == loss


MONDRIAN = ["--qi", "Aufnahmedatum,Gewicht,PLZ", "--sensitive", "Hauptdiagnose"]


def test_boxes_are_spelled_as_the_table_is(diversa, folder, export):
    words = ["anonymize", export.name, *MONDRIAN, "--model", "k-anonymity:5"]
    assert (
        diversa(*words, "--method", "mondrian", "--labels", "tight", "--out", "M").code
        == 0
    )
    labels = rows_of(folder / "M" / "release.csv")
    assert any(row["Aufnahmedatum"].startswith("[0") for row in labels)
    linked = linking_of(diversa("attack", "M", "--known", export.name, "--json"))
    assert (linked["matched"], linked["alone"]) == (ROWS, 0)
    before = rows_of(export, ";")
    target = ["--target", f"Aufnahmedatum={before[0]['Aufnahmedatum']}"]
    target += ["--target", f"Gewicht={before[0]['Gewicht']}"]
    assert diversa("attack", "M", *target, "--json").json["target"]["rows"] >= 5


def test_a_day_that_may_be_a_month_is_asked_for(diversa, folder):
    lines = [f"0{day}/0{day % 3 + 1}/2024,{'ab'[day % 2]}" for day in range(1, 10)]
    (folder / "d.csv").write_text("\n".join(["Aufnahme,s", *lines, *lines]))
    words = ["anonymize", "d.csv", "--qi", "Aufnahme", "--sensitive", "s"]
    words += ["--model", "k-anonymity:2", "--out", "D"]
    asked = diversa(*words)
    assert asked.code == 2
    assert "--dates" in asked.stderr
    assert not (folder / "D").exists()
    suggested = diversa("suggest", "d.csv", "--qi", "Aufnahme", "--sensitive", "s")
    assert suggested.code == 0
    assert "does the day come first, or the month?" in suggested.stdout
    (folder / "p.toml").write_text(suggested.stdout)
    planned = ["anonymize", "d.csv", "--plan", "p.toml", "--out", "D"]
    assert diversa(*planned).code == 2
    assert diversa(*planned, "--dates", "month-first").code == 0
    attack = ["attack", "D", "--target", "Aufnahme=03/01/2024", "--json"]
    assert diversa(*attack).json["target"]["rows"] > 0
