# SPDX-License-Identifier: Apache-2.0
"""Hierarchies without files say what the files said."""

from __future__ import annotations

import pytest

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import Taxonomy
from diversa.hierarchies.coding import Coding
from diversa.hierarchies.functions import Functions
from diversa.hierarchies.inlining import without_files
from diversa.hierarchies.intervals import Intervals
from diversa.hierarchies.levels_file import LevelsFile

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
