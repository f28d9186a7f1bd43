# SPDX-License-Identifier: Apache-2.0
"""One target: the beliefs of an adversary who knows some values of a person.

The rows that match the person are weighed: each counts alike, or with a population as
Theorem 3.1 of the l-diversity paper has it, `n(g,s) F(q,g,s) / F(g,s)` summed over the
groups g. The only result of an attack that shows sensitive values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.attacks.belief import (
    Belief,
    Believer,
    IntervalBelief,
    KindBelief,
    surest_kinds,
)
from diversa.attacks.joint_beliefs import (
    NOTHING_COMMON,
    OtherRelease,
    believe_jointly,
    values_left,
)
from diversa.attacks.known_rows import RosterRows, believe_known_rows
from diversa.attacks.like_target import FEW, CoveredPeople, PeopleLike
from diversa.attacks.matches import Matches
from diversa.attacks.neighbours import Neighbours
from diversa.attacks.proximity import usual_width
from diversa.attacks.row_weights import (
    MatchingGroups,
    ValueLines,
    believe_people,
    believe_rows,
    exclusion_mask,
)
from diversa.counts.cells import Cells
from diversa.counts.groups import Groups
from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.data.spelling import NO_HINTS, Hints
from diversa.errors import InputError, RoleError, nearest


@dataclass(frozen=True, eq=False)
class Target:
    """The beliefs about one person. They show sensitive values."""

    known: tuple[str, ...]
    """The quasi-identifiers that the adversary knows."""
    excluded: int
    """Number of values that the person is known not to have."""
    groups: int
    """Groups that match the person."""
    rows: int
    """Rows that match the person, or people where these are counted; 0 if the person
    cannot be in the table."""
    beliefs: tuple[Belief, ...]
    """Every value of the table, most probable first; empty without a row."""
    kinds: tuple[KindBelief, ...] = ()
    """Every kind of values that is possible, where there is a taxonomy: by height, the
    surest first."""
    intervals: tuple[IntervalBelief, ...] = ()
    """The surest interval of each attribute of numbers."""
    neighbours: int = 0
    """People whose values are known."""
    alike: int | None = None
    """People of the population who are like the target; None without one."""
    releases: int = 1
    """Releases that the beliefs rest on."""
    notes: tuple[str, ...] = ()
    """What the beliefs rest on, where that needs a word."""

    def surest(self, on: str | None = None) -> Belief | None:
        """The surest belief about an attribute; None if no row matches."""
        about = [belief for belief in self.beliefs if on in (None, belief.on)]
        return max(about, key=lambda candidate: candidate.fraction, default=None)

    def posterior(self, on: str | None = None) -> dict[str | None, float]:
        """Possible values with the belief after the facts."""
        return {
            belief.value: belief.with_facts
            for belief in self.beliefs
            if on in (None, belief.on) and belief.fraction > 0
        }

    def surest_kinds(self) -> list[KindBelief]:
        """The surest kind of every height."""
        return surest_kinds(self.kinds)

    def to_json(self) -> dict[str, Any]:
        """The beliefs as plain values, with sensitive values."""
        answer: dict[str, Any] = {
            "known": list(self.known),
            "excluded": self.excluded,
            "neighbours": self.neighbours,
            "groups": self.groups,
            "rows": self.rows,
            "alike": self.alike,
            "releases": self.releases,
            "notes": list(self.notes),
        }
        for name in ("beliefs", "kinds", "intervals"):
            answer[name] = [belief.to_json() for belief in getattr(self, name)]
        return answer


def person_cells(
    target: Mapping[str, object], names: Sequence[str], hints: Hints = NO_HINTS
) -> Cells:
    """One person, known by some of the quasi-identifiers."""
    unknown = [name for name in target if name not in names]
    if unknown or not target:
        got = f"'{unknown[0]}'; {nearest(unknown[0], names)}" if unknown else "none"
        raise RoleError(f"target: must name quasi-identifiers, got {got}")
    dictionaries = [
        Dictionary.build(name, [value], [1], hints=hints)
        for name, value in target.items()
    ]
    codes = np.zeros((1, len(dictionaries)), dtype=np.int32)
    return Cells(tuple(dictionaries), codes, np.ones(1, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Knowledge:
    """What an adversary knows beside the values of the target and the release."""

    exclude: Mapping[str, Sequence[object]] = field(default_factory=dict)
    """For each sensitive attribute, values that the target does not have."""
    neighbours: Neighbours | None = None
    """People whose values are known."""
    widths: Mapping[str, Fraction] = field(default_factory=dict)
    """The width of intervals of each attribute of numbers; see `proximity`."""
    like: PeopleLike | None = None
    """The people of the population who are like the target."""
    covered: CoveredPeople | None = None
    """The people of the population whom the groups of the target cover."""
    rows: RosterRows | None = None
    """The rows of the groups of the target, where all of them are known."""
    others: tuple[OtherRelease, ...] = ()
    """Other releases that the target is in."""
    notes: tuple[str, ...] = ()
    """What the knowledge lacks."""

    @property
    def joint(self) -> bool:
        """True if a population weighs all releases together."""
        every = self.covered, *(other.covered for other in self.others)
        return bool(self.others) and all(one is not None for one in every)


def target_beliefs(
    groups: Groups, matches: Matches, knowledge: Knowledge | None = None
) -> Target:
    """The beliefs about the only person of `matches`, from the matching rows."""
    known = knowledge or Knowledge()
    here = MatchingGroups.of(groups, matches)
    alike = people_alike(groups, here)
    every = groups.sensitive if here.rows else ()
    believers = [believe(groups, one, here, alike, known) for one in every]
    like = known.like
    return Target(
        matches.attributes,
        sum(len(values) for values in known.exclude.values()),
        len(here.groups),
        here.rows if alike is None else int(alike.sizes.sum()),
        tuple(one for believer in believers for one in believer.values()),
        tuple(one for believer in believers for one in believer.kinds()),
        tuple(intervals(believers, known.widths)),
        0 if known.neighbours is None else known.neighbours.total,
        None if like is None else like.people,
        1 + len(known.others),
        tuple(notes_on(known, every)),
    )


def people_alike(groups: Groups, here: MatchingGroups) -> Groups | None:
    """The people who match, as one group; None where rows are counted."""
    if groups.people is None or not here.rows:
        return None
    chosen = np.zeros(len(groups), dtype=np.bool_)
    chosen[here.groups] = True
    return groups.people.unite(groups, chosen)


def believe(
    groups: Groups,
    attribute: Sensitive,
    here: MatchingGroups,
    alike: Groups | None,
    known: Knowledge,
) -> Believer:
    """What is believed of one attribute of the target."""
    histogram = groups.histogram(attribute.name)
    excluded = exclusion_mask(attribute, known.exclude.get(attribute.name, ()))
    if not known.joint:
        excluded |= ~possible_values(histogram, here, known.others)
    neighbours, like = known.neighbours, known.like
    several = groups.people is not None and groups.people.visits is not None
    if alike is not None and (several or not histogram.is_exclusive):
        if neighbours is not None or like is not None:
            what = "population" if neighbours is None else "neighbours"
            raise InputError(
                f"{what}: must come with people who are in one group and have one"
                f" value of '{attribute.name}' each, got people who have several"
            )
        return believe_people(
            attribute, alike, groups.position(attribute.name), excluded
        )
    told = like is not None and attribute.name in like.population.sensitive
    if known.rows is not None:
        rows = known.rows if told else replace(known.rows, population=None)
        by = like if told else None
        return believe_known_rows(histogram, rows, neighbours, excluded, by)
    taken = {} if neighbours is None else neighbours.rows(attribute, here.groups)
    covered = known.covered if told else None
    if known.joint and covered is not None:
        entries = ValueLines.of(histogram, here.groups)
        left = entries.without(taken, here.groups).only(~excluded)
        return believe_jointly(entries, left, here, covered, known.others)
    return believe_rows(histogram, here, taken, excluded, covered)


def possible_values(
    histogram: Histogram, here: MatchingGroups, others: Sequence[OtherRelease]
) -> NDArray[np.bool_]:
    """Mark the values that other releases leave; refuse releases that leave none."""
    attribute = histogram.sensitive
    left = values_left(attribute, others)
    own = ValueLines.of(histogram, here.groups)
    if others and not left[own.values].any():
        raise InputError(NOTHING_COMMON.format(attribute.name))
    return left


def intervals(
    believers: Iterable[Believer], widths: Mapping[str, Fraction]
) -> Iterator[IntervalBelief]:
    """The surest interval of each attribute of numbers that people have one of."""
    for believer in believers:
        attribute = believer.attribute
        if attribute.is_numeric and not attribute.has_several:
            width = widths.get(attribute.name, usual_width(attribute))
            found = believer.interval(width)
            if found is not None:
                yield found


def notes_on(known: Knowledge, sensitive: Sequence[Sensitive]) -> Iterator[str]:
    """What a reader must know of the beliefs."""
    yield from known.notes
    like = known.like
    if known.others:
        releases = f"{len(known.others) + 1} releases"
        yield (
            f"by {releases}, each with its factor of Theorem 3.1"
            if known.joint
            else f"values that one of {releases} rules out are left out; without a"
            " population the rows of the others do not count"
        )
    if like is None:
        return
    lacking = [
        one.name for one in sensitive if one.name not in like.population.sensitive
    ]
    for name in lacking:
        yield f"the population has no column '{name}': its rows count alike"
    if like.people < FEW and len(lacking) < len(sensitive):
        who = "1 person" if like.people == 1 else f"{like.people} people"
        yield f"estimated from {who} like the target in the population"
