# SPDX-License-Identifier: Apache-2.0
"""A new release beside an earlier one, from its folder."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import diversa
from diversa.attacks.matches import Matches
from diversa.attacks.table_groups import group_table
from diversa.ledger.footprint import PeopleOverlap
from diversa.ledger.together import compare_with, nesting
from diversa.record.reading import as_published
from diversa.record.record import Record
from diversa.tables.table_input import TableInput
from examples import examples
from ledger_lines import line

TABLE = pd.DataFrame({"age": [21, 22, 23, 24, 31, 32, 33, 34], "ill": list("abacacbd")})
WORDS = {"quasi_identifiers": "age", "sensitive": "ill"}
ALL = PeopleOverlap(1.0, 1.0, None)
CELLS = TableInput.of(TABLE, **WORDS).count().cells


@pytest.fixture
def folder(tmp_path):
    """A release in two tables, which left a line."""
    words = {
        "method": "anatomy",
        "nearby": False,
        "models": "frequency-l-diversity:2",
        **WORDS,
    }
    diversa.anonymize(TABLE, out=tmp_path / "old", ledger=False, **words)
    return tmp_path / "old"


def groups(source):
    """The groups of a release."""
    return group_table(as_published(TableInput(source)))


def of_folder(folder, **words):
    """The line of a release folder."""
    files = Record.read(folder).files
    known = {"place": str(folder), "files": files, "sensitive": ("ill",)}
    return line(**{**known, **words})


def test_a_release_beside_itself_tells_no_more(folder):
    found = compare_with(of_folder(folder), ALL, groups(folder), CELLS, same_table=True)
    assert (found.certain, found.is_coarser, found.is_finer) == (0, True, True)
    other = compare_with(
        of_folder(folder), ALL, groups(folder), CELLS, same_table=False
    )
    assert not other.is_nested


def test_certain_people_are_those_of_the_attack(folder, tmp_path):
    words = {
        "method": "mondrian",
        "labels": "tight",
        "models": "k-anonymity:2",
        **WORDS,
    }
    diversa.anonymize(TABLE, out=tmp_path / "new", ledger=False, **words)
    found = compare_with(
        of_folder(folder), ALL, groups(tmp_path / "new"), CELLS, same_table=True
    )
    attack = diversa.attack(tmp_path / "new", releases=[folder], known=TABLE)
    assert found.certain == attack["composition"].exposed


def test_what_cannot_be_read_is_not_counted(folder, tmp_path):
    new = groups(folder)
    lines = {
        "not in its folder": line(place=str(tmp_path / "gone")),
        "another release": of_folder(folder, files={"release.csv": "0"}),
        "must be a release folder": line(place=str(tmp_path)),
    }
    for why, one in lines.items():
        found = compare_with(one, ALL, new, CELLS, same_table=True)
        assert found.certain is None
        assert why in found.why


def test_a_hostile_manifest_is_not_counted(folder):
    one = of_folder(folder)
    (folder / "manifest.json").write_text("[]")
    found = compare_with(one, ALL, groups_of_table(), CELLS, same_table=True)
    assert found.certain is None


def groups_of_table():
    """The table as it is."""
    return group_table(TableInput.of(TABLE, **WORDS))


PLACES = st.lists(st.integers(0, 3), min_size=1, max_size=8)


def matches_of(groups):
    """Everybody in one group."""
    codes, number = np.unique(groups, return_inverse=True), len(groups)
    return Matches(
        ("q",),
        np.ones(number, dtype=np.int64),
        np.arange(number + 1),
        codes[1].astype(np.int64),
        line=np.arange(number),
    )


@examples(60)
@given(PLACES, PLACES)
def test_nesting_by_brute_force(first, second):
    pairs = list(zip(first, second, strict=False))
    old, new = ([pair[side] for pair in pairs] for side in (0, 1))
    coarser = len({*pairs}) == len({*old})
    finer = len({*pairs}) == len({*new})
    assert nesting(matches_of(old), matches_of(new)) == (coarser, finer)
