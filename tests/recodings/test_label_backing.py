# SPDX-License-Identifier: Apache-2.0
"""Rows behind tight labels, beside the claims that are read from the published file."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.data.dictionary import Dictionary
from diversa.errors import NoSolutionError
from diversa.labels.covers import covers
from diversa.labels.label_claims import LabelColumn
from diversa.models.verdict import Verdict
from diversa.recodings.label_backing import BEYOND, PartRows
from examples import TIMES, generator

NAMES = ["age", "town"]


def random_table(turn):
    random = generator(f"label backing {turn}")
    ages = random.integers(20, 20 + int(random.integers(4, 25)), 60).astype(object)
    if turn % 2:
        ages[random.integers(0, 60, 5)] = None
    return pd.DataFrame(
        {
            "id": np.arange(60),
            "age": pd.array(ages, dtype="Int64"),
            "town": random.choice(list("aaabbcd"), 60),
            "ill": random.choice(list("xyz"), 60),
        }
    )


def rows_behind(claim, values):
    """Rows of a group that have what a claim says."""
    texts = [None if pd.isna(value) else str(value) for value in values]
    if claim.cell is None:
        return texts.count(None)
    known = sorted({text for text in texts if text is not None})
    raw = Dictionary.build("x", known, [1] * len(known))
    cover = covers([claim.cell], raw)
    counts = Counter(texts)
    return sum(counts[text] for code, text in enumerate(known) if 0 in cover.of(code))


@pytest.mark.parametrize("least", [2, 3])
@pytest.mark.parametrize("turn", range(3 * TIMES))
def test_so_many_rows_are_behind_everything_that_labels_state(least, turn):
    table = random_table(turn)
    try:
        release = diversa.anonymize(
            table,
            quasi_identifiers=NAMES,
            sensitive="ill",
            keep=["id"],
            keep_anyway=["id"],
            models=["k-anonymity:4", f"label-safety:{least}"],
            method="mondrian",
            labels="tight",
        )
    except NoSolutionError as error:  # few rows are beyond the common values
        said = str(error)
    else:
        said = ""
        check_claims(release, table, least)
    assert not said or "the whole table attains label safety" in said


def check_claims(release, table, least):
    """Every claim of a release has so many rows behind it."""
    assert release.audit.verdict is Verdict.HOLDS
    both = release.frame.merge(table, on="id", suffixes=("", "_raw"))
    labels = both[NAMES].astype(object).where(both[NAMES].notna(), None)
    keys = labels.apply(lambda row: tuple(map(str, row)), axis=1)
    for name in NAMES:
        texts = [None if label is None else str(label) for label in labels[name]]
        meaning = release.record.label_meaning
        column = LabelColumn(name, tuple(dict.fromkeys(texts)), meaning)
        for _, group in both.groupby(keys):
            for claim in column.read(texts[group.index[0]]).claims:
                assert rows_behind(claim, group[f"{name}_raw"]) >= least


def test_a_folder_does_not_show_the_rows_behind_its_labels(tmp_path):
    diversa.anonymize(
        random_table(0)[[*NAMES, "ill"]],
        quasi_identifiers=NAMES,
        sensitive="ill",
        models=["k-anonymity:4", "label-safety:2"],
        method="mondrian",
        labels="tight",
        out=tmp_path / "release",
    )
    checked = diversa.audit_release(tmp_path / "release")
    assert not checked.problems
    assert checked.verdict is Verdict.UNDECIDED
    (judged,) = [one for one in checked.audit.models if "label" in one.spec]
    assert "ends and members" in str(judged)


def test_parts_without_a_tuple_have_nothing_behind_them():
    rows = PartRows(np.array([0, 0, 2]), np.array([3, 1, 5]), 3)
    assert rows.at_least_value(np.array([7, 2, 4])).tolist() == [1, BEYOND, 5]
