# SPDX-License-Identifier: Apache-2.0
"""The audit of labels: what a published table states of single rows by its labels."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from diversa.counts.frequency_set import FrequencySet
from diversa.data.label_meaning import LabelMeaning
from diversa.data.meaning import format_label
from diversa.data.spelling import DAY_FIRST, PLAIN, Hints, Spelling
from diversa.data.spelling_by_values import find_spelling
from diversa.record.label_record import LabelRecord, Reading

if TYPE_CHECKING:
    from diversa.labels.table_claims import TableClaims


def audit_labels(
    published: FrequencySet, meaning: LabelMeaning | None, hints: Hints
) -> TableClaims | None:
    """Count what the labels of published groups state, by their meaning and spelling.

    Groups without labels of their own have no meaning to count by.
    """
    if meaning is None:
        return None
    from diversa.labels.table_claims import PublicDomain, table_claims

    known = {
        hierarchy.attribute: PublicDomain(
            spelling_of_labels(label_texts(hierarchy.labels[0]), hints)
        )
        for hierarchy in published.hierarchies
    }
    return table_claims(published, meaning, known)


def label_texts(labels: Sequence[object]) -> list[str]:
    """The labels as text, without the missing one."""
    texts = (format_label(label) for label in labels)
    return [text for text in texts if text is not None]


def spelling_of_labels(labels: Sequence[str], hints: Hints) -> Spelling:
    """The spelling of numbers and dates in single values and ends of ranges.

    Whether the day or the month is first does not matter here: ends are ends.

    >>> spelling_of_labels(["[24.12.1985-01.06.1991]", "*"], Hints()).days
    '%d.%m.%Y'
    """
    pieces = list(dict.fromkeys(pieces_of(labels)))
    if not pieces:
        return PLAIN
    found = find_spelling(pieces, hints)
    if found.hint is not None:
        found = find_spelling(pieces, Hints(hints.decimal, DAY_FIRST))
    return PLAIN if found.hint is not None else found


def pieces_of(labels: Sequence[str]) -> Iterator[str]:
    """Single values and ends of ranges, as they are written."""
    for label in labels:
        text = label.strip("{}[]()<>= ").removesuffix(", missing").strip("[]")
        if not text.strip("*"):
            continue
        if label[:1] in "[(" or "[" in label:
            yield from text.split(" to " if " to " in text else "-", 1)
        elif not label.startswith("{"):
            yield text


def reading_of(meaning: LabelMeaning) -> Reading:
    """The meaning of labels in a word."""
    if meaning.is_assumed:
        return "assumed"
    if meaning.has_levels:
        return "levels"
    if meaning.states_nothing:
        return "proved" if meaning.is_proved else "nothing"
    return "coded" if meaning.ends == "cells" else "tight"


def label_record(claims: TableClaims | None) -> LabelRecord | None:
    """The numbers of all groups together."""
    if claims is None:
        return None
    return LabelRecord(
        meaning=reading_of(claims.meaning),
        safety=claims.least,
        values=claims.named,
        values_of_one_row=claims.named_by_one,
        generalized_rows=claims.generalized_rows,
        finer_rows=int(claims.downcoded.sum()),
        restored_rows=int(claims.restored.sum()),
        groups=len(claims),
    )
