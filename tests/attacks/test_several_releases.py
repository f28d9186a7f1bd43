# SPDX-License-Identifier: Apache-2.0
"""Releases given beside a table: folders, files and frames, with and without people."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pandas as pd
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import diversa
from composed_worlds import fits, left_by
from diversa.errors import InputError, RoleError
from examples import examples

TABLE = pd.DataFrame(
    {
        "age": [21, 22, 23, 24, 31, 32, 33, 34],
        "sex": list("mfmfmfmf"),
        "ill": ["a", "b", "a", "c", "c", "b", "a", "b"],
    }
)
WORDS = {"quasi_identifiers": ["age", "sex"], "sensitive": "ill"}


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """A release in two tables, and two in one, of the same people."""
    place = tmp_path_factory.mktemp("releases")
    plans = {
        "two": {
            "method": "anatomy",
            "nearby": False,
            "models": "frequency-l-diversity:2",
        },
        "seed": {
            "method": "anatomy",
            "nearby": False,
            "models": "frequency-l-diversity:2",
            "seed": 1,
        },
        "one": {"method": "mondrian", "labels": "tight", "models": "k-anonymity:2"},
        "mean": {"method": "mdav", "labels": "tight", "models": "k-anonymity:2"},
    }
    for name, words in plans.items():
        diversa.anonymize(TABLE, out=place / name, **WORDS, **words)
    return place


@pytest.mark.parametrize("pair", [("two", "seed"), ("one", "two"), ("two", "one")])
def test_rows_of_two_tables_are_the_people(folders, pair):
    attacked, other = (folders / name for name in pair)
    found = diversa.attack(attacked, releases=[other])["composition"]
    assert found.by == "people in a release of two tables"
    assert found.total == found.followed == 8
    known = diversa.attack(attacked, releases=[other], known=TABLE)["composition"]
    assert known.exposed == found.exposed
    assert known.by == "known people"


def test_labels_are_compared_where_nobody_is_known(folders):
    found = diversa.attack(folders / "one", releases=[folders / "one"])["composition"]
    assert (found.pairs, found.exposed) == (0, 0)
    original = diversa.attack(
        folders / "one", releases=[folders / "one"], reference=TABLE
    )["composition"]
    assert (original.followed, original.narrowed) == (8, 0)


def test_means_say_nothing_of_values(folders):
    found = diversa.attack(folders / "mean", releases=[folders / "one"])
    lacking = {one.attack: one.why for one in found.not_made}
    assert "means" in lacking["composition"]


def test_three_releases_need_people(folders):
    releases = [folders / "one"] * 2
    found = diversa.attack(folders / "one", releases=releases)
    lacking = {one.attack: one.why for one in found.not_made}
    assert "more than two" in lacking["composition"]
    known = diversa.attack(folders / "one", releases=releases, known=TABLE)
    assert known["composition"].releases == 3


def test_a_release_object_is_taken_as_its_folder_is():
    made = diversa.anonymize(
        TABLE, method="anatomy", nearby=False, models="m-uniqueness:2", **WORDS
    )
    found = diversa.attack(made, releases=[made])["composition"]
    assert (found.exposed, found.changed) == (0, 0)


def test_columns_of_another_release_may_be_fewer(folders):
    """What both have is compared; nobody need know more."""
    words = {"quasi_identifiers": "age", "sensitive": "ill"}
    made = diversa.anonymize(
        TABLE, method="mondrian", labels="tight", models="k-anonymity:2", **words
    )
    found = diversa.attack(made, releases=[folders / "two"])["composition"]
    assert found.followed == 8


def test_bad_input(folders):
    with pytest.raises(InputError, match="must be release folders beside"):
        diversa.attack(folders / "two", releases=[TABLE])
    other = TABLE.rename(columns={"ill": "pay"})
    words = {"quasi_identifiers": ["age", "sex"], "sensitive": "pay"}
    made = diversa.anonymize(other, models="k-anonymity:2", **words)
    with pytest.raises(RoleError, match="sensitive attribute 'ill'"):
        diversa.attack(folders / "two", releases=[made])
    known = pd.DataFrame({"x": [1]})
    with pytest.raises(RoleError, match="known: must have a quasi-identifier"):
        diversa.attack(folders / "two", releases=[folders / "one"], known=known)


def test_a_key_follows_the_rows_of_two_tables(folders):
    table = TABLE.assign(id=range(8))
    words = {
        "method": "anatomy",
        "nearby": False,
        "models": "frequency-l-diversity:2",
        **WORDS,
    }
    first, second = (
        diversa.anonymize(table, seed=seed, keep_anyway="id", **words)
        for seed in (0, 1)
    )
    found = diversa.attack(second, releases=[first], key="id")["intersection"]
    sets = [
        release.frame.set_index("id")["group"]
        .map(release.sensitive_table.groupby("group")["ill"].apply(set))
        .sort_index()
        for release in (first, second)
    ]
    left = [len(ours & theirs) for ours, theirs in zip(*sets, strict=True)]
    assert found.exposed == left.count(1)
    assert (found.total, found.followed) == (8, 8)
    with pytest.raises(InputError, match="must all be in two tables"):
        diversa.attack(second, releases=[folders / "one"], key="id")
    with pytest.raises(RoleError, match="nobody"):
        diversa.attack(second, releases=[first], key="nobody")


MIXED = {"quasi_identifiers": "q", "sensitive": "s"}


def rows_in(folder, name="release"):
    """The rows of a table of a release."""
    (path,) = folder.glob(f"{name}.*")
    return pd.read_parquet(path) if path.suffix == ".parquet" else pd.read_csv(path)


def label_values(label):
    """The values of a label: one, a set in braces, or all of them."""
    return frozenset("wxyz" if label == "*" else label.strip("{}").split(", "))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Make a release in two tables and one of boxes, of the same people."""

    def publish(rows, seed):
        folder = tmp_path_factory.mktemp("mixed")
        table = pd.DataFrame(rows, columns=["q", "s"])
        two = {"method": "anatomy", "models": "distinct-l-diversity:2", "nearby": False}
        boxes = {"method": "mondrian", "models": "k-anonymity:2", "labels": "tight"}
        for name, words in (("two", two), ("boxes", boxes)):
            out = folder / name
            diversa.anonymize(table, out=out, seed=seed, ledger=False, **words, **MIXED)
        return folder / "two", folder / "boxes"

    return publish


@examples(12)
@given(
    st.lists(
        st.tuples(st.sampled_from("wxyz"), st.sampled_from("abc")),
        min_size=4,
        max_size=6,
    ),
    st.integers(0, 5),
)
@example([*zip("yzwwwx", "acabca", strict=True)], 0)
@example([*zip("zyxywz", "bbcaac", strict=True)], 0)
def test_two_tables_and_boxes_are_certain_of_what_is_true_in_every_world(
    mixed, rows, seed
):
    counts = Counter(value for _, value in rows)
    assume(2 * max(counts.values()) <= len(rows))
    two, boxes = mixed(rows, seed)
    known, sensitive = rows_in(two), rows_in(two, "sensitive")
    in_boxes = [
        (label_values(label), value)
        for label, value in rows_in(boxes)[["q", "s"]].itertuples(index=False)
    ]
    group_counts = {
        group: Counter(dict(zip(part["s"], part["count"], strict=True)))
        for group, part in sensitive.groupby("group")
    }
    people = list(zip(known["q"], known["group"], strict=True))
    possible = [
        values
        for values in product("abc", repeat=len(people))
        if all(
            Counter(v for v, (_, own) in zip(values, people, strict=True) if own == one)
            == wanted
            for one, wanted in group_counts.items()
        )
        and fits([person for person, _ in people], list(values), in_boxes)
    ]
    assert possible
    certain = 0
    for person, _ in people:
        own = {group for other, group in people if other == person}
        by_two = {value for group in own for value in group_counts[group]}
        by_boxes = left_by(person, in_boxes)
        left = by_two & by_boxes
        if len(left) == 1 < min(len(by_two), len(by_boxes)):
            certain += 1
            places = [p for p, (other, _) in enumerate(people) if other == person]
            assert {world[p] for world in possible for p in places} == left
    for first, second in ((two, boxes), (boxes, two)):
        found = diversa.attack(second, releases=[first])["composition"]
        assert found.exposed == certain
        assert found.followed == len(people)
