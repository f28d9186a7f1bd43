# SPDX-License-Identifier: Apache-2.0
"""The plan of a republication; demands that it cannot meet are refused."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from diversa.audits.series_audit import POLICIES
from diversa.data.identifiers import Drop
from diversa.data.missing import MissingPolicy
from diversa.errors import PlanError
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.plan.search_section import REPUBLICATION, foreign_settings


@dataclass(frozen=True)
class SeriesPlan:
    """A plan for one release of a series."""

    plan: Plan
    """The plan for the release alone: m-uniqueness stands for m-invariance in it."""
    unique: Model
    """The part of m-invariance that each release shows alone: m-uniqueness."""

    @property
    def m(self) -> int:
        """The number of values of every signature."""
        return self.unique.least_values

    @property
    def sensitive(self) -> str:
        """The sensitive attribute."""
        (name,) = self.plan.roles.sensitive
        return name


def ask(plan: Plan) -> SeriesPlan:
    """Read a plan; every reason why it cannot be republished is said at once."""
    if faults := [*plan_faults(plan)]:
        raise PlanError(faults)
    alone = tuple(model.in_each_release or model for model in plan.privacy.models)
    (unique,) = [
        model.in_each_release for model in plan.bound_models() if model.in_each_release
    ]
    return SeriesPlan(
        replace(plan, privacy=replace(plan.privacy, models=alone)), unique
    )


NO_ROLES = {
    "weight": "its risks are not estimated by weights",
    "count": "the key says who a person is, with one row each",
}
"""Roles that a republication has no use for, and the reason."""


def plan_faults(plan: Plan) -> Iterator[str]:
    """Say what must be otherwise."""
    models, roles = plan.privacy.models, plan.roles
    named = sum(model.in_each_release is not None for model in models)
    if named != 1:
        yield (
            f"[privacy] models must name m-invariance once for a republication, got it"
            f" {named} times; write m-invariance:3, for instance"
        )
    if len(roles.sensitive) != 1:
        yield (
            "roles.sensitive: must be one column for a republication, got"
            f" {len(roles.sensitive)}; a signature is a set of values of one"
            " attribute; leave the role of the others out, and they are withheld"
        )
    policies = (*POLICIES, MissingPolicy.DROP)
    if plan.privacy.missing not in policies:
        yield (
            f"[privacy] missing must be one of {', '.join(policies)} for a"
            f" republication, got {plan.privacy.missing}; a signature must be known"
        )
    yield from faults_of_kept_columns(plan)
    keys = [f"people.{name}" for name in plan.people.explicit_settings]
    for key in keys if roles.person is None else ["roles.person", *keys]:
        yield (
            f"{key}: must be left out of a republication, got one; the key says who a"
            " person is, with one row each"
        )
    yield from (
        f"roles.{role}: must be left out of a republication, got one; {reason}"
        for role, reason in NO_ROLES.items()
        if getattr(roles, role) is not None
    )
    yield from foreign_settings(plan.search, REPUBLICATION)
    for model in models:
        if reason := unfit(model):
            yield f"[privacy] {model.spec} cannot be promised: {reason}"


def faults_of_kept_columns(plan: Plan) -> Iterator[str]:
    """Say which columns cannot be published: a counterfeit row has no values there."""
    kept = plan.roles.every_kept
    if kept:
        yield (
            f"roles.kept: must be empty for a republication, got {', '.join(kept)};"
            " values of kept columns would tell counterfeit rows from those of people"
        )
    for name, treatment in plan.identifiers.items():
        if not isinstance(treatment, Drop):
            yield (
                f"[identifiers] '{name}' must be dropped in a republication, got"
                f" another treatment; a counterfeit row has no identifier"
            )


def unfit(model: Model) -> str | None:
    """Why a model cannot be promised beside m-invariance; None where it can."""
    if model.in_each_release is not None:
        return None
    if model.compares_with_table:
        return (
            "it compares with the distribution of the table, which counterfeit rows and"
            " people who wait change"
        )
    if model.needs or not model.local or model.looks_around:
        return "it judges more than a group by itself"
    return None
