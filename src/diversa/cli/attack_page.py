# SPDX-License-Identifier: Apache-2.0
"""The page of `diversa attack`: exposed people, and attacks that were not tried."""

from __future__ import annotations

from diversa.attacks.attack_result import Attacks
from diversa.attacks.belief import Sureness, format_fraction
from diversa.attacks.exposure import percent
from diversa.attacks.learning_limits import EXCESS
from diversa.attacks.target import Target
from diversa.cli.page import Page
from diversa.cli.printing import many
from diversa.cli.rehearsal_page import draw_rehearsal

CERTAIN = (
    "linking",
    "homogeneity",
    "mined rules",
    "presence",
    "Bayes posterior",
    "intersection",
    "composition",
)
"""Attacks after which an adversary is certain of whom they expose."""


def draw_attacks(page: Page, attacks: Attacks, *, source: str) -> None:
    """Show whom each attack exposes, what was not tried, and what was asked."""
    exposed = [
        attack.in_words()
        for attack in attacks
        if attack.name in CERTAIN and attack.exposed
    ]
    exposed += gains(attacks)
    nobody = "no attack that was made is certain of a row or a person"
    page.verdict(
        "EXPOSED" if exposed else "ATTACKED",
        f"{source}: {'; '.join(exposed) or nobody}",
        good=not exposed,
    )
    people = "" if attacks.people is None else f" of {many(attacks.people, 'person')}"
    rows = many(attacks.rows, "row")
    page.say(f"{rows}{people} in {many(attacks.groups, 'group')}")
    if attacks.note:
        page.say(attacks.note)
    if attacks.rehearsal is not None:
        draw_rehearsal(page, attacks.rehearsal)
    draw_found(page, attacks)
    if attacks.recorded:
        draw_recorded(page, attacks)
    if attacks.target is not None:
        draw_target(page, attacks.target, attacks.units)
    if attacks.rules:
        draw_rules(page, attacks)
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


def gains(attacks: Attacks) -> list[str]:
    """What adversaries learn who gain more than groups promise, as the owner says."""
    said = {(one.attack, one.on): one for one in attacks.recorded if one.unit == "row"}
    words = []
    for attack in attacks:
        by_owner = said.get((attack.name, attack.on))
        gained = 0.0 if by_owner is None else by_owner.numbers.get("excess", 0.0)
        if attack.exceeds_promise or gained > EXCESS:
            words.append(attack.in_words() if by_owner is None else by_owner.words)
    return words


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
    """Show the attacks of which only the record of a release tells."""
    page.table(
        attacks.record_title,
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
    if target.alike is not None:
        like = many(target.alike, "person")
        page.say(f"{like} of the population {be(target.alike)} like the target.")
    for note in target.notes:
        page.say(f"{note[0].upper()}{note[1:]}.")
    degrees = headings(target, units)
    page.table(
        "What is believed of the target (sensitive values: asked for by --target)",
        ("on", "value", *degrees),
        [
            (
                belief.on,
                "(missing)" if belief.value is None else belief.value,
                *sureness(belief),
            )
            for belief in target.beliefs
            if belief.posterior > 0
        ],
        right=degrees,
    )
    draw_kinds(page, target, degrees)


def headings(target: Target, units: str) -> tuple[str, str, str]:
    """The names of the degrees of a belief: before, by the release, with facts."""
    facts = target.excluded + target.neighbours
    if target.alike is None:
        before, after = "in the table", f"in the matching {units}"
    else:
        before, after = "before (population)", "after (release)"
    told = many(facts, "fact")
    if target.releases > 1:
        told += f", {target.releases} releases"
    return before, after, f"with {told}"


def be(number: int) -> str:
    """The verb of a number of things."""
    return "is" if number == 1 else "are"


def sureness(belief: Sureness) -> tuple[str, str, str]:
    """How sure a belief is, the last with its fraction."""
    exact = format_fraction(belief.fraction)
    shown = f"{belief.with_facts:.4g}"
    if exact is not None and belief.fraction.denominator > 1:
        shown += f" = {exact}"
    return f"{belief.prior:.4g}", f"{belief.posterior:.4g}", shown


def draw_kinds(page: Page, target: Target, degrees: tuple[str, str, str]) -> None:
    """Show the surest kind of every height, and the surest intervals."""
    if target.kinds:
        page.table(
            "The surest kind of value of each height of the taxonomy",
            ("on", "kind", "height", *degrees),
            [
                (one.on, one.kind, str(one.height), *sureness(one))
                for one in target.surest_kinds()
            ],
            right=("height", *degrees),
        )
    if target.intervals:
        page.table(
            "The surest interval of numbers",
            ("on", "from", "to", "width", *degrees),
            [
                (one.on, one.low, one.high, f"{float(one.width):.4g}", *sureness(one))
                for one in target.intervals
            ],
            right=("from", "to", "width", *degrees),
        )


def draw_rules(page: Page, attacks: Attacks) -> None:
    """Show the rules that were mined, those that most rows fulfil first."""
    page.table(
        f"Nobody with … has … ({len(attacks.rules):,} rules; sensitive values)",
        ("nobody with", "has", "rows"),
        [
            (
                " and ".join(rule.conditions),
                f"{rule.on} = {rule.value}",
                f"{rule.rows:,}",
            )
            for rule in attacks.rules
        ],
        right=("rows",),
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
