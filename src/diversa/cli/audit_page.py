# SPDX-License-Identifier: Apache-2.0
"""What `diversa audit` shows: the verdict, then what was found."""

from __future__ import annotations

from pathlib import Path

from diversa.audits.audit_result import Audit
from diversa.audits.release_audit import ReleaseAudit
from diversa.cli.page import Page, share
from diversa.cli.printing import many


def draw_audit(source: Path, found: Audit | ReleaseAudit) -> None:
    """Show what an audit found in a table, or in a release."""
    if isinstance(found, Audit):
        draw_table_audit(Page(), source, found)
    else:
        draw_release_audit(Page(), source, found)


def draw_release_audit(page: Page, folder: Path, checked: ReleaseAudit) -> None:
    """Show whether a release is what its manifest promises."""
    problems = many(len(checked.problems), "problem")
    found = "is" if checked.holds else f"has {problems}: it is not"
    page.verdict(
        verdict(holds=checked.holds),
        f"{folder}: the release {found} what its manifest promises",
        good=checked.holds,
    )
    for line in (*checked.problems, *checked.notes):
        page.say(f"  - {line}")
    if checked.audit is not None:
        draw_findings(page, checked.audit)


def draw_table_audit(page: Page, source: Path, found: Audit) -> None:
    """Show the verdict, then what was found."""
    word = verdict(holds=found.holds) if found.models else "LEVELS"
    page.verdict(word, f"{source}: {in_words(found)}", good=found.holds)
    draw_findings(page, found)


def verdict(*, holds: bool) -> str:
    """The verdict in a word."""
    return "HOLDS" if holds else "DOES NOT HOLD"


def in_words(found: Audit) -> str:
    """The verdict in a sentence."""
    if not found.models:
        return "what the table attains; name models with --model for a verdict"
    if found.holds:
        return "every model holds in every group"
    failing = sum(not one.holds for one in found.models)
    return (
        f"{failing} of {many(len(found.models), 'model')}"
        f" {'fails' if failing == 1 else 'fail'} in"
        f" {many(found.failing_groups, 'group')} with"
        f" {share(found.failing_rows, found.rows)}"
    )


def draw_findings(page: Page, found: Audit) -> None:
    """Show rows and groups, verdicts, levels, group sizes and violating groups."""
    page.say(f"{many(found.rows, 'row')} in {many(found.groups, 'group')}")
    for line in set_apart(found):
        page.say(line)
    if found.models:
        draw_verdicts(page, found)
    draw_levels(page, found)
    page.bars("Group sizes", "size", found.group_sizes)
    if found.violating:
        draw_violating(page, found)


def set_apart(found: Audit) -> list[str]:
    """Say which rows are suppressed or left out."""
    lines = []
    if found.suppressed_rows:
        lines.append(
            f"{many(found.suppressed_rows, 'row')} suppressed"
            " (* in every quasi-identifier)"
        )
    if found.dropped_rows:
        lines.append(
            f"{many(found.dropped_rows, 'row')} left out: a sensitive value is missing"
        )
    return lines


def draw_verdicts(page: Page, found: Audit) -> None:
    """Show the verdict on each model that was asked for."""
    page.table(
        "Models asked for",
        ("model", "verdict", "attained", "failing groups", "failing rows"),
        [
            (
                one.spec,
                "holds" if one.holds else "fails",
                "" if one.attained is None else one.model.describe(one.attained),
                f"{one.failing_groups:,}",
                f"{one.failing_rows:,}",
            )
            for one in found.models
        ],
        right=("failing groups", "failing rows"),
    )


def draw_levels(page: Page, found: Audit) -> None:
    """Show what the table attains by every model that applies."""
    page.table(
        "Levels attained",
        ("model", "sensitive", "level"),
        [
            (
                one.model.name(),
                one.on or "",
                "no group"
                if one.attained is None
                else one.model.describe(one.attained),
            )
            for one in found.measured
        ],
    )


def draw_violating(page: Page, found: Audit) -> None:
    """Show the smallest violating groups by their quasi-identifiers."""
    shown, every = len(found.violating), found.failing_groups
    models = {one.spec: one.model for one in found.models}
    page.table(
        f"Violating groups, smallest first ({shown:,} of {every:,})",
        (*found.quasi_identifiers, "rows", "attains only"),
        [
            (
                *("(missing)" if one is None else one for one in group.values.values()),
                f"{group.size:,}",
                "; ".join(
                    models[spec].describe(level) for spec, level in group.fails.items()
                ),
            )
            for group in found.violating
        ],
        right=("rows",),
    )
