# SPDX-License-Identifier: Apache-2.0
"""Models of linked tables: bounds on the people behind what is known of some visits.

They judge patterns and not groups, so they are no `Model` and not in the registry: a
plan names them in [linked].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Annotated, ClassVar

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts.histories import Histories, Patterns
from diversa.errors import ModelError, nearest
from diversa.models.model_value import ModelValue
from diversa.models.parameters import Param, write_number

ALL = "all"
"""The number of visits where whoever attacks may know every one."""


@dataclass(frozen=True)
class LinkedModel(ModelValue):
    """A bound on the people who have the visits that may be known of a person."""

    stops: ClassVar[str]
    """Attacks that the model stops, in a few words."""
    misses: ClassVar[str]
    """Attacks that it does not stop."""

    k: Annotated[int, Param("number of people behind what is known", low=1)]
    m: Annotated[str, Param("number of visits that may be known, or all of them")]

    def __post_init__(self) -> None:
        if isinstance(self.m, int):
            object.__setattr__(self, "m", str(self.m))
        super().__post_init__()
        if self.m != ALL and not (self.m.isascii() and self.m.isdigit()):
            raise ModelError(
                f"{self.name()}: m must be a whole number from 0 on or {ALL}, got"
                f" {self.m!r}; it is the number of visits that may be known"
            )

    @property
    def known(self) -> int | None:
        """The number of visits that may be known; None for all."""
        return None if self.m == ALL else int(self.m)

    @property
    def share(self) -> Fraction:
        """The inverse of the largest share of a value; 1 where none is bounded."""
        return Fraction(1)

    @property
    def attribute(self) -> str | None:
        """The sensitive attribute whose shares are bounded."""
        return None

    def bind(self, sensitive: Sequence[str]) -> LinkedModel:
        """The model with its sensitive attribute, where it has one."""
        del sensitive
        return self


@dataclass(frozen=True)
class KmAnonymity(LinkedModel):
    """Who knows a person and at most m visits is left with at least k people.

    A pattern is the constants of a person with a bag of at most m of the visits; equal
    visits count as often as they are. The people who have it must be k or more. With
    m = all a pattern is a whole history, and k people have the same one.

    Example:
        >>> KmAnonymity(5, 2).spec
        'km-anonymity:k=5,m=2'

    Reference:
        M. Terrovitis, N. Mamoulis, P. Kalnis, Privacy-preserving anonymization of
        set-valued data, VLDB 2008; G. Poulis et al., 2013, for (k,k^m)-anonymity.
    """

    stops = "linking a person of whom m visits are known to fewer than k people"
    misses = "who knows more than m visits; k people with one sensitive value"


@dataclass(frozen=True)
class LkcPrivacy(LinkedModel):
    """The same, and at most 1/l of these people have any one sensitive value.

    A person has a value if some visit has it, whichever is known.

    Example:
        >>> parse_linked("lkc-privacy:m=2,k=5,l=2,on=diagnosis").attribute
        'diagnosis'

    Reference:
        N. Mohammed, B. Fung, P. Hung, C. Lee, Anonymizing healthcare data: a case study
        on the blood transfusion service, KDD 2009.
    """

    stops = "the same, and guessing a value of such a person with more than 1/l"
    misses = "who knows more than m visits; negative facts about a person"

    l: Annotated[Fraction, Param("inverse of the largest share", low=1)]
    on: Annotated[str | None, Param("sensitive attribute")] = field(
        default=None, kw_only=True
    )

    @property
    def share(self) -> Fraction:
        return self.l

    @property
    def attribute(self) -> str | None:
        return self.on

    def bind(self, sensitive: Sequence[str]) -> LinkedModel:
        if self.on is None and len(sensitive) == 1:
            return replace(self, on=sensitive[0])
        if self.on not in sensitive:
            raise ModelError(
                f"{self.spec}: on must be a sensitive attribute of one of the tables,"
                f" got {self.on!r}; there are: {', '.join(sensitive) or 'none'}"
            )
        return self


LINKED_MODELS = {model.name(): model for model in (KmAnonymity, LkcPrivacy)}
"""The models of linked tables by name."""


def parse_linked(spec: object) -> LinkedModel:
    """Read a model of linked tables, such as `km-anonymity:k=5,m=2`."""
    if isinstance(spec, LinkedModel):
        return spec
    if not isinstance(spec, str):
        raise ModelError(f"a model must be text, got {type(spec).__name__}")
    name, _, text = spec.partition(":")
    name = name.strip()
    if name not in LINKED_MODELS:
        raise ModelError(
            f"model must be one for linked tables, got '{name}';"
            f" {nearest(name, list(LINKED_MODELS))}"
        )
    return LINKED_MODELS[name].read(text)


@dataclass(frozen=True, eq=False)
class Judged:
    """The patterns of one size as a model judges them."""

    patterns: Patterns
    """The patterns."""
    supports: Ints = field(repr=False)
    """The people behind each."""
    alike: Ints = field(repr=False)
    """The most of them who have one value in common."""
    fails_k: Bools = field(repr=False)
    """Patterns with too few people."""
    fails: Bools = field(repr=False)
    """Patterns in which the model fails."""

    def having(self, chosen: Bools) -> Ints:
        """The histories that have one of the chosen patterns, maybe repeated."""
        return self.patterns.history[chosen[self.patterns.pattern]]


@dataclass(frozen=True)
class LinkedVerdict:
    """The verdict on a model of linked tables."""

    model: str
    """Its spec."""
    holds: bool
    """True if it holds in every pattern."""
    people: int
    """The fewest people behind a pattern; 0 where nobody is left."""
    share: str | None
    """The inverse of the largest share of a value behind a pattern, if it is bounded;
    None too where nobody has a value."""
    patterns: int
    """Number of patterns."""
    failing: int
    """Patterns in which it fails."""

    def __str__(self) -> str:
        word = "FAILS" if self.failing else "HOLDS"
        share = "" if self.share is None else f", l = {self.share}"
        failing = f", {self.failing:,} of {self.patterns:,} patterns"
        return (
            f"{self.model} {word} (k = {self.people:,}{share}"
            f"{failing if self.failing else ''})"
        )


@dataclass(frozen=True, eq=False)
class Secrets:
    """The sensitive attributes of people and of visits, by name."""

    people: tuple[str, ...]
    """Those of people, in the order of `Histories.own_values`."""
    visits: tuple[str, ...]
    """Those of visits, in the order of `Histories.values`."""

    def codes(self, histories: Histories, name: str) -> tuple[Codes, bool]:
        """The codes of an attribute, and whether it is one of people."""
        if name in self.visits:
            return histories.values[:, self.visits.index(name)], False
        return histories.own_values[:, self.people.index(name)], True

    @property
    def every(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.people, *self.visits)


def judge_patterns(
    histories: Histories,
    model: LinkedModel,
    secrets: Secrets,
    *,
    only_k: bool = False,
) -> list[Judged]:
    """Judge every pattern by a model, those of the fewest visits first.

    With `only_k` no more is asked than how many people are behind it.
    """
    found = []
    for patterns in histories.patterns(model.known):
        supports = histories.supports(patterns)
        alike = np.zeros_like(supports)
        if model.attribute is not None and not only_k:
            codes, own = secrets.codes(histories, model.attribute)
            alike = histories.most_alike(patterns, codes, own=own)
        few = supports < model.k
        share = model.share
        often = alike * share.numerator > supports * share.denominator
        found.append(Judged(patterns, supports, alike, few, few | often))
    return found


def verdict_of(
    histories: Histories, model: LinkedModel, secrets: Secrets
) -> LinkedVerdict:
    """The verdict on a model; where nobody is left, it holds."""
    judged = judge_patterns(histories, model, secrets)
    supports = np.concatenate([one.supports for one in judged])
    alike = np.concatenate([one.alike for one in judged])
    failing = sum(int(one.fails.sum()) for one in judged)
    some = np.flatnonzero(alike)
    levels = [
        Fraction(int(supports[i]), int(alike[i]))
        for i in distinct_ratios(supports, alike, some)
    ]
    return LinkedVerdict(
        model.spec,
        failing == 0,
        int(supports.min(initial=supports.max(initial=0))),
        write_number(min(levels)) if levels else None,
        len(supports),
        failing,
    )


def distinct_ratios(above: Ints, below: Ints, places: Ints) -> list[int]:
    """Of some ratios the places of those that may be the least, up to rounding."""
    if not len(places):
        return []
    ratios = above[places] / below[places]
    return [int(i) for i in places[ratios <= ratios.min() * (1 + 1e-9)]]
