# SPDX-License-Identifier: Apache-2.0
"""Groups that somebody sees together who knows less of a person's row.

Where a person is in several groups, what holds in each of them may fail in several
together: `a:h b:f` and `a:f b:h` have two values each, and everybody has both of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from diversa.audits.judgement import find_level, measure
from diversa.audits.population import groups_of_stars
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.groups import Groups
from diversa.counts.kinds_of_groups import kinds_of
from diversa.counts.people_sets import select_groups
from diversa.counts.unions import Levels, levels_of_unions, lowest_constant, unite
from diversa.models.model import Model
from diversa.models.needs import Unknown


@dataclass(frozen=True)
class SeenTogether:
    """Faults of groups that somebody sees together, by model."""

    levels: dict[Model, list[float | None]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """The level that each way to see groups together attains."""
    fails_for: dict[Model, tuple[str, ...]] = field(
        default_factory=lambda: defaultdict(tuple)
    )
    """The fact that those for whom a model fails do not know."""

    def worst(self, model: Model, attained: float | None) -> float | None:
        """The worst of what the groups attain by themselves and together.

        None if one of them is not known.
        """
        every = [attained, *self.levels[model]]
        known = [level for level in every if level is not None]
        if len(known) < len(every):
            return None
        return (min if model.sense == ">=" else max)(known)


def see_together(
    published: FrequencySet,
    asked: Sequence[Model],
    shown: Sequence[Model],
    unknown: Unknown,
) -> SeenTogether:
    """Judge the models asked for in all groups that somebody sees together.

    Of those that are `shown` only the levels are measured.
    """
    found = SeenTogether()
    judged, measured = filter_models(asked), filter_models(shown)
    if not judged and not measured:
        return found
    for what, groups in group_unions(published):
        kinds = kinds_of(groups)
        for model in judged:
            one = measure(model, groups, kinds, unknown)
            found.levels[model].append(one.attained)
            if one.proof.fails.any():
                found.fails_for[model] += (what,)
        for model in measured:
            if model not in judged:
                found.levels[model].append(find_level(model, groups, kinds).attained)
    return found


def filter_models(models: Sequence[Model]) -> list[Model]:
    """The models that may fail in groups together, and hold in each of them."""
    return [one for one in models if not one.only_size and not one.looks_around]


def group_unions(published: FrequencySet) -> Iterator[tuple[str, Groups]]:
    """All ways to see groups together, with what is not known then, in words.

    None where everybody is in one group. Suppressed rows are a group by themselves:
    their `*` says nothing about a person.
    """
    if published.visits is None:
        return
    left = select_groups(published, ~groups_of_stars(published))
    if left.visits is None:
        return
    found = levels_of_unions(left, lowest_constant(left))
    for levels in sorted(found, key=lambda levels: (sum(levels), levels)):
        yield not_known(left, levels), unite(left, levels).groups


def not_known(node: FrequencySet, levels: Levels) -> str:
    """The fact that readers of a union do not know, in words."""
    columns = zip(node.hierarchies, node.levels, levels, strict=True)
    return " and ".join(
        hierarchy.attribute
        if level > hierarchy.height or hierarchy.sizes[level] == 1
        else f"{hierarchy.attribute} below level {level}"
        for hierarchy, own, level in columns
        if level > own
    )
