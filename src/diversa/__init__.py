# SPDX-License-Identifier: Apache-2.0
"""Diversa: publish tables about people without giving the people away.

The front functions: `anonymize`, `append`, `apply`, `attack`, `audit`, `compare`,
`lattice`, `open`, `republish`, `risk`, `suggest`, `sweep`, `write_report`. Their
results, models, hierarchies, engines and errors are here too. The public names are
declared in `public` and `models.built_in`. Each is loaded when first used, so that
`import diversa` stays light.
"""

from __future__ import annotations

from diversa.version import __version__ as __version__

# As type checkers know it; to import typing takes as long as the rest of the start.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from diversa.models.built_in import *  # noqa: F403
    from diversa.public import *  # noqa: F403

_PACKAGES = {"PostgresEngine": "psycopg", "SparkEngine": "pyspark"}
"""Packages that a name needs and that need not be there."""

_homes: dict[str, str] = {}
"""Public names with their `module:attribute`, filled at first use."""


def _public() -> dict[str, str]:
    if not _homes:
        from diversa.registry import imports_of

        _homes.update(imports_of("diversa.public"))
        _homes.update(imports_of("diversa.models.built_in"))
    return _homes


def __getattr__(name: str) -> Any:  # noqa: ANN401 - whatever the module holds
    if name == "__all__":
        return [public for public in __dir__() if _is_loadable(public)]
    if name.startswith("_") or name not in _public():
        raise AttributeError(f"module 'diversa' has no attribute '{name}'")
    from diversa.registry import import_attribute

    return import_attribute(_public()[name])


def _is_loadable(name: str) -> bool:
    """True if the package that a name needs is there."""
    from importlib.util import find_spec

    return name not in _PACKAGES or find_spec(_PACKAGES[name]) is not None


def __dir__() -> list[str]:
    names = [*_public(), "__version__"]
    return sorted(names, key=lambda name: (not name.isupper(), name))
