# SPDX-License-Identifier: Apache-2.0
"""Hierarchies that are nearly hierarchies: files, and what a plan says of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.hierarchies import KINDS, hierarchy_from
from diversa.hierarchies.declaration import hierarchy_kind
from fuzzed import CANARY, JSON, NASTY, cases, changed_bytes, run

LEVELS = b"13053;1305*;130**;*\n13068;1306*;130**;*\n14850;1485*;148**;*\n"
PATHS = b"child,parent\nflu,respiratory\ncold,respiratory\nrespiratory,ill\nhiv,ill\n"
COLUMNS = [
    Dictionary.build("zip", ["13053", "13068", "14850"], [2, 2, 2]),
    Dictionary.build("age", [20, 21.5, None], [2, 2, 2]),
    replace(
        Dictionary.build("ill", [f"{CANARY}-a", f"{CANARY}-b"], [3, 3]), sensitive=True
    ),
    Dictionary.build("day", ["2024-03-01", "1.3.2024", "x"], [2, 2, 2]),
    Dictionary.build("none", [None], [6]),
]
KEYS = ["length", "keep", "direction", "widths", "cuts", "origin", "levels", "file"]
KEYS += [
    "delimiter",
    "encoding",
    "top",
    "bottom",
    "then",
    "root_first",
    "steps",
    "base",
]
KEYS += [
    "places",
    "first",
    "labels",
    "map",
    "format",
    "char",
    "unknown",
    "rows",
    "tree",
]


@cases(50)
@given(
    kind=st.sampled_from([*KINDS]) | NASTY,
    settings=st.dictionaries(st.sampled_from(KEYS), JSON, max_size=3),
    column=st.sampled_from(COLUMNS),
)
def test_any_declaration_is_a_hierarchy_or_refused(kind, settings, column):
    declared = {"kind": kind, **settings}
    made = run(lambda: hierarchy_kind(declared, base=Path(), table="hierarchies.x"))
    if made is not None:
        run(lambda: made.build(column))


@cases(50)
@given(
    content=st.sampled_from([LEVELS, PATHS]).flatmap(changed_bytes),
    kind=st.sampled_from(["levels", "taxonomy"]),
    column=st.sampled_from(COLUMNS),
)
def test_any_file_is_a_hierarchy_or_refused(tmp_path, content, kind, column):
    (tmp_path / "h.csv").write_bytes(content)
    declared = {"kind": kind, "file": "h.csv"}
    made = run(lambda: hierarchy_kind(declared, base=tmp_path, table="hierarchies.x"))
    if made is not None:
        run(lambda: made.build(column))


@cases(30)
@given(source=JSON, column=st.sampled_from(COLUMNS))
def test_any_object_is_a_hierarchy_or_refused(source, column):
    made = run(lambda: hierarchy_from(source))
    if made is not None:
        run(lambda: made.build(column))
