# SPDX-License-Identifier: Apache-2.0
"""The taxonomies of sensitive attributes that a release publishes beside its tables.

A model that compares the meaning of values cannot be audited without a taxonomy. The
file holds the nodes above the published values and no value that is not published. A
node without a name stands for nodes that are left out where the tree would be lower
without them: models measure by heights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import ClassVar

import numpy as np

from diversa.codec import Must, from_json, json_from_text, json_to_text, to_json
from diversa.counts.groups import Groups
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary, as_text
from diversa.errors import SourceError
from diversa.hierarchies.coverage import find_all, find_some
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.hierarchies.tree import Tree
from diversa.models.model import Model

TAXONOMIES = "taxonomies.json"
"""Name of the file in a release folder."""

NAMELESS = ""
"""The name of nodes that are left out."""


def is_tree(taxonomy: PublishedTaxonomy) -> bool:
    """True if the nodes are a tree, parents first, and the values are nodes."""
    nodes = len(taxonomy.names)
    below = enumerate(taxonomy.parents[1:], 1)
    return (
        0 < nodes == len(taxonomy.parents)
        and taxonomy.parents[0] == -1
        and all(0 <= parent < node for node, parent in below)
        and all(0 <= value < nodes for value in taxonomy.values)
    )


@dataclass(frozen=True)
class PublishedTaxonomy:
    """A tree as its nodes; a kind of hierarchy that an audit builds.

    Example:
        >>> names = ("any", "lungs", "flu", "asthma")
        >>> tree = PublishedTaxonomy(names, (-1, 0, 1, 1), (2, 3))
        >>> ills = Dictionary.build("ill", ["asthma", "flu"], [1, 1])
        >>> tree.build(ills).tree.depths.tolist()
        [2, 2]
    """

    names: tuple[str, ...]
    """The name of each node, the root first."""
    parents: tuple[int, ...]
    """The parent of each node, always before it; -1 for the root."""
    values: tuple[int, ...]
    """The nodes that are values."""

    RULE: ClassVar[Must] = Must("a tree, each node after its parent", is_tree)

    @classmethod
    def of(cls, tree: Tree, texts: Mapping[int, str]) -> PublishedTaxonomy:
        """The part of a tree that lies above some values, as high as it was.

        `texts` has the node of each value that is published, with its spelling.
        """
        shown = {0}
        for node in texts:
            while node not in shown:
                shown.add(node)
                node = int(tree.parents[node])  # noqa: PLW2901 - the way up
        order = sorted(shown)
        place = {node: number for number, node in enumerate(order)}
        names = [texts.get(node, as_text(tree.names[node])) for node in order]
        parents = [place.get(int(tree.parents[node]), -1) for node in order]
        for node in lower_now(tree, order):
            above = place[node]
            for _ in range(int(tree.node_heights[node])):
                names.append(NAMELESS)
                parents.append(above)
                above = len(names) - 1
        return cls(tuple(names), tuple(parents), tuple(place[node] for node in texts))

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """The tree of the values of one column; it has no levels of its own."""
        find_all(dictionary, self._nodes, by="the published taxonomy")
        return self.part(dictionary)

    def part(self, dictionary: Dictionary) -> Hierarchy:
        """The tree of a column; values that it lacks hang below the root."""
        found: list[str | None] = find_some(dictionary, self._nodes)
        lost = found.count(None) + (dictionary.missing_code is not None)
        names = (*self.names, *[NAMELESS] * lost)
        parents = np.array([*self.parents, *[0] * lost], dtype=np.int32)
        next_free = count(len(self.names))
        texts = found if dictionary.missing_code is None else [*found, None]
        codes = [
            next(next_free) if text is None else self._nodes[text] for text in texts
        ]
        tree = Tree(names, parents, np.array(codes, dtype=np.int32))
        return Hierarchy.from_labels(dictionary, [], tree=tree)

    @property
    def _nodes(self) -> dict[str, int]:
        """The node of each value."""
        return {self.names[node]: node for node in self.values}


@dataclass(frozen=True)
class PartOfTaxonomy:
    """A published taxonomy, for a column with values that it may lack."""

    published: PublishedTaxonomy
    """The taxonomy of the published values."""

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """The tree of the values of one column."""
        return self.published.part(dictionary)


def lower_now(tree: Tree, shown: Iterable[int]) -> list[int]:
    """The shown nodes that would be lower without those that are left out."""
    heights = dict.fromkeys(shown, 0)
    for node in sorted(heights, reverse=True):
        parent = int(tree.parents[node])
        if parent >= 0:
            heights[parent] = max(heights[parent], heights[node] + 1)
    return [
        node for node, height in heights.items() if height < tree.node_heights[node]
    ]


@dataclass(frozen=True)
class Taxonomies:
    """The taxonomies of a release, by the names of sensitive attributes."""

    of: Mapping[str, PublishedTaxonomy] = field(default_factory=dict)
    """Attribute to taxonomy."""

    def write(self, folder: Path) -> Path:
        """Write the file; the same bytes for the same content."""
        path = folder / TAXONOMIES
        path.write_text(f"{json_to_text(to_json(self))}\n", encoding="utf-8")
        return path

    @classmethod
    def read(cls, folder: Path) -> Taxonomies:
        """Read the file of a release."""
        path = folder / TAXONOMIES
        try:
            content = json_from_text(path.read_bytes())
        except (OSError, SourceError):
            raise SourceError(
                f"{TAXONOMIES}: must be JSON, got something else"
            ) from None
        return from_json(cls, content, where=TAXONOMIES)


def public_taxonomies(
    groups: Groups | None, models: Iterable[Model], *, choice: str, withheld: bool
) -> Taxonomies:
    """The taxonomies that others need to audit a release by its models.

    `groups` are the published ones, and `choice` is the setting of the plan.
    """
    needed = {model.tree_of for model in models}
    if choice == "none" or groups is None:
        return Taxonomies()
    published = {
        attribute.name: public_taxonomy(
            attribute,
            np.unique(groups.histogram(attribute.name).values).tolist(),
            withheld=withheld,
            whole=choice == "whole",
        )
        for attribute in groups.sensitive
        if attribute.name in needed
    }
    return Taxonomies({name: tree for name, tree in published.items() if tree})


def public_taxonomy(
    attribute: Sensitive, codes: Iterable[int], *, withheld: bool, whole: bool = False
) -> PublishedTaxonomy | None:
    """The public taxonomy of an attribute; None if it must stay private.

    A declared tree is the same whatever the data are. One that is made of the levels of
    values may depend on withheld ones: it is made of the published ones alone, and that
    is the same tree for them where all branches are equally long. With `whole`, a
    declared tree is published with all of its values.
    """
    taxonomy, dictionary = attribute.taxonomy, attribute.dictionary
    if taxonomy is None:
        return None
    values = [code for code in codes if code != dictionary.missing_code]
    if taxonomy.declared_tree is None and withheld:
        taxonomy = of_values(taxonomy, dictionary, values)
        if not taxonomy.tree.uniform:
            return None
        nodes, texts = taxonomy.tree.nodes.tolist(), map(as_text, taxonomy.labels[0])
        return PublishedTaxonomy.of(taxonomy.tree, dict(zip(nodes, texts, strict=True)))
    tree = taxonomy.tree
    if whole and taxonomy.declared_tree is not None:
        every = tuple(as_text(name) for name in tree.names if name is not None)
        above = tuple(map(int, tree.parents[: len(every)]))
        return PublishedTaxonomy(every, above, tuple(range(len(every))))
    return PublishedTaxonomy.of(
        tree, {int(tree.nodes[code]): dictionary.texts[code] for code in values}
    )


def of_values(
    taxonomy: Hierarchy, dictionary: Dictionary, values: Sequence[int]
) -> Hierarchy:
    """The levels of some values, as if there were no others."""
    some = Dictionary.build(
        dictionary.column,
        [dictionary.values[code] for code in values],
        [1] * len(values),
        kind=dictionary.kind,
    )
    by_value = {as_text(dictionary.values[code]): code for code in values}
    order = [by_value[as_text(value)] for value in some.values]
    columns = [
        [labels[line[code]] for code in order]
        for line, labels in zip(taxonomy.maps[1:], taxonomy.labels[1:], strict=True)
    ]
    return Hierarchy.from_labels(some, columns)
