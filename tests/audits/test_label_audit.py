# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.audits.label_audit import (
    pieces_of,
    reading_of,
    spelling_of_labels,
)
from diversa.data.label_meaning import AREA, ASSUMED, CODED, LEVELS, SAFE, TIGHT
from diversa.data.spelling import Hints
from diversa.models.verdict import Verdict

FOREIGN = pd.DataFrame(
    {
        "age": ["[17-25]"] * 3 + ["40"] * 4 + ["30-39"] * 5,
        "country": ["{Cuba, Peru}"] * 3 + ["Chad"] * 4 + ["*"] * 5,
        "ill": list("aabaabbaabab"),
    }
)
ROLES = {"quasi_identifiers": ["age", "country"], "sensitive": ["ill"]}


def test_any_table_is_counted_unasked_and_read_as_tight():
    audit = diversa.audit(FOREIGN, **ROLES)
    labels = audit.labels
    assert labels is not None
    assert (labels.meaning, labels.safety) == ("assumed", 1)
    assert (labels.values, labels.values_of_one_row) == (6, 6)
    assert (labels.generalized_rows, labels.finer_rows) == (8, 4)
    assert labels.restored_rows == 0
    assert "as tight as their rows" in labels.words
    assert audit.to_json()["labels"]["values_of_one_row"] == 6


@pytest.mark.parametrize(("least", "verdict"), [(1, "HOLDS"), (2, "FAILS")])
def test_the_model_is_judged_on_what_labels_state(least, verdict):
    audit = diversa.audit(FOREIGN, **ROLES, models=[f"label-safety:{least}"])
    assert audit.verdict is Verdict[verdict]
    assert audit.models[0].attained == 1
    assert audit.models[0].failing_groups == (2 if least == 2 else 0)


def test_values_as_they_are_state_nothing():
    raw = pd.DataFrame({"age": [20, 20, 31, 31], "ill": list("abab")})
    audit = diversa.audit(
        raw, quasi_identifiers="age", sensitive="ill", models=["label-safety:2"]
    )
    assert audit.verdict is Verdict.HOLDS
    assert audit.labels is not None
    assert audit.labels.words == "No label stands for several values"


def test_spellings_are_found_in_ends_of_ranges():
    assert list(pieces_of(["[1,5-2,5]", "*", "{a, b}", "{[3-4], missing}", "7"])) == [
        "1,5",
        "2,5",
        "3",
        "4",
        "7",
    ]
    assert spelling_of_labels(["[1,5-2,5]", "*"], Hints()).decimal == ","
    assert spelling_of_labels(["[03/04/2024 to 05/06/2024]"], Hints()).days is not None
    assert spelling_of_labels(["*"], Hints()).days is None


def test_each_meaning_has_a_word():
    every = [TIGHT, CODED, AREA, SAFE, LEVELS, ASSUMED]
    words = ["tight", "coded", "nothing", "proved", "levels", "assumed"]
    assert list(map(reading_of, every)) == words


@pytest.mark.parametrize("folder", [False, True])
@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ({"method": "full-domain"}, "levels"),
        ({"method": "mondrian", "labels": "tight"}, "coded"),
        ({"method": "mondrian", "labels": "region"}, "nothing"),
    ],
)
def test_our_releases_say_what_their_labels_mean(words, meaning, folder, tmp_path):
    table = pd.DataFrame(
        {
            "age": [20, 21, 22, 23, 35, 36, 37, 38] * 3,
            "sex": list("fm") * 12,
            "ill": list("abcd") * 6,
        }
    )
    release = diversa.anonymize(
        table,
        quasi_identifiers=["age", "sex"],
        sensitive=["ill"],
        models=["k-anonymity:4"],
        out=tmp_path / "release",
        **words,
    )
    audit = release.audit
    if folder:
        checked = diversa.audit_release(tmp_path / "release")
        assert checked.holds
        audit = checked.audit
    assert audit.labels is not None
    assert audit.labels.meaning == meaning
    assert release.record.audit.labels == audit.labels
    if meaning != "coded":
        assert audit.labels.values == 0
