# SPDX-License-Identifier: Apache-2.0
"""The part of the page of `diversa attack` on a rehearsal."""

from __future__ import annotations

from diversa.cli.page import Page
from diversa.cli.printing import many
from diversa.record.rehearsal_record import (
    ComparedRate,
    DowncodingRecord,
    MembershipRecord,
    RateRecord,
    RehearsalRecord,
)

WORDS = {
    "singling out": "descriptions that fit exactly one person",
    "membership": "people named as members",
    "linkability": "right halves of people, one of ten",
    "inference": "sensitive values guessed",
}
"""The unit that each attack counts."""

COLOURS = {
    "green": "no more than without the release",
    "amber": "somewhat more than without the release",
    "red": "more than without the release",
    "grey": "too few tries to say",
}
"""The verdict on an excess in words."""

LEFT_OUT = {
    "few people": "the table has too few people to draw thirds of them",
    "no release": "the plan has no release of a third of the people",
    "large table": "the table has very many distinct rows",
    "long search": "the search takes long",
}
"""Why nothing was rehearsed, in words."""


def draw_rehearsal(page: Page, rehearsal: RehearsalRecord) -> None:
    """Show every attack beside its control."""
    page.say()
    if rehearsal.left_out is not None:
        page.say(f"Nothing was rehearsed: {LEFT_OUT[rehearsal.left_out]}.")
        return
    third = many(rehearsal.people, rehearsal.unit)
    drawn = "" if rehearsal.draws == 1 else f", drawn {rehearsal.draws} times"
    knows = (
        "whom an attacker knows"
        if rehearsal.kind == "plain"
        else "from whose release an attacker has learnt"
    )
    page.say(
        f"Rehearsal: {third} are released by the plan{drawn}, as many others are those"
        f" {knows}, and as many again are the control."
    )
    page.table(
        "Attacks on the rehearsed release, with 95 % intervals",
        ("attack", "on", "tries", "released", "other people", "excess", "verdict"),
        [
            (
                f"{rate.attack}: {WORDS[rate.attack]}",
                rate.on or "",
                f"{rate.released.tries:,}",
                interval(rate.released),
                interval(rate.control),
                excess(rate),
                COLOURS[rate.colour],
            )
            for rate in rehearsal.rates
        ],
        right=("tries", "released", "other people", "excess"),
        whole=("tries", "released", "other people", "excess"),
    )
    if rehearsal.downcoding is not None:
        page.say(claims(rehearsal.downcoding, rehearsal.unit))
    if rehearsal.membership is not None:
        page.say(members(rehearsal.membership))
    for lacking in rehearsal.not_made:
        page.say(f"{lacking.attack} was not tried: {lacking.why}.")


def interval(rate: RateRecord) -> str:
    """A rate with its ends.

    >>> interval(RateRecord(tries=100, hits=29, rate=0.29, low=0.21, high=0.385))
    '29 % (21-38)'
    """
    return f"{100 * rate.rate:.0f} % ({100 * rate.low:.0f}-{100 * rate.high:.0f})"


def excess(rate: ComparedRate) -> str:
    """The excess with its ends; less than nothing is nothing."""
    low, middle, high = (
        100 * max(0.0, share)
        for share in (rate.excess_low, rate.excess, rate.excess_high)
    )
    return f"{middle:.0f} % ({low:.0f}-{high:.0f})"


def claims(found: DowncodingRecord, unit: str) -> str:
    """A sentence on what labels tell of single rows."""
    if found.claims == 0:
        return "Labels: no value can be told that a label does not say."
    share = found.finer / max(1, found.rows)
    return (
        f"Labels: {found.claims:,} finer values can be told, {found.true:,} of them"
        f" rightly; only one {unit} of its group has the value for"
        f" {found.backed_by_one:,}. {100 * share:.0f} % of generalized"
        f" {'rows' if unit == 'row' else 'people'} can be made finer,"
        f" {found.restored:,} completely."
    )


def members(found: MembershipRecord) -> str:
    """A sentence on who is certainly in the release."""
    if found.certain == 0:
        return "Membership: nobody of the population is certainly in the release."
    return (
        f"Membership: {found.certain:,} of {found.population:,} in the population are"
        f" certainly in the release, {found.right:,} of them rightly:"
        f" {found.by_labels:,} by labels, {found.by_box:,} because nobody else is in"
        " their box."
    )
