# SPDX-License-Identifier: Apache-2.0
"""A report tells people where people are counted, in every language."""

from __future__ import annotations

import re
from dataclasses import replace

import pandas as pd
import pytest

import diversa
from diversa.plan.sections import LANGUAGES
from diversa.record.people import PeopleRecord
from diversa.report.page import report_page
from diversa.report.people_section import limits_of
from report_words import audited, evidence, judged, record, words

PEOPLE = PeopleRecord(
    person="pid",
    rows="distinct",
    known="any",
    people_in=40,
    people_out=38,
    smallest_rows=9,
    most_groups=1,
    most_rows=3,
    row_share=0.25,
    rows_known=0.4,
)


def page_of(**parts):
    settled = {
        "people": PEOPLE,
        "rows_in": 194,
        "rows_out": 150,
        "repeats": 44,
        "audit": audited(people=38, models=(judged(attained=5, in_rows=9),)),
    }
    return words(report_page(record(**(settled | parts))))


def test_a_page_tells_people_and_rows():
    text = page_of()
    assert "38 of 40 people are published, with 150 of 194 rows, in 3 groups" in text
    assert "People are counted by 'pid', which is withheld" in text
    assert "At least 4 people look alike (smallest group: 9 rows)." in text
    assert "All rows of a person look alike: nobody is in two groups." in text
    assert "One person has at most 3 rows in a group, and at most 25 %" in text
    assert "Who knows how many rows a person has guesses" in text
    assert "up to 40 % certainty" in text
    assert "44 rows (22.7 %) are left out: the same person has another row" in text
    assert "k = 5 people (smallest group: 9 rows)" in text
    assert "linking a person to fewer than k people" in text
    assert "Each row counts as one person" not in text


def test_levels_stand_beside_those_of_rows():
    model = judged(spec="frequency-l-diversity:2,on=ill", attained=2, in_rows=3)
    assert "frequency l = 2 (by rows: frequency l = 3)" in page_of(
        audit=audited(people=38, models=(model,))
    )


def test_people_in_several_groups_are_promised_one_known_row():
    several = replace(PEOPLE, most_groups=4, all_visits=0.75)
    text = page_of(people=several)
    assert "At least 4 people look alike in one known row" in text
    assert "A person is in up to 4 groups" in text
    assert "Who knows all rows of a person guesses" in text
    assert "up to 75 % certainty" in text


def test_limits_of_people_are_named():
    text = page_of()
    assert "How many rows a person has is taken to be unknown" in text
    assert "Two known rows of a person" in text
    assert "or a household if that is what it names" in text
    whole = replace(PEOPLE, known="whole-visits", most_groups=2)
    assert "known = whole-visits" in " ".join(limits_of(record(people=whole)))
    assert not [*limits_of(record())]


def test_a_cap_on_rows_is_told():
    text = page_of(people=replace(PEOPLE, rows="2"))
    assert "44 rows (22.7 %) are left out: at most 2 rows of a person" in text


def test_evidence_speaks_of_people():
    text = page_of(evidence=evidence())
    assert "People whose quasi-identifiers nobody else has" in text
    assert "People whom an attack exposes" in text
    assert "Rows that an attack exposes" not in text


@pytest.fixture(scope="module")
def visits():
    """Forty people with one to four rows."""
    rows = [
        (f"p{who}", 40 + who % 8, "fhxa"[(who + visit) % 4])
        for who in range(40)
        for visit in range(1 + who % 4)
    ]
    return pd.DataFrame(rows, columns=["pid", "age", "ill"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_release_tells_people_in_every_language(tmp_path, visits, language):
    release = diversa.anonymize(
        visits,
        quasi_identifiers="age",
        sensitive="ill",
        person="pid",
        models="k-anonymity:5",
        language=language,
        out=tmp_path / "release",
    )
    text = words((tmp_path / "release" / "report.html").read_text("utf-8"))
    least = int(release.record.audit.smallest)
    people = {"en": "people", "de": "Personen", "fr": "personnes"}[language]
    assert f"{least} {people} " in text
    assert "'pid'" in text.replace("„pid“", "'pid'").replace("« pid »", "'pid'")
    assert not re.search(r"\bp\d+\b", text)
    again = tmp_path / "again.html"
    diversa.write_report(tmp_path / "release", out=again, language=language)
    text = words(again.read_text("utf-8"))
    assert f"{least} {people} " in text
    assert "diversa audit" in text  # the file does not say whose a row is


def test_a_table_report_counts_people(tmp_path, visits):
    page = tmp_path / "page.html"
    words_of_plan = {"quasi_identifiers": "age", "sensitive": "ill", "person": "pid"}
    diversa.write_report(visits, out=page, models="k-anonymity:5", **words_of_plan)
    text = words(page.read_text("utf-8"))
    assert "100 rows of 40 people in 8 groups by age; people by 'pid'." in text
    assert "5 people in the smallest group" in text


def test_print_and_notebook_tell_people(visits):
    release = diversa.anonymize(
        visits,
        quasi_identifiers="age",
        sensitive="ill",
        person="pid",
        models="k-anonymity:5",
    )
    assert "people 40 of 40" in str(release)
    assert "how many rows a person has" in str(release)
    page = words(release._repr_html_())
    assert "People, by 'pid', which is withheld" in page
    assert release.to_json()["people"]["people_out"] == 40
