# SPDX-License-Identifier: Apache-2.0
"""Models in the words of a page: attained levels, verdicts and what is not known."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from functools import cache
from string import Formatter

from diversa.models import parse
from diversa.models.group_numbers import cut_safely
from diversa.models.model import Model
from diversa.models.parameters import write_number
from diversa.models.verdict import Verdict
from diversa.record.audit_record import AuditRecord, JudgementRecord, ModelMeaning
from diversa.record.people import PeopleRecord
from diversa.report.language import (
    ENGLISH,
    SPOKEN,
    MarkedText,
    localize_number,
    many,
    own_phrase,
    phrase,
    texts_of,
)

ANSWERS = {Verdict.HOLDS: "yes", Verdict.FAILS: "no", Verdict.UNDECIDED: "undecided"}
"""The word for each verdict in a table, and the class of its colour."""


def lacking(models: Iterable[JudgementRecord]) -> Iterator[str]:
    """A sentence on each undecided model: the missing fact and how to give it."""
    for model in models:
        if model.verdict is not Verdict.UNDECIDED:
            continue
        if not model.missing:
            yield phrase("promise.undecided_model", model=model.spec)
            continue
        missing, needs = gap_words(model.missing, model.needs)
        yield phrase("promise.gap", model=model.spec, missing=missing, needs=needs)


def gap_words(missing: str, needs: str) -> tuple[str, str]:
    """Translate a gap of a manifest; an unknown one stays as it is."""
    for name, pattern in gap_patterns():
        found = pattern.fullmatch(missing)
        if found is None:
            continue
        values = found.groupdict()
        if "rows" in values:
            values["rows"] = localize_number(values["rows"])
        parts = ("missing", "needs")
        first, second = (phrase(f"gaps.{name}.{part}", **values) for part in parts)
        return first, second
    return missing, needs


@cache
def gap_patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Name of each gap, and a pattern of its English words in a manifest."""
    texts = {
        key.split(".")[1]: text
        for key, text in texts_of(ENGLISH).items()
        if key.startswith("gaps.") and key.endswith(".missing")
    }
    return tuple((name, as_pattern(text)) for name, text in texts.items())


def as_pattern(text: str) -> re.Pattern[str]:
    """A pattern of a text with {names} for values."""
    parts = Formatter().parse(text)
    pattern = "".join(
        re.escape(words) + (f"(?P<{name}>.+)" if name else "")
        for words, name, *_ in parts
    )
    return re.compile(pattern, re.DOTALL)


def answer(kind: Verdict) -> MarkedText:
    """The verdict on a model as a coloured word."""
    return MarkedText(phrase(ANSWERS[kind]), ANSWERS[kind])


def meaning(
    audit: AuditRecord, model: JudgementRecord, people: PeopleRecord | None = None
) -> ModelMeaning:
    """A model in words: its attained level, its protection and its gaps.

    A model that is not built in is explained in the manifest, since it may not be
    installed.
    """
    if model.spec in audit.own_models:
        return audit.own_models[model.spec]
    installed = parse(model.spec)
    level = float("inf") if model.attained is None else float(model.attained)
    words = level_words(installed, level)
    if audit.people is not None and installed.only_size and people is not None:
        rows = many("rows", people.smallest_rows)
        words = phrase("promise.in_people", level=words, rows=rows)
    elif model.in_rows is not None:
        by_rows = level_words(installed, float(model.in_rows))
        words = phrase("promise.by_rows", level=words, rows=by_rows)
    if not model.exact:
        known = model.attained is not None
        words = phrase("promise.bound", level=words) if known else phrase("unknown")
    name = installed.name()
    return ModelMeaning(
        words,
        own_phrase(f"models.{name}.stops", installed.stops),
        own_phrase(f"models.{name}.misses", installed.misses),
    )


def level_words(model: Model, level: float) -> str:
    """An attained level in the page's language."""
    if SPOKEN.get() == ENGLISH:
        return model.describe(level)
    others = ", ".join(
        f"{name} = {localize_number(write_number(number))}"
        for name, number in model.other_numbers.items()
    )
    at = phrase("level.at", others=others) if others else ""
    what = own_phrase(f"models.{model.name()}.level", model.subject)
    if math.isinf(level):
        return phrase(
            "level.every" if model.sense == ">=" else "level.none", what=what, at=at
        )
    relation = ">" if model.sense == "<" else "="
    number = localize_number(write_number(cut_safely(level, model.sense)))
    return f"{what} {relation} {number}{at}"
