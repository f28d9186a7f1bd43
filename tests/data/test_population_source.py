# SPDX-License-Identifier: Apache-2.0
"""Where the table of a population is, and how a plan says it."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from diversa.data.population_source import PeopleSource
from diversa.errors import SourceError


@pytest.mark.parametrize(
    "declaration", ["voters.csv", {"file": "voters.csv", "count": "n"}]
)
def test_a_plan_says_it_as_it_was_read(declaration):
    folder = Path("/plans")
    source = PeopleSource.parse(declaration, base=folder)
    assert source.source == folder / "voters.csv"
    assert source.declaration(base=folder) == declaration


def test_a_path_elsewhere_is_written_whole():
    source = PeopleSource.parse("/people/voters.csv", base=Path("/plans"))
    assert source.declaration(base=Path("/plans")) == "/people/voters.csv"


@pytest.mark.parametrize(
    "declaration", [3, {}, {"file": 3}, {"file": "a.csv", "count": 1}, {"files": "a"}]
)
def test_other_declarations_are_refused(declaration):
    with pytest.raises(SourceError, match="must be the path of a file, or"):
        PeopleSource.parse(declaration, base=Path())


def test_a_frame_is_the_same_as_itself_alone():
    frame = pd.DataFrame({"zip": ["1"]})
    source = PeopleSource.of(frame)
    assert source == PeopleSource.of(frame)
    assert source != PeopleSource.of(frame.copy())
    assert source != frame
    assert PeopleSource.of("a.csv") == PeopleSource.of(Path("a.csv"))
    assert PeopleSource.of("a.csv") != PeopleSource.of("a.csv", "n")
    assert len({PeopleSource.of("a.csv"), PeopleSource.of("a.csv")}) == 1
    with pytest.raises(SourceError, match="a frame cannot be declared"):
        source.declaration()


def test_a_population_may_be_in_a_database():
    address = "postgresql://ann:canary@h/d?table=voters"
    people = PeopleSource.of(address)
    assert people == PeopleSource.parse(address, base=Path("plans"))
    assert people.source.parts == ("voters",)
    assert "canary" not in repr(people)
    with pytest.raises(SourceError, match="a table of a database cannot be declared"):
        people.declaration()
