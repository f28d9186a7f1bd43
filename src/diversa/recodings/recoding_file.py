# SPDX-License-Identifier: Apache-2.0
"""A recoding on file, for later rows.

The file holds the fate of every value that was seen, of hidden and suppressed people
too: it stays with the owner of the data, like the mapping of tokens, and never goes
into a release. It is self-contained: files that a plan names are copied into it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np

from diversa.array_types import Ints
from diversa.codec import (
    ALWAYS,
    REQUIRED,
    As,
    Must,
    from_json,
    json_from_text,
    json_to_text,
    to_json,
)
from diversa.codec.numbers import Count
from diversa.errors import SourceError, TargetError
from diversa.hierarchies.declaration import without_files
from diversa.plan.file import plan_from_toml, plan_to_toml
from diversa.plan.plan import Plan
from diversa.plan.search_section import with_tight_labels
from diversa.recodings.file_attribute import SavedAttribute
from diversa.recodings.file_boxes import SavedBoxes
from diversa.recodings.recoding import Recoding
from diversa.tables.count_table import CountTable
from diversa.version import __version__

FORMAT = "diversa recoding"
"""Name of the format in a file."""

VERSION = 1
"""Version of the layout."""

ADVICE = "save it again with the release"
"""Advice about a file that cannot be read."""

PlanText = Annotated[
    Plan,
    As("a plan as TOML", plan_from_toml, plan_to_toml, {"type": "string"}),
]
"""A plan, which a recoding file holds as the text of a plan file."""


@dataclass(frozen=True, eq=False)
class SavedRecoding:
    """A recoding that can be applied to later rows."""

    format: Annotated[str, REQUIRED, Must(FORMAT, FORMAT.__eq__)] = field(
        default=FORMAT, kw_only=True, repr=False
    )
    """Name of the format."""
    version: Annotated[int, REQUIRED, Must(str(VERSION), VERSION.__eq__)] = field(
        default=VERSION, kw_only=True, repr=False
    )
    """Version of the layout."""
    diversa: Annotated[str, REQUIRED] = field(
        default=__version__, kw_only=True, repr=False
    )
    """The version that wrote it."""
    method: str
    """The method that the recoding was found by."""
    plan: PlanText = field(repr=False)
    """The plan; it names no file."""
    columns: tuple[str, ...]
    """The columns of the release, in order."""
    attributes: tuple[SavedAttribute, ...] = field(repr=False)
    """One per quasi-identifier."""
    levels: Annotated[tuple[Count, ...] | None, ALWAYS] = None
    """The level of each quasi-identifier; None if there are boxes."""
    boxes: Annotated[SavedBoxes | None, ALWAYS] = field(default=None, repr=False)
    """The boxes; None if there are levels."""

    RULE: ClassVar = Must(
        "of parts that fit each other", lambda saved: saved.is_complete
    )

    def __post_init__(self) -> None:
        rules = self.plan.hierarchies
        known = [replace(one, rule=rules.get(one.name)) for one in self.attributes]
        object.__setattr__(self, "attributes", tuple(known))

    @classmethod
    def of(
        cls, method: str, recoding: Recoding, plan: Plan, counted: CountTable
    ) -> SavedRecoding:
        """Keep a recoding; refuse one that means nothing for other rows.

        Args:
            method: The method that it was found by.
            recoding: What happens to every row.
            plan: What was asked for.
            counted: The table that the recoding was found for.
        """
        if reason := obstacle_to_saving(recoding, plan):
            raise TargetError(f"recoding: cannot be saved; {reason}")
        dictionaries = recoding.dictionaries
        rules = {
            choice.column: without_files(choice.kind, dictionary)
            for choice, dictionary in zip(counted.choices, dictionaries, strict=True)
        }
        attributes = tuple(
            SavedAttribute.of(dictionary, hierarchy, rules[dictionary.column])
            for dictionary, hierarchy in zip(
                dictionaries, recoding.hierarchies, strict=True
            )
        )
        trees = {
            attribute.name: without_files(
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
            replace(with_labels(plan, recoding), hierarchies=kept),
            recoding.columns,
            attributes,
            None if levels is None else tuple(levels.values()),
            recoding.boxes_for_file(attributes),
        )

    def write(self, path: Path) -> None:
        """Write the file."""
        path.write_text(f"{json_to_text(to_json(self))}\n", encoding="utf-8")

    @property
    def is_complete(self) -> bool:
        """True if the parts fit each other."""
        names = tuple(attribute.name for attribute in self.attributes)
        fits = names == self.plan.roles.quasi_identifiers
        fits &= set(names) <= set(self.columns)  # they are always published
        fits &= (self.levels is None) != (self.boxes is None)
        if self.levels is not None:
            heights = [attribute.height for attribute in self.attributes]
            fits &= len(self.levels) == len(heights)
            pairs = zip(self.levels, heights, strict=False)
            fits &= all(level <= height for level, height in pairs)
        if self.boxes is not None:
            fits &= len(self.boxes.sides) == len(names)
            fits = fits and self._has_lowest_labels(self.boxes.exceptions[:, :-1])
        return fits

    def _has_lowest_labels(self, places: Ints) -> bool:
        """True if exceptions are tuples of values that the attributes know."""
        sizes = np.array([len(attribute.lowest) for attribute in self.attributes])
        return bool((places >= -1).all() and (places < sizes).all())


def read_recoding(path: Path | str) -> SavedRecoding:
    """Read a recoding file."""
    file = Path(path)
    if not file.is_file():
        raise SourceError(
            f"{file}: must be a file that was saved with recoding, got none"
        )
    wanted = f"{file}: must be a recoding that Diversa saved (version {VERSION})"
    try:
        content = json_from_text(file.read_bytes())
    except (OSError, SourceError):
        raise SourceError(f"{wanted}, got no JSON in UTF-8; {ADVICE}") from None
    saved = from_json(SavedRecoding, content, where=wanted, advice=ADVICE)
    if saved.boxes is None:
        return saved
    search = with_tight_labels(saved.plan.search)
    return replace(saved, plan=replace(saved.plan, search=search))


def with_labels(plan: Plan, recoding: Recoding) -> Plan:
    """A plan that says what the labels of a recoding span, and no secret."""
    search = plan.search.without(["secret"])
    if recoding.labels is not None:
        search = search.revise({"labels": plan.search.labels})
    return replace(plan, search=search)


def obstacle_to_saving(recoding: Recoding, plan: Plan) -> str | None:
    """Reason why a recoding means nothing for later rows; None if it does."""
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
    return recoding.saving_obstacle
