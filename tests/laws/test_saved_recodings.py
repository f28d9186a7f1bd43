# SPDX-License-Identifier: Apache-2.0
"""Saved recodings: the same rows give the same release, and later rows no new label."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import diversa
from diversa.errors import NoSolutionError, TargetError
from examples import examples

PLACES = [
    ["a", "ab", "*"],
    ["b", "ab", "*"],
    ["c", "cd", "*"],
    ["d", "cd", "*"],
    ["e", "ef", "*"],
]
QI = ["age", "place", "sex"]
CODED = {"kind": "coding", "bottom": 3, "top": 9}

METHODS = {
    "full-domain": {"method": "full-domain", "suppression": 0.3},
    "full-domain starred": {
        "method": "full-domain",
        "suppression": 0.4,
        "suppress_by": "star",
    },
    "coded ends": {"method": "full-domain", "hierarchies": {"age": CODED}},
    "mondrian": {"method": "mondrian", "labels": "tight"},
    "regions": {"method": "mondrian", "labels": "region"},
    "safe": {"method": "mondrian", "labels": "safe"},
    "safe with coded ends": {
        "method": "mondrian",
        "hierarchies": {"age": CODED, "place": PLACES},
    },
    "ancestors": {
        "method": "mondrian",
        "labels": "tight",
        "sets": "ancestor",
        "numbers": "star",
    },
    "local recoding": {
        "method": "local-recoding",
        "labels": "tight",
        "suppression": 0.3,
    },
    "boxes with coded ends": {
        "method": "local-recoding",
        "labels": "tight",
        "hierarchies": {"age": CODED, "place": PLACES},
    },
    "stars": {
        "method": "mondrian",
        "labels": "tight",
        "sets": "star",
        "numbers": "star",
    },
}
"""Every way of recoding that can be saved."""


@st.composite
def frames(draw, *, ages=(1, 12), places="abcd", sexes=("F", "M", None)):
    """Rows over an age, a place, a sex that may be missing, and a secret."""
    row = st.tuples(
        st.integers(*ages),
        st.sampled_from(places),
        st.sampled_from(sexes),
        st.sampled_from("xyz"),
    )
    rows = draw(st.lists(row, min_size=8, max_size=30))
    return pd.DataFrame(rows, columns=[*QI, "s"])


def publish(frame, words, folder):
    """The release with its recoding; skips tables that have none."""
    file = Path(folder) / "recoding.json"
    known = {"age": [4, 8], "place": PLACES}
    try:
        release = diversa.anonymize(
            frame,
            quasi_identifiers=QI,
            sensitive="s",
            models=["k-anonymity:3", "distinct-l-diversity:2"],
            recoding=file,
            **{"hierarchies": known, **words},
        )
    except (NoSolutionError, TargetError):  # rows that are alike may be divided
        assume(False)
    return release, file


def rows_of(frame) -> Counter:
    """The rows of a frame, however they are ordered."""
    lines = frame.astype(object).where(frame.notna(), None).astype(str)
    return Counter(map(tuple, lines.itertuples(index=False)))


@examples(40)
@given(name=st.sampled_from(sorted(METHODS)), frame=frames())
def test_the_same_rows_give_the_same_release(name, frame):
    with tempfile.TemporaryDirectory() as folder:
        release, file = publish(frame, METHODS[name], folder)
        again = diversa.apply(frame, file)
    assert rows_of(again.frame) == rows_of(release.frame)
    assert again.suppressed == release.suppressed
    assert again.metrics["loss"] == pytest.approx(release.metrics["loss"])


@examples(30)
@given(
    name=st.sampled_from(sorted(METHODS)),
    frame=frames(),
    more=frames(ages=(-3, 20), places="abcdex", sexes=("F", "X", None)),
)
def test_later_rows_have_labels_of_the_first_release(name, frame, more):
    """Values that were seen, come later, or cannot be known, all in one table."""
    later = pd.concat([frame, more], ignore_index=True)
    words = {"unseen": "suppress", "suppression": 1, "evidence": False}
    words["ledger"] = False  # the rows of the first table are among the later ones
    with tempfile.TemporaryDirectory() as folder:
        _, file = publish(frame, METHODS[name], folder)
        out = Path(folder) / "later"
        try:
            release = diversa.apply(later, file, out=out, **words)
        except NoSolutionError:
            return  # later rows may make groups fail, all of them
        published = pd.read_csv(out / "release.csv", dtype=str, keep_default_na=False)
        audit = diversa.audit_release(out)
        labels = labels_of(file)
    assert audit.holds
    assert len(published) == release.rows_out
    for column in QI:
        assert set(published[column]) <= labels[column] | {"*"}, column


def labels_of(file) -> dict[str, set[str]]:
    """What a recoding file can publish of each attribute, read by its words alone."""
    table = json.loads(file.read_text(encoding="utf-8"))
    if table["boxes"] is not None:
        return {
            attribute["name"]: {side["label"] or "" for side in sides}
            for attribute, sides in zip(
                table["attributes"], table["boxes"]["sides"], strict=True
            )
        }
    return {
        attribute["name"]: {labels[level] for labels in attribute["labels"]}
        | ({""} if attribute["missing"] else set())
        for attribute, level in zip(table["attributes"], table["levels"], strict=True)
    }
