# SPDX-License-Identifier: Apache-2.0
"""The top of a report: the verdict, the promise and its limits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from diversa.models.verdict import Verdict
from diversa.record.audit_record import AuditRecord
from diversa.record.people import KeptRisk, PeopleRecord
from diversa.record.record import Record
from diversa.record.second_release import SecondReleaseRecord
from diversa.report.elements import bullets, cards, say, section, table, verdict
from diversa.report.language import (
    ENGLISH,
    SPOKEN,
    MarkedText,
    format_value,
    many,
    percent,
    phrase,
    texts_of,
)
from diversa.report.learner_words import guesses_of_learners
from diversa.report.model_words import answer, lacking, meaning
from diversa.report.people_section import people_published
from diversa.report.recoding_section import label_findings

LABEL_MARKS = {
    "stated": "no",
    "assumed": "no",
    "few_groups": "undecided",
    "nothing": "undecided",
}
"""The colour of the line on labels: red where they state something of single rows,
amber where what they imply is not proved."""

NOT_PROMISED = ("kept", "several", "minimality", "people", "differential")
"""Limits that every report names, whatever the models."""


def opening(
    record: Record, problems: Sequence[str] = (), *, by_record: bool = False
) -> str:
    """The verdict and a few numbers."""
    models = record.audit.models
    verdicts = [model.verdict for model in models]
    kind = Verdict.worst(verdicts)
    if kind is Verdict.FAILS:
        failing = verdicts.count(Verdict.FAILS)
        first = phrase("promise.fails", failing=failing, models=len(models))
    elif problems:
        kind, first = Verdict.FAILS, phrase("promise.changed")
    elif kind is Verdict.UNDECIDED:
        undecided = verdicts.count(Verdict.UNDECIDED)
        first = phrase("promise.undecided", undecided=undecided, models=len(models))
    elif len(models) == 1:
        first = phrase("promise.holds.one")
    else:
        first = phrase("promise.holds.many", models=len(models))
    lines: list[str | MarkedText] = [
        *problems,
        *([phrase("promise.by_record")] if by_record else []),
        *lacking(models),
        *for_whom(record),
        *warnings(record),
    ]
    return verdict(first, lines, kind=kind) + cards(key_numbers(record))


def for_whom(record: Record) -> Iterator[str]:
    """Sentences on the rows for which it holds, and on the others."""
    people = record.people
    if people is None:
        yield phrase(
            "promise.published",
            out=format_value(record.rows_out),
            rows=many("rows", record.rows_in),
            groups=many("groups", record.audit.groups),
        )
    else:
        yield from people_published(record, people)
    if record.rows_are_people:
        yield phrase("promise.rows_are_people")
    yield from omissions(record)
    yield from disclosures(record)
    if record.audit.failing_rows:
        rows = many("rows", record.audit.failing_rows)
        yield phrase("promise.fails_for", rows=rows)


def omissions(record: Record) -> Iterator[str]:
    """The rows and columns that are withheld."""
    if record.suppressed:
        yield phrase(
            "promise.starred" if record.is_starred else "promise.suppressed",
            rows=many("rows", record.suppressed),
            share=percent(record.suppressed / max(1, record.rows_in)),
        )
    if record.repeats and record.people is not None:
        most = record.people.rows
        yield phrase(
            "promise.capped" if most.isdecimal() else "promise.repeats",
            rows=many("rows", record.repeats),
            share=percent(record.repeats / max(1, record.rows_in)),
            most=many("rows", int(most)) if most.isdecimal() else "",
        )
    if record.dropped:
        yield phrase("promise.dropped", rows=many("rows", record.dropped))
    if record.withheld:
        yield phrase("promise.withheld", columns=", ".join(record.withheld))
    if record.reading.equality == "exact":
        yield phrase("equality.exact")
    if record.variants:
        yield phrase("equality.published", columns=", ".join(record.variants))


def disclosures(record: Record) -> Iterator[str]:
    """Disclosures that no model prevents; in English those of the manifest."""
    if SPOKEN.get() == ENGLISH:
        yield from record.discloses
        return
    if record.sensitive_table is not None:
        yield phrase("promise.two_tables")
    yield from guesses_of_learners(record)
    if texts_of(ENGLISH)["promise.rows_together"] in record.discloses:
        yield phrase("promise.rows_together")
    series = record.republication
    if series is not None and series.counterfeits:
        yield phrase(
            "promise.counterfeits",
            rows=many("rows", series.counterfeits),
            people=many("people", series.fewest_people),
        )


def warnings(record: Record) -> Iterator[MarkedText]:
    """Reasons why a group of k rows may protect fewer than k people, or tell more."""
    count = record.headcount
    if count is not None:
        text = phrase(
            "promise.headcount",
            rows=many("rows", count.rows),
            people=many("people", count.people),
            identifier=count.identifier,
            smallest=many("rows", count.smallest),
            fewest=many("people", count.fewest),
        )
        yield MarkedText(text, "no")
    if record.kept_risk is not None:
        yield risk_warning(record.kept_risk)
    if record.second_release is not None:
        yield second_release_warning(record.second_release)
    labels = record.audit.labels
    if labels is not None and labels.finding in LABEL_MARKS:
        yield MarkedText(label_findings(labels), LABEL_MARKS[labels.finding])


def risk_warning(kept: KeptRisk) -> MarkedText:
    """The warning on the risk of kept columns."""
    columns = ", ".join(kept.columns)
    if not kept.is_raised:
        return MarkedText(phrase("promise.kept_harmless", columns=columns), "")
    text = phrase(
        "promise.kept_risk",
        columns=columns,
        smallest=many(kept.counted, kept.smallest),
        without=format_value(kept.smallest_without),
        alone=many(kept.counted, kept.alone),
    )
    return MarkedText(text, "no")


def second_release_warning(second: SecondReleaseRecord) -> MarkedText:
    """The warning on an earlier release of the same people."""
    share = "" if second.overlap is None else percent(second.overlap)
    if second.overlap is None:
        text = phrase("promise.second_withheld")
    elif second.certain is None:
        text = phrase("promise.second_uncounted", share=share)
    else:
        people = many("people", second.certain)
        text = phrase("promise.second_release", share=share, people=people)
    known = f" {phrase('promise.second_anyway')}" if second.anyway else ""
    return MarkedText(f"{text}{known}", "no")


def key_numbers(record: Record) -> Iterator[tuple[str | MarkedText, str]]:
    """The numbers that people ask for first."""
    if record.people is not None:
        yield format_value(record.people.people_out), phrase("cards.people_published")
    yield format_value(record.rows_out), phrase("cards.rows_published")
    # Some rows may be counterfeit, or several rows one person.
    people = record.republication is None and record.headcount is None
    smallest = "cards.smallest_people" if people else "cards.smallest_rows"
    yield format_value(record.audit.smallest), phrase(smallest)
    if record.headcount is not None:
        fewest = format_value(record.headcount.fewest)
        yield MarkedText(fewest, "no"), phrase("cards.fewest")
    kept = record.kept_risk
    if kept is not None:
        mark = "no" if kept.is_raised else ""
        yield MarkedText(percent(kept.highest), mark), phrase("cards.kept")
    if record.evidence is not None:
        highest = record.evidence.risk.after.prosecutor.highest or 0.0
        yield percent(highest), phrase("cards.highest")
    loss = record.metrics.get("loss")
    if loss is not None:
        yield percent(loss), phrase("cards.loss")


def promises(audit: AuditRecord, people: PeopleRecord | None = None) -> str:
    """Each model with the level that the published file attains."""
    rows = [
        [
            model.spec,
            (words := meaning(audit, model, people)).attained,
            answer(model.verdict),
            words.stops,
            words.misses,
        ]
        for model in audit.models
    ]
    head = [
        phrase(f"promise.{word}")
        for word in ("model", "attained", "holds_word", "stops", "misses")
    ]
    return section(phrase("promise.title"), table(head, rows))


def not_promised(
    audit: AuditRecord,
    in_the_open: Iterable[str] = (),
    more: Iterable[str] = (),
    *,
    person: str | None = None,
) -> str:
    """The limits of the models, and those of every release."""
    misses = [
        phrase(
            "not_promised.model",
            model=model.spec,
            misses=meaning(audit, model).misses,
        )
        for model in audit.models
    ]
    always = [phrase(f"not_promised.{word}", person=person) for word in NOT_PROMISED]
    return section(
        phrase("not_promised.title"),
        say(phrase("not_promised.lead"), lead=True),
        bullets([*in_the_open, *misses, *more, *always]),
    )
