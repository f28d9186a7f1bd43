# SPDX-License-Identifier: Apache-2.0
"""Releases one after the other: what the ledger warns of, and what it does not."""

from __future__ import annotations

from itertools import cycle

import pytest

import diversa
from diversa.errors import SecondReleaseWarning, SourceError, TargetError
from diversa.ledger.footprint import Footprint
from diversa.record.record import Record
from ledger_releases import (
    ANATOMY,
    MONDRIAN,
    OTHER,
    TABLE,
    WORDS,
    lines,
    people,
    publish,
)


def test_a_second_release_of_the_same_people_warns(tmp_path, own_ledger):
    first = publish(tmp_path / "first", **ANATOMY)
    assert first.second_release is None
    with pytest.warns(SecondReleaseWarning, match="in release first of 2024-02-29"):
        second = diversa.anonymize(TABLE, out=tmp_path / "second", **OTHER)
    found = second.second_release
    assert found.overlap.of_new == 1
    attack = diversa.attack(
        tmp_path / "second", releases=[tmp_path / "first"], known=TABLE
    )["composition"]
    assert found.certain == attack.exposed > 0
    record = Record.read(tmp_path / "second").second_release
    assert (record.overlap, record.certain, record.anyway) == (1, found.certain, False)
    assert [one.name for one in lines(own_ledger)] == ["first", "second"]
    assert found.words in str(second)
    assert second.to_json()["second_release"]["certain"] == found.certain


def test_a_warning_that_is_an_error_publishes_nothing(tmp_path, own_ledger):
    publish(tmp_path / "first", **ANATOMY)
    with pytest.raises(SecondReleaseWarning):
        publish(tmp_path / "second", **MONDRIAN)
    assert not (tmp_path / "second").exists()
    assert len(lines(own_ledger)) == 1


def test_anyway_is_said_in_the_manifest(tmp_path):
    publish(tmp_path / "first", **ANATOMY)
    made = publish(tmp_path / "second", second_release_anyway=True, **MONDRIAN)
    assert made.second_release.anyway
    assert Record.read(tmp_path / "second").second_release.anyway
    page = (tmp_path / "second" / "report.html").read_text()
    assert "are in an earlier release, too" in page


def test_other_people_are_no_second_release(tmp_path):
    publish(tmp_path / "first", **ANATOMY)
    made = publish(tmp_path / "second", people(1), **MONDRIAN)
    assert made.second_release is None


def test_unchanged_tables_keep_their_groups_whatever_the_seed(tmp_path):
    first = publish(tmp_path / "first", seed=3, **ANATOMY)
    again = publish(tmp_path / "again", seed=4, **ANATOMY)
    assert "seed 3" in again.same_groups
    assert first.same_groups is None
    files = [tmp_path / name / "release.csv" for name in ("first", "again")]
    assert files[0].read_bytes() == files[1].read_bytes()
    changed = TABLE.assign(ill=TABLE["ill"].to_numpy()[::-1])
    with pytest.warns(SecondReleaseWarning):
        other = diversa.anonymize(changed, out=tmp_path / "other", seed=4, **ANATOMY)
    assert other.same_groups is None


def test_a_coarser_release_of_one_table_tells_no_more(tmp_path):
    words = {"models": "k-anonymity:2", "hierarchies": {"age": [10, 20]}, **WORDS}
    table = TABLE.assign(zip="x")
    for name, level in (("fine", 1), ("coarse", 2), ("again", 1)):
        levels = {"zip": 0, "age": level}
        made = publish(tmp_path / name, table, levels=levels, suppression=0.1, **words)
        assert made.second_release is None


def test_the_release_that_is_replaced_is_not_compared(tmp_path, own_ledger):
    publish(tmp_path / "out", **ANATOMY)
    made = publish(tmp_path / "out", replace=True, **MONDRIAN)
    assert made.second_release is None
    assert [one.replaced for one in lines(own_ledger)] == [True, False]
    with pytest.raises(SecondReleaseWarning):
        publish(tmp_path / "third", **ANATOMY)


def test_people_are_found_by_their_identifiers(tmp_path):
    """Everybody is a year older, and moved: quasi-identifiers tell nothing."""
    words = {"identifiers": "name"}
    publish(tmp_path / "first", **MONDRIAN, **words)
    later = people(2).assign(name=TABLE["name"])
    with pytest.warns(SecondReleaseWarning, match="^100% of these people were in"):
        diversa.anonymize(later, out=tmp_path / "second", **MONDRIAN, **words)


def test_safe_releases_of_the_same_people_are_refused(tmp_path, monkeypatch):
    # Two keys whose trees cross: those of others may by chance be cut alike.
    keys = cycle([b"1" * 32, b"2" * 32])
    monkeypatch.setattr(Footprint, "noise_key", lambda *_: next(keys))
    safe = {**MONDRIAN, "labels": "safe"}
    publish(tmp_path / "first", **safe)
    assert Record.read(tmp_path / "first").labels == "safe"
    stricter = {**safe, "models": "k-anonymity:12"}
    with pytest.raises(TargetError, match="must be a coarsening of the first one"):
        publish(tmp_path / "second", **stricter)
    assert not (tmp_path / "second").exists()
    made = publish(tmp_path / "third", second_release_anyway=True, **stricter)
    assert made.second_release.anyway
    other = publish(tmp_path / "others", people(1), **safe)
    assert other.second_release is None


def table_in(folder):
    """The bytes of the table of a release."""
    (path,) = folder.glob("release.*")
    return path.read_bytes()


def test_the_same_plan_of_the_same_table_is_the_same_safe_release(tmp_path):
    """Noise is that of the ledger: nothing new is told, and nothing refused."""
    safe = {**MONDRIAN, "labels": "safe"}
    publish(tmp_path / "first", **safe)
    again = publish(tmp_path / "again", TABLE.sample(frac=1, random_state=1), **safe)
    assert again.second_release is None
    assert table_in(tmp_path / "again") == table_in(tmp_path / "first")
    publish(tmp_path / "other", ledger=tmp_path / "other.json", **safe)
    assert table_in(tmp_path / "other") != table_in(tmp_path / "first")


def test_no_ledger_is_kept_on_request(tmp_path, own_ledger):
    publish(tmp_path / "first", ledger=False, **ANATOMY)
    assert not own_ledger.exists()
    publish(tmp_path / "second", ledger=tmp_path / "mine.json", **MONDRIAN)
    assert len(lines(tmp_path / "mine.json")) == 1


def test_frames_leave_a_line_only_if_asked(own_ledger):
    assert publish(None, **ANATOMY).second_release is None
    assert not own_ledger.exists()
    publish(None, ledger=True, **ANATOMY)
    assert [one.place for one in lines(own_ledger)] == ["a frame"]


def test_no_value_is_in_the_ledger(tmp_path, own_ledger):
    canary = TABLE.assign(zip="Timbuktu", name="Zebedee", ill=TABLE["ill"] + "-quux")
    canary["name"] += canary.index.astype(str)
    publish(tmp_path / "first", canary, identifiers="name", **MONDRIAN)
    text = own_ledger.read_text()
    for value in ("Timbuktu", "Zebedee", "quux"):
        assert value not in text


def test_a_hostile_ledger_publishes_nothing(tmp_path, own_ledger):
    own_ledger.write_text("[]")
    with pytest.raises(SourceError, match="must be a ledger that diversa wrote"):
        publish(tmp_path / "first", **MONDRIAN)
    assert not (tmp_path / "first").exists()


def test_a_floor_leaves_people_uncounted(tmp_path):
    words = {"models": "k-anonymity:5", "hierarchies": {"age": [10, 20, 40]}, **WORDS}
    words |= {"floor": {"age": 1}, "suppression": 1}
    publish(tmp_path / "first", **words)
    with pytest.warns(SecondReleaseWarning, match="could not be counted: values of"):
        diversa.anonymize(TABLE, out=tmp_path / "second", **{**words, "suppression": 0})


def test_the_same_release_again_tells_no_more(tmp_path, own_ledger):
    """Boxes may overlap, so that nobody can say which group somebody is in."""
    for name in ("first", "again"):
        made = publish(tmp_path / name, **MONDRIAN)
        assert made.second_release is None
    assert len(lines(own_ledger)) == 2
