# SPDX-License-Identifier: Apache-2.0
"""Releases that count people: joined back, every group has enough of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.errors import NoSolutionError, PlanError
from memory_engine import MemoryEngine
from tight_labels import tight

CONSTANT = ["age", "zip"]
WITH_VISITS = [*CONSTANT, "ward"]
HIERARCHIES = {"age": [5, 10, 20, 40], "zip": {"kind": "masking"}}


@pytest.fixture(scope="module")
def visits():
    """300 people with one to five visits each, some of them alike."""
    random = np.random.default_rng(7)
    people = pd.DataFrame(
        {
            "who": [f"person {number}" for number in range(300)],
            "age": random.integers(20, 80, 300),
            "zip": random.integers(100, 120, 300).astype(str),
        }
    )
    rows = people.loc[people.index.repeat(random.integers(1, 6, 300))]
    rows = rows.reset_index(drop=True)
    return rows.assign(
        ward=random.choice(["a", "b", "c"], len(rows)),
        ill=random.choice(list("vwxyz"), len(rows)),
    )


def publish(frame, names, **words):
    given = {
        "quasi_identifiers": names,
        "sensitive": "ill",
        "person": "who",
        "hierarchies": HIERARCHIES,
        "models": "k-anonymity:5",
        **words,
    }
    return diversa.anonymize(frame, **given)


def join_back(frame, names, **words):
    """The published rows in the order of the source, with the person of each."""
    release = publish(frame, names, person_rows="all", keep_order=True, **words)
    return release, release.frame.assign(who=frame["who"].to_numpy())


@pytest.mark.parametrize(
    "method", ["full-domain", "mondrian", "local-recoding", "mdav"]
)
def test_every_group_has_k_people(visits, method):
    release, joined = join_back(visits, CONSTANT, method=method, **tight(method))
    people = joined.groupby(CONSTANT)["who"].nunique()
    assert people.min() >= 5
    assert release.audit.levels["k-anonymity"] == people.min()
    assert joined.groupby("who")[CONSTANT].nunique().max().max() == 1  # moved together


def test_people_in_several_groups_are_counted_in_each(visits):
    release, joined = join_back(visits, WITH_VISITS)
    people = joined.groupby(WITH_VISITS)["who"].nunique()
    assert people.min() >= 5
    assert release.record.people.most_groups == (
        joined.drop_duplicates([*WITH_VISITS, "who"]).groupby("who").size().max()
    )


def test_rows_of_a_person_that_look_alike_are_one(visits):
    release, joined = join_back(visits, CONSTANT)
    one_each = joined.drop_duplicates()
    distinct = publish(visits, CONSTANT)
    assert distinct.rows_out == len(one_each) < len(visits)
    assert distinct.record.repeats == len(visits) - len(one_each)
    assert sorted(map(tuple, distinct.frame.to_numpy())) == sorted(
        map(tuple, one_each.drop(columns="who").to_numpy())
    )
    assert release.rows_out == len(visits)


def test_the_release_does_not_say_whose_a_row_is(visits, tmp_path):
    publish(visits, CONSTANT, out=tmp_path / "out", identifiers="who")
    for path in (tmp_path / "out").iterdir():
        assert "person 1" not in path.read_text(encoding="utf-8", errors="ignore")


def test_suppression_is_a_share_of_people(visits):
    release = publish(visits, CONSTANT, suppression=0.1, models="k-anonymity:20")
    whole = publish(visits, CONSTANT, models="k-anonymity:20")
    assert release.record.people.people_in == 300
    assert 270 <= release.record.people.people_out < 300
    assert release.metrics["loss"] < whole.metrics["loss"]


@pytest.mark.parametrize("engine", ["duckdb", "memory"])
def test_engines_publish_the_same_people(visits, engine):
    chosen = MemoryEngine() if engine == "memory" else engine
    release = publish(visits, CONSTANT, engine=chosen)
    expected = publish(visits, CONSTANT)
    assert sorted(map(tuple, release.frame.to_numpy())) == sorted(
        map(tuple, expected.frame.to_numpy())
    )


@pytest.mark.parametrize("method", ["anatomy", "dealing"])
def test_methods_that_deal_out_rows_refuse_people_with_several(visits, method):
    with pytest.raises(PlanError, match=f"{method} needs one row for each person"):
        publish(visits, CONSTANT, method=method, models="distinct-l-diversity:2")


def test_local_methods_name_the_columns_that_differ(visits):
    with pytest.raises(PlanError, match="but ward differ"):
        publish(visits, WITH_VISITS, method="mondrian", labels="tight")


def test_an_order_of_rows_needs_all_of_them(visits):
    with pytest.raises(diversa.errors.InputError, match=r"people\.rows = all"):
        publish(visits, CONSTANT, keep_order=True)


@pytest.mark.parametrize("method", ["full-domain", "mondrian", "anatomy"])
def test_with_one_row_each_nothing_changes(visits, method, tmp_path):
    frame = visits.drop_duplicates("who")
    models = ["distinct-l-diversity:2"]
    words = {
        "method": method,
        **tight(method),
        "models": models,
        "hierarchies": HIERARCHIES,
    }
    roles = {"quasi_identifiers": CONSTANT, "sensitive": "ill"}
    diversa.anonymize(frame, out=tmp_path / "rows", **roles, **words)
    publish(frame, CONSTANT, out=tmp_path / "people", **words)
    for name in ("release.csv", "sensitive.csv"):
        if (tmp_path / "rows" / name).exists():
            assert (tmp_path / "rows" / name).read_bytes() == (
                tmp_path / "people" / name
            ).read_bytes()


@pytest.mark.parametrize(
    ("names", "words", "method"),
    [(CONSTANT, {"labels": "region"}, "mondrian"), (WITH_VISITS, {}, "full-domain")],
)
def test_auto_takes_a_method_that_keeps_people_together(visits, names, words, method):
    release = publish(visits, names, method="auto", **words)
    assert release.method == method


@pytest.mark.parametrize("method", ["full-domain", "mondrian"])
def test_later_rows_are_counted_by_people_too(visits, method, tmp_path):
    saved = tmp_path / "recoding.json"
    publish(
        visits,
        CONSTANT,
        method=method,
        **tight(method),
        recoding=saved,
        models="k-anonymity:4",
    )
    half = visits[visits["who"].str[-1].isin(list("02468"))]
    later = diversa.apply(half, saved, suppression=0.9, unseen="suppress")
    assert later.audit.levels["k-anonymity"] >= 4
    assert later.record.people.people_in == half["who"].nunique()


@pytest.mark.parametrize("engine", ["duckdb", "memory"])
def test_at_most_so_many_rows_of_a_person_are_published(visits, engine):
    chosen = MemoryEngine() if engine == "memory" else engine
    release = publish(visits, CONSTANT, person_rows=2, engine=chosen)
    expected = visits["who"].value_counts().clip(upper=2).sum()
    assert release.rows_out == expected
    assert release.record.repeats == len(visits) - expected
    assert release.record.people.most_rows == 2
    assert release.record.people.people_out == 300


def test_drawn_rows_do_not_depend_on_the_order_of_the_source(visits):
    one, other = (
        publish(frame, CONSTANT, person_rows=1, seed=7).frame
        for frame in (visits, visits.sample(frac=1, random_state=3))
    )
    assert sorted(map(tuple, one.to_numpy())) == sorted(map(tuple, other.to_numpy()))


def test_an_open_table_draws_the_same_rows(visits):
    roles = {"quasi_identifiers": CONSTANT, "sensitive": "ill", "person": "who"}
    words = {"hierarchies": HIERARCHIES, "person_rows": 1, "models": "k-anonymity:5"}
    with diversa.open(visits, **roles, **words) as table:
        release = table.publish(table.search())
    assert release.rows_out == visits["who"].nunique()
    assert release.record.repeats == len(visits) - release.rows_out


def test_models_of_rows_need_rows_that_are_counted(visits):
    with pytest.raises(PlanError, match="must be distinct with row-share:2"):
        publish(visits, CONSTANT, models="row-share:2", person_rows="all")
    release = publish(visits, CONSTANT, models="row-share:3")
    assert release.audit.verdict.value == "holds"


def test_rows_that_say_several_secrets_are_disclosed(visits):
    release = publish(visits, CONSTANT, sensitive=["ill", "ward"])
    assert any("more than one secret" in sentence for sentence in release.discloses)
    assert not publish(visits, CONSTANT).discloses


def test_rows_without_a_person_are_refused_or_people_of_their_own(visits):
    frame = visits.assign(who=visits["who"].where(visits.index > 4))
    with pytest.raises(diversa.errors.InputError):
        publish(frame, CONSTANT)
    release = publish(frame, CONSTANT, missing_person="own")
    known = frame["who"].nunique()
    assert release.record.people.people_in == known + 5


@pytest.mark.parametrize("engine", ["duckdb", "memory"])
def test_rows_of_nobody_are_people_of_their_own(visits, engine):
    """Two rows that look alike are two people where both lack the person."""
    lost = visits.assign(who=visits["who"].where(visits.index % 3 > 0))
    chosen = MemoryEngine() if engine == "memory" else engine
    words = {"missing_person": "own", "engine": chosen}
    every = publish(lost, CONSTANT, person_rows="all", keep_order=True, **words)
    alone = "row " + pd.Series(visits.index.astype(str))
    joined = every.frame.assign(who=lost["who"].fillna(alone))
    distinct = publish(lost, CONSTANT, **words)
    assert distinct.rows_out == len(joined.drop_duplicates())
    rows = joined.groupby([*CONSTANT, "who"]).size()
    assert every.record.people.most_rows == rows.max()
    assert distinct.record.people.people_out == joined["who"].nunique()


def test_rows_with_stars_are_no_repeats(visits):
    words = {
        "models": "k-anonymity:10",
        "suppression": 0.5,
        "suppress_by": "star",
        "levels": {"age": 1, "zip": 1},
    }
    every = publish(visits, CONSTANT, person_rows="all", **words)
    assert every.record.suppressed > 0
    assert every.record.repeats == 0
    distinct = publish(visits, CONSTANT, **words)
    assert distinct.record.repeats == len(visits) - distinct.rows_out


def test_rows_are_counted_by_all_that_they_say():
    """Nobody has more than a third of the rows, of which each says two secrets."""
    frame = pd.DataFrame(
        {
            "who": list("aaabc"),
            "age": 30,
            "zip": "1",
            "ill": list("vwxvw"),
            "ward": list("pqrpq"),
        }
    )
    words = {"models": "row-share:2", "sensitive": ["ill", "ward"]}
    with pytest.raises(NoSolutionError):
        publish(frame, CONSTANT, **words)
    with pytest.raises(PlanError, match=r"roles\.kept: must be empty with row-share:2"):
        publish(frame, CONSTANT, models="row-share:2", keep_anyway="ward")


def test_the_rows_of_one_person_shape_no_hierarchy():
    """Who is far older than the others has 30 rows, and does not widen intervals."""
    ages = [*(20 + number % 40 for number in range(200)), 97]
    alone = pd.DataFrame({"who": range(201), "age": ages, "ill": "v"})
    visits = alone.loc[[*alone.index, *[200] * 29]]
    levels = {"age": 2}
    words = {"hierarchies": {}, "levels": levels, "suppression": 0.5}
    one, several = (
        publish(frame, ["age"], **words).frame["age"] for frame in (alone, visits)
    )
    assert sorted(one.unique()) == sorted(several.unique())


def test_drawn_rows_do_not_depend_on_other_columns(visits):
    others = visits[["ill", "zip", "age", "who"]].assign(other=visits.index)
    one, other = (
        publish(frame, CONSTANT, person_rows=1, seed=7).frame[[*CONSTANT, "ill"]]
        for frame in (visits, others)
    )
    assert sorted(map(tuple, one.to_numpy())) == sorted(map(tuple, other.to_numpy()))


def test_a_value_that_only_suppressed_visits_have_is_not_looked_for(visits):
    alone = {"who": "old", "age": 99, "zip": "999", "ward": "c", "ill": "a rare one"}
    frame = pd.concat([visits, pd.DataFrame([alone])], ignore_index=True)
    release = publish(frame, WITH_VISITS, suppression=0.1, evidence=True)
    assert release.suppressed > 0
    assert "a rare one" not in set(release.frame["ill"])
    assert release.record.people.most_groups > 1
    assert release.evidence.attacks["after"].found


def test_drawn_rows_cannot_be_worked_out_from_a_public_seed():
    """A key that nobody knows draws the rows, unless a run is to be repeated."""
    frame = pd.DataFrame(
        {
            "who": [place // 4 for place in range(400)],
            "age": [21] * 400,
            "ill": [f"v{place % 4}" for place in range(400)],
        }
    )
    words = {"person": "who", "quasi_identifiers": "age", "sensitive": "ill"}
    words |= {"models": "k-anonymity:2", "person_rows": 1}

    def drawn(**seed):
        rows = diversa.anonymize(frame, **words, **seed).frame
        return Counter(rows["ill"])

    assert len({tuple(sorted(drawn().items())) for _ in range(4)}) > 1
    assert drawn(seed=0) == drawn(seed=0)


@pytest.mark.parametrize("rows", ["distinct", "all", 1])
@pytest.mark.parametrize("by", ["drop", "star"])
def test_sizes_of_groups_are_those_of_the_published_rows(visits, tmp_path, rows, by):
    words = {"suppression": 0.2, "suppress_by": by, "models": "k-anonymity:14"}
    out = tmp_path / "out"
    release = publish(visits, CONSTANT, person_rows=rows, out=out, **words)
    frame = pd.read_csv(out / "release.csv", dtype=str, keep_default_na=False)
    starred = (frame[CONSTANT] == "*").all(axis=1)
    sizes = frame[~starred].groupby(CONSTANT).size()
    table = release.rows_in if rows != 1 else visits["who"].nunique()
    measured = sum(sizes**2) + release.suppressed * table
    for metrics in (release.record.metrics, release.evidence.utility.metrics):
        assert metrics["average-group-size"] == pytest.approx(sizes.mean())
        assert metrics["discernibility"] == measured
