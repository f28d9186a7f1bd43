# SPDX-License-Identifier: Apache-2.0
"""How a table is opened: what users give, in the forms that they give it."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from diversa.data.dictionary import Kind
from diversa.data.missing import MissingPolicy
from diversa.data.population_source import PeopleSource
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.errors import HierarchyError, InputError, RoleError
from diversa.hierarchies import Masking
from diversa.plan.keywords import make_plan
from diversa.tables.table_input import TableInput
from memory_engine import MemoryEngine

ROWS = [("11", "flu"), ("11", "flu"), ("12", None)]
FRAME = pd.DataFrame(ROWS, columns=["zip", "ill"])


def counts(counted):
    return counted.cells.counts.tolist()


def test_one_name_or_several():
    table = TableInput.of(FRAME, quasi_identifiers="zip", sensitive=["ill", "job"])
    assert table.roles == Roles((), ("zip",), ("ill", "job"))


def test_words_become_what_they_stand_for():
    table = TableInput.of(
        "people.csv",
        missing="worst",
        kinds={"age": "number"},
        hierarchies={"zip": "masking"},
        population="voters.csv",
    )
    assert table.missing is MissingPolicy.WORST
    assert table.kinds == {"age": Kind.NUMBER}
    assert isinstance(table.hierarchies["zip"], Masking)
    assert table.population == PeopleSource(Path("voters.csv"))
    assert table.reading == ReadOptions()
    assert (table.models, table.group, table.sensitive_table) == ((), None, None)


@pytest.mark.parametrize(
    ("keywords", "message"),
    [
        ({"missing": "some"}, "^missing: must be one of raise, own, worst, drop"),
        ({"kinds": {"age": "n"}}, "^kinds.age: must be one of text, number, date"),
    ],
)
def test_words_that_stand_for_nothing(keywords, message):
    with pytest.raises(InputError, match=message):
        TableInput.of(FRAME, **keywords)


def test_what_is_no_hierarchy():
    with pytest.raises((HierarchyError, InputError)):
        TableInput.of(FRAME, hierarchies={"zip": object()})


def test_a_keyword_that_does_not_exist():
    with pytest.raises(TypeError, match="nonsense"):
        TableInput.of(FRAME, nonsense=1)


def test_a_plan_says_how_its_table_is_opened():
    plan = make_plan(
        quasi_identifiers="zip",
        sensitive="ill",
        identifiers="name",
        missing="own",
        kinds={"zip": "number"},
        hierarchies={"zip": "masking"},
        population="voters.csv",
        population_count="n",
        reading=ReadOptions(delimiter=";"),
    )
    table = TableInput.of_plan("people.csv", plan)
    assert table.roles == Roles(("name",), ("zip",), ("ill",))
    assert table.missing is MissingPolicy.OWN
    assert table.kinds == {"zip": Kind.NUMBER}
    assert set(table.hierarchies) == {"zip"}
    assert table.population == PeopleSource(Path("voters.csv"), "n")
    assert table.reading.delimiter == ";"


def test_a_table_is_counted_by_its_roles():
    words = {"quasi_identifiers": "zip", "sensitive": "ill"}
    assert counts(TableInput.of(FRAME, missing="own", **words).count()) == [2, 1]
    assert counts(TableInput.of(FRAME, missing="drop", **words).count()) == [2]


def test_an_engine_that_is_given_is_used():
    engine = MemoryEngine()
    source = (("zip", "ill"), ROWS)
    table = TableInput.of(source, quasi_identifiers="zip", engine=engine)
    with table.open() as opened:
        assert opened.engine is engine
        assert opened.table.rows == 3
    assert counts(table.count()) == [2, 1]


def test_columns_that_are_not_there():
    with pytest.raises(RoleError, match="did you mean 'zip'"):
        TableInput.of(FRAME, quasi_identifiers="zipp").count()


def test_columns_that_tell_groups_apart():
    roles = Roles(quasi_identifiers=("zip",), sensitive=("ill",))
    assert TableInput(FRAME, roles).group_columns == ("zip",)
    numbered = TableInput(FRAME, roles, group="group")
    assert numbered.group_columns == ("zip", "group")


def test_trees_of_sensitive_attributes():
    both = {"zip": "masking", "ill": {"flu": "cold", "acne": "skin"}}
    table = TableInput.of(
        FRAME, quasi_identifiers="zip", sensitive="ill", hierarchies=both
    )
    assert set(table.sensitive_trees) == {"ill"}


def test_a_population_that_is_counted_is_not_read():
    cells = TableInput.of(FRAME, quasi_identifiers="zip").count().cells
    assert not TableInput.of(FRAME, population=cells).reads_population
    assert TableInput.of(FRAME, population=FRAME).reads_population
    assert not TableInput.of(FRAME).reads_population
