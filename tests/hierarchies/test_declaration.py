# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tomllib
from dataclasses import fields
from decimal import Decimal
from pathlib import Path

import pytest

from diversa.errors import HierarchyError, PlanError
from diversa.hierarchies import (
    KINDS,
    Dates,
    Functions,
    Intervals,
    LevelsFile,
    Masking,
    Rounding,
    Suppression,
    Taxonomy,
    declaration_of,
    hierarchy_kind,
)
from diversa.hierarchies.declaration import TYPES

PLAN = """
[hierarchies]
zip = { kind = "masking", length = 5 }
age = { kind = "intervals", widths = [5, 10, 20], origin = 1 }
weight = { kind = "intervals", cuts = [[30, 40.5], [40.5]], low = 0 }
pay = { kind = "rounding", bases = [0.5, 1.5] }
born = { kind = "dates", levels = ["month", "year"] }
sex = { kind = "suppression" }
education = { kind = "levels", file = "education.csv" }
condition = { kind = "taxonomy", file = "disease.csv" }
place = { kind = "taxonomy", tree = { world = { Asia = ["India"] } } }
"""


def test_a_plan(tmp_path):
    for name in ("education.csv", "disease.csv"):
        (tmp_path / name).touch()
    tables = tomllib.loads(PLAN)["hierarchies"]
    kinds = {name: hierarchy_kind(t, base=tmp_path) for name, t in tables.items()}
    assert kinds == {
        "zip": Masking(length=5),
        "age": Intervals((5, 10, 20), origin=1),
        "weight": Intervals(cuts=((30, 40.5), (40.5,)), low=0),
        "pay": Rounding((0.5, 1.5)),
        "born": Dates(("month", "year")),
        "sex": Suppression(),
        "education": LevelsFile(tmp_path / "education.csv"),
        "condition": Taxonomy(file=tmp_path / "disease.csv"),
        "place": Taxonomy(tree={"world": {"Asia": ["India"]}}),
    }
    again = {n: declaration_of(kind, base=tmp_path) for n, kind in kinds.items()}
    assert again == tables


@pytest.mark.parametrize(
    ("declaration", "faults"),
    [
        pytest.param({}, ["[h.age] kind must be a known kind, got None"], id="no kind"),
        pytest.param({"kind": "interval"}, ["did you mean 'intervals'"], id="name"),
        pytest.param({"kind": ["a"]}, ["kind must be"], id="kind of a wrong type"),
        pytest.param(
            {"kind": "intervals", "width": [5], "origin": "one", "top": 1},
            [
                "[h.age] width is not a setting of 'intervals'; did you mean 'widths'?",
                "[h.age] origin must be a number, got 'one'",
                "[h.age] top must be true or false, got 1",
            ],
            id="every fault at once",
        ),
        pytest.param({"kind": "levels"}, ["file must be given"], id="required"),
        pytest.param(
            {"kind": "levels", "file": "no.csv"}, ["file must be a file"], id="no file"
        ),
        pytest.param({"kind": "levels", "file": 5}, ["the path of a file"], id="path"),
        pytest.param(
            {"kind": "intervals", "widths": [5, True]}, ["list of numbers"], id="bool"
        ),
        pytest.param(
            {"kind": "intervals", "widths": [5, 12]},
            ["[h.age] intervals: widths must each be a multiple"],
            id="the kind's own checks",
        ),
        pytest.param({"kind": "masking", "steps": [1.5]}, ["whole number"], id="float"),
        pytest.param(
            {"kind": "masking", "length": "five"}, ["length must be a whole"], id="int"
        ),
        pytest.param(
            {"kind": "suppression", "top": True}, ["not a setting"], id="none"
        ),
    ],
)
def test_faults_name_table_and_key(declaration, faults):
    with pytest.raises(PlanError) as raised:
        hierarchy_kind(declaration, base=Path(), table="h.age")
    assert len(raised.value.faults) == len(faults)
    for fault, expected in zip(raised.value.faults, faults, strict=True):
        assert expected in fault


def test_a_hierarchy_is_a_table():
    with pytest.raises(PlanError, match=r"\[h\.age\] must be a table with a kind"):
        hierarchy_kind("intervals", base=Path(), table="h.age")


def test_every_setting_has_a_known_type():
    for kind in KINDS.values():
        for field in fields(kind):
            assert field.type.removesuffix(" | None") in TYPES


def test_what_a_plan_cannot_hold():
    with pytest.raises(HierarchyError, match="write_levels_file"):
        declaration_of(Functions((str.upper,)))


def test_numbers_and_paths_are_written_plainly(tmp_path):
    kind = Intervals((Decimal("0.1"),))
    assert declaration_of(kind) == {"kind": "intervals", "widths": [0.1]}
    outside = LevelsFile(tmp_path / "a.csv")
    written = declaration_of(outside, base=tmp_path / "plans")["file"]
    assert Path(written) == tmp_path / "a.csv"
