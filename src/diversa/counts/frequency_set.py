# SPDX-License-Identifier: Apache-2.0
"""The frequency set of a node: its groups, their generalized values, their histograms.

The frequency set of a more general node is a roll-up of any less general one; rows are
never counted again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from diversa.array_types import Bools, Codes, Ints
from diversa.counts import kernels
from diversa.counts.cell_tuples import cell_tuples
from diversa.counts.cells import Cells
from diversa.counts.groups import Groups
from diversa.counts.kinds import Kinds
from diversa.counts.level_maps import KEY_SPACE, LevelMaps
from diversa.counts.people_sets import count_people, in_people
from diversa.counts.population import Population
from diversa.counts.population_cells import with_persons
from diversa.counts.sensitive import Sensitive
from diversa.counts.visits import Visits
from diversa.counts.wide_keys import keys_at, roll_up_wide
from diversa.hierarchies.hierarchy import Hierarchy


@dataclass(frozen=True, eq=False)
class FrequencySet:
    """The groups of one node of the lattice with their generalized codes."""

    maps: LevelMaps = field(repr=False)
    """The maps between the levels of the quasi-identifiers."""
    levels: tuple[int, ...]
    """The node: the level of each quasi-identifier."""
    codes: Codes = field(repr=False)
    """Level codes, one line per quasi-identifier, one column per group."""
    groups: Groups = field(repr=False)
    """The groups, as models see them."""
    population: FrequencySet | None = field(default=None, repr=False)
    """The population at the same node, where there is one."""
    rows: Ints | None = field(default=None, repr=False)
    """Rows of each group, where groups count people; see `group_rows`."""
    visits: Visits | None = field(default=None, repr=False)
    """The groups that people are in, where somebody is in several."""

    def __len__(self) -> int:
        return len(self.groups)

    @property
    def group_rows(self) -> Ints:
        """Rows of each group, whether groups count rows or people."""
        return self.groups.sizes if self.rows is None else self.rows

    @property
    def hierarchies(self) -> tuple[Hierarchy, ...]:
        """One per quasi-identifier, in order."""
        return self.maps.hierarchies


def frequency_set(
    cells: Cells,
    hierarchies: Sequence[Hierarchy],
    sensitive: Sequence[Sensitive],
    *,
    levels: Sequence[int] | None = None,
    people: Cells | None = None,
    kinds: Kinds | None = None,
) -> FrequencySet:
    """Group the cells at a node (the bottom node by default).

    `people` are the cells of a population, with the same dictionaries of the
    quasi-identifiers. With `kinds` of people, groups count people.
    """
    maps = LevelMaps(tuple(hierarchies))
    if levels is None and people is None and kinds is None and are_values(hierarchies):
        return bottom_set(cells, maps, sensitive)
    finest = single_cell_groups(cells, maps, sensitive)
    if kinds is not None:
        finest = count_people(finest, kinds, *union_numbers(finest, finest.levels))
    if people is not None:
        persons = with_persons(
            people, [hierarchy.attribute for hierarchy in hierarchies]
        )
        others = persons.dictionaries[len(hierarchies) :]
        population = single_cell_groups(
            persons, maps, [Sensitive(other) for other in others]
        )
        finest = replace(finest, population=population)
    return roll_up(finest, finest.levels if levels is None else levels)


def single_cell_groups(
    cells: Cells, maps: LevelMaps, sensitive: Sequence[Sensitive]
) -> FrequencySet:
    """Every cell as a group of its own, at the bottom node."""
    columns = [
        hierarchy.maps[0][cells.column(hierarchy.attribute)]
        for hierarchy in maps.hierarchies
    ]
    lines = len(cells.counts)
    values, combinations = combine_sensitive(cells, sensitive)
    return FrequencySet(
        maps,
        (0,) * len(columns),
        np.array(columns, dtype=np.int32).reshape(len(columns), lines),
        Groups(
            np.arange(lines + 1, dtype=np.int64),
            values,
            cells.counts,
            combinations,
            tuple(sensitive),
        ),
    )


def people_attributes(
    cells: Cells, kinds: Kinds, sensitive: Sequence[Sensitive]
) -> tuple[Sensitive, ...]:
    """The sensitive attributes with the people of a table."""
    rows = single_cell_groups(cells, LevelMaps(()), sensitive)
    numbers = union_numbers(rows, rows.levels)
    return count_people(rows, kinds, *numbers).groups.sensitive


def are_values(hierarchies: Sequence[Hierarchy]) -> bool:
    """True if the codes of the lowest levels are those of the values."""
    lowest = [hierarchy.maps[0] for hierarchy in hierarchies]
    return all(np.array_equal(codes, np.arange(len(codes))) for codes in lowest)


def bottom_set(
    cells: Cells, maps: LevelMaps, sensitive: Sequence[Sensitive]
) -> FrequencySet:
    """The bottom node, where every value has a code of its own.

    Cells that an engine sorted by the same columns are its histograms already.
    """
    names = [hierarchy.attribute for hierarchy in maps.hierarchies]
    tuples = cell_tuples(cells, names)
    values, combinations = combine_sensitive(cells, sensitive)
    number, counts = tuples.number, cells.counts
    follows = number[1:] > number[:-1]
    follows |= (number[1:] == number[:-1]) & (values[1:] > values[:-1])
    if follows.all():
        starts = np.append(tuples.first, len(number))
    else:
        starts, values, counts = kernels.histograms(
            number, len(tuples), values, len(combinations), counts
        )
    codes = np.empty((len(names), len(tuples)), dtype=np.int32)
    for line, name in zip(codes, names, strict=True):
        line[:] = tuples.of(cells.column(name))
    groups = Groups(starts, values, counts, combinations, tuple(sensitive))
    return FrequencySet(maps, (0,) * len(names), codes, groups)


def combine_sensitive(
    cells: Cells, sensitive: Sequence[Sensitive]
) -> tuple[Codes, Codes]:
    """Number the distinct tuples of sensitive codes in ascending order."""
    if len(sensitive) == 1:
        size = sensitive[0].dictionary.size
        every = np.arange(size, dtype=np.int32)[:, None]
        return cells.column(sensitive[0].name).astype(np.int32), every
    if not sensitive:
        lines = len(cells.counts)
        return np.zeros(lines, dtype=np.int32), np.zeros((1, 0), dtype=np.int32)
    tuples = np.stack([cells.column(one.name) for one in sensitive], axis=1)
    combinations, values = np.unique(tuples, axis=0, return_inverse=True)
    return values.ravel().astype(np.int32), combinations.astype(np.int32)


def roll_up(
    finer: FrequencySet,
    levels: Sequence[int],
    workspace: kernels.Workspace | None = None,
) -> FrequencySet:
    """Add up a frequency set to a node whose levels are at least as high.

    Roll-ups that follow each other may share a workspace.
    """
    levels = tuple(map(int, levels))
    step = finer.maps.step(finer.levels, levels)
    groups = finer.groups
    if finer.rows is not None:
        return roll_up_people(finer, levels, workspace)
    is_narrow = step.space < KEY_SPACE and groups.rows < kernels.MOST_ROWS
    count = kernels.roll_up if is_narrow else roll_up_wide
    codes, *merged = count(
        finer.codes,
        step,
        groups.entries,
        groups.domain,
        workspace or workspace_for(finer),
    )
    rolled = FrequencySet(finer.maps, levels, codes, groups.coarser(*merged))
    if finer.population is None:
        return rolled
    return match_population(rolled, roll_up(finer.population, levels))


def roll_up_people(
    finer: FrequencySet,
    levels: tuple[int, ...],
    workspace: kernels.Workspace | None,
) -> FrequencySet:
    """Add up a set whose groups count people, and their rows."""
    number, first = union_numbers(finer, levels)
    rows = np.bincount(number, finer.rows, len(first)).astype(np.int64)
    step = finer.maps.step(finer.levels, levels)
    if finer.visits is None and finer.groups.unnamed is not None:
        codes = kernels.map_codes(finer.codes, step, first)
        groups = unite_unnamed(finer.groups, number, len(first))
        return FrequencySet(finer.maps, levels, codes, groups, rows=rows)
    if finer.visits is None:
        rolled = roll_up(replace(finer, rows=None), levels, workspace)
        return replace(rolled, rows=rows)
    rolled = in_people(
        FrequencySet(
            finer.maps,
            levels,
            kernels.map_codes(finer.codes, step, first),
            finer.groups,
            rows=rows,
            visits=finer.visits.move(number),
        )
    )
    if finer.population is None:
        return rolled
    return match_population(rolled, roll_up(finer.population, levels))


def unite_unnamed(groups: Groups, number: Codes, unions: int) -> Groups:
    """Unions of groups with rows that anybody may have; a group may name nobody."""
    united = groups.regroup(number[groups.owners], unions, groups.values, groups.counts)
    unnamed = groups.unnamed
    return replace(united, unnamed=None if unnamed is None else unnamed.move(number))


def union_numbers(finer: FrequencySet, levels: tuple[int, ...]) -> tuple[Codes, Ints]:
    """The number that each group's union has in `roll_up(finer, levels)`.

    Beside it the first group of each union.
    """
    steps = finer.maps.step(finer.levels, levels)
    lines = np.arange(finer.codes.shape[1])
    codes = kernels.map_codes(finer.codes, steps, lines)
    return kernels.group_keys(*keys_at(finer.maps, levels, codes))


def workspace_for(finest: FrequencySet) -> kernels.Workspace:
    """A workspace for roll-ups of a set and of all that are coarser."""
    return kernels.workspace_for(len(finest), len(finest.groups.counts))


def excerpt(whole: FrequencySet, chosen: Bools) -> FrequencySet:
    """The chosen groups of a table without a population."""
    groups, lines = whole.groups, np.flatnonzero(chosen)
    lengths, entries = np.diff(groups.starts), lines
    if len(groups.counts) > len(groups):
        entries = np.flatnonzero(np.repeat(chosen, lengths))
    return FrequencySet(
        whole.maps,
        whole.levels,
        whole.codes.take(lines, axis=1),
        Groups(
            np.concatenate([[0], np.cumsum(lengths[lines])]),
            groups.values[entries],
            groups.counts[entries],
            groups.combinations,
            groups.sensitive,
            profiles=groups.profiles,
        ),
        rows=None if whole.rows is None else whole.rows[lines],
    )


def match_population(rolled: FrequencySet, people: FrequencySet) -> FrequencySet:
    """Match the groups of a table with those of a population at the same node."""
    both = np.concatenate([people.codes, rolled.codes], axis=1)
    number, _ = kernels.group_keys(*keys_at(rolled.maps, rolled.levels, both))
    numbers = number[len(people) :].astype(np.int64)  # people have the first numbers
    place = np.where(numbers < len(people), numbers, -1)
    groups = replace(rolled.groups, population=Population(people.groups, place))
    return replace(rolled, groups=groups, population=people)


def project(finer: FrequencySet, places: Sequence[int]) -> FrequencySet:
    """The frequency set over some of the quasi-identifiers only."""
    chosen = list(places)
    levels = tuple(finer.levels[place] for place in chosen)
    maps = LevelMaps(tuple(finer.hierarchies[place] for place in chosen))

    def narrow(wide: FrequencySet) -> FrequencySet:
        people = None if wide.population is None else narrow(wide.population)
        codes = np.ascontiguousarray(wide.codes[chosen])
        return replace(wide, maps=maps, levels=levels, codes=codes, population=people)

    return roll_up(narrow(finer), levels)
