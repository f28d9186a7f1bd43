# SPDX-License-Identifier: Apache-2.0
"""The report on any table: what it attains, its risk, and who is exposed by what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from diversa.report.adversary_section import adversary
from diversa.report.elements import (
    cards,
    figures,
    folded,
    many,
    page,
    percent,
    section,
    table,
    verdict,
)
from diversa.report.promise_section import not_promised, promised
from diversa.report.recoding_section import group_sizes, sizes_table
from diversa.report.utility_section import left


def table_page(audit: Mapping[str, Any], evidence: Mapping[str, Any]) -> str:
    """Write the report on a table from its audit and its evidence."""
    whole = {"audit": audit, "evidence": evidence}
    has_models = bool(audit["models"])
    return page(
        "Diversa table report",
        [
            "<h1>Table report</h1>",
            opening(audit),
            promised(whole) if has_models else "",
            *adversary(whole),
            levels(audit),
            section(
                "Groups",
                figures([("Rows by the size of their group", group_sizes(evidence))]),
                folded("Group sizes as numbers", sizes_table(audit["group_sizes"])),
            ),
            left(whole) if evidence.get("utility") else "",
            not_promised(whole),
        ],
    )


def opening(audit: Mapping[str, Any]) -> str:
    """The verdict and a few numbers."""
    models = audit["models"]
    failing = sum(not model["holds"] for model in models)
    if not models:
        first = "No model was asked for: this is what the table attains."
    elif failing:
        first = f"It does not hold: {failing} of {len(models)} models fail."
    else:
        first = f"It holds: all {len(models)} models, in every group."
    good = not failing if models else None
    return verdict(first, facts(audit), good=good) + cards(numbers(audit))


def facts(audit: Mapping[str, Any]) -> Iterator[str]:
    """What was counted, and for whom a model fails."""
    names = ", ".join(audit["quasi_identifiers"])
    rows, groups = many(audit["rows"], "row"), many(audit["groups"], "group")
    yield f"{rows} in {groups} by {names}."
    if audit["ignored_rows"]:
        ignored = many(audit["ignored_rows"], "row")
        yield f"{ignored} of * left out, as was asked for: nothing is said of them."
    if audit["failing_rows"]:
        yield f"{audit['failing_rows']:,} rows are in groups where a model fails."


def numbers(audit: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The numbers that people ask for first."""
    least = min((size["low"] for size in audit["group_sizes"]), default=0)
    yield f"{audit['rows']:,}", "rows"
    yield f"{audit['groups']:,}", "groups"
    yield f"{least:,}", "people in the smallest group"
    if least:
        yield percent(1 / least), "highest risk to be singled out"


def levels(audit: Mapping[str, Any]) -> str:
    """The level that the table attains of every model."""
    rows = [[name, level] for name, level in audit["levels"].items()]
    return section("What the table attains", table(["model", "level"], rows))
