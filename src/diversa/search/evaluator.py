# SPDX-License-Identifier: Apache-2.0
"""The evaluator: groups, verdicts and bounds of the nodes of one task."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from diversa.array_types import Bools, Ints
from diversa.counts.coarser_nodes import Surroundings
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.people_sets import select_groups
from diversa.counts.suppression import blank_groups, release_groups
from diversa.counts.unions import levels_of_unions, unite
from diversa.metrics.objective import Outcome
from diversa.search.lattice.excerpts import Excerpts
from diversa.search.lattice.lattice import Node
from diversa.search.lattice.looks import Looks, rows_in_undersized_groups
from diversa.search.lattice.node_verdicts import NodeVerdicts
from diversa.search.lattice.roll_ups import RollUps
from diversa.search.task import Task, holding


class Evaluator:
    """Evaluates nodes of one task, rolling up from sets that it has made before."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.checked = 0
        self.verdicts = NodeVerdicts(task)
        self._roll_ups = RollUps(task.finest)
        self._surroundings = Surroundings(task.finest)
        self._unions: dict[Node, bool] = {}
        space = self._roll_ups.workspace
        self._excerpts = Excerpts(task.finest, task.limit, workspace=space)
        self._looks = Looks(task, self._roll_ups)

    def outcome(self, node: Node) -> Outcome:
        """The groups of a node and which of them hold."""
        return self.judge(self._roll_ups.at(node))

    def fails_in_excerpt(self, node: Node) -> bool:
        """True if an excerpt alone must lose more rows than the table may.

        Then the node and all nodes below it fail. Otherwise nothing is known.
        """
        if not self.task.judges_group_by_group:
            return False
        before = self.checked
        shown = self._excerpts.show(node, self._fails_in_part)
        self.checked = before + shown  # else it has to be counted as a whole
        if shown:
            self.verdicts.rule_out(node)
        return shown

    def _fails_in_part(self, part: RollUps, node: Node) -> bool:
        """True if too many rows must go from the groups that a part has of a node.

        A group smaller than any model accepts goes with all its parts. Mostly that is
        enough, and the groups need not be made.
        """
        least = self.task.least_rows
        if self.is_too_much(rows_in_undersized_groups(part, node, least)):
            return True
        if self.task.only_size:
            return False
        return self.is_too_much(self.must_go(self.judge(part.at(node))).total)

    @property
    def can_look(self) -> bool:
        """True if `is_beaten` can tell anything."""
        return self._looks.are_possible

    def is_beaten(self, node: Node, best: float) -> bool:
        """True if a node certainly fails or costs more than the best one.

        Otherwise nothing is known, and nothing follows for other nodes.
        """
        beaten = self._looks.rule_out(node, best)
        self.checked += beaten
        return beaten

    def _groups_for_models(self, frequency_set: FrequencySet) -> Groups:
        """As `Task.groups_for_models`, remembering the nodes above."""
        if self.task.looks_around:
            return self._surroundings.around(frequency_set)
        return frequency_set.groups

    def judge(self, frequency_set: FrequencySet) -> Outcome:
        """Judge the groups of a node; none holds if the rest fails as a whole.

        If no row may go, one failing model is enough.
        """
        self.checked += 1
        groups = self._groups_for_models(frequency_set)
        task = self.task
        kept = holding(task.in_order, groups, till_one_fails=task.limit == 0)
        outcome = Outcome(frequency_set, kept, task.rows)
        if task.limit == 0 and not outcome.complete:
            return outcome
        if self._holds_as_a_whole(frequency_set, groups, kept):
            return outcome
        return Outcome(frequency_set, np.zeros_like(kept), task.rows)

    def _holds_as_a_whole(
        self, node: FrequencySet, groups: Groups, kept: Bools
    ) -> bool:
        """True if the published groups hold together, whatever somebody knows."""
        whole = self.task.judging_the_whole
        if whole and not holding(whole, self._release(node, groups, kept)).all():
            return False
        return self.holds_for_less(node, kept)

    def holds_for_less(self, node: FrequencySet, kept: Bools) -> bool:
        """True if the models hold, too, for whoever knows less of a person's row.

        Who does not know an attribute that differs between the rows of a person sees
        the unions of groups that share people. What holds in each may fail in these.
        """
        models = self.task.beyond_size
        if node.visits is None or self.task.whole_visits or not models:
            return True
        if not kept.any():
            return True
        left, is_whole = select_groups(node, kept), bool(kept.all())
        for levels in levels_of_unions(node, self.task.lowest_constant):
            holds = self._unions.get(levels) if is_whole else None
            if holds is None:
                holds = bool(holding(models, unite(left, levels).groups).all())
                if is_whole:
                    self._unions[levels] = holds
            if not holds:
                return False
        return True

    def _release(self, node: FrequencySet, groups: Groups, kept: Bools) -> Groups:
        """The groups that would be published, suppressed rows included."""
        star = self.task.star
        blank = blank_groups(node) if star else None
        return release_groups(groups, kept, star=star, blank=blank)

    def is_valid(self, outcome: Outcome) -> bool:
        """True if the node satisfies the task; the verdict is remembered."""
        is_valid = self._satisfies(outcome)
        self.verdicts.judge(outcome.levels, is_valid=is_valid)
        return is_valid

    def _satisfies(self, outcome: Outcome) -> bool:
        if outcome.complete or self.task.limit == 0:
            return outcome.complete
        if self.is_too_much(self.removed(outcome)):
            return False
        if not self.task.star:
            return True
        node = outcome.frequency_set
        release = self._release(node, self._groups_for_models(node), outcome.kept)
        return bool(holding(self.task.models, release).all())

    def is_too_much(self, gone: int) -> bool:
        """True if removing so many rows or people breaks the limit or leaves none."""
        return gone > self.task.limit or gone == self.task.total

    def removed(self, outcome: Outcome) -> int:
        """The rows, or the people, that a node removes; see `Task.limit`."""
        if outcome.complete or self.task.divides_people:
            return outcome.suppressed
        return int(outcome.frequency_set.groups.sizes[~outcome.kept].sum())

    def must_go(self, outcome: Outcome) -> Removed:
        """The rows of each group that are removed here and at every node below.

        A group that fails a necessary model goes as a whole. From any other group at
        most the rows stay that every model lets stay, however the group is divided.
        """
        node, task = outcome.frequency_set, self.task
        sizes = node.group_rows if task.divides_people else node.groups.sizes
        if task.absorbs:
            gone = np.where(outcome.kept, 0, sizes)
        elif task.limit == 0 or task.divides_people:
            gone = np.where(holding(task.necessary, node.groups), 0, sizes)
        else:
            most = [model.most_kept(node.groups) for model in task.models]
            gone = sizes - np.minimum.reduce(most)
        total = int(gone.sum())
        if node.rows is None or task.divides_people:
            return Removed(total, gone)
        # Somebody who goes has a row at least; all rows go with a whole group.
        return Removed(total, np.where(gone == sizes, node.rows, gone))


class Removed(NamedTuple):
    """What is removed at a node and at every node below."""

    total: int
    """The rows, or the people; see `Task.limit`."""
    rows: Ints
    """Rows of each group, at least."""
