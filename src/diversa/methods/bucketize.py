# SPDX-License-Identifier: Apache-2.0
"""Bucketization: quasi-identifiers as they are, sensitive values in a table of groups.

Anatomy has a bucket for every sensitive value; MBF has one for all values that are
similar to each other.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from diversa.counts.sensitive import Sensitive
from diversa.errors import NoSolutionError, PlanError
from diversa.methods.decision import Decision, SearchSummary
from diversa.methods.method import make_task, settings
from diversa.methods.partitions import ADVICE
from diversa.metrics.reconstruction_loss import group_losses
from diversa.models.e_similarity import buckets
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.progress import Progress
from diversa.recodings.buckets import TwoTables, unfit
from diversa.recodings.groupings import free_name
from diversa.recodings.pieces import Pieces
from diversa.search.buckets.buckets import Bucketing, kept_rows
from diversa.search.partitions.round_robin import least_different
from diversa.search.task import Task, holding
from diversa.tables.counted_table import CountedTable

BucketsOf = Callable[[Sensitive, tuple[Model, ...]], NDArray[np.int32]]
"""From a sensitive attribute and models to the bucket of each value code."""


def by_value(attribute: Sensitive, models: tuple[Model, ...]) -> NDArray[np.int32]:
    """Every value is a bucket."""
    del models
    return np.arange(attribute.dictionary.size, dtype=np.int32)


def by_similarity(attribute: Sensitive, models: tuple[Model, ...]) -> NDArray[np.int32]:
    """Similar values are one bucket; what may be any value is a bucket of its own."""
    similar = buckets(attribute.tree, max(similarities(models)))
    more = np.arange(attribute.dictionary.size - len(similar), dtype=np.int32)
    return np.concatenate([similar, int(similar.max(initial=-1)) + 1 + more])


def similarities(models: tuple[Model, ...]) -> list[Fraction]:
    """The distances in a taxonomy that models call similar."""
    distances = [model.similarity for model in models]
    return [distance for distance in distances if distance is not None]


def bucketized(
    name: str,
    bucket_of: BucketsOf,
    counted: CountedTable,
    plan: Plan,
    progress: Progress,
) -> Decision:
    """Groups without two rows of one bucket: as many as there can be."""
    require_fitting(name, plan)
    task = make_task(counted, plan, progress)
    (attribute,) = task.finest.groups.sensitive
    bucketing = Bucketing(task.finest, bucket_of(attribute, task.models))
    pieces = fewest_rows(task, bucketing, plan)
    words = {**settings(counted, plan), "star": False}
    column = free_name("group", counted.table.columns)
    words["columns"] = (*words["columns"], column)
    recoding = TwoTables(pieces=pieces, group_column=column, **words)
    suppressed = task.rows - pieces.groups.rows
    return Decision(
        name, recoding, reached(name, plan), metrics(pieces, suppressed), suppressed
    )


def reached(name: str, plan: Plan) -> SearchSummary:
    """How many groups there are is proven to be the best, if they may join any rows."""
    if plan.search.nearby:
        reason = "cuts between near rows, then rows of every part dealt by bucket"
        return SearchSummary(name, "best found", reason, "loss")
    reason = "as many groups, and as few rows lost, as the counts of buckets allow"
    return SearchSummary(name, "exact", reason, "reconstruction-loss")


def metrics(pieces: Pieces, suppressed: int) -> dict[str, float]:
    """What is left of the data; quasi-identifiers lose nothing."""
    groups, sizes = pieces.groups, pieces.groups.sizes
    histogram = groups.histogram()
    lost = group_losses(histogram) + int(histogram.unknown.sum()) + suppressed
    return {
        "reconstruction-loss": lost,
        "discernibility": float((sizes * sizes).sum()),
        "average-group-size": float(sizes.mean()),
    }


def fewest_rows(task: Task, bucketing: Bucketing, plan: Plan) -> Pieces:
    """Groups of the fewest rows in which every model holds."""
    seed, nearby = plan.search.seed, plan.search.nearby
    least, tried = least_different(task.models), None
    for l in range(least, len(bucketing.counts) + 1):
        kept = kept_rows(bucketing.counts, l)
        if kept == 0 or task.rows - kept > task.limit:
            break
        tried = bucketing.group(l, seed=seed, nearby=nearby)
        if holding(task.models, tried.groups).all():
            return tried
    raise no_groups(task, bucketing, least, tried)


def no_groups(
    task: Task, bucketing: Bucketing, l: int, tried: Pieces | None
) -> NoSolutionError:
    """Say why there are no groups: too few different rows, or a model that fails."""
    counts = bucketing.counts
    lost = task.rows - kept_rows(counts, l)
    whole = task.evaluator().outcome(task.lattice.top).frequency_set.groups
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
    """How many rows would have to go."""
    if lost == task.rows:
        return "No removal of rows repairs that."
    return f"{lost:,} rows would have to go."


def require_fitting(name: str, plan: Plan) -> None:
    """Refuse what such a release cannot hold, every fault at once."""
    models, secret = plan.bound_models(), plan.roles.sensitive
    faults = [
        f"search.method: {name} publishes quasi-identifiers as they are, so that"
        f" {model.spec} cannot be promised ({why}); leave it out or use local-recoding"
        for model in models
        if (why := unfit(model)) is not None
    ]
    if len(secret) != 1:
        faults.append(
            f"search.method: {name} must have one sensitive attribute, got"
            f" {len(secret)}; use local-recoding"
        )
    if name == "mbf" and not similarities(models):
        faults.append(
            "search.method: mbf must have a model with e (le-diversity), got none; use"
            " anatomy"
        )
    if plan.privacy.suppressed == "star":
        faults.append(
            f"privacy.suppressed: must be drop with the method {name}, got star; a row"
            " without a group says nothing"
        )
    if faults:
        raise PlanError(faults)
