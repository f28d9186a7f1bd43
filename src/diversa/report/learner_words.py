# SPDX-License-Identifier: Apache-2.0
"""The warning of adversaries who learn from a release, in the language of the page."""

from __future__ import annotations

from collections.abc import Iterator

from diversa.attacks.learning_limits import EXCESS
from diversa.record.record import Record
from diversa.report.language import many, percent, phrase


def guesses_of_learners(record: Record) -> Iterator[str]:
    """What adversaries gain over the promise of the groups, where that is much."""
    if record.evidence is None:
        return
    for found in record.evidence.attacks.after.attacks:
        numbers = found.numbers
        if found.attack != "correlation" or numbers["excess"] <= EXCESS:
            continue
        adversaries = [numbers[name] for name in ("learner", "oracle") if numbers[name]]
        yield phrase(
            "promise.correlation",
            on=found.on,
            promised=percent(numbers["promised"]),
            attributes=numbers["attributes"],
            right=percent(numbers["right"]),
            sure=many("rows", max(one["sure"] for one in adversaries)),
        )
