# SPDX-License-Identifier: Apache-2.0
"""Laws of claims: what labels state is true of the rows behind them."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.data.dictionary import Dictionary
from diversa.labels.claim import Claim
from diversa.labels.covers import covers
from diversa.labels.label_claims import LabelColumn
from diversa.labels.label_meaning import label_meaning
from examples import TIMES, generator

ROWS = 40
COLUMNS = {"age": "number", "country": "text", "since": "date"}


def random_table(random, *, missing):
    ages = random.integers(20, 20 + int(random.integers(3, 40)), ROWS).astype(object)
    if missing:
        ages[random.integers(0, ROWS, 4)] = None
    days = pd.Timestamp("2024-01-01") + pd.to_timedelta(
        random.integers(0, 200, ROWS), unit="D"
    )
    return pd.DataFrame(
        {
            "id": np.arange(ROWS),
            "age": pd.array(ages, dtype="Int64"),
            "country": random.choice(["Cuba", "Peru", "Fiji", "Chad", "Mali"], ROWS),
            "since": days.strftime("%Y-%m-%d"),
            "ill": random.choice(["flu", "none"], ROWS),
        }
    )


def rows_with(claim: Claim, values):
    """Rows of a group that have what the claim says, read by their own values."""
    texts = [None if pd.isna(value) else str(value) for value in values]
    if claim.cell is None:
        return sum(text is None for text in texts)
    known = sorted({text for text in texts if text is not None})
    raw = Dictionary.build("x", known, [1] * len(known))
    cover = covers([claim.cell], raw)
    inside = {known[code] for code in range(len(known)) if 0 in cover.of(code)}
    if claim.excludes:
        return sum(text not in inside for text in texts)
    return sum(text in inside for text in texts)


def true_claims(table, release):
    """The number of claims of a release, each of which is true of its rows."""
    meaning, claimed = label_meaning(release.record), 0
    both = release.frame.merge(table, on="id", suffixes=("", "_raw"))
    assert len(both) == ROWS
    labels = both[list(COLUMNS)].astype(object)
    labels = labels.where(labels.notna(), None)
    keys = labels.apply(lambda row: tuple(map(str, row)), axis=1)
    starred = keys == ("*",) * len(COLUMNS)
    averaged = meaning.average is not None
    for name in ["country"] if averaged else COLUMNS:
        texts = labels[name].map(lambda label: None if label is None else str(label))
        column = LabelColumn(name, tuple(dict.fromkeys(texts)), meaning)
        for _, group in both[~starred].groupby(keys[~starred]):
            for claim in column.read(texts[group.index[0]]).claims:
                claimed += 1
                assert rows_with(claim, group[f"{name}_raw"]) >= claim.rows
    return claimed


STYLES = [
    {"method": "mondrian", "labels": "tight"},
    {"method": "mondrian", "labels": "region"},
    {"method": "mondrian", "labels": "tight", "sets": "star", "numbers": "star"},
    {"method": "local-recoding", "labels": "tight"},
    {"method": "mdav", "labels": "tight", "numbers": "median"},
]


@pytest.mark.parametrize("style", STYLES, ids=lambda style: "-".join(style.values()))
@pytest.mark.parametrize("missing", [False, True])
def test_every_claim_of_our_releases_is_true(style, missing):
    random, claimed = generator(f"claims {style} {missing}"), 0
    for _ in range(3 * TIMES):
        table = random_table(random, missing=missing)
        release = diversa.anonymize(
            table,
            quasi_identifiers=list(COLUMNS),
            sensitive=["ill"],
            keep=["id"],
            keep_anyway=["id"],
            models=["k-anonymity:3"],
            **style,
        )
        claimed += true_claims(table, release)
    if style["labels"] == "region":
        assert claimed == 0
    elif "sets" not in style:
        assert claimed > 0
