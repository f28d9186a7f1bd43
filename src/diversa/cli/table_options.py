# SPDX-License-Identifier: Apache-2.0
"""The options by which commands open a table, as the keywords of Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from diversa.data.population_source import PeopleSource

SAME_WORDS = (
    "quasi_identifiers",
    "sensitive",
    "models",
    "missing",
    "title",
    "author",
    "language",
)
"""Options that are keywords as they are."""


def table_keywords(options: Mapping[str, Any]) -> dict[str, Any]:
    """The plan and the words that say which table is meant, as a function takes them.

    What is not given (None, () or False) is left out. Words take the place of what the
    plan (`plan_file`) says.
    """
    from diversa.cli.plans import kinds_from, read_hierarchy, reading_from
    from diversa.plan.file import read_plan

    stated = {name: value for name, value in options.items() if value}
    keywords = {word: stated[word] for word in SAME_WORDS if word in stated}
    plan = None
    if "plan_file" in stated:
        plan = keywords["plan"] = read_plan(stated["plan_file"])
    reading = reading_from(options)
    if reading.explicit_settings:
        keywords["reading"] = reading_from(
            options, None if plan is None else plan.reading
        )
    if kinds := kinds_from(stated):
        keywords["kinds"] = kinds
    if "hierarchies" in stated:
        keywords["hierarchies"] = dict(map(read_hierarchy, stated["hierarchies"]))
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
