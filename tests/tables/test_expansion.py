# SPDX-License-Identifier: Apache-2.0
"""Tables of counts: lines that stand for several people."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError, PlanError, RoleError, SourceError
from diversa.tables.expansion import MOST_ROWS

WORDS = {"quasi_identifiers": "age", "sensitive": "ill", "models": "k-anonymity:2"}


def table(numbers):
    size = len(numbers)
    ills = ["flu", "gout"] * size
    return pd.DataFrame({"age": [20] * size, "ill": ills[:size], "n": numbers})


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([3, -1, 2], r"'n' must hold whole numbers of people from 0 .* got 1 of 3"),
        ([3, 1.5, 2], "got 1 of 3 distinct values that are none"),
        ([3, None, 2], "got 1 of 3 distinct values that are none"),
        (["3", "many", "2"], "got 1 of 3 distinct values that are none"),
        ([0, 0, 0], "must count people, got none in 3 lines"),
        ([MOST_ROWS, 1, 0], "must count at most 1,000,000,000 people in all, got 1,0"),
        ([10**15, 1, 0], "got 1 of 3 distinct values that are none"),
    ],
)
@pytest.mark.parametrize("function", [diversa.anonymize, diversa.audit])
def test_a_column_that_does_not_count_is_refused(function, numbers, message):
    with pytest.raises(SourceError, match=message) as caught:
        function(table(numbers), count="n", **WORDS)
    assert "many" not in str(caught.value)


def test_lines_of_nobody_are_left_out_and_equal_lines_become_one():
    frame = pd.DataFrame(
        {"age": [21, 22, 23, 60], "ill": ["flu"] * 4, "n": [2, 3, 0, 4]}
    )
    release = diversa.anonymize(
        frame, count="n", hierarchies={"age": [50]}, levels={"age": 1}, **WORDS
    )
    assert release.frame.values.tolist() == [
        ["0-49", "flu", 5],
        ["50-99", "flu", 4],
    ]
    assert release.rows_in == release.rows_out == 9
    assert release.audit.levels["k-anonymity"] == 4


def test_counts_go_with_no_person_no_pseudonym_and_no_order():
    frame = table([3, 2, 2]).assign(who=["a", "b", "c"])
    with pytest.raises(PlanError, match=r"roles\.count: must be left out beside"):
        diversa.anonymize(frame, count="n", person="who", **WORDS)
    with pytest.raises(PlanError, match=r"roles\.count: must be left out beside"):
        diversa.risk(frame, quasi_identifiers="age", count="n", person="who")
    with pytest.raises(PlanError, match=r"must be dropped beside roles\.count"):
        diversa.anonymize(frame, count="n", identifiers={"who": "mask"}, **WORDS)
    with pytest.raises(InputError, match="keep_order: must come with a row for each"):
        diversa.anonymize(frame, count="n", keep_order=True, **WORDS)


def test_a_column_that_is_not_there_is_named():
    with pytest.raises(RoleError, match=r"roles\.count: must be a column, got 'm'"):
        diversa.anonymize(table([3, 2]), count="m", **WORDS)


def test_a_person_who_has_several_lines_is_asked_for():
    """Lines may be visits of a person and not people, whatever they count."""
    frame = pd.concat([table([3] * 20)] * 2).assign(pid=[*range(1000, 1020)] * 2)
    with pytest.raises(RoleError, match="'pid' repeats: 40 rows have 20"):
        diversa.anonymize(frame, count="n", identifiers="pid", **WORDS)
    once = frame.drop_duplicates("pid")
    release = diversa.anonymize(once, count="n", identifiers="pid", **WORDS)
    assert release.rows_out == 60


def test_weights_are_those_of_each_person():
    frame = table([3, 2]).assign(w=[10, 20])
    by_hand = pd.DataFrame({"age": [20] * 5, "w": [10, 10, 10, 20, 20]})
    words = {"quasi_identifiers": "age", "weight": "w"}
    found = diversa.risk(frame, count="n", **words)
    assert found.to_json() == diversa.risk(by_hand, **words).to_json()


def test_the_original_of_an_audit_may_have_counts_or_people():
    words = {"quasi_identifiers": "age", "sensitive": "ill"}
    original = pd.DataFrame(
        {"age": [20, 30, 99], "ill": ["flu", "gout", "hiv"], "n": [4, 4, 1]}
    )
    published = original[:2]
    people = original.loc[original.index.repeat(original["n"])].drop(columns="n")
    model = "t-closeness:0.5"
    found = [
        diversa.audit(published, count="n", models=model, reference=one, **words)
        for one in (original, people)
    ]
    assert found[0].to_json() == found[1].to_json()
    assert (
        found[0].to_json()
        != diversa.audit(published, count="n", models=model, **words).to_json()
    )


def test_later_lines_are_recoded_as_the_first_were(tmp_path):
    frame = pd.DataFrame({"age": [21, 22, 60], "ill": ["flu"] * 3, "n": [2, 3, 4]})
    saved = tmp_path / "recoding.json"
    words = {"hierarchies": {"age": [50]}, "count": "n", **WORDS}
    diversa.anonymize(frame, recoding=saved, levels={"age": 1}, **words)
    later = diversa.apply(frame.assign(n=[7, 7, 2]), saved)
    assert later.frame["n"].tolist() == [14, 2]
