# SPDX-License-Identifier: Apache-2.0
"""What an adversary could learn: the three questions, risk and attacks."""

from __future__ import annotations

import pytest

from diversa.record.attack_record import AttacksRecord
from diversa.record.evidence_record import AttackMoments, RiskMoments
from diversa.record.risk import Estimate, PopulationEstimate, PopulationUniques
from diversa.report.adversary_section import (
    adversary,
    attacks,
    for_a_person,
    questions,
    risk_changes,
    together,
    uniques,
)
from diversa.report.adversary_section import (
    risk as risk_section,
)
from report_words import ALONE, attacked, evidence, exposure, risk, words

BEFORE_AND_AFTER = evidence()


def test_nothing_is_said_without_evidence():
    assert list(adversary(None)) == []


@pytest.mark.parametrize(
    ("found", "when"), [(BEFORE_AND_AFTER, ", before and after"), (ALONE, "")]
)
def test_titles_say_when(found, when):
    asked, risks, attempts = map(words, adversary(found))
    assert asked.startswith("What regulators ask")
    assert risks.startswith(f"Re-identification risk{when}")
    assert attempts.startswith(f"Attacks{when} ")
    assert ("'Before' is the published rows as they were" in asked) == bool(when)
    assert "everybody is taken to be in the table" in risks


def test_the_three_questions():
    text = words(questions(BEFORE_AND_AFTER))
    assert "nobody else has 75 % 0 %" in text
    assert "linking a known person to the right row 100 % 25 %" in text
    assert "Inference Rows whose group has only one value of 'ill' 50 % 12.5 %" in text
    assert "now" in words(questions(ALONE))


def test_a_population_makes_room_for_more_attackers():
    alone = [change.name for change in risk_changes([risk(0.5, 0.0)])]
    both = list(risk_changes([risk(0.5, 0.0), risk(None, 0.0, population_known=True)]))
    assert [name.split(",")[0] for name in alone[2:]] == ["prosecutor"] * 2
    assert {change.name.split(",")[0] for change in both[2:]} == {
        "prosecutor",
        "journalist",
        "marketer",
    }
    assert both[2].shares == [0.5, 0.0], "no group, no risk"


def test_sampling_weights_are_told_instead_of_the_want_of_a_population():
    estimate = PopulationEstimate(people=1234.4, expected=2.51)
    after = risk(0.5, 0.0, population_estimate=estimate)
    text = words("".join(risk_section(RiskMoments(after=after))))
    assert "the population has about 1,234 people" in text
    assert "expected to match 2.5 rows" in text
    assert "everybody is taken to be in the table" not in text
    assert "journalist, highest" in text


def test_who_is_unique_in_the_population():
    estimates = (
        Estimate("zayatz", 5.0, 20),
        Estimate("snb", None, 20, "no group of two"),
    )
    whole = PopulationUniques(0.5, 20, estimates, estimates[0])
    after = risk(0.5, 0.1, population_uniques=whole)
    text = words(uniques(RiskMoments(after=after)))
    assert "zayatz, the best estimate here 5 (25 %)" in text
    assert "snb no group of two" in text
    assert "20 people of the population" in text
    assert uniques(RiskMoments(after=risk(0.5, 0.1))) == ""


def test_attacks_that_were_made_both_times_are_compared():
    more = attacked(0.5, exposure(0.25, attack="skewness"))
    pairs = list(together(AttackMoments(before=more, after=attacked(0.125))))
    assert [[moment.share for moment in pair] for pair in pairs] == [[0.5, 0.125]]


def test_attacks_without_a_sensitive_attribute():
    (only,) = attacks(AttackMoments(after=AttacksRecord((), ())))
    assert "there is nothing to infer" in only
    text = words("".join(attacks(BEFORE_AND_AFTER.attacks)))
    assert "homogeneity (ill) 50 % 12.5 % For 12.5 % of the people: whoever" in text
    assert "linking needs people" in text


def test_attacks_say_what_their_number_means_for_a_person():
    nobody = exposure(0.0)
    assert for_a_person(nobody).startswith("Whoever finds your group still does")
    own = exposure(0.0, attack="of a package", words="its own words")
    assert for_a_person(own) == "its own words"
