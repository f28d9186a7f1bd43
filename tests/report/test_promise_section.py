# SPDX-License-Identifier: Apache-2.0
"""The top of a report: the verdict, the promise, and what is not promised."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.record.audit_record import ModelMeaning
from diversa.record.label_record import LabelRecord
from diversa.record.people import RepublicationRecord
from diversa.record.record_parts import Spellings
from diversa.report.language import phrase
from diversa.report.promise_section import NOT_PROMISED, not_promised, opening, promises
from report_words import audited, evidence, judged, record, words


def test_a_release_that_holds():
    text = words(opening(record(evidence=evidence(), metrics={"loss": 0.5})))
    assert text.startswith("It holds: the promised model, in every published group.")
    assert "12 of 12 rows are published, in 3 groups" in text
    assert "4 people in the smallest group" in text
    assert "25 % highest risk of being singled out" in text
    assert "50 % of the detail is lost" in text
    assert "suppressed" not in text


def test_a_release_that_fails():
    page = opening(record(audit=audited(holds=False)), ["release.csv: is gone"])
    text = words(page)
    assert text.startswith("It does not hold: 1 of 1 models fail. release.csv: is gone")
    assert "It fails for 4 rows." in text
    assert 'class="verdict fails"' in page


def test_a_folder_that_was_changed():
    text = words(opening(record(), ["release.csv: is gone"]))
    assert text.startswith("The folder is not what its manifest promises.")


def test_rows_that_are_not_in_it():
    parts = {"rows_in": 20, "suppressed": 5, "dropped": 3, "discloses": ("Groups.",)}
    text = words(opening(record(**parts)))
    assert "5 rows (25 %) are suppressed: left out." in text
    assert "3 rows without a sensitive value are left out. Groups." in text
    starred = record(**parts, promise={"suppress_by": "star"})
    assert "are suppressed: published as *." in words(opening(starred))


def test_some_rows_of_a_series_are_no_people():
    series = RepublicationRecord(
        m=2,
        release=1,
        counterfeits=0,
        fewest_people=4,
        waiting=0,
        withheld=0,
        persons=12,
        signatures=3,
        holds=True,
    )
    text = words(opening(record(republication=series)))
    assert "4 rows in the smallest group" in text


def test_models_say_what_they_stop():
    text = words(promises(audited()))
    assert "k-anonymity:4 k = 4 yes" in text
    assert "k-anonymity:4 k = 4 no" in words(promises(audited(holds=False)))


def test_a_model_that_is_not_installed_explains_itself():
    own = judged(spec="hidden:3", attained=3)
    says = {"hidden:3": ModelMeaning("three", "this", "that")}
    audit = audited(models=(own,), own_models=says)
    assert "hidden:3 three yes this that" in words(promises(audit))
    assert "hidden:3 does not stop that." in words(not_promised(audit))


def test_what_is_never_promised_is_always_said():
    text = words(not_promised(audited(), ["Its order."]))
    assert "Its order." in text
    assert all(phrase(f"not_promised.{line}") in text for line in NOT_PROMISED)


def test_values_that_were_written_in_several_ways():
    assert "Sensitive values" not in words(opening(record()))
    text = words(opening(record(variants=("ill",))))
    assert "count as one value, and one spelling of each is published: ill." in text
    exact = words(opening(record(reading=Spellings(equality="exact"))))
    assert "Sensitive values are compared letter by letter" in exact


@pytest.mark.parametrize(
    ("meaning", "finer", "mark"),
    [
        ("tight", 41, "no"),
        ("coded", 41, "no"),
        ("nothing", 0, "undecided"),
        ("proved", 0, None),
        ("levels", 0, None),
    ],
)
def test_labels_that_tell_something_have_a_line_of_their_colour(meaning, finer, mark):
    labels = LabelRecord(
        meaning=meaning,
        safety=1,
        values=1112,
        values_of_one_row=1112,
        generalized_rows=100,
        finer_rows=finer,
        groups=10,
    )
    page = opening(record(audit=replace(audited(), labels=labels)))
    if mark is None:
        assert "Labels" not in page
        return
    line = next(part for part in page.split("<div") if "Labels state" in part)
    assert line.startswith(f' class="{mark}"')
    assert ("1,112 values" in line) == ("41 %" in line) == (mark == "no")
