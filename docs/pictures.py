# SPDX-License-Identifier: Apache-2.0
"""Draw docs/images/method-*.svg: one small table under each method, from real runs.

Dots are people by age and income; a rectangle is what is published in place of the ages
and incomes of a group. Nobody in the table exists.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd

import diversa
from diversa.report.drawing import Scale, Sheet, standalone

IMAGES = Path(__file__).parent / "images"

METHODS = {
    "full-domain": "full-domain: one grid for the whole table",
    "mondrian": "mondrian: cut in two, again and again",
    "local-recoding": "local-recoding: groups of near people",
    "mdav": "mdav: the mean of each group",
}
"""The methods that are drawn, with their titles."""

PEOPLE = 120
AGES, INCOMES = (20, 80), (0, 90)

NUMBER = r"(\d+(?:\.\d+)?)"
RANGE = re.compile(rf"\[?{NUMBER}-{NUMBER}\]?")
"""How a range is published, of a level or of a group: both ends belong to it."""


def people() -> pd.DataFrame:
    """People of two neighbourhoods, made up."""
    random = np.random.default_rng(7)
    near = random.random(PEOPLE) < 0.6
    ages = np.where(near, random.normal(34, 6, PEOPLE), random.normal(62, 9, PEOPLE))
    incomes = np.where(near, 28 + 0.4 * (ages - 20), 75 - 0.5 * (ages - 40))
    incomes = incomes + random.normal(0, 8, PEOPLE)
    return pd.DataFrame(
        {
            "age": ages.clip(*AGES).round().astype(int),
            "income": incomes.clip(*INCOMES).round().astype(int),
        }
    )


def published(method: str) -> pd.DataFrame:
    """The table as a method publishes it, 5-anonymous."""
    tight = {} if method == "full-domain" else {"labels": "tight"}
    release = diversa.anonymize(
        people(),
        quasi_identifiers=["age", "income"],
        models="k-anonymity:5",
        hierarchies={"age": [10, 20, 40], "income": [10, 20, 40]},
        suppression=0.05,
        method=method,
        **tight,
    )
    return release.frame


def ends(label: object, whole: tuple[int, int]) -> tuple[float, float]:
    """What a published label spans.

    >>> ends("20-29", AGES), ends("*", AGES), ends(31.5, AGES), ends(">=70", AGES)
    ((20.0, 29.0), (20.0, 80.0), (31.5, 31.5), (70.0, 80.0))
    """
    text = str(label)
    span = RANGE.fullmatch(text)
    if span:
        return float(span[1]), float(span[2])
    if text == "*":
        return float(whole[0]), float(whole[1])
    if text.startswith((">=", "<=")):
        low, high = (text[2:], whole[1]) if text[0] == ">" else (whole[0], text[2:])
        return float(low), float(high)
    return float(text), float(text)


def picture(method: str, title: str) -> str:
    """The picture of one method."""
    across, upwards = Scale(*AGES, 34, 344), Scale(*INCOMES, 196, 22)
    sheet = Sheet(228)
    for age in range(AGES[0], AGES[1] + 1, 20):
        sheet.text(across(age), 210, str(age), "muted", anchor="middle")
    for income in range(INCOMES[0], INCOMES[1] + 1, 30):
        sheet.text(28, upwards(income) + 3.5, str(income), "muted", anchor="end")
    sheet.text(189, 224, "age", "muted", anchor="middle")
    sheet.text(2, 12, "income")
    sheet.text(344, 12, title, anchor="end")
    rows = people().itertuples(index=False)
    sheet.dots(
        [(across(row.age), upwards(row.income)) for row in rows], 3.2, "dots minimal"
    )
    means = []
    for age, income in groups(method):
        left, right = across(age[0]), across(age[1])
        bottom, top = upwards(income[0]), upwards(income[1])
        if age[0] == age[1] and income[0] == income[1]:
            means.append((left, top))
        else:
            wide, high = max(right - left, 2.5), max(bottom - top, 2.5)
            sheet.rectangle(left, top, wide, high, "after", opacity=0.22)
            corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
            sheet.path([*corners, corners[0]], "after-line")
    sheet.dots(means, 6.5, "dots holds")
    return standalone(sheet.svg(title))


def groups(method: str) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """What is published of each group: the span of its ages and of its incomes."""
    labels = published(method).drop_duplicates().sort_values(["age", "income"])
    for row in labels.itertuples(index=False):
        yield ends(row.age, AGES), ends(row.income, INCOMES)


if __name__ == "__main__":
    IMAGES.mkdir(exist_ok=True)
    for method, title in METHODS.items():
        file = IMAGES / f"method-{method}.svg"
        file.write_text(picture(method, title), encoding="utf-8")
        sys.stdout.write(f"{file.name}\n")
