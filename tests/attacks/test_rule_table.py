# SPDX-License-Identifier: Apache-2.0
"""A table of rules in words, and its classes for other tables."""

from __future__ import annotations

import pandas as pd

from diversa.attacks.rule_table import RuleAssumptions, RuleTable
from diversa.data.dictionary import Dictionary
from diversa.tables.table_input import TableInput

PATIENTS = pd.DataFrame(
    {
        "sex": ["m"] * 40 + ["w"] * 40,
        "age": [*range(40), *range(40)],
        "ill": ["flu"] * 60 + ["ovarian"] * 20,
    }
)


def table(**assumed):
    words = {"quasi_identifiers": ["sex", "age"], "sensitive": "ill"}
    cells = TableInput.of(PATIENTS, **words).count().cells
    return RuleTable.of(cells, ["sex", "age"], "ill", RuleAssumptions(**assumed))


def test_a_rule_in_words():
    (rule,) = table(conditions=1).rule_words(5)
    assert str(rule) == "nobody with sex = m has ill = ovarian"
    assert rule.rows == 40
    assert list(table(conditions=1).rule_words(0)) == []


def test_numbers_are_named_by_their_ends():
    told = {rule.conditions for rule in table(conditions=1, support=2).rule_words(99)}
    assert ("sex = m",) in told
    assert not any(name.startswith("age = 0 ") for names in told for name in names)


def test_values_of_another_table():
    """A value that the table does not have is in no class."""
    found = table(conditions=1).classes_of("sex", ["w", "m", "x", None])
    assert found.tolist() == [1, 0, -1, -1]
    assert len(set(table(conditions=1).classes_of("age", [0, 1, 39]).tolist())) == 2


def test_exclusions_in_another_dictionary():
    rules = table(conditions=1)
    other = Dictionary.build("ill", ["asthma", "ovarian", "flu"], [1, 1, 1])
    marks = rules.exclusions(rules.classes.classes, other)
    named = {
        (PATIENTS["sex"][0] if line < 40 else "w", other.texts[code])
        for line, code in zip(*marks.nonzero(), strict=True)
    }
    assert named == {("m", "ovarian")}
