# SPDX-License-Identifier: Apache-2.0
"""The choice of privacy models that a whole table satisfies with room to spare."""

from __future__ import annotations

from fractions import Fraction

from diversa.counts.groups import Groups
from diversa.data.dictionary import Dictionary
from diversa.data.missing import MissingPolicy
from diversa.models import DistinctLDiversity, EntropyLDiversity, KAnonymity, Model
from diversa.plan.file import key

LADDER = ((4.0, 3), (2.6, 2))
"""Entropy of the whole table, and the l that groups can then attain."""


def choose_models(
    k: int, secrets: list[Dictionary], missing: MissingPolicy
) -> tuple[tuple[Model, ...], dict[str, str]]:
    """Choose models that the whole table satisfies with room to spare."""
    models: list[Model] = [KAnonymity(k)]
    reasons: dict[str, str] = {}
    for secret in secrets:
        model, why = diversity(secret, missing)
        if model is None:
            reasons[key(secret.column)] = why
        else:
            models.append(model)
            reasons[model.spec] = why
    return tuple(models), reasons


def diversity(secret: Dictionary, missing: MissingPolicy) -> tuple[Model | None, str]:
    """The strongest diversity that a sensitive attribute allows, and the reason."""
    values = [*secret.values, *([None] * (secret.missing_code is not None))]
    counts = dict(zip(values, secret.counts.tolist(), strict=True))
    whole = Groups.from_counts([counts], on=secret.column, missing=missing)
    entropy = EntropyLDiversity(Fraction(1), on=secret.column).attained(whole)
    for needed, l in LADDER:
        if entropy >= needed:
            model = EntropyLDiversity(Fraction(l), on=secret.column)
            return model, "no few values dominate among the rows that one finds"
    least = DistinctLDiversity(2, on=secret.column)
    if not least.holds(whole).all():
        return None, "one value only: nothing can keep it secret"
    unequal = "the values are too unequal for more"
    return least, f"these rows do not all share one value; {unequal}"
