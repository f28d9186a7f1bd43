# SPDX-License-Identifier: Apache-2.0
"""The page of `diversa audit`: the verdict first, then the findings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diversa.audits.audit_result import Audit
from diversa.cli.page import Page, share
from diversa.cli.printing import many
from diversa.models.verdict import Verdict

if TYPE_CHECKING:
    from diversa.audits.audit_result import ReleaseAudit


def draw_audit(page: Page, audit: Audit | ReleaseAudit, *, source: str) -> None:
    """Show what an audit found in a table, or in a release."""
    if isinstance(audit, Audit):
        draw_table_audit(page, source, audit)
    else:
        draw_release_audit(page, source, audit)


def draw_release_audit(page: Page, folder: str, checked: ReleaseAudit) -> None:
    """Show whether a release is what its manifest promises."""
    problems = many(len(checked.problems), "problem")
    found = f"{problems}: " if checked.problems else ""
    page.verdict(
        checked.verdict.word,
        f"{folder}: {found}{checked.outcome}",
        good=checked.verdict.holds,
    )
    for line in (*checked.problems, *checked.notes):
        page.say(f"  - {line}")
    if checked.audit is not None:
        draw_missing(page, checked.audit)
        draw_findings(page, checked.audit)


def draw_table_audit(page: Page, source: str, audit: Audit) -> None:
    """Show the verdict, then what was found."""
    word = audit.verdict.word if audit.models else "LEVELS"
    page.verdict(word, f"{source}: {in_words(audit)}", good=audit.verdict.holds)
    draw_missing(page, audit)
    draw_findings(page, audit)


def draw_missing(page: Page, audit: Audit) -> None:
    """Say what undecided models depend on, and which groups fail together."""
    for model in audit.models:
        if model.reason:
            undecided = model.verdict is Verdict.UNDECIDED
            word = "is undecided" if undecided else "fails"
            page.say(f"  - {model.spec} {word}{model.reason}")


def in_words(audit: Audit) -> str:
    """The verdict in a sentence."""
    if not audit.models:
        return "what the table attains; name models with --model for a verdict"
    if not audit.rows:
        return "it has no rows, so that every model holds"
    if audit.verdict is Verdict.HOLDS:
        return "every model holds in every group"
    if audit.verdict is Verdict.UNDECIDED:
        number = sum(model.verdict is Verdict.UNDECIDED for model in audit.models)
        return (
            f"no model fails, but {number} of {many(len(audit.models), 'model')}"
            f" {'is' if number == 1 else 'are'} undecided"
        )
    failing = sum(model.verdict is Verdict.FAILS for model in audit.models)
    some = (
        f"{failing} of {many(len(audit.models), 'model')}"
        f" {'fails' if failing == 1 else 'fail'}"
    )
    if not audit.failing_groups:
        return f"{some} in groups that somebody sees together"
    return (
        f"{some} in {many(audit.failing_groups, 'group')} with"
        f" {share(audit.failing_rows, audit.rows)}"
    )


def draw_findings(page: Page, audit: Audit) -> None:
    """Show rows and groups, verdicts, levels, group sizes and violating groups."""
    people = "" if audit.people is None else f" of {many(audit.people, 'person')}"
    if audit.person is not None:
        people += f" (by '{audit.person}')"
    page.say(f"{many(audit.rows, 'row')}{people} in {many(audit.groups, 'group')}")
    for line in set_apart(audit):
        page.say(line)
    if audit.models:
        draw_verdicts(page, audit)
    draw_levels(page, audit)
    size = "size" if audit.people is None else "people"
    page.bars("Group sizes", size, audit.group_sizes)
    if audit.violating:
        draw_violating(page, audit)


def set_apart(audit: Audit) -> list[str]:
    """Say which rows are suppressed or left out, and which values are the same."""
    lines = []
    if audit.labels is not None and audit.labels.finding != "single":
        lines.append(audit.labels.words)
    if audit.most_groups > 1:
        lines.append(
            f"Somebody is in {audit.most_groups:,} groups: people look alike in one"
            " known row"
        )
    if audit.suppressed_rows:
        what = (
            "left out as suppressed, as was asked for"
            if audit.ignored_rows
            else "with * in every quasi-identifier: a group like any other"
        )
        lines.append(f"{many(audit.suppressed_rows, 'row')} {what}")
    if audit.dropped_rows:
        lines.append(
            f"{many(audit.dropped_rows, 'row')} left out: a sensitive value is missing"
        )
    if audit.equality == "exact":
        lines.append("Sensitive values are compared as they are written (exact)")
    lines += [f"Compared by meaning: {found}" for found in audit.variants]
    return lines


def draw_verdicts(page: Page, audit: Audit) -> None:
    """Show the verdict on each model that was asked for."""
    page.table(
        "Models asked for",
        ("model", "verdict", "attained", "failing groups", "failing rows"),
        [
            (
                model.spec,
                model.verdict.value,
                "" if model.attained is None else model.level.words,
                f"{model.failing_groups:,}",
                f"{model.failing_rows:,}",
            )
            for model in audit.models
        ],
        right=("failing groups", "failing rows"),
    )


def draw_levels(page: Page, audit: Audit) -> None:
    """Show what the table attains by every model that applies."""
    page.table(
        "Levels attained",
        ("model", "sensitive", "level"),
        [(level.name, level.on or "", level.words) for level in audit.measured],
    )


def draw_violating(page: Page, audit: Audit) -> None:
    """Show the smallest violating groups by their quasi-identifiers."""
    shown, every = len(audit.violating), audit.failing_groups
    models = {model.spec: model.model for model in audit.models}
    sizes = ("rows",) if audit.people is None else ("people", "rows")
    page.table(
        f"Violating groups, smallest first ({shown:,} of {every:,})",
        (*audit.quasi_identifiers, *sizes, "attains only"),
        [
            (
                *(
                    "(missing)" if value is None else value
                    for value in group.values.values()
                ),
                *(f"{size:,}" for size in (group.size, group.rows) if size is not None),
                "; ".join(
                    spec if level is None else models[spec].describe(level)
                    for spec, level in group.fails.items()
                ),
            )
            for group in audit.violating
        ],
        right=sizes,
    )
