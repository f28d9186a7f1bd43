# SPDX-License-Identifier: Apache-2.0
"""A recoding on file, for rows that come later.

The file says what became of every value that was seen, of hidden and suppressed people
too: it stays with the owner of the data, like the mapping of tokens, and never goes
into a release. It is self-contained: files that a plan names are copied into it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from diversa.errors import InputError, SourceError, TargetError
from diversa.hierarchies.self_contained import self_contained
from diversa.plan.file import plan_from_toml, plan_to_toml
from diversa.plan.plan import Plan
from diversa.recodings.recoding import Recoding
from diversa.recodings.saved_attribute import SavedAttribute
from diversa.recodings.saved_boxes import SavedBoxes
from diversa.tables.counted_table import CountedTable
from diversa.version import __version__

FORMAT = "diversa recoding"
"""What a file says it is."""

VERSION = 1
"""The version of its layout."""


@dataclass(frozen=True, eq=False)
class SavedRecoding:
    """What is needed to recode later rows as those of the first release."""

    method: str
    """The method that the recoding was found by."""
    plan: Plan = field(repr=False)
    """What was asked for; it names no file."""
    columns: tuple[str, ...]
    """The columns of the release, in order."""
    attributes: tuple[SavedAttribute, ...] = field(repr=False)
    """One per quasi-identifier."""
    levels: tuple[int, ...] | None = None
    """The level of each quasi-identifier, where the recoding is one of levels."""
    boxes: SavedBoxes | None = field(default=None, repr=False)
    """The boxes, where it is one of boxes."""

    @classmethod
    def of(
        cls, method: str, recoding: Recoding, plan: Plan, counted: CountedTable
    ) -> SavedRecoding:
        """Keep a recoding; refuse one that means nothing for other rows.

        Args:
            method: The method that it was found by.
            recoding: What happens to every row.
            plan: What was asked for.
            counted: The table that the recoding was found for.
        """
        if reason := unsaved(recoding, plan):
            raise TargetError(f"recoding: cannot be saved; {reason}")
        dictionaries = recoding.dictionaries
        rules = {
            choice.column: self_contained(choice.kind, dictionary)
            for choice, dictionary in zip(counted.choices, dictionaries, strict=True)
        }
        attributes = tuple(
            SavedAttribute.of(dictionary, hierarchy, rules[dictionary.column])
            for dictionary, hierarchy in zip(
                dictionaries, recoding.hierarchies, strict=True
            )
        )
        trees = {
            attribute.name: self_contained(
                plan.hierarchies[attribute.name], attribute.dictionary
            )
            for attribute in counted.sensitive
            if attribute.name in plan.hierarchies
        }
        if lost := [name for name, kind in trees.items() if kind is None]:
            raise TargetError(
                f"recoding: cannot be saved; the hierarchy of {', '.join(lost)} is made"
                " in Python only, declare it in a file"
            )
        kinds = {**rules, **trees}
        kept = {name: kind for name, kind in kinds.items() if kind is not None}
        levels = recoding.levels
        return cls(
            method,
            replace(plan, hierarchies=kept),
            recoding.columns,
            attributes,
            None if levels is None else tuple(levels.values()),
            recoding.saved_boxes(attributes),
        )

    def write(self, path: Path) -> None:
        """Write the file."""
        text = json.dumps(self.to_json(), ensure_ascii=False, allow_nan=False)
        path.write_text(text + "\n", encoding="utf-8")

    def to_json(self) -> dict[str, Any]:
        """The recoding with the keys of its file."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "diversa": __version__,
            "method": self.method,
            "plan": plan_to_toml(self.plan),
            "columns": list(self.columns),
            "attributes": [attribute.to_json() for attribute in self.attributes],
            "levels": self.levels,
            "boxes": None if self.boxes is None else self.boxes.to_json(),
        }

    @classmethod
    def from_json(cls, table: Mapping[str, Any]) -> SavedRecoding:
        """Read the content of a file; the parts of it must fit each other."""
        plan = plan_from_toml(table["plan"])
        attributes = tuple(
            SavedAttribute.from_json(column, plan.hierarchies.get(column["name"]))
            for column in table["attributes"]
        )
        boxes, levels = table["boxes"], table["levels"]
        saved = cls(
            str(table["method"]),
            plan,
            tuple(map(str, table["columns"])),
            attributes,
            None if levels is None else tuple(map(int, levels)),
            None if boxes is None else SavedBoxes.from_json(boxes),
        )
        saved.check()
        return saved

    def check(self) -> None:
        """Refuse parts that do not fit each other."""
        names = tuple(attribute.name for attribute in self.attributes)
        fits = names == self.plan.roles.quasi_identifiers
        fits &= set(names) <= set(self.columns)  # they are always published
        if self.levels is not None:
            tops = [len(attribute.labels) for attribute in self.attributes]
            pairs = zip(self.levels, tops, strict=True)
            fits &= all(0 <= level < top for level, top in pairs)
        if self.boxes is not None:
            places = self.boxes.exceptions[:, :-1]
            sizes = np.array([len(attribute.lowest) for attribute in self.attributes])
            fits &= len(self.boxes.sides) == len(names)
            fits &= bool((places >= -1).all() and (places < sizes).all())
        if not fits or (self.levels is None) == (self.boxes is None):
            raise ValueError("the parts of a recoding must fit each other")


def read_recoding(path: Path | str) -> SavedRecoding:
    """Read a recoding file."""
    file = Path(path)
    if not file.is_file():
        raise SourceError(
            f"{file}: must be a file that was saved with recoding, got none"
        )
    try:
        table = json.loads(file.read_text(encoding="utf-8"))
        if (table["format"], table["version"]) == (FORMAT, VERSION):
            return SavedRecoding.from_json(table)
    except InputError as error:
        raise type(error)(f"{file}: {error}") from None
    except (
        OSError,
        ValueError,
        ArithmeticError,
        TypeError,
        LookupError,
        AttributeError,
        RecursionError,
    ):
        pass
    raise SourceError(
        f"{file}: must be a recoding that Diversa saved (version {VERSION}), got"
        " something else; save it again with the release"
    ) from None


def unsaved(recoding: Recoding, plan: Plan) -> str | None:
    """Why nothing can be kept of a recoding for later rows; None where it can."""
    if plan.privacy.population is not None:
        return (
            "the models compare with a population, which belongs to the first table;"
            " plan the release of the later rows anew"
        )
    if any(model.looks_around for model in plan.bound_models()) and recoding.has_cells:
        return (
            "a model looks at what the groups were cut from, which later rows were"
            " not; use full-domain"
        )
    return recoding.unsaved
