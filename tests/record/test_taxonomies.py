# SPDX-License-Identifier: Apache-2.0
"""The taxonomies that a release publishes, so that others can audit it."""

from __future__ import annotations

import json

import numpy as np
import pandas as pd
import pytest

import diversa
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.errors import SourceError
from diversa.hierarchies import LevelsFile, Taxonomy
from diversa.hierarchies.tree import Tree
from diversa.models.verdict import Verdict
from diversa.record.record_parts import fingerprint
from diversa.record.taxonomies import (
    TAXONOMIES,
    PublishedTaxonomy,
    Taxonomies,
    public_taxonomy,
)

TREE = {
    "any": {
        "lungs": {"flu": {}, "cold": {}, "rare": {"canary-of-nobody": {}}},
        "blood": ["hiv", "hepatitis"],
    }
}
TABLE = pd.DataFrame(
    {"zip": [*"aabbcc"], "ill": ["flu", "hiv", "cold", "hepatitis", "flu", "hiv"]}
)
MODELS = [
    ("le-diversity:l=2,e=1", "mbf"),
    ("subtree-frequency-diversity:l=2,e=1", "full-domain"),
    ("t-closeness:0.4,distance=hierarchical", "mondrian"),
    ("t-closeness:0.4,distance=smoothed-js,ground=hierarchical", "mondrian"),
    ("nt-closeness:n=6,t=0.4,distance=hierarchical", "full-domain"),
]


def publish(folder, model=MODELS[1][0], method="full-domain", **words):
    return diversa.anonymize(
        words.pop("table", TABLE),
        quasi_identifiers="zip",
        sensitive="ill",
        models=model,
        method=method,
        hierarchies={"ill": Taxonomy(tree=TREE)},
        out=folder,
        **words,
    )


@pytest.mark.parametrize(("model", "method"), MODELS)
def test_the_folder_is_all_that_an_audit_needs(tmp_path, model, method):
    release = publish(tmp_path / "out", model, method)
    found = diversa.audit_release(tmp_path / "out")
    assert (found.verdict, found.problems) == (Verdict.HOLDS, ())
    # The same number as by the owner's tree, also where that has more branches.
    (ours,), (theirs,) = release.audit.models, found.audit.models
    assert theirs.attained == ours.attained or not theirs.exact


def test_values_that_nobody_has_stay_with_the_owner(tmp_path):
    publish(tmp_path / "out")
    text = (tmp_path / "out" / TAXONOMIES).read_text()
    assert "canary" not in text
    assert "rare" not in text
    assert {"lungs", "blood", "flu"} <= set(json.loads(text)["of"]["ill"]["names"])
    publish(tmp_path / "whole", taxonomies="whole")
    assert "canary" in (tmp_path / "whole" / TAXONOMIES).read_text()
    assert diversa.audit_release(tmp_path / "whole").verdict is Verdict.HOLDS


def test_values_of_suppressed_rows_stay_with_the_owner(tmp_path):
    table = pd.concat(
        [TABLE, pd.DataFrame({"zip": ["d"], "ill": ["canary-of-nobody"]})]
    )
    release = publish(
        tmp_path / "out",
        "subtree-frequency-diversity:l=2,e=1",
        "full-domain",
        table=table,
        suppression=0.2,
    )
    assert release.suppressed == 1
    assert "canary" not in (tmp_path / "out" / TAXONOMIES).read_text()
    assert diversa.audit_release(tmp_path / "out").verdict is Verdict.HOLDS


def test_a_plan_may_keep_the_taxonomy(tmp_path):
    publish(tmp_path / "out", taxonomies="none")
    assert not (tmp_path / "out" / TAXONOMIES).exists()
    found = diversa.audit_release(tmp_path / "out")
    assert found.verdict is Verdict.UNDECIDED
    assert found.to_json()["models"][0]["missing"] == "the taxonomy of 'ill'"


def test_no_model_no_taxonomy(tmp_path):
    publish(tmp_path / "out", "k-anonymity:2", "full-domain")
    assert not (tmp_path / "out" / TAXONOMIES).exists()


def change(folder, content):
    """Change the taxonomies and make the manifest match."""
    (folder / TAXONOMIES).write_text(content)
    manifest = json.loads((folder / "manifest.json").read_text())
    manifest["files"][TAXONOMIES]["sha256"] = fingerprint(folder / TAXONOMIES)
    (folder / "manifest.json").write_text(json.dumps(manifest))


@pytest.mark.parametrize(
    ("part", "problem"),
    [
        ("{", "must be JSON"),
        ('{"of": {"ill": {"names": ["*"], "parents": [-1]}}}', "values"),
        ('{"of": {"ill": {"names": ["*"], "parents": [0], "values": []}}}', "a tree"),
        (
            '{"of": {"ill": {"names": ["*"], "parents": [-1], "values": [7]}}}',
            "a tree",
        ),
        (
            '{"of": {"ill": {"names": ["*", "flu"], "parents": [-1, 0],'
            ' "values": [1]}}}',
            "not covered by the published taxonomy",
        ),
    ],
)
def test_what_is_no_taxonomy_of_the_release_is_a_problem(tmp_path, part, problem):
    publish(tmp_path / "out")
    change(tmp_path / "out", part)
    found = diversa.audit_release(tmp_path / "out")
    assert found.verdict is Verdict.FAILS
    assert problem in " ".join(found.problems)


def test_whoever_does_not_believe_a_taxonomy_gives_another(tmp_path):
    publish(tmp_path / "out")
    one = '{"names": ["*", "flu"], "parents": [-1, 0], "values": [1]}'
    change(tmp_path / "out", f'{{"of": {{"ill": {one}}}}}')
    trees = {"ill": Taxonomy(tree=TREE)}
    found = diversa.audit_release(tmp_path / "out", hierarchies=trees)
    assert found.verdict is Verdict.HOLDS


def test_a_changed_file_is_found(tmp_path):
    publish(tmp_path / "out")
    (tmp_path / "out" / TAXONOMIES).write_text('{"of": {}}')
    problems = diversa.audit_release(tmp_path / "out").problems
    assert any(
        one.startswith(f"{TAXONOMIES}: must have the finger") for one in problems
    )


def random_tree(draw, nodes):
    """A tree of so many nodes, any of which may be a value."""
    parents = [-1, *(int(draw.integers(0, node)) for node in range(1, nodes))]
    names = tuple(f"n{node}" for node in range(nodes))
    values = draw.permutation(nodes)[: draw.integers(1, nodes + 1)]
    return Tree(names, np.array(parents, np.int32), values.astype(np.int32))


@pytest.mark.parametrize("seed", range(60))
def test_published_values_are_as_far_apart_as_before(seed):
    draw = np.random.default_rng(seed)
    tree = random_tree(draw, int(draw.integers(1, 12)))
    some = np.sort(draw.permutation(len(tree.nodes))[: draw.integers(1, 6)])
    nodes = tree.nodes[some].tolist()
    published = PublishedTaxonomy.of(tree, {node: f"n{node}" for node in nodes})
    texts = [f"n{node}" for node in nodes]
    dictionary = Dictionary.build("s", texts, [1] * len(texts))
    built = published.build(dictionary).tree
    codes = [dictionary.texts.index(text) for text in texts]
    assert built.depths[codes].tolist() == tree.depths[some].tolist()
    first, second = np.meshgrid(np.arange(len(some)), np.arange(len(some)))
    ours = built.common_depth(np.array(codes)[first], np.array(codes)[second])
    assert ours.tolist() == tree.common_depth(some[first], some[second]).tolist()
    for height in range(tree.height + 1):
        before = [tree.names[node] for node in tree.subtrees(height)[some]]
        after = [built.names[node] for node in built.subtrees(height)[codes]]
        assert after == before
    assert built.height == tree.height
    hidden = set(tree.names) - {f"n{n}" for n in nodes} - set(above(tree, nodes))
    assert not hidden & set(published.names)


def above(tree, nodes):
    """The names of all nodes above some."""
    for node in nodes:
        way = node
        while way >= 0:
            yield tree.names[way]
            way = int(tree.parents[way])


def test_levels_that_withheld_values_may_change_stay_with_the_owner(tmp_path):
    # Ragged: flu repeats itself, and would be a node deeper beside another flu.
    file = tmp_path / "levels.csv"
    file.write_text("flu,flu,*\ncold,lungs,*\nangina,lungs,*\n")
    values = Dictionary.build("ill", ["angina", "cold", "flu"], [1, 1, 1])
    ragged = Sensitive(values, taxonomy=LevelsFile(file).build(values))
    assert public_taxonomy(ragged, [0, 1, 2], withheld=True) is None
    assert public_taxonomy(ragged, [0, 1, 2], withheld=False) is not None
    even = public_taxonomy(ragged, [0, 1], withheld=True)
    assert even is not None
    assert "flu" not in even.names


def test_a_file_that_is_gone(tmp_path):
    with pytest.raises(SourceError, match="must be JSON"):
        Taxonomies.read(tmp_path)
