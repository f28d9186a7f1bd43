# SPDX-License-Identifier: Apache-2.0
"""The task of a search: a frequency set, models, a suppression limit, an objective.

A node is valid if removing every group in which a model fails removes no more rows than
the limit allows, and something is left. With `star`, removed rows are published as one
group of `*`, which must hold as well, together with a group of the node that is all
`*`. A model that is not local removes nothing; it must hold in what is left.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from diversa.array_types import Bools, Floats
from diversa.counts.coarser_nodes import with_supersets
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.unions import lowest_constant
from diversa.metrics.objective import Marginals, Objective
from diversa.models.model import Model
from diversa.progress import Progress
from diversa.search.deadline import SECONDS
from diversa.search.lattice.lattice import Lattice


@dataclass(frozen=True, eq=False)
class Task:
    """The question that a search answers."""

    finest: FrequencySet = field(repr=False)
    """The frequency set of the bottom node."""
    models: tuple[Model, ...]
    """The models that every published group must satisfy; each bound to its `on`."""
    objective: Objective
    """The cost to minimize."""
    limit: int = 0
    """Number of rows that may be removed; or of people, where each is in one group."""
    star: bool = False
    """Publish removed rows with `*` in every quasi-identifier."""
    least: Mapping[str, int] = field(default_factory=dict)
    """Lowest level of an attribute; 0 by default."""
    greatest: Mapping[str, int] = field(default_factory=dict)
    """Highest level of an attribute; its top by default."""
    seconds: float = SECONDS
    """Processor time of an open-ended search."""
    whole_visits: bool = False
    """True if a person's row is known completely or not at all, where people are in
    several groups: the models need not hold for those who know less of it."""
    seed: int = 0
    """Seed of all random choices."""
    progress: Progress = field(default=lambda *_: None, repr=False)
    """Called now and then during long searches."""

    def __post_init__(self) -> None:
        # Only local models remove groups; where there is none, no row can go.
        if not any(model.local for model in self.models):
            object.__setattr__(self, "limit", 0)

    @cached_property
    def lattice(self) -> Lattice:
        """The lattice over the quasi-identifiers, between `least` and `greatest`."""
        hierarchies = self.finest.hierarchies
        heights = [self.greatest.get(one.attribute, one.height) for one in hierarchies]
        lows = [self.least.get(one.attribute, 0) for one in hierarchies]
        return Lattice(tuple(heights), tuple(lows))

    @cached_property
    def floor(self) -> Floats:
        """Least possible cost of every node, in the shape of the lattice."""
        floor = self.objective.floor(self.marginals)
        return np.ascontiguousarray(floor[self.lattice.below(self.lattice.top)])

    @cached_property
    def rows(self) -> int:
        """Rows of the table."""
        return int(self.finest.group_rows.sum())

    @cached_property
    def total(self) -> int:
        """The rows, or the people, of which `limit` may be removed."""
        return self.rows if self.divides_people else self.finest.groups.rows

    @property
    def divides_people(self) -> bool:
        """True if somebody is in several groups: some rows of a person may go."""
        return self.finest.visits is not None

    @property
    def unit(self) -> str:
        """What `limit` and `total` are numbers of."""
        by_rows = self.divides_people or self.finest.rows is None
        return "rows" if by_rows else "people"

    @property
    def counts_several_values(self) -> bool:
        """True if people are counted who may have several values in a group."""
        return self.divides_people or self.finest.groups.profiles is not None

    @cached_property
    def marginals(self) -> Marginals:
        """Rows per value of each attribute."""
        counts = [
            np.bincount(
                codes, weights=self.finest.group_rows, minlength=hierarchy.sizes[0]
            )
            for hierarchy, codes in zip(
                self.finest.hierarchies, self.finest.codes, strict=True
            )
        ]
        return Marginals(self.finest.hierarchies, counts, self.rows)

    @property
    def prunes(self) -> bool:
        """True if all generalizations of a valid node are valid."""
        allowed = all(self.concludes_by(model) for model in self.models)
        return allowed and not (self.star and self.limit > 0)

    def concludes_by(self, model: Model) -> bool:
        """True if what a model says of a node holds for all above or below it.

        A merge of groups that share people, or that have people with several values
        beside failing ones, breaks most models, but not the number of people.
        """
        suppression, shared = self.limit > 0, self.divides_people
        if self.counts_several_values:
            return model.prunes_people(suppression=suppression, shared=shared)
        return model.prunes(suppression=suppression)

    @cached_property
    def necessary(self) -> tuple[Model, ...]:
        """Models whose failures rule out a node and all nodes below it.

        If no row may go, these are the union-closed models: a group that fails contains
        a finer group that fails. Otherwise they are the absorbing ones: a row that must
        go at a node must go at every node below. Any other model is replaced by those
        that it implies.
        """
        return tuple(
            one
            for model in self.models
            for one in ((model,) if self.concludes_by(model) else self._implied(model))
        )

    def _implied(self, model: Model) -> tuple[Model, ...]:
        """The models that one implies, as far as that is proven for what is counted."""
        if not self.counts_several_values:
            return model.implied()
        shared = self.divides_people
        return tuple(
            one
            for one in model.implied()
            if one.prunes_people(suppression=True, shared=shared)
        )

    @cached_property
    def absorbs(self) -> bool:
        """True if every group that fails fails in all its parts."""
        return self.necessary == self.models

    @cached_property
    def in_order(self) -> tuple[Model, ...]:
        """The models that decide group by group which rows are removed.

        If no row may go, the cheap ones that models imply come first.
        """
        implied = [one for model in self.models for one in self._implied(model)]
        cheap = implied if self.limit == 0 else []
        local = [model for model in self.models if model.local]
        return tuple(dict.fromkeys([*cheap, *local]))

    @cached_property
    def judging_the_whole(self) -> tuple[Model, ...]:
        """The models that judge the published groups as a whole."""
        return tuple(model for model in self.models if not model.local)

    def groups_for_models(self, frequency_set: FrequencySet) -> Groups:
        """The groups of a node as models see them."""
        if self.looks_around:
            return with_supersets(frequency_set)
        return frequency_set.groups

    @cached_property
    def looks_around(self) -> bool:
        """True if a model compares groups with those of the nodes above."""
        return any(model.looks_around for model in self.models)

    @cached_property
    def judges_group_by_group(self) -> bool:
        """True if only the rows of a group matter for its verdict."""
        alone = self.finest.population is None and not self.looks_around
        return alone and not self.judging_the_whole and not self.divides_people

    @cached_property
    def least_rows(self) -> int:
        """Rows that every group must have, as far as the models declare it."""
        return max((model.least_rows for model in self.models), default=1)

    @cached_property
    def beyond_size(self) -> tuple[Model, ...]:
        """The models that ask more than a number of people."""
        return tuple(model for model in self.models if not model.only_size)

    @cached_property
    def lowest_constant(self) -> tuple[int, ...]:
        """For each attribute the lowest level on which it is constant for everybody.

        One level more than there are where it is on none.
        """
        return lowest_constant(self.finest)

    @cached_property
    def only_size(self) -> bool:
        """True if the models hold in exactly the groups of `least_rows` rows."""
        return all(model.only_size for model in self.models)


def holding(
    models: Sequence[Model], groups: Groups, *, till_one_fails: bool = False
) -> Bools:
    """Mask of the groups in which every model holds.

    If one failing group decides, the models after the first that fails are not asked.
    """
    if not models:
        return np.ones(len(groups), dtype=bool)
    holds = models[0].holds(groups)
    for model in models[1:]:
        if till_one_fails and not holds.all():
            break
        holds = holds & model.holds(groups)
    return holds
