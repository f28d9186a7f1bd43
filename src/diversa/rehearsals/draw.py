# SPDX-License-Identifier: Apache-2.0
"""One draw of thirds: the release of the first, and all attacks on it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from diversa.array_types import Floats
from diversa.rehearsals import inference, linkability
from diversa.rehearsals.downcoding import Downcoding, downcode
from diversa.rehearsals.learner import PredicateLearner
from diversa.rehearsals.membership import MembershipCount, find_members
from diversa.rehearsals.singling_out import plain_score, single_out
from diversa.rehearsals.tally import Results
from diversa.rehearsals.thirds import Third, Thirds
from diversa.rehearsals.trial_release import TrialRelease

TWO_TABLES = "quasi-identifiers are published as they are: no label can be narrowed"
PRESENT = "quasi-identifiers are published as they are: everybody sees who is there"
ONE_COLUMN = "needs at least two quasi-identifiers"
NOT_SENSITIVE = "needs a sensitive attribute"
NOT_GENERALIZED = "no label of the release stands for several values"

NARROWING = ("singling out", "downcoding", "membership")
"""Attacks that read labels of several values."""


@dataclass(frozen=True, eq=False)
class Draw:
    """One draw of thirds, with the release of the first."""

    thirds: Thirds
    """The thirds."""
    release: TrialRelease
    """The release under attack."""
    learner: PredicateLearner | None
    """The lesson of an adaptive adversary from a release of the shadow."""
    random: np.random.Generator
    """The source of random choices."""

    @classmethod
    def of(
        cls,
        thirds: Thirds,
        publish: Callable[[Third], TrialRelease],
        random: np.random.Generator,
        *,
        learns: bool,
    ) -> Draw:
        """Release the first third; let an adaptive adversary learn from the second."""
        release, learner = publish(thirds.released), None
        if learns and not release.has_two_tables:
            shadow = publish(thirds.shadow).generalized(random)
            seed = int(random.integers(2**31))
            learner = PredicateLearner.of(
                shadow, thirds.shadow.people, thirds.control.people, seed
            )
        return cls(thirds, release, learner, random)

    def attack(self, results: Results) -> None:
        """Make every attack that applies."""
        results.draws += 1
        if self.release.has_two_tables:
            results.not_made |= dict.fromkeys(NARROWING, TWO_TABLES)
            results.not_made["membership"] = PRESENT
        else:
            self.narrow(results)
        self.link(results)
        self.infer(results)

    def narrow(self, results: Results) -> None:
        """Single people out, and make rows finer, by narrowing labels."""
        boxes = self.release.generalized(self.random)
        if not len(boxes):
            results.not_made |= dict.fromkeys(NARROWING, NOT_GENERALIZED)
            return
        known, released = self.thirds.shadow.people, self.thirds.released.people
        score = plain_score if self.learner is None else self.learner.score
        found = single_out(boxes, known, released, self.thirds.control.people, score)
        one, control = found.released == 1, found.control == 1
        results.add("singling out", one * 1.0, control * 1.0, None)
        claims = downcode(boxes, known, released, self.learner)
        results.downcoding = (results.downcoding or Downcoding()) + claims
        members = find_members(boxes, self.thirds, self.learner)
        results.membership = (results.membership or MembershipCount()) + members
        results.add("membership", *members.hits(self.thirds), None)

    def link(self, results: Results) -> None:
        """Link what two sources know of people."""
        boxes, columns = self.release.boxes, len(self.release.boxes.sides)
        if columns < 2:
            results.not_made["linkability"] = ONE_COLUMN
            return
        if results.tries("linkability") >= linkability.MOST_PEOPLE:
            return
        halves = linkability.halves(columns)

        def chances(third: Third) -> Floats:
            people, count = third.people, linkability.MOST_PEOPLE
            tried = linkability.draw_people(people, count, self.random)
            others = linkability.draw_others(
                people, tried, linkability.HALVES - 1, self.random
            )
            return linkability.link(boxes, people, tried, others, halves)

        released, control = chances(self.thirds.released), chances(self.thirds.control)
        results.add("linkability", released, control, None)

    def infer(self, results: Results) -> None:
        """Guess the value of each sensitive attribute."""
        attributes = self.release.third.counted.sensitive
        if not attributes:
            results.not_made["inference"] = NOT_SENSITIVE
        if results.tries("inference") >= inference.MOST_PEOPLE:
            return
        boxes = self.release.boxes
        room = inference.room_of(boxes, self.thirds.shadow.people)
        for place, attribute in enumerate(attributes):
            votes = inference.Votes.of(
                self.release.recoded, boxes, room, self.thirds.released, place
            )
            released, control = (
                self._guess(votes, third, place)
                for third in (self.thirds.released, self.thirds.control)
            )
            results.add("inference", released, control, attribute.name)

    def _guess(self, votes: inference.Votes, third: Third, place: int) -> Floats:
        """The chance that the value of each of some people is guessed."""
        people, secrets = inference.people_with_secrets(third, place)
        count = inference.MOST_PEOPLE
        tried = linkability.draw_people(people, count, self.random)
        return votes.chances(self.release.boxes, people, tried, secrets[tried])
