# SPDX-License-Identifier: Apache-2.0
"""What an analyst loses: numbers where there are some, drawings where they help."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from diversa.metrics.association import Association
from diversa.metrics.distributions import Distribution
from diversa.report import charts
from diversa.report.utility_section import (
    FEW,
    associations,
    distributions,
    metrics_table,
    release_utility,
    ticks,
)
from report_words import UTILITY, evidence, record, words


def test_without_evidence_the_metrics_are_all():
    text = words(release_utility(record(metrics={"loss": 0.5})))
    assert text.startswith(
        "What is left of the data metric value what it says loss 0.5 share of"
    )


def test_what_is_left_in_words_and_numbers():
    text = words(release_utility(record(evidence=evidence(utility=UTILITY))))
    assert "Of 1,000 random COUNT questions, half" in text
    assert "an error of at most 25 %." in text
    assert "predicts 'ill' correctly for 50 % of 120 rows" in text
    assert "from the raw table for 75 %." in text
    assert "the most frequent class is right for 25 %." in text
    assert "discernibility 48" in text
    assert "ambiguity" not in text, "it does not apply"
    assert "zip 50 % 25 %" in text
    assert "zip 12.5 %" in text
    assert "zip and ill V 0.5 0.25" in text


def test_what_was_not_measured_is_not_said():
    utility = replace(UTILITY, query_error=None, accuracy=None)
    text = words(release_utility(record(evidence=evidence(utility=utility))))
    assert "COUNT" not in text
    assert "predicted" not in text


def test_numbers_are_folded_away_behind_the_drawings():
    parts = (
        distributions(UTILITY.distributions),
        associations(UTILITY.associations),
    )
    assert all("<svg" in part and "<details>" in part for part in parts)


def test_a_column_of_stars_is_not_drawn():
    page = distributions([Distribution("Alter", ("*",), (1.0,), (1.0,))])
    assert "<svg" not in page
    assert "Alter all *: nothing is left to compare" in words(page)


def test_five_metrics_come_first():
    metrics = {f"own-{number}": 1.0 for number in range(4)}
    metrics |= {"gcp": 0.5, "loss": 0.5, "precision": None, "height": 3.0}
    first, rest = metrics_table(metrics).split("<details>")
    shown = re.findall(r"<tr><td[^>]*>([^<]*)", first)
    assert shown == ["loss", "gcp", "own-0", "own-1", "own-2"]
    assert rest.startswith("<summary>2 more metrics</summary>")


def test_many_attributes_stay_readable():
    names = [f"a{place}" for place in range(26)]
    half = (0.5, 0.5)
    page = distributions([Distribution(n, ("x", "y"), half, half) for n in names])
    assert page.split("<details>")[0].count("<svg") == 6
    assert "20 more distributions" in page
    pairs = [
        Association((a, b), "cramers-v", 0.5, 0.1)
        for place, a in enumerate(names)
        for b in names[:place]
    ]
    pairs[7] = replace(pairs[7], before=0.9)
    first, *folds = associations(pairs).split("</details>")
    assert "All pairs as a picture" in first
    assert "<svg" not in re.sub(r"<details>.*", "", first, flags=re.DOTALL)
    assert folds[0].count("<tr>") == 1 + 10 + 1 + len(pairs)
    lost = " and ".join(pairs[7].attributes)
    assert words(folds[0]).startswith(f"pair measure before after {lost} Cramér")


@pytest.mark.parametrize(("values", "kind"), [(FEW, "histogram"), (FEW + 1, "profile")])
def test_many_values_are_an_area(values, kind, monkeypatch):
    drawn = []
    for name in ("histogram", "profile"):
        monkeypatch.setattr(
            charts, name, lambda *_, name=name, **__: drawn.append(name) or ""
        )
    shares = (1 / values,) * values
    names = tuple(f"value {place}" for place in range(values))
    distributions([Distribution("x", names, shares, shares)])
    assert drawn == [kind]


def test_some_labels_from_the_first_to_the_last():
    labels = [str(number) for number in range(101)]
    assert list(ticks(labels)) == [
        (place, str(place)) for place in (0, 25, 50, 75, 100)
    ]
    assert list(ticks(["a"])) == [(0, "a")]


def test_long_labels_are_fewer_below_a_chart():
    labels = [f"{year}-{year + 4}" for year in range(1900, 2000, 5)]
    shown = [label for _, label in ticks(labels)]
    assert shown[0] == labels[0]
    assert shown[-1] == labels[-1]
    assert len(shown) == 4
