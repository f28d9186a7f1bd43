# SPDX-License-Identifier: Apache-2.0
"""Places of a release: free, taken by a release, or taken by something else."""

from __future__ import annotations

from typing import ClassVar

import pytest

from diversa.data.database_table import DatabaseTable
from diversa.engines.table_target import OURS, TableTarget
from diversa.errors import TargetError

FIRST, SECOND = (DatabaseTable("", name) for name in ("release", "release_sensitive"))


class Target(TableTarget):
    """A target with notes that are given."""

    notes: ClassVar = {}

    def beside(self, end):
        return DatabaseTable("", f"{self.out.table}{end}")

    def note(self, place):
        return self.notes.get(place)

    def write(self, engine, table, out):
        raise NotImplementedError

    def describe(self, out, promise, roles):
        raise NotImplementedError

    def fingerprint(self, out):
        raise NotImplementedError

    def commit(self):
        raise NotImplementedError


@pytest.mark.parametrize("place", [FIRST, SECOND])
def test_an_earlier_release_is_replaced_if_that_is_said(monkeypatch, place):
    monkeypatch.setattr(Target, "notes", {place: f"{OURS}: k-anonymity:5"})
    Target(FIRST, None, replaces=True).make_way()
    message = f"'{place.table}' holds a release already.*replace=True"
    with pytest.raises(TargetError, match=message):
        Target(FIRST, None, replaces=False).check()


@pytest.mark.parametrize("note", ["", "not by Diversa"])
def test_nothing_else_is_replaced(monkeypatch, note):
    monkeypatch.setattr(Target, "notes", {SECOND: note})
    with pytest.raises(TargetError, match="release_sensitive' is there and no release"):
        Target(FIRST, None, replaces=True).check()


def test_free_places_are_taken():
    Target(FIRST, None, replaces=False).check()


def test_a_part_has_a_name_of_its_own():
    part = Target(FIRST, None, replaces=True).part("visits")
    assert [place.table for place in part.places] == [
        "release_visits",
        "release_visits_sensitive",
    ]
    assert part.replaces
