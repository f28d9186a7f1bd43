# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import json

import pytest

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError, SourceError
from diversa.hierarchies import Taxonomy
from diversa.hierarchies.taxonomy import DEEPEST, read_nested, upward_paths

# The diseases of the (l,e)-diversity paper, three branches at the root.
DISEASES = {
    "disease": {
        "chest": {"respiratory": ["flu", "pneumonia", "bronchitis"]},
        "growth": {"cancers": ["cancer", "carcinoid"]},
        "abdomen": {"stomach": ["gastric ulcer", "dyspepsia", "gastritis"]},
    }
}
EDGES = """child,parent
flu,respiratory
pneumonia,respiratory
bronchitis,respiratory
respiratory,chest
chest,disease
cancer,cancers
carcinoid,cancers
cancers,growth
growth,disease
gastric ulcer,stomach
dyspepsia,stomach
gastritis,stomach
stomach,abdomen
abdomen,disease
"""
PATHS = """flu;respiratory;chest;disease
pneumonia;respiratory
bronchitis;respiratory
cancer;cancers;growth;disease
carcinoid;cancers
gastric ulcer;stomach;abdomen;disease
dyspepsia;stomach;abdomen
gastritis;stomach
"""
DOWN = "\n".join(";".join(reversed(line.split(";"))) for line in PATHS.split("\n"))
TOML = """
[disease.chest]
respiratory = ["flu", "pneumonia", "bronchitis"]
[disease.growth]
cancers = ["cancer", "carcinoid"]
[disease.abdomen.stomach]
"gastric ulcer" = {}
dyspepsia = {}
gastritis = {}
"""


def categories(nested):
    if isinstance(nested, list):
        return [{"cat": name} for name in nested]
    return [{"cat": name, "subcats": categories(x)} for name, x in nested.items()]


def column(values, **options):
    return Dictionary.build("condition", values, [1] * len(values), **options)


ILL = ["flu", "pneumonia", "cancer", "gastritis"]


def sources():
    yield pytest.param("t.csv", EDGES, {}, id="edges")
    yield pytest.param("t.csv", PATHS, {}, id="paths")
    yield pytest.param("t.csv", DOWN, {"root_first": True}, id="root first")
    yield pytest.param("t.toml", TOML, {}, id="toml")
    yield pytest.param("t.json", json.dumps(DISEASES), {}, id="json")
    yield pytest.param("t.json", json.dumps(categories(DISEASES)[0]), {}, id="cats")


@pytest.mark.parametrize(("name", "content", "options"), list(sources()))
def test_every_layout_is_the_same_tree(tmp_path, name, content, options):
    path = tmp_path / name
    path.write_text(content)
    for kind in (Taxonomy(file=path, **options), Taxonomy(tree=DISEASES)):
        hierarchy = kind.build(column(ILL))
        assert hierarchy.labels[1:] == (
            ("cancers", "respiratory", "stomach"),
            ("growth", "chest", "abdomen"),
            ("disease",),
        )
        assert hierarchy.tree.height == 3
        assert hierarchy.tree.uniform
        # The distances that the paper's text states.
        codes = {text: code for code, text in enumerate(hierarchy.labels[0])}
        assert hierarchy.tree.distance(codes["flu"], codes["pneumonia"]) == 1
        assert hierarchy.tree.distance(codes["flu"], codes["gastritis"]) == 3


def test_leaves_at_different_depths():
    # The tree that shows why e-similarity is not transitive.
    hierarchy = Taxonomy(tree={"root": {"p": ["x"], "y": {}, "q": ["z"]}}).build(
        column(["x", "y", "z"])
    )
    assert hierarchy.labels[1:] == (("p", "y", "q"), ("root",))
    tree = hierarchy.tree
    assert tree.distance([0, 1, 0], [1, 2, 2]).tolist() == [1.5, 1.5, 2.0]
    assert tree.common_height([0, 1, 0], [1, 2, 2]).tolist() == [2, 2, 2]
    assert not tree.uniform
    assert tree.depths.tolist() == [2, 1, 2]


def test_an_inner_node_may_be_a_value():
    tree = {"world": {"Asia": ["India", "Japan"], "Europe": ["Italy"]}}
    hierarchy = Taxonomy(tree=tree).build(column(["Asia", "India", "Italy"]))
    assert hierarchy.labels[1:] == (("Asia", "Europe"), ("world",))
    assert hierarchy.tree.distance(0, 1) == 0.5
    assert [hierarchy.tree.names[n] for n in hierarchy.tree.subtrees(0)] == [
        "Asia",
        "India",
        "Italy",
    ]


def test_several_roots_get_a_star():
    hierarchy = Taxonomy(tree={"A": ["a"], "B": ["b"]}).build(column(["a", "b"]))
    assert hierarchy.labels[1:] == (("A", "B"), ("*",))


def test_heights_belong_to_the_declared_tree():
    hierarchy = Taxonomy(tree=DISEASES).build(column(["flu"]))
    assert hierarchy.height == 3
    short = Taxonomy(tree={"any": {"A": {"B": ["deep"]}, "a": {}}}).build(column(["a"]))
    assert [names[0] for names in short.labels] == ["a", "a", "a", "any"]


def test_a_missing_value_hangs_below_the_root():
    hierarchy = Taxonomy(tree={"any": {"A": ["a"], "B": ["b"]}}).build(
        column(["a", "b", None])
    )
    assert hierarchy.labels[1:] == (("A", "B", None), ("any", None), ("*",))
    assert hierarchy.tree.depths.tolist() == [2, 2, 1]
    assert hierarchy.tree.distance(0, 2) == 1.5


def test_values_outside_the_tree_are_counted():
    with pytest.raises(HierarchyError, match=r"1 of 2 values.*the tree.*'plague'"):
        Taxonomy(tree=DISEASES).build(column(["flu", "plague"]))


@pytest.mark.parametrize("sensitive", [False, True])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("flu,chest\nflu,head\n", "one parent, got two for .*line 2"),
        ("flu,chest\nchest,flu\n", "circle"),
        ("x,any\nflu,chest\nchest,flu\n", "circle"),
    ],
)
def test_what_is_not_a_tree(tmp_path, content, message, sensitive):
    path = tmp_path / "t.csv"
    path.write_text(content)
    with pytest.raises(HierarchyError, match=message) as raised:
        Taxonomy(file=path).build(column(["flu"], sensitive=sensitive))
    assert ("'flu'" in str(raised.value)) is not sensitive


def test_a_star_below_a_node_of_several_roots_is_a_circle(tmp_path):
    """Several roots are put below a `*` of their own: it was met again, for ever."""
    path = tmp_path / "t.csv"
    path.write_text("x,any\ny,more\nflu,*\n*,flu\n")
    with pytest.raises(HierarchyError, match=r"circle through '\*'"):
        Taxonomy(file=path).build(column(["flu"]))


def test_broken_files(tmp_path):
    with pytest.raises(SourceError, match="cannot be read"):
        Taxonomy(file=tmp_path / "none.csv").build(column(["flu"]))
    broken = tmp_path / "t.toml"
    broken.write_text("= 1")
    with pytest.raises(SourceError, match="must be TOML"):
        Taxonomy(file=broken).build(column(["flu"]))
    with pytest.raises(HierarchyError, match="got set"):
        Taxonomy(tree={"any": {"flu", "cold"}}).build(column(["flu"]))


def test_either_a_file_or_a_tree():
    with pytest.raises(HierarchyError, match="either"):
        Taxonomy()


def test_lines_that_repeat_a_name_are_one_node(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("Private;Private;*\nSelf-emp-inc;Self-employed;*\n")
    hierarchy = Taxonomy(file=path).build(column(["Private", "Self-emp-inc"]))
    assert hierarchy.labels[1:] == (("Private", "Self-employed"), ("*",))
    assert hierarchy.tree.depths.tolist() == [1, 2]


def test_a_chain_of_very_many_nodes_is_refused(tmp_path):
    path = tmp_path / "tree.csv"
    path.write_text("".join(f"n{n},n{n + 1}\n" for n in range(100_000)))
    values = Dictionary.build("ill", ["n0"], [1])
    with pytest.raises(HierarchyError, match="'ill': must have at most 250 levels"):
        Taxonomy(path).build(values)
    path.write_text(";".join(f"n{n}" for n in range(251)))
    assert Taxonomy(path).build(values).height == 250


UPWARD = {
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
    assert {tuple(path) for path in upward_paths(TREES[name])} == UPWARD


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
