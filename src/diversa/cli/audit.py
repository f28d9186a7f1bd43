# SPDX-License-Identifier: Apache-2.0
"""The command `diversa audit`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.failures import FAILS, HOLDS
from diversa.cli.options import (
    FILE,
    format_options,
    hierarchy_option,
    json_option,
    kind_options,
    missing_option,
    models_option,
    population_options,
    quasi_identifiers_option,
    sensitive_option,
    unfolded_examples,
)
from diversa.cli.printing import many, print_json

if TYPE_CHECKING:
    from diversa.cli.page import Page
    from diversa.engines.people import PeopleSource
    from diversa.report.findings import Audit
    from diversa.report.release_audit import ReleaseAudit


@unfolded_examples
@click.command()
@click.argument("source", metavar="FILE|FOLDER", type=FILE)
@quasi_identifiers_option
@sensitive_option
@models_option
@click.option(
    "--groups",
    type=click.IntRange(min=0),
    default=10,
    show_default=True,
    metavar="N",
    help="How many violating groups to show, smallest first.",
)
@missing_option
@click.option(
    "--count-suppressed",
    is_flag=True,
    help="Count rows with * in every quasi-identifier as a group.",
)
@click.option(
    "--reference",
    type=FILE,
    metavar="FILE",
    help="The table before rows were suppressed, for models that compare with it.",
)
@population_options
@hierarchy_option("For models that ask how near sensitive values or groups are.")
@kind_options
@format_options
@json_option
def audit(*, source: Path, groups: int, as_json: bool, **given: Any) -> int:  # noqa: ANN401 - the other options
    r"""Say which levels a table attains, and whether models hold in it.

    FILE is any table, anonymized by whatever tool. FOLDER is a release of Diversa: its
    file is counted anew and held against everything that its manifest says.

    The exit code is 0 when every model given holds, else 1: a gate for a pipeline.

    Examples:
      diversa audit release
      diversa audit release.csv --qi zip,age --sensitive condition
      diversa audit release.csv --qi zip,age --sensitive condition \
          --model k-anonymity:5 --model distinct-l-diversity:3 --groups 20
    """
    from diversa.cli.page import Page
    from diversa.cli.plans import declared

    if is_release(source, given):
        from diversa.report.release_audit import audit_release

        checked = audit_release(
            source,
            groups=groups,
            reference=given["reference"],
            hierarchies=dict(map(declared, given["hierarchies"])),
            population=people_from(given),
        )
        if as_json:
            print_json(checked.to_json())
        else:
            draw_release_audit(Page(), source, checked)
        return HOLDS if checked.holds else FAILS
    found = audit_table(source, groups, given)
    if as_json:
        print_json(found.to_json())
    else:
        draw_audit(Page(), source, found)
    return HOLDS if found.holds else FAILS


BESIDE = ("reference", "hierarchies", "population", "population_count")
"""What may be handed to the audit of a release, which no manifest holds."""


def is_release(source: Path, given: dict[str, Any]) -> bool:
    """Tell whether a release folder is meant; it is checked by its manifest alone."""
    named = [name for name in given if given[name] and name not in BESIDE]
    if not named:
        return source.is_dir()
    if (source / "manifest.json").is_file():
        raise click.UsageError(
            f"a release is checked against its manifest; to audit it by other options,"
            f" name its table: {source / 'release.csv'}"
        )
    return False


def audit_table(source: Path, groups: int, given: dict[str, Any]) -> Audit:
    """Audit a table by the options given."""
    from diversa.cli.plans import declared, kinds_from, reading_from
    from diversa.report.audit import audit

    options = {name: value for name, value in given.items() if value}
    return audit(
        source,
        quasi_identifiers=given["quasi_identifiers"],
        sensitive=given["sensitive"],
        models=given["models"],
        missing=given["missing"] or "raise",
        count_suppressed=given["count_suppressed"],
        groups=groups,
        reading=reading_from(options),
        kinds=kinds_from(options),
        reference=given["reference"],
        hierarchies=dict(map(declared, given["hierarchies"])),
        population=people_from(given),
    )


def people_from(given: dict[str, Any]) -> PeopleSource | None:
    """The table of the population, if one is named."""
    from diversa.engines.people import PeopleSource

    if given["population"] is None:
        if given["population_count"] is not None:
            raise click.UsageError("--population-count must come with --population")
        return None
    return PeopleSource.of(given["population"], given["population_count"])


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


def draw_audit(page: Page, source: Path, found: Audit) -> None:
    """Show the verdict, then what was found."""
    word = verdict(holds=found.holds) if found.models else "LEVELS"
    page.verdict(word, f"{source}: {in_words(found)}", good=found.holds)
    draw_findings(page, found)


def verdict(*, holds: bool) -> str:
    """The verdict in a word."""
    return "HOLDS" if holds else "DOES NOT HOLD"


def in_words(found: Audit) -> str:
    """The verdict in a sentence."""
    from diversa.cli.page import share

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
