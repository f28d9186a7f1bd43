# SPDX-License-Identifier: Apache-2.0
"""Which rows of a later table are published, and why others are not."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import NoSolutionError, PlanError, SourceError
from tight_labels import tight

WORDS = {
    "quasi_identifiers": ["age", "place"],
    "sensitive": "ill",
    "models": ["k-anonymity:2", "distinct-l-diversity:2"],
    "hierarchies": {"age": [10], "place": [["a", "x"], ["b", "x"], ["c", "y"]]},
}
FIRST = [(21, "a", "flu"), (25, "b", "cold"), (33, "c", "flu"), (38, "c", "gout")]


def frame(*rows):
    return pd.DataFrame(rows, columns=["age", "place", "ill"])


@pytest.fixture(scope="module", params=["full-domain", "mondrian"])
def recoding(request, tmp_path_factory):
    """Two groups: twenty and a or b, thirty and c."""
    file = tmp_path_factory.mktemp(request.param) / "recoding.json"
    words = {**WORDS, "method": request.param, **tight(request.param)}
    release = diversa.anonymize(frame(*FIRST), recoding=file, **words)
    assert release.audit.groups == 2
    return file


def test_rows_go_where_such_rows_went(recoding):
    later = frame((22, "a", "flu"), (24, "b", "gout"))
    release = diversa.apply(later, recoding)
    assert release.frame.drop_duplicates(["age", "place"]).shape[0] == 1
    assert release.search.algorithm == "saved recoding"
    assert (release.rows_out, release.suppressed) == (2, 0)


def test_a_group_that_fails_goes_within_the_limit(recoding):
    later = frame(*FIRST[:2], (33, "c", "flu"), (38, "c", "flu"))
    with pytest.raises(NoSolutionError, match="2 rows are in groups where one fails"):
        diversa.apply(later, recoding, suppression=0.25)
    release = diversa.apply(later, recoding, suppression=0.5)
    assert (release.rows_out, release.suppressed) == (2, 2)


def test_a_table_of_which_nothing_is_left_is_no_release(recoding):
    later = frame((33, "c", "flu"), (38, "c", "flu"))
    with pytest.raises(NoSolutionError, match="the groups attain distinct l = 1"):
        diversa.apply(later, recoding, suppression=1)


@pytest.mark.parametrize("strange", [(99, "c", "flu"), (33, "z", "flu")])
def test_values_never_seen_do_not_count_against_the_limit(recoding, strange):
    later = frame(*FIRST, strange)
    with pytest.raises(SourceError, match="others"):
        diversa.apply(later, recoding)
    release = diversa.apply(later, recoding, unseen="suppress")
    assert (release.rows_out, release.suppressed) == (4, 1)
    assert "1 rows with values never seen" in release.search.reason


def test_a_missing_value_is_unseen_where_none_was(recoding):
    later = frame(*FIRST, (33, None, "flu"))
    with pytest.raises(SourceError, match=r"1 others (in|of)"):
        diversa.apply(later, recoding)


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_a_column_of_which_nothing_is_known(tmp_path, method):
    file = tmp_path / "recoding.json"
    empty = frame(*FIRST).assign(place=None)
    first = diversa.anonymize(
        empty, recoding=file, **{**WORDS, "method": method, **tight(method)}
    )
    assert diversa.apply(empty, file).frame.equals(first.frame)


def test_starred_rows_are_a_group_like_others(tmp_path):
    file = tmp_path / "recoding.json"
    diversa.anonymize(frame(*FIRST), recoding=file, suppress_by="star", **WORDS)
    alone = frame(*FIRST, (99, "z", "flu"))
    with pytest.raises(NoSolutionError):  # one row of stars is a group of one
        diversa.apply(alone, file, unseen="suppress", suppression=1)
    pair = frame(*FIRST, (99, "z", "flu"), (98, "y", "cold"))
    release = diversa.apply(pair, file, unseen="suppress", suppression=1)
    assert (release.frame.place == "*").sum() == 2


def test_a_model_that_compares_with_the_table_compares_with_the_later_one(tmp_path):
    """Half of the later people have flu, in both groups: nobody is near in January."""
    file = tmp_path / "recoding.json"
    words = {**WORDS, "models": "t-closeness:0.5"}
    diversa.anonymize(frame(*FIRST), recoding=file, **words)
    later = frame(*FIRST[:2], (33, "c", "flu"), (38, "c", "cold"))
    release = diversa.apply(later, file)
    (closeness,) = release.audit.models
    assert closeness.attained == 0


def test_an_unknown_choice_is_refused(recoding):
    with pytest.raises(PlanError, match="unseen: must be one of refuse, suppress"):
        diversa.apply(frame(*FIRST), recoding, unseen="keep")


def test_rows_that_are_all_unseen_are_not_said_to_be_in_groups(recoding):
    later = frame(*[(99, "Nowhere", "flu")] * 3)
    with pytest.raises(NoSolutionError, match="every row has a value that") as refused:
        diversa.apply(later, recoding, unseen="suppress")
    assert "groups where one fails" not in str(refused.value)


def test_few_rows_are_told_of_append(recoding):
    with pytest.raises(NoSolutionError, match="use append"):
        diversa.apply(frame(FIRST[0], FIRST[0]), recoding)
