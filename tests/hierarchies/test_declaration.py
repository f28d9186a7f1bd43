# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import tomllib
from dataclasses import fields
from decimal import Decimal
from pathlib import Path

import pytest

from diversa.data.dictionary import Dictionary
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
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.declaration import TYPES, without_files

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


ILLS = Dictionary.build("ill", ["asthma", "flu", "ulcer"], [1, 1, 1])
FILES = {
    "levels.csv": "asthma;lungs;*\nflu;lungs;*\nulcer;stomach;*\ncold;lungs;*\n",
    "edges.csv": "child,parent\nasthma,lungs\nflu,lungs\nulcer,stomach\n"
    "lungs,any\nstomach,any\n",
}


@pytest.mark.parametrize(
    ("kind", "name"), [(LevelsFile, "levels.csv"), (Taxonomy, "edges.csv")]
)
def test_a_file_is_copied(tmp_path, kind, name):
    file = tmp_path / name
    file.write_text(FILES[name], encoding="utf-8")
    declared = kind(file=file)
    wanted = declared.build(ILLS)
    kept = without_files(declared, ILLS)
    file.unlink()
    assert kept.build(ILLS).labels == wanted.labels


def test_values_that_the_table_lacks_are_kept(tmp_path):
    file = tmp_path / "levels.csv"
    file.write_text(FILES["levels.csv"], encoding="utf-8")
    kept = without_files(LevelsFile(file), ILLS)
    cold = Dictionary.build("ill", ["cold"], [1])
    assert kept.build(cold).labels == (("cold",), ("lungs",), ("*",))


def test_a_chosen_hierarchy_becomes_a_declared_one():
    ages = Dictionary.build("age", [17, 40, 93], [1] * 3, kind="number")
    coded = without_files(Coding(top=90), ages)
    assert isinstance(coded.then, Intervals)
    assert coded.build(ages).labels == Coding(top=90).build(ages).labels


def test_what_only_python_holds_is_not_kept():
    functions = Functions((str.upper,))
    assert without_files(functions, ILLS) is None
    assert without_files(Coding(top=90, then=functions), ILLS) is None
