# SPDX-License-Identifier: Apache-2.0
"""The audit of a republication: what is written is judged, alone and in its series."""

from __future__ import annotations

import numpy as np
import pytest

from diversa.data.dictionary import Dictionary
from diversa.engines.duckdb.engine import DuckDBEngine
from diversa.errors import InputError, InternalError, NoSolutionError
from diversa.series.recount import count_groups, follow, too_few_people, value_codes
from memory_engine import MemoryEngine
from series_tables import FIRST, SECOND, regrouped, series_plan
from snapshots import files_of

SPOILT = {
    "a value twice": lambda text: text.replace("asthma", "flu"),
    "another signature": lambda text: text.replace("asthma", "cancer"),
}


@pytest.mark.parametrize("how", SPOILT)
def test_a_release_that_does_not_hold_leaves_everything_as_it_was(
    publish, tmp_path, monkeypatch, how
):
    publish(FIRST, out=tmp_path / "first")
    before = files_of(tmp_path)
    write = DuckDBEngine.write

    def spoilt(self, table, target, **options):
        write(self, table, target, **options)
        target.write_text(SPOILT[how](target.read_text()))

    monkeypatch.setattr(DuckDBEngine, "write", spoilt)
    rows, second = [*FIRST, *SECOND[1:]], tmp_path / "second"
    with DuckDBEngine() as engine, pytest.raises((InternalError, InputError)):
        publish(rows, out=second, engine=engine)
    assert files_of(tmp_path) == before


def test_k_anonymity_counts_people(publish):
    """Two of each value make groups of two people; counterfeits hide nobody."""
    publish(FIRST, models=["m-invariance:2", "k-anonymity:2"])
    with pytest.raises(NoSolutionError, match="a group has 1 people; counterfeit rows"):
        publish(SECOND, models=["m-invariance:2", "k-anonymity:2"])


def test_another_model_that_fails_is_named(publish):
    with pytest.raises(
        NoSolutionError, match=r"frequency-l-diversity:3.* fails in 2 of"
    ):
        publish(FIRST, models=["m-invariance:2", "frequency-l-diversity:3"])


COLUMNS = ("age", "ill", "group")


def second(**words):
    """The release of the second table, after the first was published."""
    register = regrouped(FIRST, **words).next_register(None)
    return regrouped(SECOND, register, **words)


def test_groups_are_counted_as_they_were_written():
    """Bob's flu and a counterfeit asthma; codes are those of the whole series."""
    regrouping = second()
    written = (COLUMNS, [(30, "flu", 0), (30, "asthma", 0)])
    groups = count_groups(written, regrouping, MemoryEngine())
    values = [regrouping.values[code] for code in groups.values]
    assert (groups.starts.tolist(), sorted(values)) == ([0, 2], ["asthma", "flu"])
    assert groups.sizes.tolist() == [2]


def test_a_series_is_followed_from_release_to_release():
    written = (COLUMNS, [(30, "flu", 0), (30, "asthma", 0)])
    series = follow(written, series_plan(), second(), MemoryEngine())
    assert series.holds(2)
    assert series.changed_persons == 0


def test_a_signature_that_changed_is_not_released():
    written = (COLUMNS, [(30, "flu", 0), (30, "cancer", 0)])
    with pytest.raises(InternalError, match="not m-invariant; not released"):
        follow(written, series_plan(), second(), MemoryEngine())


def test_people_are_counted_without_counterfeits():
    both = ["m-invariance:2", "k-anonymity:2"]
    plan = series_plan(models=both)
    assert too_few_people(plan, regrouped(FIRST, models=both)) == []
    (fault,) = too_few_people(plan, second(models=both))
    assert fault.startswith("k-anonymity:2: a group has 1 people")


def test_published_values_have_the_codes_of_the_series():
    published = Dictionary.build("ill", ["asthma", "flu"], [1, 1])
    regrouping = second()
    codes = value_codes(regrouping, published)
    assert [regrouping.values[code] for code in codes] == ["asthma", "flu"]
    assert codes.dtype == np.int64
