# SPDX-License-Identifier: Apache-2.0
"""The background knowledge attack: negative facts about a person narrow a group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.exposure import (
    CERTAIN,
    ROWS,
    Crowd,
    Exposure,
    how_sure,
    largest,
    percent,
)
from diversa.counts.histogram import Histogram
from diversa.models.negative_facts import facts_for_certainty, posterior_after

MOST_PAIRS = 1 << 23
"""Most pairs of values of people that are looked at."""

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
    """Rows of these groups; people, where these are counted."""


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
    bounds: int = 0
    """From so many facts on no guess is surer than is said, but it may be less sure:
    people have several values. 0 where every guess is exact."""

    def numbers(self) -> dict[str, Any]:
        every = super().numbers()
        return every if self.bounds else {"steps": every["steps"]}

    def in_words(self) -> str:
        if self.worst is None:
            return "there is no group"
        certain = [step.certain_rows for step in self.steps]
        last = certain.index(self.total) if self.total in certain else len(certain)
        guesses = [
            f"{facts_in_words(step.facts)}, {self.sure(step)}"
            + (
                f" for {percent(step.certain_rows / self.total)} of the {self.units}"
                if step.certain_rows
                else ""
            )
            for step in self.steps[: last + 1]
            if step.worst is not None
        ]
        return f"the surest guess of '{self.on}': {'; '.join(guesses)}"

    def sure(self, step: FactsStep) -> str:
        """The surest guess of a step in words."""
        worst = 0.0 if step.worst is None else step.worst
        if 0 < self.bounds <= step.facts:
            return f"at most {percent(worst)} sure"
        return how_sure(worst)


def facts_in_words(facts: int) -> str:
    """The number of facts in words.

    >>> facts_in_words(0), facts_in_words(1), facts_in_words(2)
    ('without a fact', 'with one value ruled out', 'with 2')
    """
    if facts == 0:
        return "without a fact"
    return "with one value ruled out" if facts == 1 else f"with {facts}"


def background_knowledge(
    histogram: Histogram, *, facts: int = FACTS, crowd: Crowd = ROWS
) -> BackgroundKnowledge:
    """Measure the disclosure by up to `facts` negative facts about a person.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> groups = Groups.from_counts([{"a": 2, "b": 1, "c": 1}], on="ill")
        >>> [step.worst for step in background_knowledge(groups.histogram()).steps]
        [0.5, 0.6666666666666666, 1.0, 1.0]
    """
    needed, sizes = facts_for_certainty(histogram), histogram.sizes
    posteriors = [
        posterior_after(histogram, number).floats for number in range(facts + 1)
    ]
    bounds = 0 if histogram.is_exclusive else 1
    if bounds and facts and (exact := with_one_fact(histogram)) is not None:
        bounds = 2
        posteriors[1] = np.maximum(posteriors[0], exact)
        needed = np.where((needed == 1) & (posteriors[1] < CERTAIN), 2, needed)
    times = crowd.times(sizes)
    few = [np.asarray(needed <= number) for number in range(facts + 1)]
    steps = tuple(
        FactsStep(
            number,
            largest(posteriors[number]),
            int(times[certain].sum()),
            crowd.count(certain, sizes),
        )
        for number, certain in enumerate(few)
    )
    return BackgroundKnowledge(
        on=histogram.sensitive.name,
        worst=steps[min(1, facts)].worst,
        steps=steps,
        bounds=bounds if bounds <= facts else 0,
        **crowd.expose(np.asarray(needed <= 1), sizes),
    )


def with_one_fact(histogram: Histogram) -> NDArray[np.float64] | None:
    """The surest guess in each group after one fact, where people have several values.

    None where they have too many to be compared with each other.
    """
    people = histogram.people
    if people is None or people.pairs > MOST_PAIRS:
        return None
    from diversa.attacks.several_sensitive import after_one_fact

    on = histogram.sensitive.name
    return after_one_fact(people.groups, on, on)
