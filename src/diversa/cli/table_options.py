# SPDX-License-Identifier: Apache-2.0
"""The options by which commands open a table, as the keywords of Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from diversa.data.population_source import PeopleSource

SAME_WORDS = ("quasi_identifiers", "sensitive", "models", "missing")
"""Options that are keywords as they are."""


def table_keywords(options: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords that say which table is meant; what is not given is left out.

    Args:
        options: The options of a command by name; None, () or False where one is not
            given.
    """
    from diversa.cli.plans import declared, kinds_from, reading_from
    from diversa.data.read_options import ReadOptions

    stated = {name: value for name, value in options.items() if value}
    keywords: dict[str, Any] = {
        word: stated[word] for word in SAME_WORDS if word in stated
    }
    if kinds := kinds_from(stated):
        keywords["kinds"] = kinds
    if (reading := reading_from(options)) != ReadOptions():
        keywords["reading"] = reading
    if "hierarchies" in stated:
        keywords["hierarchies"] = dict(map(declared, stated["hierarchies"]))
    if people := people_from(stated):
        keywords["population"] = people
    return keywords


def people_from(options: Mapping[str, Any]) -> PeopleSource | None:
    """The table of the population, if one is named."""
    from diversa.data.population_source import PeopleSource

    source, count = options.get("population"), options.get("population_count")
    if source is None and count is not None:
        raise click.UsageError("--population-count must come with --population")
    return None if source is None else PeopleSource.of(source, count)
