# SPDX-License-Identifier: Apache-2.0
"""Releases that other tools get wrong (anjana, anonypy, python-anonymity, openmed)."""

from __future__ import annotations

import pandas as pd
import pytest

import diversa
from diversa.counts.groups import Groups
from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, NoSolutionError
from diversa.hierarchies import Intervals, Rows
from diversa.models import parse
from tight_labels import tight

PEOPLE = pd.DataFrame(
    {
        "name": list("abcdefgh"),
        "zip": ["11", "11", "11", "11", "22", "22", "22", "22"],
        "ill": ["flu", "flu", "cold", "cold", "flu", "flu", "flu", "flu"],
    }
)
WORDS = {
    "quasi_identifiers": "zip",
    "sensitive": "ill",
    "identifiers": "name",
    "hierarchies": {"zip": {"kind": "suppression"}},
}


def test_p10_enhanced_beta_that_nothing_satisfies():
    """A share 4/10 bounds the gain by -ln 0.4 = 0.916; the group gains 1.5."""
    groups = Groups.from_counts([{"a": 4}, {"b": 6}], on="s")
    level = parse("beta-likeness:9,enhanced=true,on=s").attained(groups)
    assert level == float("inf")
    assert not parse("beta-likeness:9,enhanced=true,on=s").holds(groups)[0]


def test_a3_a_smaller_c_is_stricter():
    groups = Groups.from_counts([{"a": 9, "b": 1}], on="s")
    holds = {
        c: parse(f"recursive-cl-diversity:c={c},l=2").holds(groups)[0]
        for c in (1, 9, 10)
    }
    assert holds == {1: False, 9: False, 10: True}


def test_a4_groups_that_fail_go_although_others_hold():
    release = diversa.anonymize(
        PEOPLE, models="distinct-l-diversity:2", suppression=0.5, **WORDS
    )
    assert release.levels == {"zip": 0}
    assert set(release.frame["zip"]) == {"11"}
    assert release.suppressed == 4


def test_a5_values_on_a_boundary_lie_in_their_interval():
    ages = Dictionary.build("age", ["25", "29", "30", "35"], [1] * 4)
    hierarchy = Intervals((5,), low=0, high=100).build(ages)
    labels = [hierarchy.labels[1][code] for code in hierarchy.maps[1]]
    assert labels == ["25-29", "25-29", "30-34", "35-39"]


def test_a6_a_value_that_no_hierarchy_knows_is_said():
    with pytest.raises(HierarchyError, match="zip"):
        diversa.anonymize(
            PEOPLE,
            models="k-anonymity:2",
            **{**WORDS, "hierarchies": {"zip": [["11", "*"]]}},
        )


def test_a6_a_missing_quasi_identifier_is_published_as_missing():
    people = PEOPLE.assign(zip=[None, None, *PEOPLE["zip"][2:]])
    release = diversa.anonymize(people, models="k-anonymity:2", **WORDS)
    assert release.levels == {"zip": 0}
    assert release.frame["zip"].isna().sum() == 2


@pytest.mark.parametrize("spec", ["distinct-l-diversity:5", "k-anonymity:9"])
@pytest.mark.parametrize("method", ["full-domain", "mondrian", "local-recoding"])
def test_a7_n5_the_impossible_is_an_error(spec, method):
    with pytest.raises(NoSolutionError):
        diversa.anonymize(PEOPLE, models=spec, method=method, **tight(method), **WORDS)


def test_a8_identifiers_are_gone_and_no_column_is_added():
    release = diversa.anonymize(PEOPLE, models="k-anonymity:2", **WORDS)
    assert list(release.frame.columns) == ["zip", "ill"]


def test_n1_n2_closeness_is_the_transport_distance_and_t_is_kept():
    """Shares (1/2, 1/2, 0, 0) against quarters: EMD 1/2, each share moves by 1/4."""
    groups = Groups.from_counts([{"a": 1, "b": 1}, {"c": 1, "d": 1}], on="s")
    assert parse("t-closeness:0.3").attained(groups) == 0.5
    assert not parse("t-closeness:0.3").holds(groups).any()
    assert parse("t-closeness:0.5").holds(groups).all()


def test_a_table_that_holds_already_is_left_alone():
    """A table with groups of four is 2-, 3- and 4-anonymous without any change."""
    for k in (2, 3, 4):
        release = diversa.anonymize(PEOPLE, models=f"k-anonymity:{k}", **WORDS)
        assert release.levels == {"zip": 0}


def test_a_hierarchy_whose_top_is_a_plain_map_is_read():
    zips = Dictionary.build("zip", ["11", "22"], [1, 1])
    hierarchy = Rows((("11", "low", "*"), ("22", "high", "*"))).build(zips)
    assert hierarchy.sizes == (2, 2, 1)
