# SPDX-License-Identifier: Apache-2.0
"""The options by which commands open a table, as the keywords of Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from pathlib import Path

    from diversa.cli.options import TableSource
    from diversa.data.population_source import PeopleSource

SAME_WORDS = ("quasi_identifiers", "sensitive", "models", "missing")
"""Options that are keywords as they are."""


BESIDE_A_RELEASE = ("hierarchies", "population")
"""What a plan says that the manifest of a release does not."""


def table_keywords(
    options: Mapping[str, Any], source: TableSource | None = None
) -> dict[str, Any]:
    """The keywords that say which table is meant; what is not given is left out.

    Args:
        options: The options of a command by name; None, () or False where one is not
            given. Those that are given take the place of what a plan (`plan_file`)
            says.
        source: The table; of a plan, a release folder takes what its manifest lacks.
    """
    from diversa.cli.plans import declared, kinds_from, reading_from

    stated = {name: value for name, value in options.items() if value}
    planned = plan_keywords(stated.get("plan_file"), source)
    keywords: dict[str, Any] = planned | {
        word: stated[word] for word in SAME_WORDS if word in stated
    }
    if kinds := kinds_from(stated):
        keywords["kinds"] = planned.get("kinds", {}) | kinds
    reading = reading_from(options, planned.get("reading"))
    if reading.explicit_settings:
        keywords["reading"] = reading
    if "hierarchies" in stated:
        listed = dict(map(declared, stated["hierarchies"]))
        keywords["hierarchies"] = planned.get("hierarchies", {}) | listed
    if people := people_from(stated):
        keywords["population"] = people
    return keywords


def plan_keywords(plan_file: Path | None, source: TableSource | None) -> dict[str, Any]:
    """What a plan says of a table, as keywords; nothing without one."""
    if plan_file is None:
        return {}
    from diversa.plan.file import read_plan
    from diversa.record.reading import is_release

    plan = read_plan(plan_file)
    words: dict[str, Any] = {
        "quasi_identifiers": plan.roles.quasi_identifiers,
        "sensitive": plan.roles.sensitive,
        "models": plan.privacy.models,
        "missing": plan.privacy.missing.value,
        # Published quasi-identifiers are labels, no numbers or dates.
        "kinds": {
            name: kind.value
            for name, kind in plan.columns.items()
            if name in plan.roles.sensitive
        },
        "reading": plan.reading,
        "hierarchies": dict(plan.hierarchies),
        "population": plan.privacy.population,
    }
    of_release = source is not None and is_release(source)
    return {
        word: value
        for word, value in words.items()
        if value and (not of_release or word in BESIDE_A_RELEASE)
    }


def people_from(options: Mapping[str, Any]) -> PeopleSource | None:
    """The table of the population, if one is named."""
    from diversa.data.population_source import PeopleSource

    source, count = options.get("population"), options.get("population_count")
    if source is None and count is not None:
        raise click.UsageError("--population-count must come with --population")
    return None if source is None else PeopleSource.of(source, count)
