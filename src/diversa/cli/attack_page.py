# SPDX-License-Identifier: Apache-2.0
"""The page of `diversa attack`: exposed people, and attacks that were not tried."""

from __future__ import annotations

from diversa.attacks.attack_result import Attacks
from diversa.attacks.exposure import percent
from diversa.attacks.target import Target
from diversa.cli.page import Page
from diversa.cli.printing import many

CERTAIN = ("linking", "homogeneity", "presence", "Bayes posterior", "intersection")
"""Attacks after which an adversary is certain of whom they expose."""


def draw_attacks(page: Page, attacks: Attacks, *, source: str) -> None:
    """Show whom each attack exposes, what was not tried, and what was asked."""
    sure = [attack for attack in attacks if attack.name in CERTAIN and attack.exposed]
    page.verdict(
        "EXPOSED" if sure else "ATTACKED",
        f"{source}: "
        + (
            "; ".join(exposure.in_words() for exposure in sure)
            if sure
            else "no attack that was made is certain of a row or a person"
        ),
        good=not sure,
    )
    people = "" if attacks.people is None else f" of {many(attacks.people, 'person')}"
    rows = many(attacks.rows, "row")
    page.say(f"{rows}{people} in {many(attacks.groups, 'group')}")
    if attacks.note:
        page.say(attacks.note)
    draw_found(page, attacks)
    if attacks.recorded:
        draw_recorded(page, attacks)
    if attacks.target is not None:
        draw_target(page, attacks.target, attacks.units)
    if attacks.exposed:
        draw_exposed(page, attacks)
    page.table(
        "Attacks that were not made",
        ("attack", "on", "why"),
        [
            (lacking.attack, lacking.on or "", lacking.why)
            for lacking in attacks.not_made
        ],
    )


def draw_found(page: Page, attacks: Attacks) -> None:
    """Show every attack that was made."""
    page.table(
        "Attacks",
        ("attack", "on", "exposed", "share", "groups", "what an adversary learns"),
        [
            (
                attack.name,
                attack.on or "",
                many(attack.exposed, attack.unit),
                percent(attack.share),
                f"{len(attack.affected):,} of {attack.groups:,}",
                attack.in_words(),
            )
            for attack in attacks
        ],
        right=("exposed", "share", "groups"),
        whole=("exposed", "share"),
    )


def draw_recorded(page: Page, attacks: Attacks) -> None:
    """Show the attacks on people that the record of a release tells of."""
    page.table(
        "Attacks on people, by the record of the release",
        ("attack", "on", "exposed", "share", "groups", "what an adversary learns"),
        [
            (
                attack.attack,
                attack.on or "",
                many(attack.exposed, attack.unit),
                percent(attack.share),
                f"{attack.affected_groups:,} of {attack.groups:,}",
                attack.words,
            )
            for attack in attacks.recorded
        ],
        right=("exposed", "share", "groups"),
        whole=("exposed", "share"),
    )


def draw_target(page: Page, target: Target, units: str) -> None:
    """Show what is learnt of the person who was named."""
    page.say()
    page.say(
        f"The target, known by {', '.join(target.known)}, matches"
        f" {many(target.rows, 'row' if units == 'rows' else 'person')} in"
        f" {many(target.groups, 'group')}."
    )
    if not target.rows:
        page.say(
            "Such a person is not in the table, or the table writes the values in"
            " another way: say how with --hierarchy."
        )
        return
    matching = f"in the matching {units}"
    with_facts = f"with {many(target.excluded, 'fact')}"
    page.table(
        "What is believed of the target (sensitive values: asked for by --target)",
        ("on", "value", "in the table", matching, with_facts),
        [
            (
                belief.on,
                "(missing)" if belief.value is None else belief.value,
                *(f"{share:.4g}" for share in (belief.prior, belief.posterior)),
                f"{belief.with_facts:.4g}",
            )
            for belief in target.beliefs
            if belief.posterior > 0
        ],
        right=("in the table", matching, with_facts),
    )


def draw_exposed(page: Page, attacks: Attacks) -> None:
    """Show the groups that attacks hit, by their quasi-identifiers."""
    names = tuple(attacks.exposed[0].values)
    page.table(
        f"Exposed groups, smallest first ({len(attacks.exposed):,})",
        (*names, attacks.units, "by"),
        [
            (
                *(
                    "(missing)" if value is None else value
                    for value in group.values.values()
                ),
                f"{group.size:,}",
                ", ".join(group.attacks),
            )
            for group in attacks.exposed
        ],
        right=(attacks.units,),
    )
