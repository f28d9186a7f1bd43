# SPDX-License-Identifier: Apache-2.0
"""One spelling of each sensitive value, wherever a table is opened."""

from __future__ import annotations

import csv
import json
from decimal import Decimal

import pandas as pd
import pytest

import diversa
from diversa.data.read_options import ReadOptions
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import InputError, MissingValueError
from diversa.tables.one_spelling import one_spelling
from tight_labels import tight

EXACT = ReadOptions(equality="exact")
FLU = ["flu", "flu ", "Flu", "flu\u200b", "f\u00adlu", "\uff46lu"]
WORDS = {"quasi_identifiers": "zip", "sensitive": "ill"}


def table(*ills, zips=None):
    return pd.DataFrame({"zip": zips or "130", "ill": list(ills)})


def level(source, name="distinct-l-diversity", **words):
    return diversa.audit(source, **WORDS, **words).levels[name]


def test_a_table_is_read_in_one_spelling_unless_exactly():
    with DuckDBEngine() as engine:
        opened = engine.open(table(*FLU, "gout"))
        spelled = one_spelling(
            engine, opened, ["ill", "absent"], reading=ReadOptions(missing=("", "gout"))
        )
        assert engine.values(spelled.table, "ill").counts.tolist() == [6, 1]
        (found,) = spelled.variants
        assert (found.column, found.values, found.rows, found.empty) == ("ill", 1, 5, 1)
        exact = one_spelling(engine, opened, ["ill"], reading=EXACT)
        assert (exact.table, exact.variants) == (opened, ())


@pytest.mark.parametrize("form", ["csv", "parquet", "json", "pandas"])
def test_one_illness_is_no_diversity(tmp_path, form):
    frame = table(*FLU)
    source = frame if form == "pandas" else tmp_path / f"t.{form}"
    if form == "csv":
        frame.to_csv(source, index=False)
    elif form == "parquet":
        frame.to_parquet(source)
    elif form == "json":
        source.write_text(frame.to_json(orient="records", lines=True))
    held = diversa.audit(source, models="distinct-l-diversity:3", **WORDS)
    assert (held.holds, held.models[0].attained) == (False, 1)
    exact = diversa.audit(
        source, models="distinct-l-diversity:3", reading=EXACT, **WORDS
    )
    assert exact.holds


def test_decimals_are_one_by_value():
    frame = table(*map(Decimal, ("1.0", "1.00", "1", "2")))
    assert level(frame) == 2
    assert level(frame, reading=EXACT) == 4


@pytest.mark.parametrize("empty", ["", "  ", "\u200b"], ids=ascii)
def test_empty_texts_are_missing_in_every_source(tmp_path, empty):
    frame = table("flu", "gout", empty, None)
    frame.to_parquet(tmp_path / "t.parquet")
    frame.to_csv(tmp_path / "t.csv", index=False, quoting=csv.QUOTE_NONNUMERIC)
    for source in (frame, tmp_path / "t.parquet", tmp_path / "t.csv"):
        with pytest.raises(MissingValueError, match="2 of 4 rows"):
            level(source)
        assert level(source, missing="own") == 3
        assert level(source, missing="drop") == 2


def test_what_is_published_can_be_counted_as_it_is_written(tmp_path):
    frame = table(*FLU, "flu", "gout", "Gout", "gout", "", None)
    release = diversa.anonymize(
        frame,
        models="distinct-l-diversity:2",
        missing="own",
        out=tmp_path / "r",
        **WORDS,
    )
    with (tmp_path / "r" / "release.csv").open(encoding="utf-8") as file:
        ills = [row["ill"] for row in csv.DictReader(file)]
    assert sorted(ills) == ["", ""] + ["flu"] * 7 + ["gout"] * 3
    assert [str(found) for found in release.variants] == [
        "'ill': 2 values are written in several ways (6 rows otherwise than most, in"
        " Unicode form, blanks, letter case and unseen characters) and 1 empty text"
    ]
    manifest = json.loads((tmp_path / "r" / "manifest.json").read_text())
    assert manifest["variants"] == ["ill"]
    assert diversa.audit(tmp_path / "r" / "release.csv", missing="own", **WORDS).holds


def test_exact_values_are_published_and_audited_as_they_are(tmp_path):
    frame = table(*FLU)
    out = tmp_path / "r"
    diversa.anonymize(
        frame, models="distinct-l-diversity:6", reading=EXACT, out=out, **WORDS
    )
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["reading"] == {"equality": "exact"}
    assert "variants" not in manifest
    assert diversa.audit_release(out).holds
    with (out / "release.csv").open(encoding="utf-8") as file:
        assert {row["ill"] for row in csv.DictReader(file)} == set(FLU)


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "anatomy", "mbf"])
def test_rows_that_are_recoded_one_by_one(method):
    frame = table(*["flu", "Flu ", "gout", "GOUT", "cold", "Cold"] * 4)
    frame["zip"] = [str(number % 3) for number in range(len(frame))]
    frame["name"] = [f"n{number}" for number in range(len(frame))]
    tree = {"*": {"a": ["FLU"], "b": ["Gout"], "c": ["cold "]}}
    models = "le-diversity:l=2,e=0.5" if method == "mbf" else "distinct-l-diversity:2"
    release = diversa.anonymize(
        frame,
        **WORDS,
        identifiers={"name": "mask"} if method == "full-domain" else "name",
        models=models,
        method=method,
        **tight(method),
        hierarchies={"ill": {"kind": "taxonomy", "tree": tree}}
        if method == "mbf"
        else {},
        keep_order=method in ("full-domain", "mondrian"),
    )
    published = release.frame if release.sensitive_table is None else None
    published = release.sensitive_table if published is None else published
    assert {text.strip().lower() for text in published["ill"]} == {
        "flu",
        "gout",
        "cold",
    }
    assert published["ill"].nunique() == 3


def test_kept_columns_are_held_against_the_meaning():
    frame = table("flu", "Flu", "FLU ", "gout", "Gout", "gout ")
    frame["ward"] = ["x", "x", "x", "y", "y", "y"]
    with pytest.raises(InputError, match="tells"):
        diversa.anonymize(frame, models="distinct-l-diversity:2", keep="ward", **WORDS)


def test_models_name_values_by_what_they_mean():
    frame = table(*["HEALTHY", "Healthy ", "healthy"] * 3, "hiv", "flu")
    spec = "pd-recursive-cl-diversity:c=2,l=2,disclosable=Healthy"
    plain = table(*["Healthy"] * 9, "hiv", "flu")
    ours, theirs = (
        diversa.audit(source, models=spec, **WORDS).models[0]
        for source in (frame, plain)
    )
    assert ours.holds
    assert (ours.holds, ours.attained) == (theirs.holds, theirs.attained)
    exact = diversa.audit(plain.replace("Healthy", "healthy"), models=spec, **WORDS)
    assert exact.holds
    strict = diversa.audit(
        plain.replace("Healthy", "healthy"), models=spec, reading=EXACT, **WORDS
    )
    assert not strict.holds


@pytest.mark.parametrize("text", ["1", "1.0", "1.00"])
def test_models_name_numbers_by_value(text):
    frame = table(*["1", "1.0", "1.00"] * 3, "2", "3")
    spec = f"pd-recursive-cl-diversity:c=2,l=2,disclosable={text}"
    assert diversa.audit(frame, models=spec, **WORDS).holds
    assert diversa.audit(frame, models=spec, kinds={"ill": "number"}, **WORDS).holds


def test_a_reference_is_matched_by_meaning():
    original = table("FLU", "FLU", "gout", "cold", zips=["1", "2", "1", "2"])
    published = table("flu ", "gout", zips=["1", "1"])
    audit = diversa.audit(
        published, models="t-closeness:0.6", reference=original, **WORDS
    )
    same = diversa.audit(
        table("FLU", "gout", zips=["1", "1"]),
        models="t-closeness:0.6",
        reference=original,
        **WORDS,
    )
    assert audit.models[0].attained == same.models[0].attained


def test_a_population_is_matched_by_meaning():
    frame = table("flu", "FLU", "gout", zips=["1", "1", "1"])
    people = table("Flu ", "flu", "GOUT", "cold", zips=["1"] * 4)
    words = {"models": "bayes-positive-disclosure:0.9", **WORDS}
    found = diversa.audit(frame, population=people, **words).models[0]
    plain = diversa.audit(
        table("flu", "flu", "gout"),
        population=table("flu", "flu", "gout", "cold"),
        **{**words, "quasi_identifiers": "zip"},
    ).models[0]
    assert (found.holds, found.attained) == (plain.holds, plain.attained)


def test_a_person_without_an_illness_is_known_by_meaning():
    found = diversa.attack(
        table("Flu", "flu ", "gout"), target={"zip": "130"}, exclude=["FLU"], **WORDS
    )
    beliefs = {belief.value: belief.with_facts for belief in found.target.beliefs}
    assert beliefs == {"gout": 1.0, "Flu": 0.0}
