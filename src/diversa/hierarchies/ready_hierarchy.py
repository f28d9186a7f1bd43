# SPDX-License-Identifier: Apache-2.0
"""Ready hierarchies: countries, diagnoses, schooling and what else many tables hold.

A plan names one as a kind: ``{ kind = "icd-10" }``. They are in the folder `ready`:
trees of names or of ranges of codes, one file each, and codes that are hierarchies
themselves in `codes.toml`. Every file names its source.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from bisect import bisect
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any, Protocol

from diversa.data.dictionary import Dictionary, as_text
from diversa.data.text_folding import fold
from diversa.errors import HierarchyError, nearest
from diversa.hierarchies.coverage import plain_text, refuse_gaps
from diversa.hierarchies.hierarchy import Hierarchy

FOLDER = resources.files("diversa.hierarchies") / "ready"
"""The data."""

CODES = "codes.toml"
"""The codes that are hierarchies themselves."""

FEW = 3
"""The least number of different values from which on a hierarchy can be recognized."""

SPARED = 0.02
"""The share of rows with values that a recognized hierarchy need not know."""


class Labels(Protocol):
    """The labels above values."""

    def path(self, text: str) -> tuple[str, ...] | None:
        """The labels above a value, finest first; None for one that is not known."""
        ...


@dataclass(frozen=True)
class Names:
    """A tree of names with their spellings."""

    paths: Mapping[str, tuple[str, ...]]
    """The labels above each spelling: the first spelling, then the inner nodes."""

    def path(self, text: str) -> tuple[str, ...] | None:
        """The labels above a name, in whatever case and with whatever marks."""
        return self.paths.get(simplify(text))


@dataclass(frozen=True)
class Ranges:
    """Blocks and chapters of codes."""

    pattern: re.Pattern[str]
    """The form of a code; its first group is what the ranges are of."""
    ranges: tuple[tuple[str, str, str, str], ...]
    """Each block with its first and last code, its label and that of its chapter; the
    codes rise."""

    def path(self, text: str) -> tuple[str, ...] | None:
        """The code without details, its block and its chapter."""
        found = self.pattern.fullmatch(text.strip().upper())
        if found is None:
            return None
        code = found[1]
        place = bisect(self.ranges, code, key=lambda block: block[0]) - 1
        _, last, block, chapter = self.ranges[max(place, 0)]
        if place >= 0 and (code <= last or code[:2] == last[:2]):
            return code, block, chapter
        return None


@dataclass(frozen=True)
class Pattern:
    """A code whose parts are its levels."""

    pattern: re.Pattern[str]
    """The form of a code."""
    levels: tuple[str, ...]
    """The parts that each level keeps."""
    names: Mapping[str, str]
    """The labels of the last level, where they have names."""

    def path(self, text: str) -> tuple[str, ...] | None:
        """The code with fewer and fewer of its parts."""
        found = self.pattern.fullmatch(text.strip().upper())
        if found is None:
            return None
        parts = [found.expand(level) for level in self.levels]
        return *parts[:-1], self.names.get(parts[-1], parts[-1])


@dataclass(frozen=True)
class ReadyTree:
    """The data of one ready hierarchy."""

    title: str
    """The values in a few words."""
    source: str
    """The publication that it is taken from."""
    words: frozenset[str]
    """Words in the names of columns that have such values."""
    needs_word: bool
    """True if values alone do not tell: many other numbers look like these codes."""
    labels: Labels
    """The labels above values."""
    is_suggested: bool = True
    """False if another kind has more levels for such values."""


@dataclass(frozen=True)
class Ready:
    """A ready hierarchy by its name.

    Example:
        >>> ills = Dictionary.build("ill", ["E11.9", "E10", "J45.0"], [1, 1, 1])
        >>> Ready("icd-10").build(ills).labels[1:]
        (('E10', 'E11', 'J45'), ('E10-E14', 'J40-J47'), ('E00-E90', 'J00-J99'), ('*',))
    """

    name: str
    """The name, such as `countries` or `icd-10`."""
    other: str = ""
    """The label of values that are not known; without one they are refused."""
    top: bool = True
    """True if `*` is the last level."""

    def __post_init__(self) -> None:
        if self.name not in ready_names():
            raise HierarchyError(
                f"ready: '{self.name}' is unknown; {nearest(self.name, ready_names())}"
            )

    def build(self, dictionary: Dictionary) -> Hierarchy:
        """Make the hierarchy for the values of one column."""
        tree = ready_tree(self.name)
        paths = [tree.labels.path(plain_text(value)) for value in dictionary.values]
        if not self.other:
            gaps = [code for code, path in enumerate(paths) if path is None]
            advice = "set `other` to a label for them, or clean these values"
            refuse_gaps(dictionary, gaps, f"not {tree.title}", advice)
        depth = max((len(path) for path in paths if path), default=1)
        known = [(self.other,) * depth if path is None else path for path in paths]
        columns = [list(column) for column in zip(*known, strict=True)]
        named = isinstance(tree.labels, Names)
        if named and len(set(columns[0])) == len(dictionary.values):
            del columns[0]  # every name has one spelling
        return Hierarchy.from_labels(dictionary, columns, top=self.top)


def simplify(text: str) -> str:
    """A name without case, accents and marks.

    >>> simplify("Trinadad&Tobago"), simplify(" Côte d'Ivoire")
    ('trinadad tobago', 'cote d ivoire')
    """
    plain = unicodedata.normalize("NFKD", fold(text))
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(re.findall(r"[a-z0-9]+", letters))


@cache
def ready_names() -> tuple[str, ...]:
    """The names of all ready hierarchies."""
    trees = [
        file.name.removesuffix(".txt")
        for file in FOLDER.iterdir()
        if file.name.endswith(".txt")
    ]
    return tuple(sorted([*trees, *code_tables()]))


@cache
def code_tables() -> dict[str, Any]:
    """The codes that are hierarchies themselves."""
    return tomllib.loads((FOLDER / CODES).read_text(encoding="utf-8"))


@cache
def ready_tree(name: str) -> ReadyTree:
    """Read the data of a ready hierarchy."""
    table = code_tables().get(name)
    if table is not None:
        return read_pattern(table)
    return read_tree((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def read_pattern(table: Mapping[str, Any]) -> ReadyTree:
    """Read a table of `codes.toml`."""
    names = table.get("names", {})
    labels = {part: label for label, parts in names.items() for part in parts}
    return ReadyTree(
        table["title"],
        table["source"],
        frozenset(table["words"]),
        "needs" in table,
        Pattern(re.compile(table["pattern"]), tuple(table["levels"]), labels),
        table.get("suggested", True),
    )


def read_tree(text: str) -> ReadyTree:
    """Read the file of a tree: comments, settings, and lines that are indented."""
    lines = text.splitlines()
    source = " ".join(line[1:].strip() for line in lines if line.startswith("#"))
    rest = [line for line in lines if line and not line.startswith("#")]
    settings = dict(line.split(": ", 1) for line in rest if ": " in line)
    nodes = [line for line in rest if ": " not in line]
    labels: Labels
    if "pattern" in settings:
        labels = Ranges(re.compile(settings["pattern"]), tuple(read_ranges(nodes)))
    else:
        labels = Names(dict(read_names(nodes)))
    words = frozenset(settings["words"].split())
    return ReadyTree(settings["title"], source, words, "needs" in settings, labels)


def read_ranges(nodes: Sequence[str]) -> Iterable[tuple[str, str, str, str]]:
    """Give the blocks of codes, each with its chapter."""
    chapter = ""
    for line in nodes:
        if line.startswith(" "):
            first, _, last = line.strip().partition("-")
            yield first, last or first, line.strip(), chapter
        else:
            chapter = line


def read_names(nodes: Sequence[str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """Give each spelling of a name with the labels above it."""
    above: list[str] = []
    for line in nodes:
        depth = (len(line) - len(line.lstrip())) // 2
        spellings = [part.strip() for part in line.split("|")]
        del above[depth:]
        if depth < 2:
            above.append(spellings[0])
        else:
            path = (spellings[0], *reversed(above))
            yield from ((simplify(part), path) for part in spellings)


def recognize(
    dictionary: Dictionary, absent: Collection[str] = frozenset()
) -> Ready | None:
    """The ready hierarchy whose values a column has, if there is one.

    A few rows may have values that it does not know; they become `other`. Short codes,
    and names that several hierarchies have, are told apart by the name of the column.
    `absent` are texts that stand for a missing value.

    >>> recognize(Dictionary.build("land", ["Peru", "Chile", "Cuba"], [1, 1, 1]))
    Ready(name='countries', other='', top=True)
    """
    every = [as_text(value).strip() for value in dictionary.values]
    places = [place for place, text in enumerate(every) if text not in absent]
    texts = [every[place] for place in places]
    if len(set(texts)) < FEW:
        return None
    words = set(re.findall(r"[a-z]+\d*", fold(dictionary.column)))
    short = all(len(text) <= FEW for text in texts)
    rows = dictionary.counts[places]
    best: tuple[bool, float, Ready] | None = None
    for name in ready_names():
        tree = ready_tree(name)
        word = bool(words & tree.words)
        if not tree.is_suggested or ((tree.needs_word or short) and not word):
            continue
        gaps = [tree.labels.path(text) is None for text in texts]
        share = float(rows[gaps].sum()) / max(int(rows.sum()), 1)
        if share <= SPARED and sum(gaps) * 4 <= len(texts):
            found = (word, -share, Ready(name, other="other" if any(gaps) else ""))
            if best is None or found[:2] > best[:2]:
                best = found
    return None if best is None else best[2]
