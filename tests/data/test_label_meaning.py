# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

import pandas as pd
import pytest

import diversa
from diversa.data.label_meaning import (
    AREA,
    ASSUMED,
    CODED,
    LEVELS,
    SAFE,
    TIGHT,
    LabelMeaning,
    meaning_of_boxes,
)
from diversa.tables.table_input import TableInput

TABLE = pd.DataFrame(
    {"age": [20, 21, 35, 36, 50, 51], "sex": list("fmfmfm"), "ill": list("abcabc")}
)


def meaning_of(**words):
    release = diversa.anonymize(
        TABLE,
        quasi_identifiers=["age", "sex"],
        sensitive=["ill"],
        models=["k-anonymity:2"],
        **words,
    )
    return release.record.label_meaning


@pytest.mark.parametrize(
    ("words", "meaning"),
    [
        ({"method": "full-domain"}, LEVELS),
        ({"method": "mondrian", "labels": "tight"}, CODED),
        ({"method": "mondrian", "labels": "region"}, AREA),
        ({"method": "mdav", "labels": "tight"}, LabelMeaning("cells", "mean")),
        ({"method": "anatomy"}, AREA),
    ],
)
def test_a_record_says_what_labels_mean(words, meaning):
    if words["method"] == "anatomy":
        release = diversa.anonymize(
            TABLE,
            quasi_identifiers=["age", "sex"],
            sensitive=["ill"],
            models=["distinct-l-diversity:2"],
            method="anatomy",
        )
        assert release.record.label_meaning == meaning
        return
    assert meaning_of(**words) == meaning


@pytest.mark.parametrize(
    ("boxes", "meaning"), [("tight", TIGHT), ("coded", CODED), ("region", AREA)]
)
def test_a_record_of_an_earlier_version_has_another_word(boxes, meaning):
    release = diversa.anonymize(
        TABLE,
        quasi_identifiers=["age", "sex"],
        sensitive=["ill"],
        models=["k-anonymity:2"],
        method="mondrian",
        labels="tight",
    )
    earlier = replace(release.record, labels=None, boxes=boxes)
    assert earlier.label_meaning == meaning


def test_without_a_record_labels_are_read_as_tight():
    assert TableInput(None).label_meaning == ASSUMED
    assert not ASSUMED.states_nothing
    assert AREA.states_nothing
    assert not LabelMeaning("nothing", "mean").states_nothing


def test_words_that_nobody_knows_are_read_as_tight():
    assert meaning_of_boxes("safe") == SAFE
    assert meaning_of_boxes("another", boxes="another") == ASSUMED


def test_safe_labels_are_proved_where_only_sizes_shape_them():
    assert meaning_of_boxes("safe").is_proved
    assert meaning_of_boxes("safe", by_size=False) == AREA


@pytest.mark.parametrize(
    ("more", "word"), [((), "proved"), (("distinct-l-diversity:2",), "nothing")]
)
def test_a_safe_release_says_what_is_proved(more, word, tmp_path):
    release = diversa.anonymize(
        pd.concat([TABLE] * 8),
        quasi_identifiers=["age", "sex"],
        sensitive=["ill"],
        models=["k-anonymity:2", *more],
        method="mondrian",
        labels="safe",
        out=tmp_path / "release",
    )
    assert release.record.audit.labels.meaning == word
    checked = diversa.audit_release(tmp_path / "release")
    assert checked.audit.labels.meaning == word
