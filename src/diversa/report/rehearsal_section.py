# SPDX-License-Identifier: Apache-2.0
"""Answers to regulators by a rehearsal: each attack beside its control."""

from __future__ import annotations

from collections.abc import Iterator

from diversa.models.verdict import Verdict
from diversa.record.evidence_record import EvidenceRecord
from diversa.record.rehearsal_record import (
    ComparedRate,
    DowncodingRecord,
    MembershipRecord,
    RateRecord,
    RehearsalRecord,
)
from diversa.report import charts
from diversa.report.elements import figures, say, table, verdict
from diversa.report.language import (
    MarkedText,
    format_value,
    many,
    percent,
    phrase,
)

QUESTIONS = ("singling out", "linkability", "inference")
"""The attacks that answer the three questions."""

RATES = (*QUESTIONS, "membership")
"""The attacks with a rate, in the order of the page."""

VERDICTS = {
    "green": Verdict.HOLDS,
    "amber": Verdict.UNDECIDED,
    "red": Verdict.FAILS,
    "grey": None,
}
"""The colour of a box by that of the excess."""


def rehearsed(evidence: EvidenceRecord, rehearsal: RehearsalRecord) -> Iterator[str]:
    """The three questions, each with its figures, control and colour."""
    yield say(" ".join(lead(rehearsal)), lead=True)
    rates = [rate for name in RATES for rate in rehearsal.of(name)]
    several = len({rate.on for rate in rates if rate.on is not None}) > 1
    lines = [
        charts.Interval(
            question(rate.attack, rate.on if several else None),
            ends(rate.released),
            ends(rate.control),
        )
        for rate in rates
    ]
    drawn = charts.intervals(
        phrase("rehearsal.chart"), lines, unit=phrase("rehearsal.unit")
    )
    head = [phrase("adversary.question"), *map(phrase, HEADS)]
    numbers = table(head, [list(figures_of(rate, several=several)) for rate in rates])
    yield figures(
        [
            (phrase("rehearsal.chart"), drawn),
            (phrase("adversary.same_numbers"), numbers if rates else ""),
        ]
    )
    for name in QUESTIONS:
        for rate in rehearsal.of(name):
            yield answer(rate, evidence, rehearsal, several=several)
    if rehearsal.membership is not None:
        yield members(rehearsal.membership, rehearsal.of("membership"))
    for lacking in rehearsal.not_made:
        if lacking.attack in QUESTIONS:
            title, key = question(lacking.attack), lacking.attack.replace(" ", "-")
            yield verdict(title, [phrase(f"rehearsal.not_made.{key}")], kind=None)


HEADS = tuple(f"rehearsal.{word}_word" for word in ("released", "control", "excess"))
"""The columns of the figures."""


def figures_of(rate: ComparedRate, *, several: bool) -> Iterator[str | MarkedText]:
    """The figures of a question: rate, control and excess."""
    yield question(rate.attack, rate.on if several else None)
    yield percent(rate.released.rate)
    yield percent(rate.control.rate)
    kind = {"green": "yes", "amber": "undecided", "red": "no", "grey": ""}[rate.colour]
    yield MarkedText(percent(max(0.0, rate.excess)), kind)


def unit(rehearsal: RehearsalRecord) -> str:
    """The things that are counted, by the key of their number."""
    return "rows" if rehearsal.unit == "row" else "people"


def lead(rehearsal: RehearsalRecord) -> Iterator[str]:
    """The way in which the figures were found."""
    yield phrase("adversary.questions")
    yield phrase("rehearsal.lead", people=many(unit(rehearsal), rehearsal.people))
    if rehearsal.draws > 1:
        yield phrase("rehearsal.draws", draws=format_value(rehearsal.draws))
    if rehearsal.kind == "adaptive":
        yield phrase("rehearsal.learns")


def question(attack: str, on: str | None = None) -> str:
    """The name of a question, with the sensitive attribute if it is given."""
    name = phrase(f"adversary.{attack.replace(' ', '_')}")
    return name if on is None else f"{name} ({on})"


def ends(rate: RateRecord) -> tuple[float, float, float]:
    """The lower end of an interval, the rate, and the upper end."""
    return rate.low, rate.rate, rate.high


def answer(
    rate: ComparedRate,
    evidence: EvidenceRecord,
    rehearsal: RehearsalRecord,
    *,
    several: bool,
) -> str:
    """One question with its answer, in a box with the colour that it deserves."""
    title, texts = rate_words(rate, several=several)
    if rate.attack == "singling out":
        texts.insert(0, own_labels(evidence, rehearsal))
        if rehearsal.kind == "adaptive" and rehearsal.downcoding is not None:
            texts.append(learnt_claims(rehearsal.downcoding))
    return verdict(title, [" ".join(texts)], kind=VERDICTS[rate.colour])


def rate_words(rate: ComparedRate, *, several: bool) -> tuple[str, list[str]]:
    """The title of a question with its verdict, and sentences on its figures."""
    key = rate.attack.replace(" ", "_")
    title = verdict_title(rate, rate.on if several else None)
    said = phrase(f"rehearsal.{key}", on=rate.on, **numbers(rate))
    return title, [said, excess_of(rate)]


def verdict_title(rate: ComparedRate, on: str | None = None) -> str:
    """The name of a question with the verdict on it."""
    return phrase(
        "rehearsal.title",
        question=question(rate.attack, on),
        verdict=phrase(f"rehearsal.{rate.colour}"),
    )


def excess_of(rate: ComparedRate) -> str:
    """A sentence on the excess; less than nothing is nothing."""
    return phrase(
        "rehearsal.excess",
        excess=percent(max(0.0, rate.excess)),
        low=percent(max(0.0, rate.excess_low)),
        high=percent(max(0.0, rate.excess_high)),
    )


def numbers(rate: ComparedRate) -> dict[str, str]:
    """The figures of a sentence, of a hundred tries."""
    return {
        "tries": format_value(rate.released.tries),
        "rate": of_hundred(rate.released.rate),
        "low": of_hundred(rate.released.low),
        "high": of_hundred(rate.released.high),
        "control": of_hundred(rate.control.rate),
        "control_low": of_hundred(rate.control.low),
        "control_high": of_hundred(rate.control.high),
    }


def of_hundred(share: float) -> str:
    """A share of a hundred tries.

    >>> of_hundred(0.286)
    '29'
    """
    return format_value(round(100 * share))


def own_labels(evidence: EvidenceRecord, rehearsal: RehearsalRecord) -> str:
    """A sentence on people with labels that nobody else has."""
    highest = evidence.risk.after.prosecutor.highest or 1.0
    smallest = round(1 / highest)
    if smallest < 2:
        return phrase("rehearsal.some_alone")
    return phrase("rehearsal.nobody_alone", rows=many(unit(rehearsal), smallest))


def learnt_claims(found: DowncodingRecord) -> str:
    """A sentence on what a learner is sure of in the labels of the trial release."""
    if found.claims == 0:
        return phrase("rehearsal.no_claims")
    return phrase(
        "rehearsal.claims",
        claims=format_value(found.claims),
        true=percent(found.true / found.claims),
        finer=percent(found.finer / max(1, found.rows)),
    )


def members(found: MembershipRecord, rates: tuple[ComparedRate, ...] = ()) -> str:
    """A box on certain members: by labels, or because nobody else fits their box.

    Releases of earlier versions have no rate of it.
    """
    kind: Verdict | None = Verdict.FAILS if found.by_labels else Verdict.HOLDS
    for rate in rates:
        kind = VERDICTS[rate.colour]
    title, texts = membership_words(found, rates)
    return verdict(title, [" ".join(texts)], kind=kind)


def membership_words(
    found: MembershipRecord, rates: tuple[ComparedRate, ...] = ()
) -> tuple[str, list[str]]:
    """The title of the question who is certainly a member, and sentences on it."""
    numbers = {
        "certain": format_value(found.certain),
        "population": format_value(found.population),
        "by_labels": format_value(found.by_labels),
        "by_box": format_value(found.by_box),
    }
    key = "by_labels" if found.by_labels else "by_box" if found.by_box else "nobody"
    title, texts = phrase("adversary.membership"), []
    for rate in rates:
        title = verdict_title(rate)
        texts = [phrase("rehearsal.membership.rate", **shares(rate)), excess_of(rate)]
    texts.insert(0, phrase(f"rehearsal.membership.{key}", **numbers))
    return title, texts


def shares(rate: ComparedRate) -> dict[str, str]:
    """The figures of a sentence, as shares of people."""
    return {
        "rate": percent(rate.released.rate),
        "low": percent(rate.released.low),
        "high": percent(rate.released.high),
        "control": percent(rate.control.rate),
        "control_low": percent(rate.control.low),
        "control_high": percent(rate.control.high),
    }


def why_left_out(rehearsal: RehearsalRecord) -> str:
    """The reason why nothing was rehearsed."""
    key = str(rehearsal.left_out).replace(" ", "_")
    return phrase(f"rehearsal.left_out.{key}")
