# SPDX-License-Identifier: Apache-2.0
"""Results that an object keeps so that they are computed once."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

T = TypeVar("T")


class Memo(dict[Hashable, Any]):
    """Results by key, in a field of the object that they belong to.

    For results that have arguments, or that others compute; a property without
    arguments is a `cached_property`. A copy made by `dataclasses.replace` starts
    empty if the field is declared with `init=False`.

    >>> memo = Memo()
    >>> memo.once("square", lambda: 3 * 3), memo.once("square", lambda: 0)
    (9, 9)
    """

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of a key; `make` computes it the first time."""
        if key not in self:
            self[key] = make()
        result: T = self[key]
        return result


def know(owner: object, **results: object) -> None:
    """Give an object results of its cached properties that are known already.

    A search makes thousands of objects: such a result is read faster than any other. A
    copy made by `dataclasses.replace` computes its own.
    """
    for name, result in results.items():
        object.__setattr__(owner, name, result)
