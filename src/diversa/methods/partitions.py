# SPDX-License-Identifier: Apache-2.0
"""Methods that split the table into groups with boxes of their own."""

from __future__ import annotations

from dataclasses import replace
from typing import Protocol

from diversa.counts.kernels.spans import Axes
from diversa.errors import PlanError
from diversa.methods.box_models import BoxTask
from diversa.methods.decision import Decision
from diversa.methods.method import make_task, require_a_row_each, settings
from diversa.methods.part_failures import require_holding, with_stars
from diversa.metrics.objective import factors
from diversa.plan.plan import Plan
from diversa.plan.search_section import Search
from diversa.progress import Progress
from diversa.recodings.axes import weigh_axes
from diversa.recodings.box_style import BoxStyle, style_of
from diversa.recodings.boxes import join_alike
from diversa.recodings.groupings import free_name
from diversa.recodings.local_recoding import LocalRecoding
from diversa.recodings.partition import Partition, whole_table
from diversa.search.deadline import Deadline
from diversa.search.partitions.all_cuts import all_cuts
from diversa.search.partitions.mondrian import Cut
from diversa.search.partitions.rebuilding import LongerSearch
from diversa.search.partitions.region_rebuilding import all_cuts_within
from diversa.search.partitions.removal import begin_with
from diversa.search.partitions.row_mondrian import row_mondrian
from diversa.search.partitions.rungs import cut_by_rungs
from diversa.search.partitions.spread import spread_within
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task, holding
from diversa.tables.count_table import CountTable

REGIONS = "all cuts searched, as long as both sides hold; not proved: claims possible"
"""Description of the search for regions in the manifest."""

POPULATED = "use full-domain, or mondrian with labels = region or tight"
"""Methods that judge models of a population."""

CUTS = {
    "cheapest": "cuts that lose least",
    "median": "cuts at the median of the widest axis",
}
"""Descriptions of the cuts."""

REASONS = {
    "mondrian": "{cuts}, as long as both sides hold",
    "local-recoding": "{cuts}, then moves between groups",
    "mdav": "clusters around the rows farthest from the centre, joined until all hold",
}
"""Descriptions of the methods in the manifest."""


class Splitting(Protocol):
    """Splits what a partition begins with."""

    def __call__(
        self, task: Task, *, cut: Cut, style: BoxStyle, begin: Partition
    ) -> Partition:
        """Split while every model holds in every part."""
        ...


def decide_partition(
    name: str, split: Splitting, counted: CountTable, plan: Plan, progress: Progress
) -> Decision:
    """Form groups with boxes of their own by splitting the table."""
    task = make_task(counted, plan, progress)
    require_one_group(name, task)
    style, cut = style_of(name, plan.search, task.models), cut_of(plan.search)
    boxes = BoxTask.of(name, task, style)
    task = boxes.task
    require_weighable(plan.search)
    require_timed(name, plan.search)
    begin = begin_with(task, whole_table(task.finest, style))
    task, plain = replace(task, finest=begin.finest), begin.axes
    begin = replace(begin, axes=axes_by_weight(begin, plan.search))
    longer = None
    if plan.search.relaxed:
        require_a_row_each(f"{name} with relaxed cuts", counted)
        require_relaxable(name, plan.search)
        partition = row_mondrian(task, begin)
        task = replace(task, finest=partition.finest)
    elif style.region:
        partition = replace(cut_regions(task, begin, plan.search), axes=plain)
    else:
        longer = LongerSearch.of(task, plan.search)
        partition = cut_by_rungs(
            task,
            begin,
            lambda task, begin: split(task, cut=cut, style=style, begin=begin),
        )
        partition = replace(longer.rebuild(partition), axes=plain)
    require_holding(task, partition)
    partition = boxes.hold(partition)
    words, alike = settings(counted, plan), join_alike(partition)
    apart = plan.search.relaxed and alike.parts < partition.parts
    if apart or not holding(task.models, with_stars(task, alike)).all():
        boxes.refuse_numbers(name)
        # Groups of one box are told apart by number: a union may break a model.
        words["group_column"] = free_name("group", counted.table.columns)
        words["columns"] = (*words["columns"], words["group_column"])
        alike = partition
    if style.region:
        summary = summarize_regions(name, plan.search, alike)
    else:
        reason = REASONS[name].format(cuts=CUTS[cut])
        summary = SearchSummary(name, "best found", reason, "loss")
    return Decision(
        name,
        LocalRecoding(partition=alike, **words),
        summary if longer is None else longer.summarize(summary, alike),
        alike.metrics() | spread_within(alike),
        alike.suppressed_rows,
    )


def cut_regions(task: Task, begin: Partition, search: Search) -> Partition:
    """Search all cuts, for as long as a plan says."""
    if search.time is None:
        return all_cuts(task, begin)
    if task.looks_around:
        raise PlanError(
            "search.time: must come with models that judge a group by itself, got one"
            " that looks around; leave it out"
        )
    return all_cuts_within(task, begin, Deadline(search.time))


def summarize_regions(name: str, search: Search, partition: Partition) -> SearchSummary:
    """The summary of a search of all cuts."""
    summary = SearchSummary(name, "best found", REGIONS, "loss")
    if search.time is None:
        return summary
    return replace(
        summary,
        reason=f"{REGIONS}; regions cut anew for {search.time} s of processor time",
        cost=partition.loss,
        stopped="time",
    )


def require_timed(name: str, search: Search) -> None:
    """Refuse a time for cuts that need none."""
    if name == "mondrian" and search.time is not None and search.labels != "region":
        raise PlanError(
            "search.time: must come with labels = region for mondrian, got labels ="
            f" {search.labels}; its cuts need no time, local-recoding does"
        )


def axes_by_weight(begin: Partition, search: Search) -> Axes:
    """The axes weighted as the plan asks for."""
    if not search.weights:
        return begin.axes
    weights = factors(dict(search.weights), begin.finest.hierarchies)
    return weigh_axes(begin.axes, weights)


def require_weighable(search: Search) -> None:
    """Refuse weights beside settings that leave nothing to weigh."""
    chosen = {"sets": search.sets, "numbers": search.numbers}
    faults = [
        f"search.weights: must come with {key} that lose more or less, got"
        f" {key} = star; leave one of them out"
        for key, word in chosen.items()
        if search.weights and word == "star"
    ]
    if search.weights and search.relaxed:
        faults.append(
            "search.weights: must come with relaxed = false, got true; cuts at medians"
            " that divide rows have no use for weights"
        )
    if faults:
        raise PlanError(faults)


def require_relaxable(name: str, search: Search) -> None:
    """Refuse to divide rows that are alike where that makes no sense."""
    wanted = {"method": "mondrian", "cut": "median", "labels": "tight"}
    chosen = {"method": name, "cut": search.cut, "labels": search.labels}
    wrong = [
        f"search.relaxed: must come with {key} = {value}, got {chosen[key]}; a divided"
        " value has no region, and is halved at a median"
        for key, value in wanted.items()
        if chosen[key] != value
    ]
    if search.sets == "ancestor":
        wrong.append(
            "search.relaxed: must come with sets = values or star, got ancestor; cuts"
            " by hierarchy keep values together"
        )
    if wrong:
        raise PlanError(wrong)


def cut_of(search: Search) -> Cut:
    """The cut that a plan asks for."""
    return "median" if search.cut == "median" else "cheapest"


def require_local(name: str, task: Task) -> None:
    """Refuse models that do not judge group by group."""
    wrong = [model.spec for model in task.models if not model.local]
    if wrong or task.finest.population is not None:
        raise PlanError(
            f"search.method: {name} needs models that judge every group by itself, got"
            f" {', '.join(wrong) or 'a population'}; {POPULATED}"
        )


def require_one_group(name: str, task: Task) -> None:
    """Refuse tables whose people cannot be moved as a whole."""
    if not task.divides_people:
        return
    varying = [
        hierarchy.attribute
        for hierarchy, level in zip(
            task.finest.hierarchies, task.lowest_constant, strict=True
        )
        if level > 0
    ]
    verb, these = "differ", "these columns"
    if len(varying) == 1:
        verb, these = "differs", "this column"
    raise PlanError(
        f"search.method: {name} needs quasi-identifiers that are the same in all rows"
        f" of a person, but {', '.join(varying)} {verb}; use full-domain, or leave"
        f" {these} out"
    )
