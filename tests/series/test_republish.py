# SPDX-License-Identifier: Apache-2.0
"""The front function `republish`: releases, the register, and what is refused."""

from __future__ import annotations

import json

import numpy as np
import pytest

import diversa
from diversa.data.read_options import ReadOptions
from diversa.errors import (
    MissingValueError,
    NoSolutionError,
    PlanError,
    RoleError,
    SourceError,
    TargetError,
)
from diversa.record import placing as folders
from series_tables import FIRST, SECOND
from snapshots import files_of


def rows_of(release):
    return sorted(release.frame.itertuples(index=False, name=None), key=str)


def keyed(release, own):
    """The published table with the key of the people, counterfeit rows without one."""
    group_of = dict(zip(release.people, release.group_of, strict=True))
    behind = {(group, own[name]): name for name, group in group_of.items()}
    table = release.frame.copy()
    places = zip(table["group"], table["ill"], strict=True)
    table["who"] = [behind.get(place) for place in places]
    assert table["who"].notna().sum() == len(group_of)
    return table


def test_bob_keeps_asthma_and_carl_waits(publish, tmp_path):
    """Section 7.5 of the definitions."""
    first = publish(FIRST)
    assert {ill for _, ill, _ in rows_of(first)} == {"flu", "asthma"}
    assert (first.number, first.counterfeits, first.waiting) == (1, 0, 0)
    second = publish(SECOND)
    assert rows_of(second) == [("*", "asthma", 0), ("*", "flu", 0)]
    assert (second.number, second.counterfeits, second.waiting) == (2, 1, 1)
    assert second.rows_out == 2
    register = json.loads((tmp_path / "register.json").read_text())
    assert register["people"] == ["Alice", "Bob"]
    assert set(register["values"]) == {"asthma", "flu"}


def test_who_waits_comes_with_others_and_who_returns_finds_their_values(publish):
    publish(FIRST)
    publish(SECOND)
    third = publish([*SECOND, ("Dan", 52, "acne"), ("Alice", 41, "asthma")])
    assert (third.counterfeits, third.waiting, len(third.people)) == (0, 0, 4)
    groups = third.frame.groupby("group")["ill"].apply(set).tolist()
    assert {"flu", "asthma"} in groups
    assert {"cancer", "acne"} in groups


def test_a_value_that_left_the_signature_is_withheld_until_it_is_back(publish):
    publish(FIRST)
    changed = publish([("Bob", 30, "cancer"), ("Alice", 40, "asthma")])
    assert (changed.withheld_people, changed.counterfeits) == (1, 1)
    assert changed.people.tolist() == ["Alice"]
    back = publish([("Bob", 30, "asthma"), ("Alice", 40, "asthma")])
    assert (back.withheld_people, back.counterfeits, back.audit.groups) == (0, 2, 2)


def test_the_series_holds_by_the_keyed_tables_alone(publish):
    """Judged by `m_invariance`, which knows nothing of a register."""
    rng = np.random.default_rng(5)
    people = {f"p{i}": (int(rng.integers(20, 70)), i % 5) for i in range(60)}
    keyed_tables = []
    for turn in range(3):
        present = {k: v for k, v in people.items() if rng.random() < 0.75 or turn == 0}
        rows = [(name, age, f"ill {ill}") for name, (age, ill) in present.items()]
        release = publish(rows, models="m-invariance:3")
        own = {name: ill for name, _, ill in rows}
        keyed_tables.append(keyed(release, own))
        unpublished = release.waiting + release.withheld_people
        assert unpublished + len(release.people) == len(rows)
    series = diversa.m_invariance(
        keyed_tables, key="who", quasi_identifiers=["group"], sensitive="ill"
    )
    assert series.holds(3)
    assert (series.changed_persons, series.releases) == (0, 3)
    assert series.least_left >= 3


def test_counterfeit_values_have_the_type_of_the_column(publish):
    publish([("Bob", 30, 7), ("Alice", 40, 8)])
    second = publish([("Bob", 30, 7), ("Carl", 50, 9)])
    assert second.frame["ill"].tolist() == [7, 8]
    assert second.frame["ill"].dtype == "int64"


def test_missing_values(publish, tmp_path):
    rows = [("Bob", 30, None), ("Alice", 40, "asthma"), ("Eve", 41, "flu")]
    with pytest.raises(MissingValueError):
        publish(rows)
    with pytest.raises(PlanError, match="missing must be one of raise, own, drop"):
        publish(rows, missing="worst")
    dropped = publish(rows, missing="drop")
    assert (dropped.dropped, dropped.rows_out) == (1, 2)
    (tmp_path / "register.json").unlink()
    publish(rows[:2], missing="own")
    again = publish([rows[1], ("Dan", 33, "cancer")], missing="own")
    assert again.counterfeits == 1
    assert again.frame["ill"].isna().sum() == 1


def test_folder(publish, tmp_path):
    out = tmp_path / "release"
    publish(FIRST)
    release = publish(SECOND, out=out)
    assert {path.name for path in release.files} == {
        "release.csv",
        "counterfeits.csv",
        "manifest.json",
        "report.html",
    }
    assert (out / "counterfeits.csv").read_text() == "group,counterfeits\n0,1\n"
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["promise"]["models"] == ["m-uniqueness:2,on=ill"]
    assert manifest["republication"] == {
        "m": 2,
        "release": 2,
        "counterfeits": 1,
        "fewest_people": 1,
        "waiting": 1,
        "withheld": 0,
        "persons": 2,
        "signatures": 1,
        "holds": True,
    }
    said = "without them the smallest group has 1."
    assert said in (out / "report.html").read_text()
    assert set(manifest["files"]) == {"release.csv", "counterfeits.csv"}
    assert diversa.audit_release(out).problems == ()
    for content in files_of(out).values():
        assert not any(name in content for name in (b"Bob", b"Alice", b"Carl"))
    assert (tmp_path / "register.json").stat().st_mode & 0o077 == 0


def test_parquet(publish, tmp_path):
    publish([("Bob", 30, 1.5), ("Alice", 40, 2.5)], out=tmp_path / "a")
    publish([("Bob", 30, 1.5), ("Eve", 42, 2.5)], out=tmp_path / "b", format="parquet")
    assert diversa.audit_release(tmp_path / "b").problems == ()


def test_a_folder_that_cannot_appear_takes_the_register_back(
    publish, tmp_path, monkeypatch
):
    def failing(*_):
        assert json.loads((tmp_path / "register.json").read_text())["releases"]
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(folders, "replace", failing)
        with pytest.raises(OSError, match="No space"):
            publish(FIRST, out=tmp_path / "first")
        assert files_of(tmp_path) == {}
    publish(FIRST, out=tmp_path / "first")
    before = files_of(tmp_path)
    monkeypatch.setattr(folders, "replace", failing)
    with pytest.raises(OSError, match="No space"):
        publish(SECOND, out=tmp_path / "second")
    assert files_of(tmp_path) == before


WRONG = [
    ({"models": "k-anonymity:2"}, PlanError, "must name m-invariance once"),
    ({"models": ["m-invariance:2", "t-closeness:0.5"]}, PlanError, "it compares with"),
    ({"models": ["m-invariance:2", "ck-safety:c=0.9,k=1"]}, PlanError, "more than a"),
    ({"sensitive": ["ill", "age"]}, PlanError, "must be one column for a"),
    ({"identifiers": {"who": "mask"}}, PlanError, "must be dropped in a"),
    ({"key": "whom"}, RoleError, "did you mean 'who'"),
    ({"key": "age"}, RoleError, "must not be published, got 'age'"),
]


@pytest.mark.parametrize(("settings", "error", "words"), WRONG)
def test_what_cannot_be_republished_is_refused(
    publish, tmp_path, settings, error, words
):
    with pytest.raises(error, match=words):
        publish(FIRST, **settings)
    assert files_of(tmp_path) == {}


def test_a_register_is_never_forgotten_by_mistake(publish, tmp_path):
    with pytest.raises(SourceError, match="if nothing was published before, say so"):
        publish(FIRST, first=False)
    publish(FIRST)
    with pytest.raises(TargetError, match="exists; name a new file"):
        publish(SECOND, first=True)
    with pytest.raises(
        SourceError, match=r"m: must be as in the register \(2\), got 3"
    ):
        publish(SECOND, models="m-invariance:3")
    out = tmp_path / "out"
    publish(SECOND, out=out)
    (tmp_path / "register.json").rename(out / "register.json")
    with pytest.raises(TargetError, match=r"more than a release.*'register\.json'"):
        publish(
            SECOND, first=False, register=out / "register.json", out=out, replace=True
        )


def test_an_illness_keeps_its_value_however_it_is_written(publish):
    """Otherwise Bob's signature would have changed, and he would be withheld."""
    first = publish(FIRST)
    respelled = [(who, age, f" {ill.upper()}\u200b") for who, age, ill in FIRST]
    second = publish(respelled)
    assert (second.withheld_people, second.counterfeits) == (0, 0)
    assert set(second.frame["ill"]) == set(first.frame["ill"])
    assert [str(found) for found in second.variants] != []


def test_one_illness_in_two_spellings_is_no_signature(publish):
    rows = [("Bob", 30, "flu"), ("Alice", 40, "Flu"), ("Carl", 50, "FLU ")]
    with pytest.raises(NoSolutionError, match="nobody can be published"):
        publish(rows)
    exact = publish(rows, reading=ReadOptions(equality="exact"))
    assert len(exact.people) == 3


def test_a_register_with_two_spellings_of_a_value_is_refused(publish):
    rows = [("Bob", 30, "flu"), ("Alice", 40, "Flu")]
    publish(rows, reading=ReadOptions(equality="exact"))
    with pytest.raises(SourceError, match="equality = 'exact'") as caught:
        publish(rows)
    assert "flu" not in str(caught.value).lower()
    assert publish(rows, reading=ReadOptions(equality="exact")).number == 2


def test_a_setting_without_effect_on_the_target_is_refused(publish, tmp_path):
    with pytest.raises(TargetError, match="spreadsheet_safe: must come with the forma"):
        publish(FIRST, out=tmp_path / "r", format="parquet", spreadsheet_safe=True)
    assert not (tmp_path / "r").exists()
