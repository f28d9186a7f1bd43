# SPDX-License-Identifier: Apache-2.0
"""The top of a report: the verdict, the promise, and what is not promised."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import diversa
from diversa.audits import people_behind
from diversa.audits.audit import NOT_SAID
from diversa.audits.population_match import (
    AMBIGUOUS,
    AVERAGED,
    GENERALIZED,
    unread_gap,
)
from diversa.audits.row_places import OVERLAP
from diversa.models.needs import (
    AROUND,
    NOT_COUNTED,
    NOT_GIVEN,
    no_rows,
    no_tree,
)
from diversa.plan.sections import LANGUAGES
from diversa.record.audit_record import ModelMeaning
from diversa.record.people import RepublicationRecord
from diversa.record.record_parts import Spellings
from diversa.report.language import phrase, speaking, texts_of
from diversa.report.promise_section import (
    NOT_PROMISED,
    gap_words,
    lacking,
    not_promised,
    opening,
    promises,
)
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


GAPS = {
    **NOT_GIVEN,
    "around": AROUND,
    "taxonomy": no_tree("zip {1}' of"),
    "suppressed": no_rows(1234),
    "generalized": GENERALIZED,
    "overlap": AMBIGUOUS,
    "averages": AVERAGED,
    "labels": unread_gap("zip"),
    "persons": NOT_SAID,
    "not_shown": people_behind.NOT_SHOWN,
    "inside": people_behind.INSIDE,
    "capped": people_behind.CAPPED,
    "other_draw": people_behind.OTHER_DRAW,
    "other_table": people_behind.OTHER_TABLE,
    "not_counted": NOT_COUNTED,
    "unnamed": people_behind.UNNAMED,
    "placed": OVERLAP,
}
"""Every gap that an audit may find, by its key in the languages."""


@pytest.mark.parametrize("name", GAPS)
def test_every_gap_has_words_in_every_language(name):
    gap, said = GAPS[name], set()
    for code in LANGUAGES:
        with speaking(code):
            said.add(gap_words(gap.missing, gap.needs))
    assert (gap.missing, gap.needs) in said
    assert len(said) == len(LANGUAGES)
    assert f"gaps.{name}.missing" in texts_of("en")


def test_the_values_of_a_gap_stand_in_its_translation():
    with speaking("de"):
        assert "„zip“" in gap_words(unread_gap("zip").missing, "")[0]
        assert "1.234" in gap_words(no_rows(1234).missing, "")[0]


def test_an_undecided_model_names_the_missing_fact():
    gap = no_tree("ill")
    own = judged(holds=None, missing=gap.missing, needs=gap.needs)
    assert [*lacking([own])] == [f"{own.spec}: {gap}."]
    with speaking("fr"):
        (french,) = lacking([own])
    assert french.startswith(
        f"{own.spec} est indécis, car il manque : la taxonomie de « ill »."
    )


def test_an_unknown_gap_stays_as_the_manifest_says_it():
    own = judged(holds=None, missing="the weather", needs="wait")
    assert [*lacking([own])] == [f"{own.spec}: it depends on the weather; wait."]
    bare = judged(holds=None)
    assert [*lacking([bare])] == [
        f"{bare.spec} depends on something that was not given."
    ]


def gaps_of_the_source():
    """The missing fact of every `Gap(...)` of the source, with 7 for its values."""
    for path in sorted(Path(diversa.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Gap":
                parts = getattr(node.args[0], "values", [node.args[0]])
                texts = (p.value if isinstance(p, ast.Constant) else "7" for p in parts)
                yield "".join(texts)


def test_no_gap_of_the_source_lacks_its_translation():
    missing = [*dict.fromkeys(gaps_of_the_source())]
    assert len(missing) == len(GAPS)
    for code in LANGUAGES:
        with speaking(code):
            said = [gap_words(text, "")[0] for text in missing]
        assert [one == text for one, text in zip(said, missing, strict=True)] == [
            code == "en"
        ] * len(missing)
