# SPDX-License-Identifier: Apache-2.0
"""The tables of the papers that come with hierarchies."""

from __future__ import annotations

from tables import SmallTable


def zip_ladder(*codes: str):
    """Mask the last digit, the last two, all."""
    return {code: (code[:4] + "*", code[:3] + "**", "*") for code in codes}


def suppressed(*values: str):
    """The value, then `*`."""
    return dict.fromkeys(values, ("*",))


def age_ladder(age: int):
    """<30, 30-39, >=40; then <40, >=40; then all."""
    decade = "<30" if age < 30 else "30-39" if age < 40 else ">=40"
    return decade, "<40" if age < 40 else ">=40", "*"


FIGURE_1 = SmallTable(
    ("zip", "age", "nationality", "condition"),
    (
        ("13053", "28", "Russian", "Heart Disease"),
        ("13068", "29", "American", "Heart Disease"),
        ("13068", "21", "Japanese", "Viral Infection"),
        ("13053", "23", "American", "Viral Infection"),
        ("14853", "50", "Indian", "Cancer"),
        ("14853", "55", "Russian", "Heart Disease"),
        ("14850", "47", "American", "Viral Infection"),
        ("14850", "49", "American", "Viral Infection"),
        ("13053", "31", "American", "Cancer"),
        ("13053", "37", "Indian", "Cancer"),
        ("13068", "36", "Japanese", "Cancer"),
        ("13068", "35", "American", "Cancer"),
    ),
    {
        "zip": zip_ladder("13053", "13068", "14853", "14850"),
        "age": {str(age): age_ladder(age) for age in range(20, 60)},
        "nationality": suppressed("Russian", "American", "Japanese", "Indian"),
    },
)
"""Figure 1 of the l-diversity paper (ICDE 2006): the inpatient microdata."""

PATIENTS = SmallTable(
    ("birth", "sex", "zip"),
    (
        ("1/21/76", "M", "53715"),
        ("4/13/86", "F", "53715"),
        ("2/28/76", "M", "53703"),
        ("1/21/76", "M", "53703"),
        ("4/13/86", "F", "53706"),
        ("2/28/76", "F", "53706"),
    ),
    {
        "birth": suppressed("1/21/76", "4/13/86", "2/28/76"),
        "sex": suppressed("M", "F"),
        "zip": {
            "53715": ("5371*", "537**"),
            "53703": ("5370*", "537**"),
            "53706": ("5370*", "537**"),
        },
    },
)
"""The six patients of the Incognito paper (SIGMOD 2005)."""

ADULT = (
    "age",
    "sex",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "salary-class",
)
"""The quasi-identifiers of Adult in the order of the l-diversity paper."""
