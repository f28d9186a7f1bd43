# SPDX-License-Identifier: Apache-2.0
"""Of rows that a release withholds, nothing is told but how many there are.

The attacker knows the algorithm, every published row as it was in the table, and what a
release says of itself: manifest, report and `--json`. For the withheld rows she tries
other values: where the release is the same, so must be all that is said of it. Of rows
that are dropped for a missing value not even the recoding file knows anything, which is
the owner's and says of suppressed values what became of them.
"""

from __future__ import annotations

import json
from math import log2
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.hierarchies import Coding, Intervals, Masking
from diversa.methods import METHODS
from diversa.report.page import report_page
from examples import examples
from tight_labels import tight

FEW = examples(6)

ILLS = ("flu", "cold", "acne", "mumps")

PUBLISHED = [
    {"zip": zip_code, "age": age, "ill": ILLS[(row + age) % 4], "pay": 1000 * row + age}
    for zip_code in ("13053", "13068", "14850")
    for age in (21, 27, 34, 45)
    for row in range(4)
]
"""Rows that are safe among themselves: four of each tuple, all ill differently."""

HIERARCHIES = {"zip": Masking(length=5), "age": Intervals(widths=[10, 20], origin=0)}

MODELS = (
    "k-anonymity:3",
    "t-closeness:0.95,on=ill",
    "t-closeness:0.95,distance=ordered,on=pay",
    "beta-likeness:40,on=ill",
)
"""A model of groups, and models that compare them with the whole table."""

WORDS = {
    "quasi_identifiers": ["zip", "age"],
    "sensitive": ["ill", "pay"],
    "hierarchies": HIERARCHIES,
    "models": MODELS,
    "suppression": 0.2,
}

FAR = ("99999", "77777")
"""Zip codes that no published row has."""

lonely_rows = st.fixed_dictionaries(
    {
        "zip": st.sampled_from([*FAR, "13053", "20001"]),
        "age": st.sampled_from([60, 75, 99, 777]),
        "ill": st.sampled_from([*ILLS, "cancer", "zoster"]),
        "pay": st.sampled_from([21, 1021, 3045, -5, 10**9]),
    }
)
"""Rows in whose tuple nobody else is, at whatever level that is published here."""

far_rows = st.builds(
    lambda row, far: {**row, "zip": far, "age": 777}, lonely_rows, st.sampled_from(FAR)
)
"""Those that are far from all others: a tight box of both loses more than a row."""


def pairs_of(rows):
    """Two tables of as many rows."""
    return st.integers(1, 2).flatmap(
        lambda size: st.tuples(*[st.lists(rows, min_size=size, max_size=size)] * 2)
    )


pairs_of_tables = pairs_of(lonely_rows)


LINES = (",\n", ": ")
"""What JSON has between its parts: each on a line of its own."""


def said(withheld, published=PUBLISHED, **words):
    """The release of a table, and all that is said of it."""
    table = pd.DataFrame([*published, *withheld])
    with TemporaryDirectory() as folder:
        file = Path(folder) / "recoding.json"
        if words.pop("saved", False):
            words["recoding"] = file
        release = diversa.anonymize(table, evidence=True, **{**WORDS, **words})
        saved = [file.read_text()] if file.exists() else []
    record = release.manifest(table, {})
    printed = {**release.to_json(), "seconds": None}
    columns = list(release.frame.columns)
    rows = release.frame.sort_values(columns).to_csv(index=False)
    if release.sensitive_table is not None:
        rows += release.sensitive_table.to_csv(index=False)
    texts = [json.dumps(part, separators=LINES) for part in (record.to_json(), printed)]
    return release, rows, [*texts, report_page(record), *saved]


def told_alike(first, second, published=PUBLISHED, **words):
    """Whether two tables that differ in withheld rows cannot be told apart."""
    release, rows, texts = said(first, published, **words)
    other, other_rows, other_texts = said(second, published, **words)
    assert release.suppressed + release.dropped == len(first)
    assert other.suppressed + other.dropped == len(second)
    assert rows == other_rows
    for text, other_text in zip(texts, other_texts, strict=True):
        assert text.splitlines() == other_text.splitlines()


@FEW
@given(tables=pairs_of_tables, zip_level=st.integers(0, 2), age_level=st.integers(0, 1))
def test_of_levels(tables, zip_level, age_level):
    told_alike(*tables, levels={"zip": zip_level, "age": age_level})


@examples(3)
@given(tables=pairs_of_tables)
def test_of_a_search(tables):
    told_alike(*tables, method="full-domain")


@examples(3)
@given(tables=pairs_of(far_rows))
def test_of_groups_of_their_own(tables):
    told_alike(*tables, method="local-recoding", labels="tight")


@FEW
@given(places=st.lists(st.tuples(*[st.integers(0, 3)] * 2), min_size=2, max_size=2))
def test_of_starred_rows(places):
    # Their sensitive values are published, with `*` for who they are.
    zips, ages = ["99999", "77777", "13053", "20001"], [60, 75, 99, 777]
    tables = [
        [
            {"zip": zips[(at + row) % 4], "age": ages[(turn + row) % 4],
             "ill": ILLS[row], "pay": 1021}
            for row in range(3)
        ]
        for at, turn in places
    ]  # fmt: skip
    told_alike(*tables, levels={"zip": 1, "age": 1}, suppress_by="star")


@FEW
@given(tables=pairs_of_tables)
def test_of_rows_without_a_value(tables):
    without = [[{**row, "ill": None} for row in rows] for rows in tables]
    told_alike(*without, levels={"zip": 1, "age": 1}, missing="drop")


SIZES = ("k-anonymity:3",)
WAYS = {
    "auto": {"models": SIZES, "saved": True},
    "full-domain": {"models": SIZES, "saved": True},
    "mondrian": {"models": SIZES, "saved": True},
    "local-recoding": {"models": SIZES, "saved": True},
    "mdav": {"models": SIZES},
    "dealing": {
        "sensitive": "pay",
        "models": ("epsilon-m-anonymity:epsilon=5,m=2,on=pay",),
    },
    "anatomy": {"sensitive": "ill", "models": ("frequency-l-diversity:2,on=ill",)},
    "mbf": {
        "sensitive": "ill",
        "models": ("le-diversity:l=2,e=0,on=ill",),
        "hierarchies": {"ill": {"any": {"a": ["flu", "cold"], "b": ["acne", "mumps"]}}},
    },
}
"""Every method, with models that it knows."""


def test_every_method_is_looked_at():
    assert set(WAYS) == set(METHODS)


extreme_rows = st.builds(
    lambda row, age: {**row, "age": age},
    lonely_rows,
    st.sampled_from([-3, 60, 77, 103, 1000, 10**7]),
)
"""Rows whose age would shape intervals, if it could."""

CODED = Coding(top=90)

shapes = st.sampled_from([{}, HIERARCHIES, {"age": CODED}])
"""Hierarchies that the values choose, wholly, not at all, and between coded ends."""


@pytest.mark.parametrize("method", WAYS)
@examples(6)
@given(tables=pairs_of(extreme_rows), shape=shapes)
def test_of_dropped_rows(method, tables, shape):
    secret = WAYS[method].get("sensitive", "ill")
    without = [[{**row, secret: None} for row in rows] for rows in tables]
    own = WAYS[method].get("hierarchies", {})
    words = {
        **WAYS[method],
        "method": method,
        **tight(method),
        "hierarchies": {**shape, **own},
    }
    told_alike(*without, missing="drop", **words)


MANY_AGES = [
    {"zip": "13053", "age": 20 + place % 30, "ill": ILLS[place % 4], "pay": place}
    for place in range(60)
]
"""More ages than a report has classes, two rows of each."""


@pytest.mark.parametrize("method", ["auto", "mondrian", "full-domain"])
def test_ages_of_dropped_rows_shape_no_class_of_the_report(method):
    # Found from outside: (1000, 77) gave one class, and (-3, 103) six of them.
    tables = [
        [{**MANY_AGES[0], "age": age, "ill": None} for age in ages]
        for ages in ((1000, 77), (-3, 103))
    ]
    words = {
        "hierarchies": {},
        "models": SIZES,
        "missing": "drop",
        "method": method,
        **tight(method),
    }
    told_alike(*tables, MANY_AGES, suppress_by="star", **words)


three_ages = (
    st.permutations([-3, 60, 77, 103, 1000, 10**7])
    .map(lambda ages: ages[:3])
    .filter(lambda ages: min(ages) < 90)  # three coded alike would be a group
)


@FEW
@given(ages=st.tuples(three_ages, three_ages), shape=shapes)
def test_of_starred_rows_whatever_shapes_hierarchies(ages, shape):
    tables = [
        [
            {"zip": FAR[0], "age": age, "ill": ILLS[row], "pay": 1021}
            for row, age in enumerate(three)
        ]
        for three in ages
    ]
    words = {"models": SIZES, "hierarchies": shape, "suppress_by": "star"}
    told_alike(*tables, method="full-domain", **words)


@FEW
@given(tables=pairs_of(far_rows), shape=shapes,
       ages=st.tuples(*[st.sampled_from([103, 777, 1000, 10**7])] * 2),
       method=st.sampled_from(["auto", "full-domain", "local-recoding"]))  # fmt: skip
def test_of_suppressed_rows_whatever_shapes_hierarchies(tables, shape, ages, method):
    if method != "full-domain":  # a coded end would take them in
        shape = {name: kind for name, kind in shape.items() if kind != CODED}
    aged = [[{**row, "age": age} for row in rows]
            for rows, age in zip(tables, ages, strict=True)]  # fmt: skip
    words = {"models": SIZES, "hierarchies": shape, "method": method, **tight(method)}
    if method != "full-domain":
        words["labels"] = "tight"
    told_alike(*aged, **words)


def test_a_suppressed_extreme_does_not_shape_the_release():
    # Found from outside: one age of 103 gave labels like 20-29, one of 1000 like 0-49.
    tables = ([{**MANY_AGES[0], "age": age}] for age in (103, 1000))
    words = {"models": SIZES, "hierarchies": {}, "suppression": 0.02}
    told_alike(*tables, MANY_AGES, method="full-domain", **words)


@pytest.mark.parametrize("other", ["123456", "5", "00001", "ask at the desk"])
def test_a_suppressed_code_does_not_say_what_codes_are(other):
    # Found from outside: by 123456 zip codes were numbers, by 77777 they were codes.
    tables = ([{**PUBLISHED[0], "zip": zip_code, "age": 777}]
              for zip_code in (FAR[1], other))  # fmt: skip
    words = {"models": SIZES, "hierarchies": {}, "suppression": 0.03}
    told_alike(*tables, method="full-domain", **words)


EVERYBODY = [
    {"zip": zip_code, "age": age, "ill": ill, "pay": 0}
    for zip_code in ("13053", "13068", "14850", *FAR, "20001")
    for age in (21, 27, 34, 45, 60, 75, 99, 777)
    for ill in (*ILLS, "cancer", "zoster")
]
"""A population in which everyone of the tables may be."""


@examples(2)
@given(tables=pairs_of_tables)
def test_with_a_population(tables):
    people = pd.DataFrame(EVERYBODY).drop(columns="pay")
    models = ("k-map:1", "k-anonymity:3")
    levels = {"zip": 0, "age": 0}
    told_alike(*tables, levels=levels, models=models, population=people)


@examples(2)
@given(tables=pairs_of_tables, people=st.lists(st.integers(0, 9), min_size=4))
def test_of_people_with_several_rows(tables, people):
    def named(rows):
        """Rows whose people are among the published, or are not."""
        return [{**row, "who": people[place % 4]} for place, row in enumerate(rows)]

    first, second = map(named, tables)
    others = [{**row, "who": row["who"] + 100} for row in second]
    published = [{**row, "who": place // 2} for place, row in enumerate(PUBLISHED)]
    words = {"levels": {"zip": 0, "age": 0}, "rows_are_people": True}
    told_alike(first, others, published, **words, identifiers="who")


@examples(2)
@given(tables=pairs_of(far_rows), greatest=st.sampled_from([778, 10**4, 10**7]))
def test_with_hierarchies_of_the_values(tables, greatest):
    first, second = tables
    higher = [{**row, "age": greatest} for row in second]
    words = {"hierarchies": {"zip": Masking(length=5)}, "levels": {"zip": 0, "age": 0}}
    told_alike(first, higher, **words)


def test_the_fingerprint_of_the_table_is_that_of_every_row(tmp_path):
    for withheld, length in ([], 64), ([{**PUBLISHED[0], "age": 777}], 0):
        table = tmp_path / "table.csv"
        table.touch()
        frame = pd.DataFrame([*PUBLISHED, *withheld])
        release = diversa.anonymize(frame, **WORDS, levels={"zip": 0, "age": 0})
        assert release.suppressed == len(withheld)
        manifest = release.manifest(table, {})
        assert len(manifest.fingerprints.input or "") == length
        page = report_page(manifest)
        unpublished = "not published (it would reveal something about withheld rows)"
        assert (unpublished in page) == bool(withheld)


def test_nothing_is_left_after_subtraction():
    # Found from outside: before less after was the distribution of what was withheld.
    lonely = {"zip": "99999", "age": 777, "pay": 10**9}
    withheld = [{**lonely, "ill": "flu"}, {**lonely, "ill": "cancer"}]
    release, _, _ = said(withheld, levels={"zip": 0, "age": 0})
    shown = release.frame["ill"].value_counts()
    evidence = release.manifest(release.frame, {}).evidence
    spreads = {one.attribute: one for one in evidence.utility.distributions}
    before = sorted(round(share * release.rows_out) for share in spreads["ill"].before)
    assert before == sorted(shown)


def test_levels_by_the_whole_table_stay_with_the_owner():
    release, _, (manifest, printed, page) = said([{**PUBLISHED[0], "age": 777}])
    verdicts = {verdict.spec: verdict for verdict in release.audit.models}
    close = verdicts["t-closeness:0.95,on=ill"]
    assert close.exact  # the owner of the data has the level
    assert close.attained < 0.95
    for text in (manifest, printed, page):
        assert repr(close.attained) not in text
    assert "t-closeness" not in json.loads(manifest)["audit"]["levels"]
    told = {model["spec"]: model for model in json.loads(printed)["models"]}
    assert told[close.spec] == {
        "spec": close.spec, "verdict": "holds", "holds": True, "attained": 0.95,
        "failing_groups": 0, "failing_rows": 0, "exact": False,
    }  # fmt: skip
    assert "exact" not in told["k-anonymity:3"]


def test_metrics_count_withheld_rows_as_the_guide_says():
    """By definition, from the published frame and how many rows are not in it."""
    withheld = [{"zip": FAR[0], "age": age, "ill": "flu", "pay": 5} for age in (60, 99)]
    table = pd.DataFrame([*PUBLISHED, *withheld])
    words = {**WORDS, "models": SIZES, "levels": {"zip": 1, "age": 1}}
    release = diversa.anonymize(table, evidence=True, keep_order=True, **words)
    names = ["zip", "age"]
    before, after = table.loc[release.frame.index, names], release.frame[names]
    domain = {name: before[name].nunique() for name in names}
    covered = {
        name: after[name].map(before[name].groupby(after[name]).nunique())
        for name in names
    }
    rows = len(before)
    lost = {
        name: ((covered[name] - 1) / (domain[name] - 1)).sum() + len(withheld)
        for name in names
    }
    alike = before.join(after.add_suffix(" shown")).value_counts()
    bits = len(withheld) * log2(domain["zip"] * domain["age"])
    for (zip_code, age, zips, ages), here in alike.items():
        box = after.eq([zips, ages]).all(axis=1)
        place = before.eq([zip_code, age]).all(axis=1) & box
        assert place.sum() == here
        tuples = covered["zip"][place].iloc[0] * covered["age"][place].iloc[0]
        bits += here * log2(here / box.sum() * tuples)
    numbers = release.evidence.utility.metrics
    total = rows + len(withheld)
    assert release.suppressed == len(withheld)
    assert numbers["kl-divergence"] == pytest.approx(bits / total)
    assert numbers["loss"] == pytest.approx(sum(lost.values()) / 2 / total)
