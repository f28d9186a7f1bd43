# SPDX-License-Identifier: Apache-2.0
"""The command `diversa engines`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diversa.cli.command import asks_for_json, command
from diversa.cli.failures import HOLDS
from diversa.cli.printing import print_json

if TYPE_CHECKING:
    from diversa.engines.registry import Backend


@command()
def engines() -> int:
    r"""List the engines: what each reads, and how to install those that are missing.

    An engine counts the rows where they are. It is chosen by the table that is named;
    `--engine NAME` chooses another.

    Examples:
      diversa engines
      diversa audit people.csv --qi zip,age --sensitive condition
      diversa audit "postgresql://ann@db.org/clinic?table=public.people" \
          --qi zip,age --sensitive condition
      diversa audit people.parquet --qi zip,age --sensitive condition \
          --engine spark --master local[4]
    """
    from diversa.engines.registry import ENGINES

    rows = [to_json(name, backend) for name, backend in ENGINES.items()]
    if asks_for_json():
        print_json({"engines": rows})
    else:
        from diversa.cli.page import Page

        Page().table(
            "Engines",
            ("engine", "reads", "there", "to get it"),
            [
                (
                    row["name"],
                    row["reads"],
                    state_of(row),
                    row["lacking"] or ("" if row["version"] else row["installation"]),
                )
                for row in rows
            ],
        )
    return HOLDS


def state_of(row: dict[str, Any]) -> str:
    """The state of an engine: installed, or what it lacks."""
    if not row["version"]:
        return "no"
    package = f"{row['package']} {row['version']}"
    return f"{package} alone" if row["lacking"] else package


def to_json(name: str, backend: Backend) -> dict[str, Any]:
    """An engine as JSON holds it."""
    return {
        "name": name,
        "reads": backend.takes,
        "package": backend.package,
        "version": backend.version,
        "installation": backend.installation,
        "lacking": backend.lacking,
    }
