# SPDX-License-Identifier: Apache-2.0
"""Nested trees: tables in tables, as TOML, JSON and Python write them."""

from __future__ import annotations

import json

import pytest

from diversa.errors import HierarchyError, SourceError
from diversa.hierarchies import Taxonomy
from diversa.hierarchies.tree_file import DEEPEST, read_nested, upward_paths

PATHS = {
    ("any",),
    ("lungs", "any"),
    ("stomach", "any"),
    ("flu", "lungs"),
    ("asthma", "lungs"),
    ("ulcer", "stomach"),
}
TREES = {
    "lists of leaves": {"any": {"lungs": ["flu", "asthma"], "stomach": ["ulcer"]}},
    "empty tables": {"any": {"lungs": {"flu": {}, "asthma": {}}, "stomach": "ulcer"}},
    "tuples": {"any": {"lungs": ("flu", "asthma"), "stomach": {"ulcer": None}}},
    "categories": {
        "cat": "any",
        "subcats": [
            {"cat": "lungs", "subcats": [{"cat": "flu"}, {"cat": "asthma"}]},
            {"cat": "stomach", "subcats": [{"cat": "ulcer", "subcats": []}]},
        ],
    },
}


@pytest.mark.parametrize("name", TREES)
def test_every_node_comes_with_its_parent(name):
    assert {tuple(path) for path in upward_paths(TREES[name])} == PATHS


def test_several_roots():
    forest = [{"lungs": ["flu"]}, {"stomach": [1, 2.0]}]
    assert sorted(upward_paths(forest)) == [
        ["1", "stomach"],
        ["2", "stomach"],
        ["flu", "lungs"],
        ["lungs"],
        ["stomach"],
    ]


def test_what_is_no_name_is_refused():
    with pytest.raises(HierarchyError, match="tables, lists and names, got set"):
        list(upward_paths({"any": {1, 2}}))


def test_files(tmp_path):
    tree = TREES["lists of leaves"]
    (tmp_path / "tree.json").write_text(json.dumps(tree))
    lines = '[any]\nlungs = ["flu", "asthma"]\nstomach = ["ulcer"]\n'
    (tmp_path / "tree.TOML").write_text(lines)
    assert read_nested(tmp_path / "tree.json") == tree
    assert read_nested(tmp_path / "tree.TOML") == tree


@pytest.mark.parametrize(("name", "form"), [("t.json", "JSON"), ("t.toml", "TOML")])
def test_files_that_are_broken(tmp_path, name, form):
    (tmp_path / name).write_text("{ [")
    with pytest.raises(SourceError, match=f"{name}: the file must be {form}, got"):
        read_nested(tmp_path / name)


def nested(depth, tree="flu"):
    """A tree in which tables are nested so deeply."""
    for level in range(depth):
        tree = {f"n{level}": tree}
    return tree


@pytest.mark.parametrize("depth", [DEEPEST + 1, 3_000])
def test_a_tree_that_is_nested_too_deeply_is_refused(tmp_path, depth):
    path = tmp_path / "tree.json"
    path.write_text('{"n": ' * depth + '"flu"' + "}" * depth)
    with pytest.raises(
        HierarchyError, match=r"tree.json: a tree must have at most 251"
    ):
        read_nested(path)
    path.write_text("[" * depth + '"flu"' + "]" * depth)
    with pytest.raises(HierarchyError, match="at most 251 tables and lists"):
        read_nested(path)
    (tmp_path / "tree.toml").write_text("n = " + "[" * depth + "]" * depth)
    with pytest.raises(HierarchyError, match="at most 251 tables and lists"):
        read_nested(tmp_path / "tree.toml")
    with pytest.raises(HierarchyError, match="taxonomy: a tree must have at most"):
        Taxonomy(tree=nested(depth))


def test_a_deep_tree_is_read(tmp_path):
    path = tmp_path / "tree.json"
    path.write_text(json.dumps(nested(DEEPEST - 1)))
    assert len(list(upward_paths(read_nested(path)))) == DEEPEST
    Taxonomy(tree=nested(DEEPEST - 1))
