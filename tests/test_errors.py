# SPDX-License-Identifier: Apache-2.0
"""Errors: one tree, and names that are spelled wrongly find the right ones."""

from __future__ import annotations

import re

import pytest

from diversa import errors
from diversa.errors import (
    DiversaError,
    InputError,
    NoSolutionError,
    PlanError,
    error_place,
    nearest,
)

CLASSES = {
    name: value
    for name, value in vars(errors).items()
    if isinstance(value, type)
    and value.__module__ == errors.__name__
    and not issubclass(value, Warning)
}


def test_the_tree_of_the_module_is_the_tree_of_the_classes():
    assert set(re.findall(r"\w+Error", errors.__doc__)) - {"ValueError"} == set(CLASSES)
    below = re.findall(r"^ *│   [├└]── (\w+)", errors.__doc__, re.MULTILINE)
    assert {CLASSES[name].__base__ for name in below} == {InputError}
    assert all(issubclass(error, DiversaError) for error in CLASSES.values())


def test_only_wrong_input_is_a_value_error():
    named = {name for name, error in CLASSES.items() if issubclass(error, ValueError)}
    assert named == set(CLASSES) - {"DiversaError", "NoSolutionError", "InternalError"}


def test_a_plan_tells_every_fault():
    assert PlanError("a: wrong").faults == ["a: wrong"]
    several = PlanError(fault for fault in ("a: wrong", "b: wrong"))
    assert several.faults == ["a: wrong", "b: wrong"]
    assert str(several) == "a: wrong\nb: wrong"


def test_no_solution_says_how_near_the_best_came():
    error = NoSolutionError("none", attained={"k-anonymity": 1})
    assert (str(error), error.attained) == ("none", {"k-anonymity": 1})


def test_the_place_of_an_error_holds_no_path_and_no_value():
    with pytest.raises(TypeError) as failure:
        nearest("Ada", None)
    assert error_place(failure.value).startswith(
        "TypeError in diversa/errors.py, line "
    )
    assert error_place(ValueError("Ada")) == "ValueError outside our own code"


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        pytest.param("agge", "did you mean 'age'?", id="a letter too many"),
        pytest.param("", "there are: ", id="nothing"),
        pytest.param("income", "there are: ", id="another word"),
        pytest.param(
            "closeness", "did you mean 't-closeness' or 'n-closeness'?", id="a family"
        ),
    ],
)
def test_the_nearest_name(name, meant):
    assert nearest(name, ["age", "t-closeness", "n-closeness"]).startswith(meant)


def test_a_long_list_of_names_is_cut():
    names = [f"column {number}" for number in range(30)]
    assert nearest("x", names).endswith("column 19, …")
    assert nearest("x", names[:20]).endswith("column 19")
