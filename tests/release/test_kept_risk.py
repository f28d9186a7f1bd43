# SPDX-License-Identifier: Apache-2.0
"""The risk if somebody knew what is kept."""

from __future__ import annotations

from collections import Counter

import pandas as pd
import pytest

import diversa
from diversa.record.record import Record
from tight_labels import tight

FRAME = pd.DataFrame(
    {
        "age": [20, 21, 22, 23, 24, 30, 31, 32, 33, 34],
        "ward": ["n", "n", "n", "s", "s", "n", "n", "n", "n", "s"],
        "ill": ["a", "b"] * 5,
    }
)
KEEPING = {
    "quasi_identifiers": "age",
    "sensitive": "ill",
    "models": "k-anonymity:5",
    "hierarchies": {"age": [10]},
}


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_kept_columns_are_counted_like_quasi_identifiers(method):
    release = diversa.anonymize(
        FRAME, keep="ward", method=method, **tight(method), **KEEPING
    )
    rows = release.frame[["age", "ward"]].itertuples(index=False, name=None)
    sizes = Counter(rows).values()
    risk = release.kept_risk
    assert (risk.smallest, risk.smallest_without) == (min(sizes), 5)
    assert (risk.alone, risk.highest) == (1, 1.0)
    assert risk.is_raised
    assert str(risk) == (
        "If somebody knows ward too, the smallest group has 1 row instead of 5; 1 row"
        " is alone"
    )


def test_a_column_that_divides_no_group_costs_nothing():
    frame = FRAME.assign(ward=["n"] * 5 + ["s"] * 5)
    release = diversa.anonymize(frame, keep="ward", **KEEPING)
    assert not release.kept_risk.is_raised
    assert str(release.kept_risk) == "If somebody knows ward too, no group gets smaller"


def test_without_kept_columns_there_is_nothing_to_say():
    release = diversa.anonymize(FRAME, **KEEPING)
    assert release.kept_risk is None
    assert release.to_json()["kept_risk"] is None


def test_it_is_red_on_the_first_screen_of_the_report(tmp_path):
    FRAME.assign(place=range(10)).to_csv(tmp_path / "table.csv", index=False)
    out = tmp_path / "out"
    release = diversa.anonymize(
        tmp_path / "table.csv", keep_anyway="place", out=out, **KEEPING
    )
    assert release.kept == ("place",)
    assert Record.read(out).kept_risk.alone == 10
    report = (out / "report.html").read_text()
    first = report[: report.index("<section>")]
    assert '<b class="no">100 %</b><span>highest risk with the kept columns' in first
    assert '<div class="no">If somebody knows place too' in first
    assert "Withheld: ward (no role)." in first
    assert diversa.audit_release(out).holds


def test_kept_columns_are_known_of_people():
    """Ten people of one town, with five rows each; the seat of the tenth is his own."""
    rows = [
        (f"p{who}", "A", "z" if who == 9 else "xy"[who % 2], f"s{visit}")
        for who in range(10)
        for visit in range(5)
    ]
    table = pd.DataFrame(rows, columns=["who", "town", "seat", "ill"])
    release = diversa.anonymize(
        table,
        quasi_identifiers="town",
        sensitive="ill",
        keep_anyway="seat",
        person="who",
        models="k-anonymity:5",
    )
    risk = release.kept_risk
    assert (risk.smallest, risk.smallest_without, risk.alone) == (1, 10, 1)
    assert (risk.counted, risk.highest) == ("people", 1.0)
    assert "1 person instead of 10; 1 person is alone" in str(risk)
