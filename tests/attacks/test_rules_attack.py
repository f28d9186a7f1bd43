# SPDX-License-Identifier: Apache-2.0
"""The attack by mined rules: by the owner, and on any table with its original."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from attacked_tables import ADULT

PATIENTS = pd.DataFrame(
    {
        "sex": (["m"] * 40 + ["w"] * 40),
        "ill": ["flu"] * 30 + ["gout"] * 10 + ["flu"] * 20 + ["ovarian"] * 20,
    }
)
WORDS = {"quasi_identifiers": "sex", "sensitive": "ill"}


def published(*groups):
    return pd.DataFrame(
        [(label, ill) for label, ills in groups for ill in ills],
        columns=["sex", "ill"],
    )


TABLE = published(("{m, w}", ["flu"] * 50 + ["gout"] * 10 + ["ovarian"] * 20))


def rules(**words):
    return diversa.attack(TABLE, **{**WORDS, **words})


def by_name(attacks):
    return {one.attack: one.why for one in attacks.not_made}["mined rules"]


def test_people_of_the_original():
    """A man has flu with 50 of 60, a woman with 50 of 70: no woman has gout."""
    found = rules(reference=PATIENTS)["mined rules"]
    assert (found.rules, found.exposed, found.total) == (2, 0, 80)
    assert found.expected == pytest.approx((50 / 60 + 50 / 70) / 2)
    assert found.right == found.right_without == 50 / 80
    assert "2 rules of the form" in found.in_words()


def test_rules_are_shown_only_if_asked_for():
    assert rules(reference=PATIENTS).rules == ()
    shown = rules(reference=PATIENTS, groups=5)
    assert sorted(map(str, shown.rules)) == [
        "nobody with sex = m has ill = ovarian",
        "nobody with sex = w has ill = gout",
    ]
    assert "ovarian" not in str(rules(reference=PATIENTS).to_json())


def test_without_an_original():
    assert by_name(rules()).startswith("needs the original table")


def test_a_population_alone_has_nobody_to_apply_rules_to():
    assert by_name(rules(population=PATIENTS)).startswith("needs people whose raw")


def test_no_rules():
    none = diversa.Assumptions(rules=diversa.RuleAssumptions(conditions=0))
    names = [one.name for one in rules(reference=PATIENTS, assumptions=none)]
    assert "mined rules" not in names


def test_people_with_several_rows():
    table = TABLE.assign(who=[*range(40), *range(40)])
    found = diversa.attack(
        table, person="who", reference=PATIENTS.assign(who=1), **WORDS
    )
    assert "got people" in by_name(found)


@pytest.fixture(scope="module")
def adult_table(adult_30162):
    rows = adult_30162(ADULT, ["occupation"])
    return pd.DataFrame(rows.rows, columns=rows.columns)


def release(table, **words):
    return diversa.anonymize(
        table,
        quasi_identifiers=ADULT,
        sensitive="occupation",
        models="frequency-l-diversity:3",
        evidence=True,
        **words,
    )


def test_adult_in_boxes(adult_table):
    """The specification's figures of who knows a person: 0.3051, eight above one half.

    They are those of the tightest boxes.
    """
    tight = release(adult_table, method="mondrian", labels="tight")
    (owner,) = [
        one
        for one in tight.evidence.attacks["after"].found
        if one.name == "mined rules"
    ]
    assert (owner.rules, owner.above_half) == (71, 8)
    assert owner.expected == pytest.approx(0.3051, abs=5e-5)
    assert owner.expected_without == pytest.approx(0.3001, abs=5e-5)
    told = diversa.attack(tight, reference=adult_table)["mined rules"]
    assert 29_000 < told.total < owner.total == 30_162  # who fits one box only
    assert (told.rules, told.above_half) == (71, 8)
    assert told.expected == pytest.approx(owner.expected, abs=0.001)


def test_adult_in_two_tables(adult_table):
    """The specification's figures: right 0.367 instead of 0.333, all certain right."""
    apart = release(adult_table, method="anatomy", nearby=False, group_rows=3)
    after = {one.name: one for one in apart.evidence.attacks["after"].found}
    owner = after["mined rules"]
    assert (owner.rules, owner.certain_without) == (71, 0)
    assert owner.right == pytest.approx(0.367, abs=0.002)
    assert owner.right_without == pytest.approx(1 / 3)
    assert 100 < owner.exposed < 200
    told = diversa.attack(apart, reference=adult_table)["mined rules"]
    assert (told.exposed, told.right) == (owner.exposed, None)
    before = {one.name: one for one in apart.evidence.attacks["before"].found}
    assert before["mined rules"].exposed == 0
