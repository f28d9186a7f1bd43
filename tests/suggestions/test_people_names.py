# SPDX-License-Identifier: Apache-2.0
"""Names of people."""

from __future__ import annotations

import pytest

from diversa.suggestions.column_sample import ColumnSample
from diversa.suggestions.people_names import are_people

FIRST = ["Anna", "José", "Jürgen", "Thandiwe"]
LAST = ["Zeller", "Obi", "Tran"]


def look(texts):
    return ColumnSample(tuple(texts), len(texts), len(texts), 1)


@pytest.mark.parametrize(
    "form",
    ["{first} {last}", "{last}, {first}", "Dr. {first} {last}", "{last}, Mrs. {first}"],
)
def test_names_are_seen_however_they_stand(form):
    names = [form.format(first=first, last=last) for first in FIRST for last in LAST]
    assert are_people(look(names))
    assert are_people(look([name.lower() for name in names])) or "," in form


@pytest.mark.parametrize(
    "texts",
    [
        "Paris, France|Lyon, France|Rome, Italy|Bonn, Germany|Graz, Austria"
        "|Oslo, Norway|Cork, Ireland|Riga, Latvia",
        "Cardiology|Surgery|Urology|Pediatrics|Oncology|Neurology|Radiology|Pathology",
        "Anna|Peter",
    ],
    ids=["towns", "wards", "two names"],
)
def test_other_texts_are_no_names(texts):
    assert not are_people(look(texts.split("|")))
