# SPDX-License-Identifier: Apache-2.0
"""All attacks on the groups of a table, one after the other.

`attacks_on` needs counts only, of a release or of the original table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from diversa.attacks.assumptions import Assumptions, exact
from diversa.attacks.attack_result import Attacks
from diversa.attacks.background_knowledge import background_knowledge
from diversa.attacks.bayes_posterior import bayes_posterior
from diversa.attacks.class_rows import TuplePlaces
from diversa.attacks.exposure import Crowd, Exposure
from diversa.attacks.homogeneity import homogeneity
from diversa.attacks.matches import Matches
from diversa.attacks.negative_disclosure import negative_disclosure
from diversa.attacks.proximity import proximity
from diversa.attacks.several_sensitive import several_sensitive
from diversa.attacks.similarity import similarity
from diversa.attacks.skewness import skewness
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import kinds_of
from diversa.errors import ModelError
from diversa.models.belief_change import BeliefChange
from diversa.models.beta_likeness import BetaLikeness
from diversa.models.model import Model
from diversa.models.needs import NONE_GIVEN
from diversa.models.sensitive_model import SensitiveModel
from diversa.models.subtree_frequency_diversity import SubtreeFrequencyDiversity
from diversa.models.window_diversity import WindowDiversity
from diversa.record.attack_record import NotMade

ONE = Fraction(1)


def attacks_on(
    groups: Groups,
    assumptions: Assumptions | None = None,
    *,
    matches: Matches | None = None,
    places: TuplePlaces | None = None,
) -> Attacks:
    """Make every attack that applies to the groups of a table.

    `matches` has the groups of people whom the adversary knows. `places` has the values
    that rows of a group are published with, or are known by, where they differ.
    """
    assumed = assumptions or Assumptions()
    exposures: list[Exposure] = []
    not_made: list[NotMade] = []
    for name, on, attack in attempts(groups, assumed, matches, places):
        outcome = attack()
        if isinstance(outcome, str):
            not_made.append(NotMade(name, on, outcome))
        else:
            exposures.append(outcome)
    people = groups.people
    rows = groups.rows if people is None else int(people.rows.sum())
    return Attacks(
        rows,
        len(groups),
        tuple(exposures),
        tuple(not_made),
        people=None if people is None else people.total,
    )


Attempt = tuple[str, str | None, Callable[[], Exposure | str]]
"""Name of an attack, its attribute, and a call that makes it or says why not."""


def attempts(
    groups: Groups,
    assumptions: Assumptions,
    matches: Matches | None,
    places: TuplePlaces | None,
) -> Iterator[Attempt]:
    """Every attack, in the order of the results."""
    yield "linking", None, lambda: link(groups, matches)
    kinds = kinds_of(groups)
    some = groups if kinds is None else kinds.groups
    crowd = Crowd.of(groups, kinds)
    for attribute in groups.sensitive:
        yield from on_attribute(some, attribute.name, assumptions, crowd)
        learn = partial(correlate, groups, attribute.name, assumptions, places)
        yield "correlation", attribute.name, learn
    if len(groups.sensitive) > 1:
        for attribute in groups.sensitive:
            attack = partial(combine_sensitive, groups, attribute.name)
            yield "several sensitive", attribute.name, attack
    else:
        why = "needs at least two sensitive attributes"
        yield "several sensitive", None, lambda: why
    yield "presence", None, lambda: with_population(groups, lambda: present(groups))
    for attribute in groups.sensitive:
        yield from with_knowledge(groups, attribute.name, assumptions, matches)


def on_attribute(
    groups: Groups, on: str, assumptions: Assumptions, crowd: Crowd
) -> Iterator[Attempt]:
    """The attacks on one sensitive attribute of those who are in groups."""
    histogram, height = groups.histogram(on), exact("e", assumptions.e)
    yield "homogeneity", on, lambda: homogeneity(histogram, crowd=crowd)
    yield (
        "background knowledge",
        on,
        lambda: background_knowledge(histogram, facts=assumptions.facts, crowd=crowd),
    )
    yield "negative disclosure", on, lambda: negative_disclosure(histogram, crowd=crowd)
    yield (
        "skewness",
        on,
        lambda: (
            lacking(groups, BetaLikeness(ONE, on=on))
            or skewness(histogram, ratio=exact("ratio", assumptions.ratio), crowd=crowd)
        ),
    )
    yield (
        "similarity",
        on,
        lambda: (
            treeless(groups, on)
            or lacking(groups, SubtreeFrequencyDiversity(ONE, height, on=on))
            or similarity(histogram, e=height, crowd=crowd)
        ),
    )
    yield (
        "proximity",
        on,
        lambda: (
            lacking(groups, WindowDiversity(ONE, ONE, on=on))
            or proximity(histogram, width=assumptions.width(on), crowd=crowd)
        ),
    )


def with_knowledge(
    groups: Groups, on: str, assumptions: Assumptions, matches: Matches | None
) -> Iterator[Attempt]:
    """The attacks of an adversary who knows people, or the publisher's rule."""
    histogram = groups.histogram(on)
    yield (
        "Bayes posterior",
        on,
        lambda: (
            lacking(groups, BeliefChange(ONE, on=on))
            or unknown_to_population(groups, on)
            or with_population(
                groups, lambda: bayes_posterior(histogram, crowd=Crowd.of(groups))
            )
        ),
    )
    yield "minimality", on, lambda: simulate(groups, on, assumptions, matches)


def lacking(groups: Groups, model: Model) -> str | None:
    """The reason why the model behind an attack does not fit the table, if so."""
    return model.lacks(groups.sensitive)


ALIKE = (
    "rows of a group look alike; without the raw values of its people nothing can be"
    " learnt beyond its counts"
)
"""The reason why nobody learns what goes with what inside a group."""


def correlate(
    groups: Groups, on: str, assumptions: Assumptions, places: TuplePlaces | None
) -> Exposure | str:
    """Make the correlation attack, if rows of a group differ for the adversary."""
    if places is None:
        return ALIKE
    from diversa.attacks.correlation import correlation  # for releases of two tables

    found = correlation(places, on, assumptions.learning, seed=assumptions.seed)
    if isinstance(found, str):
        return found
    return replace(found, unit=Crowd.of(groups).unit)


def treeless(groups: Groups, on: str) -> str | None:
    """The reason why kinds of values are unknown; None with a taxonomy."""
    if groups.sensitive[groups.position(on)].taxonomy is None:
        return "needs a taxonomy of the values: hierarchies=, --hierarchy"
    return None


DIVIDED = "got several groups, and people who are in several of them"
"""The reason why an attack cannot add up the people of groups."""


def is_divided(groups: Groups) -> bool:
    """True if people are counted, and somebody is in several groups."""
    return groups.people is not None and groups.people.visits is not None


def combine_sensitive(groups: Groups, on: str) -> Exposure | str:
    """Combine what is known of several attributes, if everybody is in one group."""
    if is_divided(groups):
        return "everybody must be in one group, got people who are in several"
    return several_sensitive(groups, on)


def link(groups: Groups, matches: Matches | None) -> Exposure | str:
    """Link known people, if there are any."""
    if matches is None:
        return "needs a table of known people: known=, --known"
    if is_divided(groups) and (np.diff(matches.starts) > 1).any():
        return f"known people must match one group each, {DIVIDED}"
    from diversa.attacks.linking import linking  # most adversaries know nobody

    return linking(groups, matches)


def present(groups: Groups) -> Exposure:
    """Make the presence attack."""
    from diversa.attacks.presence import presence

    return presence(groups)


def unknown_to_population(groups: Groups, on: str) -> str | None:
    """The reason why a population is of no use: it lacks the sensitive column."""
    people = groups.population
    if people is None or on in {
        attribute.name for attribute in people.people.sensitive
    }:
        return None
    return f"needs a population with the column '{on}', got one without it"


def with_population(groups: Groups, attack: Callable[[], Exposure]) -> Exposure | str:
    """Make an attack that needs a population, or say why it cannot be made."""
    if groups.population is None:
        return NONE_GIVEN["population"]
    try:
        return attack()
    except ModelError as error:
        return str(error)


def simulate(
    groups: Groups, on: str, assumptions: Assumptions, matches: Matches | None
) -> Exposure | str:
    """Make the minimality attack, if the people and the rule are known."""
    rule = [
        model
        for model in assumptions.rule
        if not isinstance(model, SensitiveModel) or model.on == on
    ]
    if matches is None or not any(isinstance(model, SensitiveModel) for model in rule):
        return (
            "needs everyone of the table (known=, --known) and a model of this"
            " attribute that the publisher was to satisfy (models=, --model)"
        )
    if is_divided(groups) or not groups.histogram(on).is_exclusive:
        return (
            f"everybody must be in one group with one value of '{on}', got people who"
            " have several"
        )
    if matches.part is not None:
        return "rows of a group must look alike, got a release in two tables"
    for model in rule:
        if not fits_one_group(model):
            return f"{model.spec}: cannot be simulated in one group alone"
        if (fault := lacking(groups, model)) is not None:
            return f"{model.spec}: {fault}"
    from diversa.attacks.minimality import minimality, parts_of_groups

    parts = parts_of_groups(groups, matches)
    found = minimality(groups.histogram(on), parts, rule, seed=assumptions.seed)
    return replace(found, unit=Crowd.of(groups).unit)


def fits_one_group(model: Model) -> bool:
    """True if the values of one attribute in a group decide a model."""
    joint = isinstance(model, SensitiveModel) and model.joint
    return model.local and not model.needs and not joint
