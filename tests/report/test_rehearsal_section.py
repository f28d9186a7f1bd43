# SPDX-License-Identifier: Apache-2.0
"""What regulators ask, answered by a rehearsal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from diversa.record.attack_record import NotMade
from diversa.record.rehearsal_record import (
    DowncodingRecord,
    MembershipRecord,
    RehearsalRecord,
)
from diversa.rehearsals.interval import compare, rate_of
from diversa.report.adversary_section import adversary
from diversa.report.language import percent, speaking
from diversa.report.rehearsal_section import QUESTIONS, VERDICTS, rehearsed
from report_words import evidence, words

MADE = RehearsalRecord(
    kind="plain",
    draws=1,
    people=10054,
    rates=(
        compare("singling out", rate_of(290, 1000), rate_of(310, 1000)),
        compare("linkability", rate_of(2700, 10000), rate_of(2300, 10000)),
        compare("inference", rate_of(420, 1000), rate_of(230, 1000), on="ill"),
    ),
)
EVIDENCE = replace(evidence(), rehearsal=MADE)


def page(record=MADE):
    return " ".join(map(words, rehearsed(EVIDENCE, record)))


def test_the_sentence_of_the_specification():
    assert (
        "described exactly one person in 29 of 100 tries (26–32; 1,000 were made); the"
        " same descriptions fit exactly one person in 31 of 100 (28–34) in a table of"
        " other people. Excess 0 % (0 % to 5.13 %)." in page()
    )


def test_each_question_has_the_verdict_that_it_deserves():
    text = page()
    assert "Singling out: no more than without the release" in text
    assert "Linkability: somewhat more than without the release" in text
    assert "Inference: more than without the release" in text
    boxes = "".join(rehearsed(EVIDENCE, MADE))
    assert boxes.count('class="verdict holds"') == 1
    assert boxes.count('class="verdict undecided"') == 1
    assert boxes.count('class="verdict fails"') == 1


def test_too_few_tries_have_no_colour():
    few = compare("singling out", rate_of(2, 5), rate_of(1, 5))
    boxes = "".join(rehearsed(EVIDENCE, replace(MADE, rates=(few,))))
    assert 'class="verdict open"' in boxes
    assert "too few tries to say" in boxes


def test_it_takes_the_place_of_shares_of_unique_rows():
    asked = words(next(iter(adversary(EVIDENCE))))
    assert "The figures come from a rehearsal" in asked
    assert "Rows whose quasi-identifiers nobody else has" not in asked


@pytest.mark.parametrize(
    "why", ["few people", "no release", "large table", "long search"]
)
@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_a_rehearsal_that_was_left_out_is_said(why, language):
    left_out = RehearsalRecord(kind="plain", left_out=why)
    with speaking(language):
        found = next(iter(adversary(replace(evidence(), rehearsal=left_out))))
    word = {"en": "left out", "de": "entfiel", "fr": "omise"}[language]
    assert word in found


def test_draws_and_learners_are_named():
    claims = DowncodingRecord(
        groups=9, rows=100, claims=10, true=9, backed_by_one=3, finer=41, restored=2
    )
    text = page(replace(MADE, draws=10, kind="adaptive", downcoding=claims))
    assert "This was done 10 times." in text
    assert "learnt from it what succeeds" in text
    assert "sure of 10 finer values" in text
    assert "right in 90 % of them; 41 % of generalized rows" in text
    nothing = replace(claims, claims=0)
    text = page(replace(MADE, kind="adaptive", downcoding=nothing))
    assert "He was sure of nothing" in text


def test_what_was_not_tried_is_said():
    lacking = tuple(NotMade(name, None, "x") for name in (*QUESTIONS, "downcoding"))
    text = page(replace(MADE, rates=(), not_made=lacking))
    assert text.count("Not tried: ") == 3


def test_several_attributes_are_told_apart():
    more = compare("inference", rate_of(1, 1000), rate_of(1, 1000), on="pay")
    text = page(replace(MADE, rates=(*MADE.rates, more)))
    assert "Inference (ill): " in text
    assert "Inference (pay): " in text


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_every_language_says_it(language):
    with speaking(language, of_people=True):
        text = page(replace(MADE, unit="person"))
    assert "29" in text
    assert "{" not in text


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(
    ("by_labels", "by_box", "colour"),
    [(0, 0, "holds"), (0, 71, "holds"), (5, 1, "fails")],
)
def test_members_by_labels_are_red(language, by_labels, by_box, colour):
    found = MembershipRecord(
        population=4242, certain=76, right=76, by_labels=by_labels, by_box=by_box
    )
    with speaking(language):
        boxes = list(rehearsed(EVIDENCE, replace(MADE, rates=(), membership=found)))
    assert f'class="verdict {colour}"' in boxes[-1]
    assert ("71" in boxes[-1]) == (by_box == 71)
    assert "{" not in boxes[-1]


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize(("named", "colour"), [(3, "holds"), (450, "fails")])
def test_members_have_a_rate_a_control_and_a_colour(language, named, colour):
    found = MembershipRecord(
        population=2000, certain=named, right=named, by_labels=named, by_box=0
    )
    rate = compare("membership", rate_of(named, 1000), rate_of(0, 1000))
    made = replace(MADE, rates=(rate,), membership=found)
    with speaking(language):
        boxes = list(rehearsed(EVIDENCE, made))
        share = percent(named / 1000)
    assert f'class="verdict {colour}"' in boxes[-1]
    assert share in boxes[-1]
    assert share in boxes[1]  # it stands in the table, too
    assert "{" not in boxes[-1]


def test_there_is_a_box_for_every_colour():
    assert set(VERDICTS) == {"green", "amber", "red", "grey"}


def test_people_with_labels_of_their_own_are_said():
    alone = EVIDENCE.risk.after.prosecutor
    risk = replace(
        EVIDENCE.risk,
        after=replace(EVIDENCE.risk.after, prosecutor=replace(alone, highest=1.0)),
    )
    found = replace(EVIDENCE, risk=risk)
    text = " ".join(map(words, rehearsed(found, MADE)))
    assert "Some people have labels of their own." in text
