# SPDX-License-Identifier: Apache-2.0
"""The floor of a table: as it is asked for, or as the memory allows."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.data.dictionary import Dictionary
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import InputError, PlanError
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.tables import floor as floors
from diversa.tables.floor import FloorSearch, first_alike, level_loss
from memory_engine import MemoryEngine

ROWS = 400
WORDS = {
    "quasi_identifiers": ["zip", "age"],
    "sensitive": "ill",
    "models": "k-anonymity:2",
    "hierarchies": {"age": {"kind": "intervals", "widths": [10, 20]}},
}


@pytest.fixture(scope="module")
def people():
    """Nearly as many cells as rows: 50 zip codes and 40 ages."""
    random = np.random.default_rng(13)
    zips = 10_000 + 37 * random.integers(0, 50, ROWS)
    return pd.DataFrame(
        {
            "zip": zips.astype(str),
            "age": random.integers(20, 60, ROWS),
            "ill": random.choice(["flu", "cold"], ROWS),
        }
    )


class Small(MemoryEngine):
    """An engine with little memory."""

    def __init__(self, cells):
        super().__init__()
        of_cell = floors.CELL_BYTES + 3 * floors.COLUMN_BYTES
        self.bytes = cells * of_cell * floors.SHARE

    def budget(self):
        return self.bytes


def test_values_are_counted_as_the_first_alike():
    values = Dictionary.build("a", ["x", "y", "z", None], [1, 1, 1, 1])
    hierarchy = Hierarchy.from_labels(values, [["v", "w", "v"], ["*", "*", "*"]])
    assert first_alike(hierarchy, 0).tolist() == [0, 1, 2, 3]
    assert first_alike(hierarchy, 1).tolist() == [0, 1, 0, 3]
    assert first_alike(hierarchy, 2).tolist() == [0, 0, 0, 0]


def test_the_loss_of_a_level_is_over_rows():
    values = Dictionary.build("a", ["x", "y", "z"], [1, 2, 5])
    hierarchy = Hierarchy.from_labels(values, [["v", "w", "v"]], top=True)
    assert level_loss(hierarchy, 0, values.counts) == 0
    assert level_loss(hierarchy, 1, values.counts) == (6 / 8) * (1 / 2)
    assert level_loss(hierarchy, 2, values.counts) == 1


def test_without_a_limit_every_value_is_counted(people):
    with MemoryEngine() as engine:
        assert diversa.anonymize(people, engine=engine, **WORDS).search.floor == {}


@pytest.mark.parametrize("cells", [300, 100, 40])
def test_levels_rise_until_the_cells_fit(people, cells):
    """They are as few as the memory holds, and one level less would be too many."""
    with Small(cells) as engine:
        release = diversa.anonymize(people, engine=engine, **WORDS)
    floor = dict(release.search.floor)
    assert floor
    words = {**WORDS, "engine": MemoryEngine()}
    with diversa.open(people, floor=floor, **words) as opened:
        assert len(opened._count_for().cells.counts) <= cells
    with diversa.open(people, **words) as opened:
        assert len(opened._count_for().cells.counts) > cells
    assert release.search.optimality == "exact from this floor up"
    same = diversa.anonymize(people, least=floor, **words)
    assert release.levels == same.levels
    assert release.metrics == same.metrics


def test_memory_that_is_enough_asks_for_no_estimate(people, monkeypatch):
    with Small(ROWS) as engine:
        monkeypatch.setattr(engine, "estimate", None)
        assert diversa.anonymize(people, engine=engine, **WORDS).search.floor == {}


def test_where_nothing_fits_the_highest_levels_are_taken(people):
    with Small(1) as engine:
        release = diversa.anonymize(people, engine=engine, **WORDS)
    assert release.search.floor == {"zip": 5, "age": 3}


def test_methods_without_levels_have_no_floor(people):
    words = {**WORDS, "method": "mondrian", "labels": "tight"}
    with Small(40) as engine, pytest.raises(InputError, match="memory: must be at"):
        diversa.anonymize(people, engine=engine, **words)
    assert diversa.anonymize(people, **words).search.floor == {}
    with pytest.raises(PlanError, match=r"search\.floor: must come with .*full-domain"):
        diversa.anonymize(
            people,
            floor={"age": 1},
            **{**WORDS, "method": "mondrian", "labels": "tight"},
        )


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"floor": {"ill": 1}}, r"search\.floor: 'ill' must be a quasi-identifier"),
        ({"floor": {"age": 9}}, r"search\.floor: 'age' must be at most 3, its highest"),
        (
            {"floor": {"age": 2}, "greatest": {"age": 1}},
            r"search\.floor: 'age' must be at most search\.greatest, got 2 and 1",
        ),
    ],
)
def test_wrong_floors(people, words, fault):
    with pytest.raises(PlanError, match=fault):
        diversa.anonymize(people, **WORDS, **words)


def test_a_floor_and_a_population(people):
    """People are counted by every value; memory alone asks for no floor there."""
    words = {**WORDS, "models": "k-map:2", "population": people}
    with pytest.raises(PlanError, match=r"search\.floor: must come without a popul"):
        diversa.anonymize(people, floor={"age": 1}, **words)
    with Small(40) as engine:
        assert diversa.anonymize(people, engine=engine, **words).search.floor == {}


def test_a_floor_with_rows_that_are_dropped(people):
    some = people.assign(ill=people["ill"].where(people.index % 7 > 0))
    words = {**WORDS, "missing": "drop", "floor": {"age": 1}}
    words["engine"] = MemoryEngine()
    release = diversa.anonymize(some, **words)
    least = {**words, "floor": {}, "least": {"age": 1}}
    same = diversa.anonymize(some, **least)
    assert release.dropped == same.dropped > 0
    assert release.metrics == same.metrics


def test_the_floor_is_told(people, tmp_path):
    """In the manifest, and in the report in every language."""
    for language, words in [("en", "floor upwards: age = 1"), ("de", "age = 1")]:
        release = diversa.anonymize(
            people,
            floor={"age": 1},
            language=language,
            out=tmp_path / language,
            **WORDS,
        )
        assert release.search.to_json()["floor"] == {"age": 1}
        page = (tmp_path / language / "report.html").read_text(encoding="utf-8")
        assert words in page
        text = (tmp_path / language / "manifest.json").read_text(encoding="utf-8")
        assert '"exact from this floor up"' in text


def test_chosen_levels_are_above_the_floor(people):
    with pytest.raises(PlanError, match=r"'age' must be from 1 to 3.*search\.floor"):
        diversa.anonymize(
            people, floor={"age": 1}, levels={"zip": 5, "age": 0}, **WORDS
        )


def test_memory_of_an_engine(people):
    """A limit of DuckDB is far beyond what a small table needs."""
    with DuckDBEngine(memory_limit="64MB") as engine:
        assert engine.budget() == 64_000_000
        table = engine.open(people)
        columns = [engine.values(table, name) for name in ("zip", "age")]
        search = FloorSearch(engine, table, ("zip", "age"), {}, {}, automatic=True)
        assert search.find(columns).levels == {}


def test_the_step_that_merges_most_for_its_loss_comes_first():
    """Eight codes by pairs cost less than three ages by all, and merge as many."""
    codes = Dictionary.build("code", [f"{n:03b}" for n in range(8)], [1] * 8)
    pairs = [[text[:2] for text in codes.texts], ["*"] * 8]
    ages = Dictionary.build("age", ["1", "2", "3"], [3, 3, 2])
    hierarchies = {
        "code": Hierarchy.from_labels(codes, pairs),
        "age": Hierarchy.from_labels(ages, [["*"] * 3]),
    }
    counts = {"code": codes.counts, "age": ages.counts}
    start = {"code": 0, "age": 0}
    # log 2 / (1/7) = 4.9, then log 4 / (6/7) = 1.6 against log 3 / 1 = 1.1
    assert floors.ladder(start, hierarchies, counts) == [
        start,
        {"code": 1, "age": 0},
        {"code": 2, "age": 0},
        {"code": 2, "age": 1},
    ]
