# SPDX-License-Identifier: Apache-2.0
"""Each language has every text, and a page speaks one language only."""

from __future__ import annotations

import re
from string import Formatter

import pandas as pd
import pytest

import diversa
from diversa.attacks.battery import attacks_on
from diversa.counts.groups import Groups
from diversa.data.examples import hospital
from diversa.metrics import METRICS, OF_METHODS
from diversa.models import MODELS
from diversa.plan.sections import LANGUAGES
from diversa.record.record_parts import ReportHead
from diversa.report.language import (
    format_value,
    many,
    percent,
    phrase,
    speaking,
    texts_of,
)
from diversa.report.page import report_page
from diversa.report.table_page import table_page
from report_words import words

ENGLISH = texts_of("en")
OTHERS = [code for code in LANGUAGES if code != "en"]
DECLARED = ("models.", "metrics.")
"""What is declared in English with each model and metric."""


def placeholders(text):
    return {name.partition("[")[0] for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_text_with_the_same_placeholders(code):
    texts = texts_of(code)
    own = {key: text for key, text in texts.items() if not key.startswith(DECLARED)}
    assert own.keys() == ENGLISH.keys()
    for key, text in own.items():
        assert placeholders(text) == placeholders(ENGLISH[key]), key
        assert text.strip() or key.startswith("number."), key


@pytest.mark.parametrize("code", OTHERS)
def test_a_language_has_every_model_and_metric(code):
    texts = texts_of(code)
    for name, model in MODELS.items():
        for part in ("level", "stops", "misses"):
            assert texts[f"models.{name}.{part}"]
        assert texts[f"models.{name}.stops"] != model.stops
    numbers = [number for metric in METRICS.values() for number in metric.sentences]
    assert {f"metrics.{number}" for number in (*numbers, *OF_METHODS)} == {
        key for key in texts if key.startswith("metrics.")
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_language_has_every_attack(code):
    groups = Groups.from_counts([{"flu": 2, "cold": 2}], on="ill")
    attacks = attacks_on(groups)
    names = {attack.name for attack in attacks}
    names |= {attack.attack for attack in attacks.not_made}
    assert len(names) == 12
    for name in names:
        assert f"attacks.{name.replace(' ', '-')}.somebody" in texts_of(code)


def test_numbers_are_written_as_the_language_does():
    said = {}
    for code in LANGUAGES:
        with speaking(code):
            said[code] = [format_value(1234567.5), percent(0.125), many("rows", 1)]
    assert said["en"] == ["1,234,567.5", "12.5 %", "1 row"]
    assert said["de"] == ["1.234.567,5", "12,5 %", "1 Zeile"]
    assert said["fr"] == ["1\u202f234\u202f567,5", "12,5 %", "1 ligne"]
    assert phrase("before") == "before"  # what was spoken is over


MODELS_ASKED = [
    "k-anonymity:3",
    "entropy-l-diversity:1.5",
    "recursive-cl-diversity:c=9,l=2",
    "t-closeness:0.9",
]


@pytest.fixture(scope="module", params=["full-domain", "mondrian", "anatomy"])
def release(request):
    patients = pd.DataFrame(hospital(rows=200))
    table = pd.DataFrame(
        {
            "plz": patients.zip,
            "jahr": patients.born,
            "mw": patients.sex.str[0],
            "icd": pd.factorize(patients.condition)[0],
            "w": pd.factorize(patients.ward)[0],
        }
    )
    more = {"models": MODELS_ASKED, "keep_anyway": "w", "suppression": 0.1}
    if request.param == "anatomy":
        more = {"models": "frequency-l-diversity:2"}
    released = diversa.anonymize(
        table,
        quasi_identifiers=["plz", "jahr", "mw"],
        sensitive="icd",
        method=request.param,
        evidence=True,
        **more,
    )
    return released.manifest(table, {})


TELLING = {
    "the", "and", "are", "with", "which", "that", "rows", "row", "group", "groups",
    "people", "of", "to", "in", "is", "was", "were", "not", "what", "before", "after",
    "share", "value", "values", "level", "holds", "table", "other", "missing", "more",
}  # fmt: skip
"""Words that English has, and neither German nor French but where excepted."""

EXCEPTED = {"de": {"in", "was"}, "fr": {"minimal", "table", "publication"}}


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_is_left_on_a_page(release, code):
    page = report_page(release, head=ReportHead(language=code))
    assert f'<html lang="{code}">' in page
    text = words(page.split("<body>")[1])
    labels = " ".join(re.findall(r'(?:aria-label|data-head)="([^"]*)"', page))
    said = set(re.findall(r"[a-zA-Zäöüßéèàç]+", f"{text} {labels}".lower()))
    technical = {"average", "group", "size"}  # the names of metrics in JSON
    assert said & TELLING - EXCEPTED[code] - technical == set()
    for key, english in ENGLISH.items():
        if len(english.split()) > 2 and not placeholders(english):
            assert english not in text, key


def test_an_english_page_speaks_english(release):
    text = words(report_page(release).split("<body>")[1])
    assert {"the", "rows", "before"} <= set(text.split())


def test_the_page_of_a_table_speaks_the_language_too():
    table = pd.DataFrame({"plz": list("aabb"), "icd": list("xyxy")})
    roles = {"quasi_identifiers": "plz", "sensitive": "icd"}
    audit = diversa.audit(table, models="k-anonymity:2", **roles)
    from diversa.evidence.evidence import Evidence

    evidence = Evidence.of(Groups.from_counts([{"x": 1, "y": 1}] * 2, on="icd"))
    page = table_page(audit.record, evidence.record, head=ReportHead(language="de"))
    said = set(words(page.split("<body>")[1]).lower().split())
    assert said & TELLING - EXCEPTED["de"] == set()
    assert "Es gilt: alle 1 Modelle" in words(page)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "5 people"), ("de", "5 Personen"), ("fr", "5 personnes")],
)
def test_lines_that_stand_for_people_are_called_people(language, words):
    with speaking(language, of_counts=True):
        assert many("rows", 5) == words
        assert phrase("adversary.unique_rows") != "unique rows"  # that of people
        assert "{" not in phrase("not_promised.people", person=None)
    with speaking(language):
        assert many("rows", 5) != words
