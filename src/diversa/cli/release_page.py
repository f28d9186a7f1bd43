# SPDX-License-Identifier: Apache-2.0
"""The page of commands that publish: what was published, and how it was found."""

from __future__ import annotations

import shlex

from diversa.audits.judgement import Judgement
from diversa.cli.page import Page, share
from diversa.cli.printing import many, number
from diversa.data.roles import Roles
from diversa.metrics import meaning_of
from diversa.record.people import PeopleRecord
from diversa.release.release import Release
from diversa.search.lattice.result import optimality_in_words
from diversa.suggestions.role_words import role_by_name

LABEL_STYLES = {
    "stated": "bold red",
    "assumed": "bold red",
    "few_groups": "bold yellow",
    "nothing": "yellow",
}
"""The style of the line on labels, by what they tell of single rows."""


def draw_release(page: Page, release: Release) -> None:
    """Show what was published and how it was reached."""
    published = f"{release.rows_out:,} of {many(release.rows_in, 'row')}"
    groups = many(release.audit.groups, "group")
    people = release.record.people
    if people is not None:
        published += f", {people.people_out:,} of {people.people_in:,} people,"
        groups += f" (people by '{people.person}', withheld)"
    page.verdict("PUBLISHED", f"{published} in {groups}", good=True)
    for line in withheld_rows(release):
        page.say(line)
    if release.same_groups is not None:
        page.say(f"{release.same_groups}.")
    if release.second_release is not None:
        page.say(f"Warning: {release.second_release.words}", style="bold")
    draw_levels(page, release)
    if (labels := release.audit.labels) is not None and labels.finding != "levels":
        page.say(labels.words, style=LABEL_STYLES.get(labels.finding, ""))
    draw_details(page, release)


def draw_details(page: Page, release: Release) -> None:
    """Show what the release attains, what is left, how it was found, and its files."""
    people = release.record.people
    page.table(
        "Models, measured on the published file"
        if people is None
        else "Models, measured on the people behind the published rows",
        ("model", "attained"),
        [(verdict.spec, attained(verdict, people)) for verdict in release.audit.models],
    )
    page.table(
        "What is left of the data",
        ("metric", "value", "meaning"),
        [
            (name, number(value), meaning_of(name))
            for name, value in release.record.metrics.items()
        ],
        right=("value",),
    )
    page.say()
    page.say(how_found(release))
    if release.explanation is not None:
        page.say("Why not better:")
        for line in release.explanation.lines:
            page.say(f"  {line}")
    if release.files:
        page.say("Files:")
    for path in release.files:
        page.say(f"  {path}")
    if release.replaced:
        page.say(f"Replaced: {release.replaced}")


def attained(verdict: Judgement, people: PeopleRecord | None) -> str:
    """The level that a release attains, in words."""
    if verdict.attained is None:
        return ""
    level = verdict.model.describe(verdict.attained)
    if people is None or not verdict.model.only_size:
        return level
    return f"{level} people (smallest group: {many(people.smallest_rows, 'row')})"


def withheld_rows(release: Release) -> list[str]:
    """Say which rows are not published, or not as themselves."""
    lines = []
    if release.suppressed:
        how = "published as *" if release.record.is_starred else "dropped"
        lines.append(f"{share(release.suppressed, release.rows_in)} suppressed: {how}")
    if release.dropped:
        rows = share(release.dropped, release.rows_in)
        lines.append(f"{rows} dropped: a sensitive value is missing")
    lines += one_spelling(release)
    lines += withheld_columns(release)
    lines += columns_of_numbers(release.record.roles)
    if release.kept:
        lines.append(f"Kept, published as they are: {', '.join(release.kept)}")
    if release.kept_risk is not None:
        lines.append(f"{release.kept_risk}.")
    if release.record.repeats:
        rows = share(release.record.repeats, release.rows_in)
        kept = rows_of_a_person(release)
        lines.append(f"{rows} left out: the same person has others ({kept})")
    if release.record.people is not None:
        lines += [f"{sentence}." for sentence in release.record.people.words]
    lines += release.discloses
    lines += [
        f"Warning: '{name}' looks like an identifier; if it names people, publish again"
        f" with --identifier {shlex.quote(name)}"
        for name in release.kept
        if (role_by_name(name) or ("",))[0] == "identifiers"
    ]
    return lines


def columns_of_numbers(roles: Roles) -> list[str]:
    """Say what became of the columns of weights and of counts."""
    lines = []
    if roles.weight is not None and roles.weight not in roles.every_kept:
        lines.append(f"Withheld: {roles.weight} (sampling weights, for the risk)")
    if roles.count is not None:
        lines.append(
            f"Rows are people: '{roles.count}' says how many of them a line stands for,"
            " as in the source"
        )
    return lines


def one_spelling(release: Release) -> list[str]:
    """Say which columns are published otherwise than they were written."""
    if not release.variants:
        return []
    columns = ", ".join(found.column for found in release.variants)
    return [
        f"One spelling is published of each value that was written in several ways:"
        f" {columns} (--equality exact publishes all)"
    ]


def rows_of_a_person(release: Release) -> str:
    """The rows of a person that are published, in words."""
    people = release.record.people
    rule = "all" if people is None else people.rows
    if rule == "distinct":
        return "one of those that look alike is published"
    return f"at most {rule} are published"


def withheld_columns(release: Release) -> list[str]:
    """Say which columns are not published for want of a role, and what to do."""
    if not release.withheld:
        return []
    return [
        f"Withheld: {', '.join(release.withheld)} (no role; declare one, or --keep"
        " what nobody can know)"
    ]


def draw_levels(page: Page, release: Release) -> None:
    """Show how far every quasi-identifier was generalized, with an example."""
    if release.levels is None or release.recoding is None:
        return
    rows = [
        (
            hierarchy.attribute,
            f"{level} of {hierarchy.height}",
            example(hierarchy.labels[level], level),
        )
        for hierarchy, level in zip(
            release.recoding.hierarchies, release.levels.values(), strict=True
        )
    ]
    page.table(
        "Generalization",
        ("quasi-identifier", "level", "published as"),
        rows,
        right=("level",),
    )


def example(labels: tuple[object, ...], level: int) -> str:
    """Show a label of a level; values that were not changed need no example."""
    if level == 0:
        return "unchanged"
    shown = [label for label in labels if label is not None]
    return str(shown[len(shown) // 2]) if shown else ""


def how_found(release: Release) -> str:
    """Say how the generalization was found and how long it took."""
    search, seconds = release.search, sum(release.seconds.values())
    counted = (
        ""
        if search.nodes is None
        else f"; {search.checked:,} of {many(search.nodes, 'node')} counted"
    )
    if search.gap:
        counted = f"; {search.gap:.1%} better at most{counted}"
    if search.floor:
        floor = ", ".join(f"{name}={level}" for name, level in search.floor.items())
        counted = f"; searched from this floor upwards: {floor}{counted}"
    return (
        f"Search: {search.algorithm}, {optimality_in_words(search.optimality)}"
        f" by {search.objective} ({search.reason}){counted}."
        f" {seconds:.2f} s in all."
    )
