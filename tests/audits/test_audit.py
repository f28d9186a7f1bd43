# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import math
import traceback

import numpy as np
import pytest

from diversa.audits.audit import audit, audit_cells
from diversa.audits.distribution import Bin
from diversa.counts.cells import Cells
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.errors import InputError, MissingValueError, ModelError, RoleError
from diversa.models import KAnonymity, parse
from memory_engine import MemoryEngine

H, V, C, F = "Heart Disease", "Viral Infection", "Cancer", "Flu"
COLUMNS = ("zip", "age", "condition")
FIGURE_2 = {
    ("130**", "<30"): [H, H, V, V],
    ("1485*", ">=40"): [C, H, V, V],
    ("130**", "3*"): [C, C, C, C],
}
FIGURE_3 = {
    ("1305*", "<=40"): [H, V, C, C],
    ("1485*", ">40"): [C, H, V, V],
    ("1306*", "<=40"): [H, V, C, C],
}
CLOSENESS_TABLE_2 = {
    ("476**", "2*"): [H, H, H],
    ("4790*", ">=40"): [F, H, C],
    ("476**", "3*"): [H, C, C],
}


def rows_of(groups):
    return [(*key, value) for key, values in groups.items() for value in values]


def look(rows, columns=COLUMNS, **words):
    """Audit rows whose last column is sensitive and whose others are known."""
    words = {
        "quasi_identifiers": columns[:-1],
        "sensitive": columns[-1:],
        "engine": MemoryEngine(),
        **words,
    }
    return audit((columns, rows), **words)


NAMES = (
    "k-anonymity",
    "distinct-l-diversity",
    "frequency-l-diversity",
    "entropy-l-diversity",
    "recursive-cl-diversity",
    "alpha-k-anonymity",
    "t-closeness",
    "beta-likeness",
    "beta-likeness:enhanced=true",
    "delta-disclosure",
)
LEVELS = [
    pytest.param(
        FIGURE_2,
        (4, 1, 1, 1, None, 1, 7 / 12, 7 / 5, None, None),
        id="l-diversity, figure 2",
    ),
    pytest.param(
        FIGURE_3,
        (4, 3, 2, 2**1.5, 1, 1 / 2, 1 / 6, 1 / 2, 1 / 2, math.log(5 / 3)),
        id="l-diversity, figure 3",
    ),
    pytest.param(
        CLOSENESS_TABLE_2,
        (3, 1, 1, 1, None, 1, 4 / 9, 2, None, None),
        id="closeness, table 2",
    ),
]


@pytest.mark.parametrize(("table", "expected"), LEVELS)
def test_levels_of_the_papers_tables(table, expected):
    found = look(rows_of(table)).to_json()
    levels = {name: found["levels"][name] for name in NAMES}
    assert levels == pytest.approx(dict(zip(NAMES, expected, strict=True)))
    on = {name: level for name, level in found["levels"].items() if name != NAMES[0]}
    assert found["levels_on"] == {"condition": on}
    assert (found["groups"], found["holds"], found["models"]) == (3, True, [])
    assert type(found["levels"]["k-anonymity"]) is int


def test_verdicts_on_figure_2():
    models = [
        "k-anonymity:4",
        "distinct-l-diversity:3",
        "recursive-cl-diversity:c=2,l=2,on=*",
    ]
    found = look(rows_of(FIGURE_2), models=models)
    assert found.to_json()["models"] == [
        {
            "spec": "k-anonymity:4",
            "holds": True,
            "attained": 4,
            "failing_groups": 0,
            "failing_rows": 0,
        },
        {
            "spec": "distinct-l-diversity:3,on=condition",
            "holds": False,
            "attained": 1,
            "failing_groups": 2,
            "failing_rows": 8,
        },
        {
            "spec": "recursive-cl-diversity:c=2,l=2,on=condition",
            "holds": False,
            "attained": None,
            "failing_groups": 1,
            "failing_rows": 4,
        },
    ]
    assert found.models[2].attained == math.inf
    assert not found.holds
    assert (found.failing_groups, found.failing_rows) == (2, 8)


def test_distributions_of_figure_2():
    found = look(rows_of(FIGURE_2), models=["distinct-l-diversity:3"])
    assert found.group_sizes == (Bin(4, 4, groups=3, rows=12),)
    (verdict,) = found.models
    assert [one.low for one in verdict.failing] == [1, 2]
    assert verdict.holding == (Bin(3, 3, groups=1, rows=4),)
    assert found.to_json()["distributions"][verdict.spec]["holding"] == [
        {"low": 3, "high": 3, "groups": 1, "rows": 4}
    ]


def test_violating_groups_stand_smallest_first_then_by_value():
    rows = [
        *rows_of(FIGURE_2),
        ("2", "9", H),
        ("1", "9", H),
        ("1", "8", V),
        ("0", "8", H),
    ]
    rows += [("0", "8", V), ("3", None, H)]
    found = look(rows, models=["k-anonymity:3", "distinct-l-diversity:2"], groups=5)
    assert [(one.values, one.size) for one in found.violating] == [
        ({"zip": "1", "age": "8"}, 1),
        ({"zip": "1", "age": "9"}, 1),
        ({"zip": "2", "age": "9"}, 1),
        ({"zip": "3", "age": None}, 1),
        ({"zip": "0", "age": "8"}, 2),
    ]
    l = "distinct-l-diversity:2,on=condition"
    assert found.violating[0].fails == {"k-anonymity:3": 1, l: 1}
    assert found.violating[4].fails == {"k-anonymity:3": 2}
    assert (found.failing_groups, found.failing_rows) == (6, 10)
    assert found.to_json()["violating"][3] == {
        "values": {"zip": "3", "age": None},
        "size": 1,
        "fails": {"k-anonymity:3": 1, l: 1},
    }


@pytest.mark.parametrize("groups", [0, 1, 2, 3])
def test_no_more_violating_groups_than_asked_for(groups):
    found = look(rows_of(FIGURE_2), models="distinct-l-diversity:3", groups=groups)
    assert len(found.violating) == min(groups, 2)
    assert found.failing_groups == 2


def test_several_sensitive_attributes_report_the_worst_and_each():
    rows = [("a", "s1", "v1"), ("a", "s1", "v2"), ("a", "s2", "v3"), ("a", "s3", "v3")]
    found = look(
        [*rows, ("a", "s1", "v3")],
        columns=("q", "s", "v"),
        quasi_identifiers="q",
        sensitive=["s", "v"],
        models=[
            "distinct-l-diversity:2,on=*",
            "distinct-l-diversity:2,on=v,joint=true",
        ],
    )
    assert found.levels["frequency-l-diversity"] == 5 / 3
    assert found.levels["recursive-cl-diversity"] == 3 / 2
    assert found.levels_on["s"]["frequency-l-diversity"] == 5 / 3
    assert found.levels_on["v"]["frequency-l-diversity"] == 5 / 3
    assert found.levels_on.keys() == {"s", "v"}
    assert [(one.spec, one.holds) for one in found.models] == [
        ("distinct-l-diversity:2,on=s", True),
        ("distinct-l-diversity:2,on=v", True),
        ("distinct-l-diversity:2,on=v,joint=true", False),
    ]


def test_the_worst_attribute_counts():
    rows = [("a", "s1", "v1"), ("a", "s2", "v1"), ("a", "s3", "v2")]
    found = look(
        rows, columns=("q", "s", "v"), quasi_identifiers="q", sensitive=("s", "v")
    )
    assert found.levels["distinct-l-diversity"] == 2
    assert found.levels["recursive-cl-diversity"] == 2
    assert found.levels_on["s"]["recursive-cl-diversity"] == 0.5
    assert found.levels["k-anonymity"] == 3


def test_without_a_sensitive_attribute_only_sizes_are_reported():
    rows = [row[:2] for row in rows_of(FIGURE_2)]
    found = look(rows, columns=COLUMNS[:2], quasi_identifiers=COLUMNS[:2], sensitive=())
    assert found.levels == {"k-anonymity": 4}
    assert found.levels_on == {}


def test_a_model_asked_for_twice_is_judged_once():
    models = [KAnonymity(2), "k-anonymity:2"]
    assert len(look(rows_of(FIGURE_3), models=models).models) == 1


STARRED = [("a", "1", H), ("a", "1", V), ("*", "*", C), ("*", "2", V), ("*", "2", H)]


def test_suppressed_rows_are_reported_and_are_no_group():
    found = look(STARRED, models=["k-anonymity:2"])
    assert (found.rows, found.groups, found.suppressed_rows) == (5, 2, 1)
    assert found.holds
    assert found.levels["k-anonymity"] == 2


def test_suppressed_rows_are_a_group_on_request():
    found = look(STARRED, models=["k-anonymity:2"], count_suppressed=True)
    assert (found.rows, found.groups, found.suppressed_rows) == (5, 3, 1)
    assert not found.holds
    assert found.violating[0].values == {"zip": "*", "age": "*"}


def test_a_table_of_nothing_but_stars_is_its_only_group():
    found = look([("*", "*", H), ("*", "*", H)], models=["distinct-l-diversity:2"])
    assert (found.rows, found.groups, found.suppressed_rows) == (2, 1, 2)
    assert not found.holds


LOST = [("a", "1", None), ("a", "1", None), ("a", "1", F), ("b", "1", F), ("b", "1", V)]


def test_missing_sensitive_values_are_refused_without_a_policy():
    with pytest.raises(MissingValueError, match=r"2 of 5 rows.*own.*worst.*drop"):
        look(LOST)


@pytest.mark.parametrize(
    ("policy", "k", "distinct", "frequency", "dropped"),
    [("own", 2, 2, 1.5, 0), ("worst", 2, 1, 1, 0), ("drop", 1, 1, 1, 2)],
)
def test_missing_sensitive_values(policy, k, distinct, frequency, dropped):
    found = look(LOST, missing=policy)
    assert found.levels["k-anonymity"] == k
    assert found.levels["distinct-l-diversity"] == distinct
    assert found.levels["frequency-l-diversity"] == frequency
    assert (found.rows, found.dropped_rows, found.groups) == (5, dropped, 2)
    assert found.to_json()["dropped_rows"] == dropped


def test_dropping_rows_leaves_no_empty_group():
    found = look([("a", "1", None), ("b", "1", F)], missing="drop")
    assert (found.rows, found.dropped_rows, found.groups) == (2, 1, 1)


def test_dropping_every_row_holds_vacuously():
    found = look([("a", "1", None)], missing="drop", models=["k-anonymity:5"])
    assert (found.rows, found.groups, found.holds) == (1, 0, True)
    assert set(found.to_json()["levels"].values()) == {None}


def test_a_missing_quasi_identifier_is_a_value_of_its_own():
    found = look([("a", "1", F), ("a", "1", V), ("a", None, F), ("a", float("nan"), F)])
    assert (found.groups, found.levels["k-anonymity"]) == (2, 2)


def test_zero_rows_hold_vacuously_and_have_no_level():
    empty = Dictionary.build("q", [], []), Dictionary.build("s", [], [])
    cells = Cells(empty, np.empty((0, 2), np.int32), np.empty(0, np.int64))
    models = [parse(f"{name}:2,on=s") for name in NAMES[1:4]]
    models += [KAnonymity(2), parse("distinct-l-diversity:2,on=s,joint=true")]
    found = audit_cells(
        cells,
        quasi_identifiers=["q"],
        sensitive=[Sensitive(empty[1])],
        models=models,
    )
    assert found.holds
    assert set(found.levels.values()) == {None}
    assert {one.attained for one in found.models} == {None}
    assert (found.rows, found.groups, found.group_sizes, found.violating) == (
        0,
        0,
        (),
        (),
    )
    json.dumps(found.to_json(), allow_nan=False)


def test_no_quasi_identifier_makes_one_group_of_the_cells():
    s = Dictionary.build("s", ["a", "b"], [3, 2])
    cells = Cells((s,), np.array([[0], [1]], np.int32), np.array([3, 2]))
    found = audit_cells(cells, quasi_identifiers=(), sensitive=[Sensitive(s)])
    assert (found.groups, found.suppressed_rows) == (1, 0)
    assert found.levels["k-anonymity"] == 5


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({"quasi_identifiers": ["zipp"]}, RoleError, "did you mean 'zip'"),
        ({"quasi_identifiers": []}, RoleError, "at least one column"),
        ({"sensitive": ["conditions"]}, RoleError, "did you mean 'condition'"),
        ({"sensitive": ["age"]}, RoleError, "one role, got 'age'"),
        ({"quasi_identifiers": ["zip", "zip"]}, RoleError, "one role, got 'zip'"),
        ({"models": ["k-anonimity:3"]}, ModelError, "did you mean 'k-anonymity'"),
        (
            {"models": ["distinct-l-diversity:2,on=age"]},
            ModelError,
            "sensitive attribute, got 'age'; there are: condition",
        ),
        (
            {"sensitive": (), "models": ["distinct-l-diversity:2"]},
            ModelError,
            "none is declared",
        ),
        ({"missing": "dropp"}, InputError, "raise, own, worst, drop, got 'dropp'"),
        ({"missing": None}, InputError, "raise, own, worst, drop, got None"),
        ({"kinds": {"age": "nummer"}}, InputError, "kinds.age: must be one of text"),
        ({"groups": -1}, InputError, "groups: must be 0 or more, got -1"),
    ],
)
def test_wrong_use(words, error, message):
    with pytest.raises(error, match=message):
        look(rows_of(FIGURE_2), **words)


def test_kinds_reach_the_engine():
    rows = [("1", "x", H), ("01", "x", V)]
    found = look(rows, kinds={"zip": "number"}, models="k-anonymity:2")
    assert [one.values["zip"] for one in found.violating] == ["01", "1"]
    with pytest.raises(InputError, match="2 of 2 distinct values cannot be read"):
        look(rows, kinds={"condition": "number"})


CANARY = "CANARY-7f3a"


def test_sensitive_values_stay_secret():
    rows = [("a", "1", f"{CANARY}{number}") for number in range(3)]
    rows += [("b", "1", f"{CANARY}x"), ("c", "2", f"{CANARY}x")]
    models = ["k-anonymity:3", "distinct-l-diversity:2", "entropy-l-diversity:9/4"]
    found = look(rows, models=models)
    assert found.violating
    shown = [found, *found.models, *found.measured, *found.violating]
    texts = [json.dumps(found.to_json())]
    texts += [write(one) for one in shown for write in (str, repr)]
    assert not [text for text in texts if CANARY in text]


@pytest.mark.parametrize(
    "words",
    [{}, {"kinds": {"condition": "date"}}, {"sensitive": "agee"}, {"models": "le:2"}],
)
def test_sensitive_values_stay_out_of_messages(words):
    rows = [("a", "1", CANARY), ("a", "1", None)]
    with pytest.raises(InputError) as caught:
        look(rows, **words)
    assert CANARY not in "".join(traceback.format_exception(caught.value))
