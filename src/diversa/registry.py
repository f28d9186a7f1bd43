# SPDX-License-Identifier: Apache-2.0
"""Registries of names, built in or from installed packages.

A package adds to a registry with an entry point. In its pyproject.toml:

    [project.entry-points."diversa.models"]
    odd-size = "my_package:OddSize"

The groups are `diversa.models`, `diversa.metrics` (objectives of a search),
`diversa.utility` (measurements of a release) and `diversa.distances`. Installed
packages are searched only for names that are not built in, and for lists of all names.
Nothing of them is imported before its name is used.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

from diversa.errors import InputError

if TYPE_CHECKING:
    from importlib.abc import InspectLoader
    from importlib.metadata import EntryPoint, EntryPoints
    from types import CodeType

T = TypeVar("T")

BROKEN = (ImportError, AttributeError, SyntaxError, NameError, TypeError, ValueError)
"""Errors of importing a package with a mistake in it."""


def imports_of(module: str) -> dict[str, str]:
    """Names that a module of Diversa imports, each with its `module:attribute`.

    They are read from the code of the module, which does not run, so that the imports
    that type checkers see can be made later.

    >>> imports_of("diversa.models.built_in")["KMap"]
    'diversa.models.k_map:KMap'
    """
    import dis  # not sooner: `import diversa` stays light
    from importlib.machinery import PathFinder

    folder = Path(__file__).parent.joinpath(*module.split(".")[1:-1])
    spec = PathFinder.find_spec(module, [str(folder)])
    code = cast("InspectLoader", spec and spec.loader).get_code(module)
    homes, home, attribute = {}, "", ""
    for step in dis.get_instructions(cast("CodeType", code)):
        if step.opname == "IMPORT_NAME":
            home, attribute = step.argval, ""
        elif step.opname == "IMPORT_FROM":
            attribute = step.argval
        elif step.opname == "STORE_NAME" and attribute:
            homes[step.argval], attribute = f"{home}:{attribute}", ""
    return homes


def import_attribute(home: str) -> Any:  # noqa: ANN401 - whatever a module holds
    """Import the object at `module:attribute`."""
    module, _, attribute = home.partition(":")
    return getattr(import_module(module), attribute)


class LazyImports(Mapping[str, T]):
    """Names of objects, each imported when its name is looked up.

    >>> halves = LazyImports({"half": "fractions:Fraction"})
    >>> list(halves), halves["half"](1, 2)
    (['half'], Fraction(1, 2))
    """

    def __init__(self, homes: Mapping[str, str]) -> None:
        """Take names with the `module:attribute` of each."""
        self._homes = homes

    def __getitem__(self, name: str) -> T:
        return cast("T", import_attribute(self._homes[name]))

    def __contains__(self, name: object) -> bool:
        return name in self._homes

    def __iter__(self) -> Iterator[str]:
        return iter(self._homes)

    def __len__(self) -> int:
        return len(self._homes)


class Registry(Mapping[str, T]):
    """Names with their objects: built-in ones first, then installed ones.

    >>> sizes = Registry("diversa.sizes", {"small": 1}, lambda name, thing: thing)
    >>> sizes.add("large", 9)
    >>> list(sizes), sizes["large"], "huge" in sizes
    (['small', 'large'], 9, False)
    """

    def __init__(
        self, group: str, built_in: Mapping[str, T], accept: Callable[[str, object], T]
    ) -> None:
        """Make a registry.

        Args:
            group: The group of the entry points that add to it.
            built_in: The entries that need no other package.
            accept: Turns the object of an entry point into an entry of the registry; it
                raises an `InputError` for an object that cannot be one.
        """
        self.group = group
        self.built_in = built_in
        self._accept = accept
        self._added: dict[str, T] = {}

    def add(self, name: str, thing: object) -> None:
        """Add an entry until this process ends, for example in a notebook."""
        if name in self:
            raise InputError(
                f"{self.group}: the name must be a new one, got '{name}'; choose"
                " another, or remove that one first"
            )
        self._added[name] = self._accept(name, thing)

    def remove(self, name: str) -> None:
        """Remove an entry that was added in this process."""
        del self._added[name]

    def __getitem__(self, name: str) -> T:
        if name in self.built_in:
            return self.built_in[name]
        if name in self._added:
            return self._added[name]
        return self._accept(name, load(self.group, self._entry_points[name]))

    def __contains__(self, name: object) -> bool:
        return (
            name in self.built_in or name in self._added or name in self._entry_points
        )

    def __iter__(self) -> Iterator[str]:
        yield from dict.fromkeys((*self.built_in, *self._added, *self._entry_points))

    def __len__(self) -> int:
        return len(list(iter(self)))

    @property
    def _entry_points(self) -> Mapping[str, EntryPoint]:
        installed = entry_points_of(self.group, tuple(sys.path))
        for name in self.built_in:
            if name in installed:
                raise InputError(
                    f"{self.group}: the entry point '{name}' of"
                    f" {package_of(installed[name])} must not have the name of a"
                    " built-in one; rename it, or uninstall the package"
                )
        return installed


@lru_cache(maxsize=32)
def entry_points_of(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    """The entry points of a group by name; looked up once for each search path."""
    entries: dict[str, EntryPoint] = {}
    for entry in all_entries(path).select(group=group):
        other = entries.setdefault(entry.name, entry)
        if other.value != entry.value:
            raise InputError(
                f"{group}: the entry point '{entry.name}' must be declared by one"
                f" package, got {package_of(other)} and {package_of(entry)}; uninstall"
                " one of them"
            )
    return entries


@lru_cache(maxsize=8)
def all_entries(path: tuple[str, ...]) -> EntryPoints:
    """The entry points of all installed packages, each of which is opened."""
    from importlib.metadata import entry_points  # not sooner: it takes a while

    del path  # the key under which the answer is kept
    return cast("EntryPoints", entry_points())  # older Pythons have their own class


def load(group: str, entry: EntryPoint) -> object:
    """Import the object of an entry point; the error names a broken package."""
    try:
        return entry.load()
    except BROKEN as error:
        raise InputError(
            f"{group}: the entry point '{entry.name}' of {package_of(entry)} must refer"
            f" to something that can be imported, got {entry.value}"
            f" ({type(error).__name__}: {error}); repair or uninstall the package"
        ) from error


def package_of(entry: EntryPoint) -> str:
    """The name of the package that declares an entry point."""
    return "a package" if entry.dist is None else entry.dist.name
