# SPDX-License-Identifier: Apache-2.0
"""Attacks on the release of a plan, before it is published.

A rehearsal releases a third of the people and attacks it beside a control. The
correlation attack guesses the secrets of a release in two tables by what goes with
what; its control are the same groups with shuffled rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Unpack

from diversa.attacks.correlation import Correlation, correlation
from diversa.errors import DiversaError, InternalError
from diversa.evidence.owner_attacks import places_of
from diversa.open_tables.open_table import OpenTable
from diversa.open_tables.proposal import Proposal
from diversa.plan.keywords import PlanKeywords
from diversa.record.rehearsal_record import RehearsalRecord
from diversa.rehearsals.rehearsal import rehearse
from diversa.report.language import ENGLISH, speaking
from diversa.report.rehearsal_section import (
    QUESTIONS,
    membership_words,
    rate_words,
    why_left_out,
)
from diversa.studio.explanations import explain_error

FindingColour = Literal["green", "amber", "red", "grey"]
"""The colours of a finding."""


@dataclass(frozen=True)
class Finding:
    """The result of an attack, with the colour that it deserves."""

    colour: FindingColour
    title: str
    words: str


@dataclass(frozen=True)
class Guess:
    """How often somebody is right who guesses a secret."""

    who: str
    right: float | None
    """The share of right guesses; None where it was not measured."""


@dataclass(frozen=True)
class CorrelationView:
    """The guesses of adversaries who know what goes with what."""

    finding: Finding
    guesses: tuple[Guess, ...] = ()
    """The promise first, then the adversaries, then the control."""


@dataclass(frozen=True)
class AttackView:
    """The attacks on the release of a plan."""

    rehearsed: tuple[Finding, ...]
    """Every attack of the rehearsal beside its control, or why there is none."""
    lead: str = ""
    """How the rehearsal was made."""
    correlations: tuple[CorrelationView, ...] = ()
    """For a release in two tables, the guesses of each sensitive attribute."""


def attack_plan(table: OpenTable, **words: Unpack[PlanKeywords]) -> AttackView:
    """Attack the release of a plan; the words are those of `OpenTable.search`."""
    try:
        proposal = table.search(**words)
    except InternalError:
        raise
    except DiversaError as error:
        return AttackView((Finding("grey", "Nothing to attack", explain_error(error)),))
    rehearsal = rehearse(proposal.counted, proposal.plan)
    return AttackView(
        findings_of(rehearsal), lead_of(rehearsal), correlations_of(proposal)
    )


def lead_of(rehearsal: RehearsalRecord) -> str:
    """How the figures were found, in a sentence."""
    if rehearsal.left_out is not None:
        return ""
    unit = "rows" if rehearsal.unit == "row" else "people"
    drawn = "" if rehearsal.draws == 1 else f", drawn {rehearsal.draws} times"
    return (
        f"{rehearsal.people:,} {unit} are released by the plan{drawn}, an attacker"
        " knows as many others, and as many again are the control. Intervals are 95 %."
    )


def findings_of(rehearsal: RehearsalRecord) -> tuple[Finding, ...]:
    """Every attack of a rehearsal, in the words of the report."""
    with speaking(ENGLISH, of_people=rehearsal.unit == "person"):
        if rehearsal.left_out is not None:
            return (Finding("grey", "Not rehearsed", why_left_out(rehearsal)),)
        rates = [rate for name in QUESTIONS for rate in rehearsal.of(name)]
        several = len({rate.on for rate in rates if rate.on is not None}) > 1
        found = []
        for rate in rates:
            title, texts = rate_words(rate, several=several)
            found.append(Finding(rate.colour, title, " ".join(texts)))
        if (members := rehearsal.membership) is not None:
            colour: FindingColour = "red" if members.by_labels else "green"
            of_members = rehearsal.of("membership")
            title, texts = membership_words(members, of_members)
            for rate in of_members:
                colour = rate.colour
            found.append(Finding(colour, title, " ".join(texts)))
        found += [
            Finding("grey", lacking.attack.capitalize(), f"Not tried: {lacking.why}.")
            for lacking in rehearsal.not_made
            if lacking.attack in QUESTIONS
        ]
    return tuple(found)


def correlations_of(proposal: Proposal) -> tuple[CorrelationView, ...]:
    """The correlation attack on a release in two tables; none on others."""
    decision = proposal.decision
    if decision.recoding.sensitive_table is None:
        return ()
    counted = decision.counted or proposal.counted
    places = places_of(decision.recoding.recode(counted))
    if places is None:
        return ()
    seed = proposal.plan.search.seed
    return tuple(
        correlation_view(one.name, correlation(places, one.name, seed=seed))
        for one in counted.sensitive
    )


def correlation_view(on: str, found: Correlation | str) -> CorrelationView:
    """The guesses of an attribute, with the promise and the control."""
    if isinstance(found, str):
        why = f"The attack {found}."
        return CorrelationView(Finding("grey", f"Guessing {on}: not measured", why))
    exceeds = found.exceeds_promise
    title = (
        f"Guessing {on}: more is guessed than the groups promise"
        if exceeds
        else f"Guessing {on}: no more than the groups promise"
    )
    words = f"{found.in_words()[0].upper()}{found.in_words()[1:]}."
    oracle = None if found.oracle is None else found.oracle.share
    guesses = (
        Guess("promised by the counts of the groups", found.promised),
        Guess("who learns from the release alone", found.learner.share),
        Guess("who knows from elsewhere what goes with what", oracle),
        Guess(
            "… and the values of half of the people, of the others", found.half_known
        ),
        Guess("… without any groups", found.without_groups),
        Guess(
            "control: who learns from the same groups with shuffled rows", found.control
        ),
    )
    colour: FindingColour = "red" if exceeds else "green"
    return CorrelationView(Finding(colour, title, words), guesses)
