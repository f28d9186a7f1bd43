# SPDX-License-Identifier: Apache-2.0
"""Advice on protections: the few that suit a situation, in groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from diversa.plan.plan import Plan


@dataclass(frozen=True)
class ModelAdvice:
    """A situation, the models that suit it, and why."""

    title: str
    words: str
    models: tuple[str, ...]


NUMBERS = "The secret is a number: an interval tells nearly as much as the value."

ADVICE = (
    ModelAdvice(
        "Published once, nothing secret in it",
        "Nobody may be found. Begin with k = 5; more for a small region.",
        ("k-anonymity",),
    ),
    ModelAdvice(
        "Published once, one secret",
        "k-anonymity keeps people from being found; one of the others keeps their"
        " secret from being guessed. Entropy 3 is a good beginning; t-closeness is"
        " stricter, and costs more.",
        (
            "k-anonymity",
            "entropy-l-diversity",
            "recursive-cl-diversity",
            "t-closeness",
        ),
    ),
    ModelAdvice(
        "The secret is a number",
        NUMBERS,
        ("k-anonymity", "window-diversity", "epsilon-m-anonymity", "t-closeness"),
    ),
    ModelAdvice(
        "Kinds of values are secret, too",
        "Stomach cancer and gastritis both tell of a stomach. Needs a taxonomy of the"
        " secret: give it on the page Detail.",
        ("subtree-frequency-diversity", "le-diversity", "t-closeness"),
    ),
    ModelAdvice(
        "Rare values matter most",
        "What becomes more frequent in a group than in the table is bounded, for rare"
        " values, too.",
        ("beta-likeness", "delta-disclosure", "npd-recursive-cl-diversity"),
    ),
    ModelAdvice(
        "Being in the table is itself a secret",
        "Needs a population: a register of the people who could be in the table.",
        ("delta-presence", "k-map"),
    ),
    ModelAdvice(
        "A person has several rows",
        "People are counted, not rows, once Data says whose a row is.",
        ("k-anonymity", "row-share", "row-frequency"),
    ),
)
"""The situations that people ask about."""


def fitting_advice(plan: Plan) -> Sequence[ModelAdvice]:
    """The advice in the order in which it fits a plan."""
    secret, person = bool(plan.roles.sensitive), plan.roles.person is not None

    def place(advice: ModelAdvice) -> int:
        alone = advice.title == ADVICE[0].title
        several = advice.title == ADVICE[-1].title
        return int(alone == secret) - 2 * int(several and person)

    return sorted(ADVICE, key=place)
