# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import traceback
from decimal import Decimal

import pandas as pd
import pytest

import diversa
from audited_tables import FIGURE_2, C, F, H, V, look, rows_of
from diversa.data.read_options import ReadOptions
from diversa.errors import (
    InputError,
    MissingValueError,
    ModelError,
    PlanError,
    RoleError,
    SourceError,
)

STARRED = [("a", "1", H), ("a", "1", V), ("*", "*", C), ("*", "2", V), ("*", "2", H)]


def test_rows_of_stars_are_no_group_on_request():
    found = look(STARRED, models=["k-anonymity:2"], ignore_suppressed=True)
    assert (found.rows, found.groups, found.suppressed_rows) == (5, 2, 1)
    assert found.ignored_rows == 1
    assert found.holds
    assert found.levels["k-anonymity"] == 2


def test_rows_of_stars_are_a_group_like_any_other():
    found = look(STARRED, models=["k-anonymity:2"])
    assert (found.rows, found.groups, found.suppressed_rows) == (5, 3, 1)
    assert found.ignored_rows == 0
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


@pytest.mark.parametrize("form", ["frame", "file"])
def test_a_table_without_rows_holds_vacuously(tmp_path, form):
    source = pd.DataFrame({"zip": [], "ill": []})
    if form == "file":
        source = tmp_path / "none.csv"
        source.write_text("zip,ill\n")
    found = diversa.audit(
        source,
        quasi_identifiers=["zip"],
        sensitive=["ill"],
        models=["k-anonymity:2", "t-closeness:0.2"],
    )
    assert (found.rows, found.groups, found.holds) == (0, 0, True)
    assert set(found.levels.values()) == {None}
    with pytest.raises(SourceError, match="must have rows, got none") as error:
        diversa.audit(source, quasi_identifiers=["zap"])
    assert "ill" not in str(error.value)


def test_a_missing_quasi_identifier_is_a_value_of_its_own():
    found = look([("a", "1", F), ("a", "1", V), ("a", None, F), ("a", float("nan"), F)])
    assert (found.groups, found.levels["k-anonymity"]) == (2, 2)


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        ({"quasi_identifiers": ["zipp"]}, RoleError, "did you mean 'zip'"),
        ({"quasi_identifiers": []}, RoleError, "at least one column"),
        ({"sensitive": ["conditions"]}, RoleError, "did you mean 'condition'"),
        ({"sensitive": ["age"]}, RoleError, "one role, got 'age'"),
        ({"quasi_identifiers": ["zip", "zip"]}, RoleError, "one role, got 'zip'"),
        ({"models": ["k-anonimity:3"]}, PlanError, "did you mean 'k-anonymity'"),
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
        ({"missing": None}, InputError, "missing: must be a text, got None"),
        (
            {"kinds": {"age": "nummer"}},
            InputError,
            "kinds.age: must be one of text",
        ),
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


@pytest.mark.parametrize(
    "words",
    [{}, {"kinds": {"condition": "date"}}, {"sensitive": "agee"}, {"models": "le:2"}],
)
def test_sensitive_values_stay_out_of_messages(words):
    rows = [("a", "1", CANARY), ("a", "1", None)]
    with pytest.raises(InputError) as caught:
        look(rows, **words)
    assert CANARY not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    ("spec", "attained"),
    [
        ("distinct-l-diversity:2", 3),
        ("frequency-l-diversity:2", 2),
        # Shares of 1/2, 1/3 and 1/6.
        ("entropy-l-diversity:1.1", 2**0.5 * 3 ** (1 / 3) * 6 ** (1 / 6)),
    ],
)
@pytest.mark.parametrize("values", [("1", "1.0", "2", "3", "2.00", "1")], ids=str)
def test_equal_numbers_are_one_value(tmp_path, spec, attained, values):
    path = tmp_path / "t.csv"
    path.write_text("zip,pay\n" + "".join(f"130,{value}\n" for value in values))
    words = {"quasi_identifiers": "zip", "sensitive": "pay", "models": spec}
    audit = diversa.audit(path, kinds={"pay": "number"}, **words)
    assert audit.models[0].attained == pytest.approx(attained)
    decimals = pd.DataFrame({"zip": "130", "pay": list(map(Decimal, values))})
    framed = diversa.audit(decimals, kinds={"pay": "number"}, **words)
    assert framed.models[0].attained == pytest.approx(attained)
    # Without a kind they are texts, all of them numbers; as written there are five.
    assert diversa.audit(path, **words).levels["distinct-l-diversity"] == 3
    assert diversa.audit(decimals, **words).levels["distinct-l-diversity"] == 3
    exact = diversa.audit(path, reading=ReadOptions(equality="exact"), **words)
    assert exact.levels["distinct-l-diversity"] == 5
