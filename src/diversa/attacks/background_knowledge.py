# SPDX-License-Identifier: Apache-2.0
"""The background knowledge attack: negative facts about a person narrow a group."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from diversa.attacks.exposure import (
    Exposure,
    copies,
    count_exposed,
    how_sure,
    largest,
    percent,
)
from diversa.counts.histogram import Histogram
from diversa.counts.kinds_of_groups import Kinds
from diversa.models.negative_facts import facts_for_certainty, posterior_after

FACTS = 3
"""Negative facts that are tried by default."""


@dataclass(frozen=True)
class FactsStep:
    """The worst disclosure after a number of negative facts."""

    facts: int
    """Values that the person is known not to have."""
    worst: float | None
    """The largest posterior of a value in any group."""
    certain_groups: int
    """Groups in which these facts may leave one value."""
    certain_rows: int
    """Rows of these groups."""


@dataclass(frozen=True, eq=False, kw_only=True)
class BackgroundKnowledge(Exposure):
    """The rows for which one negative fact may be enough; `worst` is after one fact.

    Reference:
        A. Machanavajjhala et al., l-Diversity: Privacy Beyond k-Anonymity, ICDE 2006,
        Sections 2.2 and 4.
    """

    name = "background knowledge"

    steps: tuple[FactsStep, ...]
    """The disclosure after 0, 1, 2, ... facts."""

    def in_words(self) -> str:
        if self.worst is None:
            return "there is no group"
        certain = [step.certain_rows for step in self.steps]
        last = certain.index(self.total) if self.total in certain else len(certain)
        guesses = [
            f"{facts_in_words(step.facts)}, {how_sure(step.worst)}"
            + (
                f" for {percent(step.certain_rows / self.total)} of the rows"
                if step.certain_rows
                else ""
            )
            for step in self.steps[: last + 1]
            if step.worst is not None
        ]
        return f"the surest guess of '{self.on}': {'; '.join(guesses)}"


def facts_in_words(facts: int) -> str:
    """The number of facts in words.

    >>> facts_in_words(0), facts_in_words(1), facts_in_words(2)
    ('without a fact', 'with one value ruled out', 'with 2')
    """
    if facts == 0:
        return "without a fact"
    return "with one value ruled out" if facts == 1 else f"with {facts}"


def background_knowledge(
    histogram: Histogram, *, facts: int = FACTS, kinds: Kinds | None = None
) -> BackgroundKnowledge:
    """Measure the disclosure by up to `facts` negative facts about a person.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 2, "b": 1, "c": 1}], on="ill")
        >>> [step.worst for step in background_knowledge(groups.histogram()).steps]
        [0.5, 0.6666666666666666, 1.0, 1.0]
    """
    needed, sizes = facts_for_certainty(histogram), histogram.sizes
    times = copies(sizes, kinds)
    steps = tuple(
        FactsStep(
            number,
            largest(posterior_after(histogram, number).floats),
            int(times[needed <= number].sum()),
            int((sizes * times)[needed <= number].sum()),
        )
        for number in range(facts + 1)
    )
    return BackgroundKnowledge(
        on=histogram.sensitive.name,
        worst=steps[min(1, facts)].worst,
        steps=steps,
        **count_exposed(np.asarray(needed <= 1), sizes, kinds),
    )
