# SPDX-License-Identifier: Apache-2.0
"""Bucketization: quasi-identifiers as they are, sensitive values in a table of groups.

Anatomy has a bucket for every sensitive value; MBF has one for all values that are
similar to each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from diversa.array_types import Codes
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import kinds_of
from diversa.counts.sensitive import Sensitive
from diversa.errors import NoSolutionError
from diversa.methods.bucket_words import BucketWords, require_fitting, similarities
from diversa.methods.decision import Decision
from diversa.methods.method import make_task, require_a_row_each, settings
from diversa.methods.part_failures import ADVICE
from diversa.metrics.reconstruction_loss import group_losses
from diversa.models.e_similarity import buckets
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.buckets import TwoTables
from diversa.recodings.groupings import free_name
from diversa.recodings.partition import whole_table
from diversa.recodings.pieces import Pieces
from diversa.search.buckets.buckets import Bucketing, most_rows
from diversa.search.buckets.even_shares import even_shares
from diversa.search.partitions.round_robin import least_different
from diversa.search.search_summary import SearchSummary
from diversa.search.task import Task, holding
from diversa.tables.count_table import CountTable

BucketsOf = Callable[[Sensitive, tuple[Model, ...]], Codes]
"""From a sensitive attribute and models to the bucket of each value code."""


def by_value(attribute: Sensitive, models: tuple[Model, ...]) -> Codes:
    """Every value is a bucket."""
    del models
    return np.arange(attribute.dictionary.size, dtype=np.int32)


def by_similarity(attribute: Sensitive, models: tuple[Model, ...]) -> Codes:
    """Similar values share a bucket; a value that may be any other has its own."""
    similar = buckets(attribute.tree, max(similarities(models)))
    more = np.arange(attribute.dictionary.size - len(similar), dtype=np.int32)
    return np.concatenate([similar, int(similar.max(initial=-1)) + 1 + more])


def decide_buckets(
    name: str, bucket_of: BucketsOf, counted: CountTable, plan: Plan, progress: Progress
) -> Decision:
    """Form as many groups as possible without two rows of one bucket."""
    require_fitting(name, plan)
    require_a_row_each(name, counted)
    task = make_task(counted, plan, progress)
    (attribute,) = task.finest.groups.sensitive
    bucketing = Bucketing(task.finest, bucket_of(attribute, task.models))
    words = BucketWords.of(plan, task.models)
    grouped = least_lost(task, bucketing, words)
    pieces = grouped.pieces
    shape = {**settings(counted, plan), "star": False}
    column = free_name("group", counted.table.columns)
    shape["columns"] = (*shape["columns"], column)
    recoding = TwoTables(pieces=pieces, group_column=column, **shape)
    suppressed = task.rows - pieces.groups.rows
    return Decision(
        name,
        recoding,
        summarize(name, task, grouped, words),
        metrics(pieces, suppressed),
        suppressed,
    )


@dataclass(frozen=True, eq=False)
class HoldingGroups:
    """Groups in which every model holds."""

    pieces: Pieces = field(repr=False)
    """The group of each row."""
    different: int | None
    """Least rows of a group, all of different buckets; None if rows of one bucket may
    meet."""


def summarize(
    name: str, task: Task, grouped: HoldingGroups, words: BucketWords
) -> SearchSummary:
    """Describe how the groups were made, and whether none can lose less.

    In a group of N rows where no value has more than N / l of them, l whole, the
    squares of the shares add up to at most ⌊N / l⌋ / N. So no groups of the table lose
    less than n minus the sum of all ⌊N / l⌋, and such a group could be dealt into ⌊N /
    l⌋ groups of l different rows or more: of which there are at most `most_groups`
    together. Reaching that many is optimal for a model that sets such a bound.
    """
    if words.nearby or words.least > 1:
        cut = "cuts between near rows, then rows of every part"
        reason = f"{cut if words.nearby else 'rows'} dealt by bucket"
        if words.least > 1:
            reason += f", and groups joined until they have {words.least:,} rows"
        return SearchSummary(name, "best found", reason, "loss")
    lossy = grouped.pieces.groups.rows < task.rows
    if grouped.different is None:
        reason = (
            "rows of every bucket dealt evenly, over as many groups as were found to"
            " hold; groups of different rows alone would lose more"
        )
    elif lossy:
        reason = (
            "as many groups of different rows, and as few rows lost by them, as the"
            " counts of buckets allow"
        )
    elif grouped.different > max(model.whole_shares for model in task.models):
        reason = (
            "as many groups of different rows as the counts of buckets allow; the"
            " models would allow groups with equal ones"
        )
    else:
        reason = "as many groups as the counts of buckets allow, and no row lost"
        return SearchSummary(name, "exact", reason, "reconstruction-loss")
    return SearchSummary(name, "best found", reason, "reconstruction-loss")


def metrics(pieces: Pieces, suppressed: int) -> dict[str, float]:
    """Metrics of the release; quasi-identifiers lose nothing."""
    sizes = pieces.groups.sizes
    return {
        "reconstruction-loss": reconstruction_loss(pieces, suppressed),
        "discernibility": float((sizes * sizes).sum()),
        "average-group-size": float(sizes.mean()),
    }


def reconstruction_loss(pieces: Pieces, suppressed: int) -> float:
    """Reconstruction loss; a suppressed row loses 1."""
    histogram = pieces.groups.histogram()
    return group_losses(histogram) + int(histogram.unknown.sum()) + suppressed


def least_lost(task: Task, bucketing: Bucketing, words: BucketWords) -> HoldingGroups:
    """Groups in which every model holds, with the least loss that was found.

    Groups of different rows come first. If these lose rows, or there are none, rows of
    one bucket may meet: one group of all rows may hold where no others do.
    """
    different = groups_of_different_rows(task, bucketing, words)
    found = different.grouped
    if found is not None and found.pieces.groups.rows == task.rows:
        return found
    pieces = even_shares(
        task, bucketing, seed=words.seed, nearby=words.nearby, least=words.least
    )
    both = [] if found is None else [found]
    if pieces is not None:
        both.append(HoldingGroups(pieces, None))
    if not both:
        raise no_groups(task, bucketing, different)
    return min(
        both,
        key=lambda one: reconstruction_loss(
            one.pieces, task.rows - one.pieces.groups.rows
        ),
    )


@dataclass(frozen=True, eq=False)
class DifferentRows:
    """Result of the search for groups of different rows."""

    least: int
    """Least rows of a group."""
    grouped: HoldingGroups | None
    """The groups; None if the models hold in none that were tried."""
    tried: Pieces | None
    """The groups that were tried last; None if the counts allow none."""


def groups_of_different_rows(
    task: Task, bucketing: Bucketing, words: BucketWords
) -> DifferentRows:
    """The smallest groups of different buckets in which the models hold."""
    least, tried = least_different(task.models), None
    for l in range(least, len(bucketing.counts) + 1):
        kept = most_rows(bucketing.counts, l)
        if kept == 0 or task.rows - kept > task.limit:
            break
        tried = bucketing.group(
            l, seed=words.seed, nearby=words.nearby, least=words.least
        )
        if all_hold(task, tried.groups):
            return DifferentRows(least, HoldingGroups(tried, l), tried)
    return DifferentRows(least, None, tried)


def all_hold(task: Task, groups: Groups) -> bool:
    """True if every model holds in all groups; each of them judges a group alone."""
    kinds = kinds_of(groups)
    return bool(holding(task.models, groups if kinds is None else kinds.groups).all())


def no_groups(
    task: Task, bucketing: Bucketing, different: DifferentRows
) -> NoSolutionError:
    """Say why there are no groups: too few different rows, or a model that fails."""
    counts, l, tried = bucketing.counts, different.least, different.tried
    lost = task.rows - most_rows(counts, l)
    whole = whole_table(task.finest).groups
    lines = [
        f"no groups satisfy the models with at most {task.limit:,} of {task.rows:,}"
        " rows suppressed."
    ]
    if tried is None:
        lines += [
            f"{model.spec}: the whole table attains"
            f" {model.describe(model.attained(whole))}."
            for model in task.models
            if not model.holds(whole).all()
        ]
        lines.append(
            f"Groups need rows of {l} different buckets; there are {len(counts):,}"
            f" buckets, and the largest has {counts.max():,} of {task.rows:,} rows,"
            f" where 1 in {l} may. {to_go(task, lost)}"
        )
    else:
        groups = tried.groups
        lines += [
            f"{model.spec}: groups of different buckets attain no more than"
            f" {model.describe(model.attained(groups))}; the whole table attains"
            f" {model.describe(model.attained(whole))}."
            for model in task.models
            if not model.holds(groups).all()
        ]
    lines.append(ADVICE)
    attained = {model.spec: model.attained(whole) for model in task.models}
    return NoSolutionError("\n".join(lines), attained=attained)


def to_go(task: Task, lost: int) -> str:
    """The number of rows that would have to go, in words."""
    if lost == task.rows:
        return "No removal of rows repairs that."
    return f"{lost:,} rows would have to go."
