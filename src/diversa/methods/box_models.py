# SPDX-License-Identifier: Apache-2.0
"""Models of a population, judged on the boxes that groups are published with.

A search does not know the box of a group before it is made, so that groups are made
without these models. Then those in which one fails are joined with their neighbours:
a larger box has more people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

import numpy as np

from diversa.array_types import Bools, Codes, Floats, Ints
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.errors import NoSolutionError, PlanError
from diversa.metrics.sides import Sides
from diversa.metrics.value_spans import positions
from diversa.models.k_anonymity import KAnonymity
from diversa.models.model import Model
from diversa.recodings.box_sides import sides_of
from diversa.recodings.box_style import BoxStyle
from diversa.recodings.boxes import join_alike
from diversa.recodings.partition import Partition
from diversa.search.task import Task

BLOCK = 2**22
"""Most pairs of a group and a person that are compared at once."""


@dataclass(frozen=True, eq=False)
class BoxTask:
    """The models of a task that are judged on boxes, and the people of a population."""

    task: Task
    """The task without these models."""
    models: tuple[Model, ...] = ()
    """The models that are judged on boxes."""
    people: FrequencySet | None = field(default=None, repr=False)
    """The population, at the bottom node."""

    @classmethod
    def of(cls, name: str, task: Task, style: BoxStyle) -> BoxTask:
        """Set the models of a population apart; refuse those that boxes cannot meet."""
        people = task.finest.population
        wrong = [model.spec for model in task.models if not model.local]
        if wrong:
            raise PlanError(
                f"search.method: {name} needs models that judge every group by itself,"
                f" got {', '.join(wrong)}; use full-domain"
            )
        if people is None:
            return cls(task)
        boxed = tuple(model for model in task.models if "population" in model.needs)
        beliefs = [model.spec for model in boxed if model.tells_people_apart]
        if task.star:
            raise PlanError(
                f"privacy.suppress_by: must be drop with {name} and a population, got"
                " star; leave it out"
            )
        if beliefs or style.averages or style.sets == "ancestor":
            got = beliefs or [
                "averages" if style.averages else "sets published as an ancestor"
            ]
            raise PlanError(
                f"search.method: {name} with a population needs labels that show who"
                f" fits them and models that count people, got {', '.join(got)}; use"
                " full-domain"
            )
        finest = task.finest
        groups = replace(finest.groups, population=None)
        plain = tuple(model for model in task.models if model not in boxed)
        alone = replace(finest, population=None, groups=groups)
        rows = first_size(boxed, finest.groups.rows, people.groups.rows)
        return cls(
            replace(task, finest=alone, models=plain or (KAnonymity(rows),)),
            boxed,
            people,
        )

    def hold(self, partition: Partition) -> Partition:
        """Join groups until every model of the population holds in each box."""
        if not self.models or self.people is None:
            return partition
        boxes = join_alike(partition)
        while True:
            inside = BoxCounts.of(boxes, self.people)
            joined = inside.overlapping(self.models)
            if joined is None:
                groups = inside.groups(boxes)
                for model in self.models:
                    model.check_counts(groups)
                holds = [model.holds(groups) for model in self.models]
                failing = np.flatnonzero(~np.logical_and.reduce(holds))
                if not len(failing):
                    return boxes
                if boxes.parts == 1:
                    raise self._no_solution(groups)
                joined = with_neighbours(boxes, failing)
            boxes = join_alike(join_parts(boxes, joined))

    def refuse_numbers(self, name: str) -> None:
        """Refuse groups that need numbers: nobody can say who of a box is in which."""
        if self.models:
            raise PlanError(
                f"search.method: {name} with a population needs models that hold in"
                " joined groups, too, got groups that must be told apart by number;"
                " use full-domain"
            )

    def _no_solution(self, groups: Groups) -> NoSolutionError:
        attained = {model.spec: model.attained(groups) for model in self.models}
        failing = [
            f"{model.spec}: the whole table attains {model.describe(level)}."
            for model, level in zip(self.models, attained.values(), strict=True)
            if not model.holds(groups).all()
        ]
        head = "no boxes satisfy the models of the population."
        return NoSolutionError("\n".join([head, *failing]), attained=attained)


def first_size(models: Sequence[Model], rows: int, people: int) -> int:
    """Rows of groups to begin with, where no other model says how large they are.

    As many as the people whom the models want have on average.
    """
    wanted = max((model.bound for model in models if model.counts_matches), default=2)
    return max(2, int(Fraction(wanted) * rows / max(1, people)))


@dataclass(frozen=True, eq=False)
class BoxCounts:
    """The people of a population in the boxes of a partition."""

    part: Ints = field(repr=False)
    """The box of each pair of a box and a kind of people who fit it."""
    kind: Ints = field(repr=False)
    """The kind of people."""
    people: Ints = field(repr=False)
    """People of each kind."""
    parts: int
    """Number of boxes."""

    @classmethod
    def of(cls, partition: Partition, people: FrequencySet) -> BoxCounts:
        """Find the kinds of people who fit each box."""
        sides = sides_of(partition)
        fits = [fitting(side) for side in sides]
        labels = [side.label for side in sides]
        parts, kinds = [], []
        step = max(1, BLOCK // max(1, partition.parts))
        for start in range(0, people.codes.shape[1], step):
            some = people.codes[:, start : start + step]
            inside = np.logical_and.reduce(
                [
                    fit[label][:, codes]
                    for fit, label, codes in zip(fits, labels, some, strict=True)
                ]
            )
            part, kind = np.nonzero(inside)
            parts.append(part)
            kinds.append(kind + start)
        none = np.empty(0, dtype=np.int64)
        return cls(
            np.concatenate([none, *parts]),
            np.concatenate([none, *kinds]),
            people.groups.sizes,
            partition.parts,
        )

    def groups(self, partition: Partition) -> Groups:
        """The parts as groups, with the people who fit their boxes."""
        sizes = np.bincount(self.part, self.people[self.kind], self.parts)
        inside = int(self.people[np.unique(self.kind)].sum())
        absent = int(self.people.sum()) - inside
        population = Population.from_sizes(
            sizes.astype(np.int64).tolist(), absent=[absent] if absent else []
        )
        return replace(partition.groups, population=population)

    def overlapping(self, models: Sequence[Model]) -> Ints | None:
        """A number for each part; parts that share a person have the same one.

        None if no model minds, or nobody fits two parts.
        """
        if all(model.counts_matches for model in models):
            return None
        order = np.argsort(self.kind, kind="stable")
        kind, part = self.kind[order], self.part[order]
        same = kind[1:] == kind[:-1]
        if not same.any():
            return None
        return components(self.parts, part[:-1][same], part[1:][same])


def fitting(side: Sides) -> Bools:
    """Mask of the values (columns) that each label (line) stands for."""
    labels, values = len(side.starts) - 1, len(side.order)
    label = np.repeat(np.arange(labels), np.diff(side.starts))
    steps = np.zeros((labels, values + 1), dtype=np.int32)
    np.add.at(steps, (label, side.first), 1)
    np.add.at(steps, (label, side.last + 1), -1)
    along = steps.cumsum(axis=1)[:, :values] > 0
    return np.asarray(along[:, positions(side.order)])


def components(parts: int, one: Ints, other: Ints) -> Ints:
    """The least number of the parts that each part is linked with.

    >>> components(4, np.array([0, 2]), np.array([2, 3])).tolist()
    [0, 1, 0, 0]
    """
    number = np.arange(parts)
    while True:
        least = number.copy()
        np.minimum.at(least, one, number[other])
        np.minimum.at(least, other, number[one])
        least = least[least]
        if np.array_equal(least, number):
            return number
        number = least


def with_neighbours(partition: Partition, failing: Ints) -> Ints:
    """A number for each part; failing parts have that of their nearest neighbour.

    The nearest one makes the smallest box together with it.
    """
    lows, highs = relative_extents(partition)
    nearest = np.empty(len(failing), dtype=np.int64)
    for place, part in enumerate(failing.tolist()):
        width = np.maximum(highs, highs[part]) - np.minimum(lows, lows[part])
        cost = width.sum(axis=1)
        cost[part] = np.inf
        nearest[place] = int(cost.argmin())
    return components(partition.parts, failing, nearest)


def relative_extents(partition: Partition) -> tuple[Floats, Floats]:
    """The first and last position of each part on each axis, from 0 to 1."""
    lows, highs, _ = partition.extents
    last = np.maximum(np.diff(partition.axes.offsets) - 1, 1)
    return lows / last, highs / last


def join_parts(partition: Partition, number: Ints) -> Partition:
    """Join the parts that have the same number."""
    distinct, place = np.unique(number, return_inverse=True)
    place = place.ravel()
    part: Codes = np.append(place, -1)[partition.part].astype(np.int32)
    regions = partition.regions
    if regions is not None:
        regions = regions.join(place, len(distinct))
    return replace(partition, part=part, parts=len(distinct), regions=regions)
