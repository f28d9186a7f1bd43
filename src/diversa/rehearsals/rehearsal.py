# SPDX-License-Identifier: Apache-2.0
"""A rehearsal: release a third of the people, attack it, and compare with a control.

Nobody can tell from one release how much of an attack's success is due to the release:
a lucky description fits one person in any table. So a third of the people is released
with the plan (T), a third is what the adversary knows and learns from (S), and a third
is the control (C). An attack that succeeds on T no more often than on C has learnt
nothing from the release. The result holds counts and shares only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from diversa.array_types import Floats
from diversa.errors import NoSolutionError
from diversa.methods import run
from diversa.methods.decision import Decision
from diversa.methods.release_shape import decide_by_release
from diversa.metrics.recoded import Recoded
from diversa.plan.plan import Plan
from diversa.progress import unseen
from diversa.record.attack_record import NotMade
from diversa.record.rehearsal_record import ComparedRate, RehearsalRecord
from diversa.rehearsals import inference, linkability
from diversa.rehearsals.downcoding import Downcoding, downcode
from diversa.rehearsals.interval import compare, rate_of
from diversa.rehearsals.learner import Learner
from diversa.rehearsals.published_boxes import PublishedBoxes
from diversa.rehearsals.singling_out import plain_score, single_out
from diversa.rehearsals.thirds import Third, Thirds, draw_thirds, seed_of
from diversa.tables.count_table import CountTable

Kind = Literal["plain", "adaptive"]
"""The adversary: who counts, or who also learns from a release of other people."""

Decide = Callable[[CountTable], Decision]
"""Makes the release of some people."""

LEAST_PEOPLE = 30
"""People of a table that can be divided into thirds."""

SMALL, DRAWS = 3000, 10
"""Of a table with fewer people, thirds are drawn so many times; of a larger one, only
until there were enough tries."""

ENOUGH = 500
"""Descriptions of single people after which no more thirds are drawn."""

MOST_BOXES = 5000
"""Boxes that are attacked, at most; of more, some are drawn."""

TOO_FEW = f"the table has fewer than {LEAST_PEOPLE} people"
NO_RELEASE = "the plan has no release of a third of the people"
TWO_TABLES = "quasi-identifiers are published as they are: no label can be narrowed"
ONE_COLUMN = "needs at least two quasi-identifiers"
NOT_SENSITIVE = "needs a sensitive attribute"
NOT_GENERALIZED = "no label of the release stands for several values"


@dataclass
class Tally:
    """Tries and hits of an attack, added up over draws."""

    tries: int = 0
    hits: float = 0.0
    control_tries: int = 0
    control_hits: float = 0.0

    def add(self, chances: Floats, control: Floats) -> None:
        """Add the chances of some tries, and of those of the control."""
        self.tries += len(chances)
        self.hits += float(chances.sum())
        self.control_tries += len(control)
        self.control_hits += float(control.sum())

    def compare(self, attack: str, on: str | None) -> ComparedRate:
        """The rate beside that of the control."""
        released = rate_of(self.hits, self.tries)
        control = rate_of(self.control_hits, self.control_tries)
        return compare(attack, released, control, on=on)


@dataclass
class Results:
    """The results of all draws."""

    draws: int = 0
    people: int = 0
    tallies: dict[tuple[str, str | None], Tally] = field(default_factory=dict)
    downcoding: Downcoding | None = None
    not_made: dict[str, str] = field(default_factory=dict)

    @property
    def has_enough(self) -> bool:
        """True if there were enough tries to single people out, or none can be made."""
        made = self.tallies.get(("singling out", None))
        return made is None or made.tries >= ENOUGH

    def tries(self, attack: str) -> int:
        """The tries of an attack so far, on one attribute."""
        made = [one.tries for (name, _), one in self.tallies.items() if name == attack]
        return max(made, default=0)

    def add(
        self, attack: str, chances: Floats, control: Floats, on: str | None
    ) -> None:
        """Add the tries of an attack."""
        self.tallies.setdefault((attack, on), Tally()).add(chances, control)


def rehearse(
    counted: CountTable,
    plan: Plan,
    *,
    kind: Kind = "plain",
    decide: Decide | None = None,
) -> RehearsalRecord:
    """Rehearse the release of a table, and attack it.

    Args:
        counted: The table.
        plan: The plan by which thirds of it are released.
        kind: The adversary: `adaptive` also learns from a release of other people,
            which needs scikit-learn.
        decide: Makes a release of some people; by the method of the plan by default.
    """
    unit: Literal["row", "person"] = "row" if plan.roles.person is None else "person"
    people = counted.cells.rows if counted.kinds is None else counted.kinds.total
    if people < LEAST_PEOPLE:
        return RehearsalRecord(kind=kind, unit=unit, left_out=TOO_FEW)
    random = np.random.default_rng(seed_of(counted, plan.search.seed))
    results = Results()
    for _ in range(DRAWS):
        thirds = draw_thirds(counted, random)
        try:
            Draw.of(thirds, kind, decide or by_plan(plan), random).attack(results)
        except NoSolutionError:
            continue
        if people >= SMALL and results.has_enough:
            break
    if results.draws == 0:
        return RehearsalRecord(kind=kind, unit=unit, left_out=NO_RELEASE)
    return RehearsalRecord(
        kind=kind,
        unit=unit,
        draws=results.draws,
        people=people // 3,
        rates=tuple(
            tally.compare(attack, on) for (attack, on), tally in results.tallies.items()
        ),
        downcoding=None if results.downcoding is None else results.downcoding.record,
        not_made=tuple(NotMade(attack, None, why) for attack, why in not_made(results)),
    )


def not_made(results: Results) -> Iterator[tuple[str, str]]:
    """Attacks that no draw could make."""
    made = {attack for attack, _ in results.tallies}
    if results.downcoding is not None:
        made.add("downcoding")
    for attack, why in results.not_made.items():
        if attack not in made:
            yield attack, why


def by_plan(plan: Plan) -> Decide:
    """The function that makes releases as a plan says."""
    name = plan.search.method
    return lambda counted: decide_by_release(
        counted, lambda table: run(name, table, plan, unseen)
    )


@dataclass(frozen=True, eq=False)
class RehearsedRelease:
    """The release of a third of the people."""

    third: Third = field(repr=False)
    """Its people."""
    decision: Decision = field(repr=False)
    """What is published of them."""
    recoded: Recoded = field(repr=False)
    """The table beside its release."""
    boxes: PublishedBoxes = field(repr=False)
    """The boxes that readers see."""

    @classmethod
    def of(cls, third: Third, decide: Decide) -> RehearsedRelease:
        """Release a third of the people."""
        decision = decide(third.counted)
        counted = decision.counted or third.counted
        recoded = decision.recoding.recode(counted)
        boxes = PublishedBoxes.of(recoded, decision.recoding, third)
        return cls(third, decision, recoded, boxes)

    def generalized(self, random: np.random.Generator) -> PublishedBoxes:
        """The boxes with a label of several values; some of them, if there are many."""
        chosen = np.flatnonzero(self.boxes.generalized)
        if len(chosen) > MOST_BOXES:
            chosen = np.sort(random.choice(chosen, MOST_BOXES, replace=False))
        return self.boxes.select(chosen)


@dataclass(frozen=True, eq=False)
class Draw:
    """One draw of thirds, with the release of the first."""

    thirds: Thirds
    """The thirds."""
    release: RehearsedRelease
    """The release under attack."""
    learner: Learner | None
    """What an adaptive adversary has learnt from a release of the shadow."""
    random: np.random.Generator
    """Where random choices come from."""

    @classmethod
    def of(
        cls, thirds: Thirds, kind: Kind, decide: Decide, random: np.random.Generator
    ) -> Draw:
        """Release the first third; let an adaptive adversary learn from the second."""
        release, learner = RehearsedRelease.of(thirds.released, decide), None
        if kind == "adaptive" and release.decision.recoding.sensitive_table is None:
            shadow = RehearsedRelease.of(thirds.shadow, decide).generalized(random)
            seed = int(random.integers(2**31))
            learner = Learner.of(
                shadow, thirds.shadow.people, thirds.control.people, seed
            )
        return cls(thirds, release, learner, random)

    def attack(self, results: Results) -> None:
        """Make every attack that applies."""
        results.draws += 1
        if self.release.decision.recoding.sensitive_table is None:
            self.narrow(results)
        else:
            results.not_made["singling out"] = TWO_TABLES
            results.not_made["downcoding"] = TWO_TABLES
        self.link(results)
        self.infer(results)

    def narrow(self, results: Results) -> None:
        """Single people out, and make rows finer, by narrowing labels."""
        boxes = self.release.generalized(self.random)
        if not len(boxes):
            results.not_made["singling out"] = NOT_GENERALIZED
            results.not_made["downcoding"] = NOT_GENERALIZED
            return
        known, released = self.thirds.shadow.people, self.thirds.released.people
        score = plain_score if self.learner is None else self.learner.score
        found = single_out(boxes, known, released, self.thirds.control.people, score)
        one, control = found.released == 1, found.control == 1
        results.add("singling out", one * 1.0, control * 1.0, None)
        claims = downcode(boxes, known, released, self.learner)
        results.downcoding = (results.downcoding or Downcoding()) + claims

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
