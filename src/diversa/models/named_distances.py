# SPDX-License-Identifier: Apache-2.0
"""The names of ground distances: where the values of an attribute stand.

A package adds a distance with an entry point of the group `diversa.distances` that
refers to a function from a sensitive attribute to a `GroundDistance`. What that gives
must be convex in the distribution of the group, as every Earth Mover's Distance is:
only then is t-closeness closed under union, and a search may prune with it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Kind
from diversa.errors import ModelError
from diversa.models.distance_bounds import (
    Bounds,
    bounds_by_order,
    equal_bounds,
    no_bounds,
    numeric_bounds,
    tree_bounds,
)
from diversa.models.ground_distance import GroundDistance, LineDistance
from diversa.models.tree_distance import EqualDistance, TreeDistance
from diversa.registry import Registry


def distance_by_order(attribute: Sensitive, order: tuple[str, ...]) -> LineDistance:
    """Values stand at their ranks, or in a declared order."""
    if not order:
        return LineDistance(positions_by_rank(attribute))
    places = attribute.places_among(order)[: len(attribute.dictionary.values)]
    return LineDistance(with_missing(attribute, np.maximum(places, 0)), len(order) - 1)


def tree_distance(attribute: Sensitive, _: tuple[str, ...]) -> TreeDistance:
    """Values are leaves of the taxonomy of the attribute."""
    if attribute.taxonomy is None:
        raise ModelError(f"'{attribute.name}' must have a taxonomy, got none")
    return TreeDistance(attribute.taxonomy.tree)


def positions_by_rank(attribute: Sensitive) -> NDArray[np.int64]:
    """The rank of every value among those that the table has.

    Numbers stand in their order whatever the kind of the column, all else in the order
    of the dictionary. A value that no row has stands where the one before it does.
    """
    size = attribute.dictionary.size
    ranks = attribute.ranks if attribute.is_numeric else np.arange(size)
    places = with_missing(attribute, ranks)
    used = np.zeros(size + 1, dtype=np.int64)
    used[places[attribute.dictionary.counts > 0]] = 1
    return np.maximum(np.cumsum(used)[places] - 1, 0)


def numeric_positions(attribute: Sensitive) -> NDArray[Any]:
    """Every value as a whole number, as small as the gaps between them allow.

    A value that no row has stands inside the range of those that the table has.
    """
    numbers = with_missing(attribute, attribute.exact_numbers)
    used = numbers[attribute.dictionary.counts > 0]
    if len(used) == 0:
        return np.zeros(len(numbers), dtype=np.int64)
    inside = np.clip(numbers, used.min(), used.max()) - used.min()
    return inside // max(1, np.gcd.reduce(inside))


def with_missing(attribute: Sensitive, positions: NDArray[Any]) -> NDArray[Any]:
    """Give the missing value, where it has a code, a place at the end."""
    lost = attribute.dictionary.size - len(positions)
    end = positions.max() + 1 if len(positions) else 0
    return np.append(positions, [end] * lost).astype(positions.dtype)


def lacks_order(attribute: Sensitive, order: tuple[str, ...]) -> str | None:
    """The reason why values do not stand in an order, if there is one."""
    dictionary = attribute.dictionary
    if order:
        named = attribute.mask(order) | (dictionary.counts == 0)
        strange = int((~named[: len(dictionary.texts)]).sum())
        if strange:
            return (
                f"order must name every value of '{attribute.name}', got {strange}"
                " that it does not name"
            )
    elif not attribute.is_numeric and dictionary.kind is not Kind.DATE:
        return (
            f"'{attribute.name}' must hold numbers or dates to be in order, got text;"
            " write order=first|second|…"
        )
    return lacks_place(attribute)


def lacks_numbers(attribute: Sensitive) -> str | None:
    """The reason why gaps between values mean nothing, if there is one."""
    if not attribute.is_numeric:
        return f"'{attribute.name}' must hold numbers, got others; use another distance"
    return lacks_place(attribute)


def lacks_place(attribute: Sensitive) -> str | None:
    """Refuse missing values, which have no place in any order."""
    if attribute.dictionary.missing_code is None:
        return None
    return (
        f"'{attribute.name}' must have no missing value to be in order, got"
        f" {attribute.dictionary.counts[-1]} rows; use the policy drop or the equal"
        " distance"
    )


def lacks_taxonomy(attribute: Sensitive) -> str | None:
    """The reason why values are not leaves of a tree, if there is one."""
    if attribute.taxonomy is not None:
        return None
    return (
        f"'{attribute.name}' must have a taxonomy, got none; declare one as its"
        " hierarchy"
    )


@dataclass(frozen=True)
class NamedDistance:
    """A distance for attributes, with the order that a model declares."""

    make: Callable[[Sensitive, tuple[str, ...]], GroundDistance]
    """Makes the distance."""
    lacks: Callable[[Sensitive, tuple[str, ...]], str | None] = lambda *_: None
    """The reason why an attribute does not suit the distance, if there is one."""
    needs_taxonomy: bool = False
    """True if the values must have a tree."""
    bounds: Bounds = no_bounds
    """Bounds of the distance if rows of the table were suppressed."""


def accept_distance(name: str, thing: object) -> NamedDistance:
    """Take a function from a sensitive attribute to a distance."""
    if not callable(thing):
        raise ModelError(
            f"distance: '{name}' must be a function from a sensitive attribute to a"
            f" distance, got {type(thing).__name__}; see GroundDistance in"
            " diversa.models.ground_distance"
        )
    return NamedDistance(lambda attribute, _: thing(attribute))


DISTANCES: Registry[NamedDistance] = Registry(
    "diversa.distances",
    {
        "equal": NamedDistance(
            lambda attribute, _: EqualDistance(attribute.dictionary.size),
            bounds=equal_bounds,
        ),
        "ordered": NamedDistance(
            distance_by_order, lacks_order, bounds=bounds_by_order
        ),
        "hierarchical": NamedDistance(
            tree_distance,
            lambda attribute, _: lacks_taxonomy(attribute),
            needs_taxonomy=True,
            bounds=tree_bounds,
        ),
        "numeric": NamedDistance(
            lambda attribute, _: LineDistance(numeric_positions(attribute)),
            lambda attribute, _: lacks_numbers(attribute),
            bounds=numeric_bounds,
        ),
    },
    accept_distance,
)
"""Every ground distance by its name."""
