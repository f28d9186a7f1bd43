# SPDX-License-Identifier: Apache-2.0
"""What `diversa attack` shows to people: who is exposed, and what was not tried."""

from __future__ import annotations

from pathlib import Path

from diversa.attacks.attack_result import Attacks
from diversa.attacks.exposure import percent
from diversa.attacks.target import Target
from diversa.cli.page import Page
from diversa.cli.printing import many

CERTAIN = ("linking", "homogeneity", "presence", "Bayes posterior", "intersection")
"""Attacks after which an adversary is certain of whom they expose."""


def draw_attacks(page: Page, source: Path, found: Attacks) -> None:
    """Show whom each attack exposes, what was not tried, and what was asked."""
    sure = [one for one in found if one.name in CERTAIN and one.exposed]
    page.verdict(
        "EXPOSED" if sure else "ATTACKED",
        f"{source}: "
        + (
            "; ".join(one.in_words() for one in sure)
            if sure
            else "no attack that was made is certain of a row or a person"
        ),
        good=not sure,
    )
    page.say(f"{many(found.rows, 'row')} in {many(found.groups, 'group')}")
    draw_found(page, found)
    if found.target is not None:
        draw_target(page, found.target)
    if found.exposed:
        draw_exposed(page, found)
    page.table(
        "Attacks that were not made",
        ("attack", "on", "why"),
        [(one.name, one.on or "", one.why) for one in found.not_made],
    )


def draw_found(page: Page, found: Attacks) -> None:
    """Show every attack that was made."""
    page.table(
        "Attacks",
        ("attack", "on", "exposed", "share", "groups", "what an adversary learns"),
        [
            (
                one.name,
                one.on or "",
                many(one.exposed, one.unit).replace("persons", "people"),
                percent(one.share),
                f"{len(one.affected):,} of {one.groups:,}",
                one.in_words(),
            )
            for one in found
        ],
        right=("exposed", "share", "groups"),
        whole=("exposed", "share"),
    )


def draw_target(page: Page, target: Target) -> None:
    """Show what is learnt of the person who was named."""
    page.say()
    page.say(
        f"The target, known by {', '.join(target.known)}, matches"
        f" {many(target.rows, 'row')} in {many(target.groups, 'group')}."
    )
    if not target.rows:
        page.say(
            "Such a person is not in the table, or the table writes the values in"
            " another way: say how with --hierarchy."
        )
        return
    with_facts = f"with {many(target.excluded, 'fact')}"
    page.table(
        "What is believed of the target (sensitive values: asked for by --target)",
        ("on", "value", "in the table", "in the matching rows", with_facts),
        [
            (
                one.on,
                "(missing)" if one.value is None else one.value,
                *(f"{share:.4g}" for share in (one.prior, one.posterior)),
                f"{one.with_facts:.4g}",
            )
            for one in target.beliefs
            if one.posterior > 0
        ],
        right=("in the table", "in the matching rows", with_facts),
    )


def draw_exposed(page: Page, found: Attacks) -> None:
    """Show the groups that attacks hit, by their quasi-identifiers."""
    names = tuple(found.exposed[0].values)
    page.table(
        f"Exposed groups, smallest first ({len(found.exposed):,})",
        (*names, "rows", "by"),
        [
            (
                *("(missing)" if one is None else one for one in group.values.values()),
                f"{group.size:,}",
                ", ".join(group.attacks),
            )
            for group in found.exposed
        ],
        right=("rows",),
    )
