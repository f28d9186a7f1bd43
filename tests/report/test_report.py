# SPDX-License-Identifier: Apache-2.0
"""Reports on demand: of a table, and of a release folder."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.errors import InputError, TargetError

ROWS = [(str(n % 2), "abc"[n % 3]) for n in range(12)]
TABLE = pd.DataFrame(ROWS, columns=["zip", "ill"])
ROLES = {"quasi_identifiers": "zip", "sensitive": "ill"}


@pytest.fixture
def release(tmp_path):
    folder = tmp_path / "release"
    diversa.anonymize(TABLE, out=folder, models="k-anonymity:2", **ROLES)
    return folder


def test_a_table_has_a_page(tmp_path):
    page = diversa.write_report(TABLE, out=tmp_path / "page.html", **ROLES)
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_a_folder_takes_no_keyword_without_using_it(tmp_path, release):
    page = tmp_path / "page.html"
    with pytest.raises(InputError, match="nonsense"):
        diversa.write_report(release, out=page, nonsense=1)
    with pytest.raises(InputError, match="engine: must be one of"):
        diversa.write_report(release, out=page, engine="x")
    with pytest.raises(InputError, match="original, models: must come with a table"):
        diversa.write_report(release, out=page, original=TABLE, models="k-anonymity:2")
    with pytest.raises(InputError, match="kinds: must come with a table"):
        diversa.write_report(release, out=page, kinds={"age": "number"})
    assert not page.exists()


def test_a_page_does_not_replace_a_table(tmp_path):
    with pytest.raises(TargetError, match=r"must be a page such as report\.html"):
        diversa.write_report(TABLE, out=tmp_path / "table.csv", **ROLES)


def test_a_release_speaks_its_language_unless_told_otherwise(tmp_path):
    folder, page = tmp_path / "release", tmp_path / "page.html"
    words = {"title": "Proben", "language": "de", "models": "k-anonymity:2"}
    diversa.anonymize(TABLE, out=folder, **words, **ROLES)
    assert '<html lang="de">' in (folder / "report.html").read_text("utf-8")
    diversa.write_report(folder, out=page, author="B. Author")
    text = page.read_text("utf-8")
    assert '<html lang="de">' in text
    assert "<h1>Proben</h1>" in text
    assert "Verantwortlich: B. Author" in text
    diversa.write_report(folder, out=page, language="en", title="Samples")
    text = page.read_text("utf-8")
    assert '<html lang="en">' in text
    assert "<h1>Samples</h1>" in text


def test_the_name_of_the_file_is_told_without_its_folder(tmp_path):
    source = tmp_path / "people.csv"
    TABLE.to_csv(source, index=False)
    folder = tmp_path / "release"
    diversa.anonymize(source, out=folder, models="k-anonymity:2", **ROLES)
    text = (folder / "report.html").read_text("utf-8")
    assert "Data set: people.csv" in text
    assert str(tmp_path) not in text


@pytest.mark.parametrize(
    ("language", "first", "word"),
    [
        ("en", "It is undecided: 1 of 2 models cannot be decided", "undecided"),
        ("de", "Es ist nicht entschieden", "offen"),
        ("fr", "Ce n&#x27;est pas décidé", "indécis"),
    ],
)
def test_an_undecided_model_has_its_own_words_and_colour(
    tmp_path, language, first, word
):
    rows = [("13001", "flu"), ("13001", "hiv"), ("13002", "flu"), ("13002", "hiv")]
    page = diversa.write_report(
        pd.DataFrame(rows, columns=["zip", "ill"]),
        out=tmp_path / "page.html",
        quasi_identifiers="zip",
        sensitive="ill",
        models=["k-map:2", "k-anonymity:2"],
        language=language,
    )
    text = page.read_text(encoding="utf-8")
    assert f'<div class="verdict undecided"><strong>{first}' in text
    assert 'class="undecided"' in text
    assert f">{word}</td>" in text
    assert ("a table of the population; give the people" in text) == (language == "en")
