# SPDX-License-Identifier: Apache-2.0
"""People counted by hand: models and adversaries where a person has several rows.

Plain Python and exact fractions, from the definitions alone; nothing of the package is
used. A group is a tuple of rows, each a pair of a person and a value: `a:hf b:f` has
three rows of two people. A person or a value that is `?` is missing.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, count, permutations, product

MISSING = "?"
NEVER = math.inf
"""The level of a group in which no bound holds."""

Rows = tuple[tuple[str, object], ...]


def parse(text: str) -> Rows:
    """The rows of a group that is written as `a:hf b:f`."""
    people = [one.split(":") for one in text.split()]
    return tuple((person, value) for person, values in people for value in values)


def rows_of(people: Sequence[Iterable[object]]) -> Rows:
    """The rows of people without names, from the values of each."""
    return tuple((str(who), one) for who, values in enumerate(people) for one in values)


# What is counted in a group.


@lru_cache
def people(group: Rows) -> dict[str, list[object]]:
    """The values of each person, row by row."""
    found = defaultdict(list)
    for person, value in group:
        found[person].append(value)
    return dict(found)


def profiles(group: Rows) -> list[frozenset]:
    """V_u: the different values of each person."""
    return [frozenset(values) for values in people(group).values()]


def row_counts(group: Rows) -> Counter:
    """n_s: rows with each value."""
    return Counter(value for _, value in group)


@lru_cache
def having(group: Rows) -> Counter:
    """c_s: people with each value in some row."""
    return Counter(value for values in profiles(group) for value in values)


def having_some(group: Rows, values: Iterable[object]) -> int:
    """c_B: people with some value of a set."""
    wanted = set(values)
    return sum(not wanted.isdisjoint(one) for one in profiles(group))


@lru_cache
def shares(group: Rows) -> dict[object, Fraction]:
    """z_s: each person weighs 1, spread evenly over the values of the person."""
    found = defaultdict(Fraction)
    for values in profiles(group):
        for value in values:
            found[value] += Fraction(1, len(values))
    return dict(found)


def most_rows(group: Rows) -> int:
    """w_max: the most rows of one person."""
    return max(map(len, people(group).values()))


def sum_of_largest(counts: Iterable[int], number: int) -> int:
    """T_j: the sum of the j largest counts."""
    return sum(sorted(counts, reverse=True)[:number])


def once(group: Rows) -> Rows:
    """Each (person, value) as one row."""
    return tuple(dict.fromkeys(group))


# The level of a group, by each model.


def row_l(group: Rows) -> Fraction:
    return Fraction(len(group), max(row_counts(group).values()))


def people_l(group: Rows) -> Fraction:
    return Fraction(len(people(group)), max(having(group).values()))


def cover(group: Rows) -> int:
    """τ: the fewest values of which everybody has one."""
    values = having(group)
    return next(
        size
        for size in count(1)
        for some in combinations(values, size)
        if having_some(group, some) == len(people(group))
    )


def distinct(group: Rows) -> int:
    """The largest l for which l - 1 values do not have all people, by their counts."""
    counts = having(group).values()
    size = len(people(group))
    return next(l for l in count(1) if sum_of_largest(counts, l) >= size)


def recursive(group: Rows, l: int) -> Fraction | float:
    """c must be larger than this; l = 1 always holds, as in the model of rows."""
    if l == 1:
        return Fraction(0)
    counts = having(group).values()
    left = len(people(group)) - sum_of_largest(counts, l - 1)
    return Fraction(max(counts), left) if left > 0 else NEVER


def row_share(group: Rows) -> Fraction:
    return Fraction(len(group), most_rows(group))


def row_frequency(group: Rows) -> Fraction:
    most = max(row_counts(group).values())
    return Fraction(len(group), most_rows(group) * most)


def alpha(group: Rows) -> Fraction:
    return 1 / people_l(group)


def entropy(group: Rows) -> float:
    """The effective number of values, by shares."""
    size = len(people(group))
    return math.exp(-sum(z / size * math.log(z / size) for z in shares(group).values()))


def reaches_entropy(group: Rows, l: Fraction) -> bool:
    """Whether the entropy by shares is at least log l, in integers."""
    found = shares(group).values()
    scale = math.lcm(*(z.denominator for z in found))
    counts = [int(z * scale) for z in found]
    size = sum(counts)
    left = (size * l.denominator) ** size
    return left >= l.numerator**size * math.prod(n**n for n in counts)


def changes(group: Rows, table: Rows, weigh=having):
    """The share of each value of the table in a group, and in the table."""
    ours, theirs = weigh(group), weigh(table)
    return {
        value: (
            Fraction(ours.get(value, 0)) / len(people(group)),
            Fraction(theirs[value]) / len(people(table)),
        )
        for value in sorted(theirs)
    }


def t_equal(group: Rows, table: Rows) -> Fraction:
    return sum(abs(p - q) for p, q in changes(group, table, shares).values()) / 2


def t_ordered(group: Rows, table: Rows) -> Fraction:
    gaps = [p - q for p, q in changes(group, table, shares).values()]
    upto = [sum(gaps[: place + 1]) for place in range(len(gaps) - 1)]
    return sum(map(abs, upto), Fraction(0)) / max(1, len(upto))


def beta(group: Rows, table: Rows) -> Fraction:
    """The largest gain; below 0 where every value is rarer than in the table."""
    return max(p / q - 1 for p, q in changes(group, table).values())


def delta(group: Rows, table: Rows) -> float:
    found = changes(group, table).values()
    if not all(p for p, _ in found):
        return NEVER
    return max(abs(math.log(p / q)) for p, q in found)


def window_l(group: Rows, length: Fraction) -> Fraction:
    """P over the most people with a number in an interval of that length."""
    numbers = having(group)
    inside = [[y for y in numbers if x <= y <= x + length] for x in numbers]
    return of_sets(group, inside)


def of_sets(group: Rows, sets: Iterable[Iterable[object]]) -> Fraction:
    """P over the most people who have some value of one of the sets."""
    most = max(having_some(group, some) for some in sets)
    return Fraction(len(people(group)), most)


def kept(group: Rows, l: Fraction) -> int:
    """M*: the bound on the people who can be kept under frequency l."""
    sizes = sorted(map(len, profiles(group)))
    return max(
        number
        for number in range(len(sizes) + 1)
        if sum(min(c, math.floor(number / l)) for c in having(group).values())
        >= sum(sizes[:number])
    )


# Missing values and missing persons.


def worst_counts(group: Rows) -> tuple[Counter, int]:
    """c0_s of the people with nothing missing, and how many others there are."""
    known = [values for values in profiles(group) if MISSING not in values]
    lost = len(people(group)) - len(known)
    return Counter(value for values in known for value in values), lost


def worst_l(group: Rows) -> Fraction:
    counts, lost = worst_counts(group)
    return Fraction(len(people(group)), max(counts.values(), default=0) + lost)


def worst_distinct(group: Rows) -> int:
    counts, lost = worst_counts(group)
    size = len(people(group)) - lost
    every = count(1)
    return next(l for l in every if sum_of_largest(counts.values(), l) >= size)


def worst_recursive(group: Rows, l: int) -> Fraction | float:
    if l == 1:
        return Fraction(0)
    counts, lost = worst_counts(group)
    left = len(people(group)) - lost - sum_of_largest(counts.values(), l - 1)
    frequent = max(counts.values(), default=0) + lost
    return Fraction(frequent, left) if left > 0 else NEVER


def completions(group: Rows, values: Iterable[object]) -> Iterator[Rows]:
    """The group with every way to fill in its missing values."""
    candidates = [*values]
    lost = [place for place, (_, value) in enumerate(group) if value == MISSING]
    for chosen in product(candidates, repeat=len(lost)):
        filled = dict(zip(lost, chosen, strict=True))
        yield tuple(
            (who, filled.get(place, one)) for place, (who, one) in enumerate(group)
        )


def own_persons(group: Rows) -> Rows:
    """Each row without a person as a person of its own."""
    return tuple(
        (f"{MISSING}{place}" if who == MISSING else who, value)
        for place, (who, value) in enumerate(group)
    )


def worst_persons(group: Rows) -> tuple[int, Counter]:
    """P and c_s where rows without a person add nobody and may be of anybody."""
    known = tuple(row for row in group if row[0] != MISSING)
    lost = Counter(value for who, value in group if who == MISSING)
    size = max(1, len(people(known)))
    counts = having(known)
    return size, Counter({s: min(size, counts[s] + lost[s]) for s in {*counts, *lost}})


# What an adversary concludes: every world is as likely as any other.


def share_of(worlds: Iterable[dict], told) -> Fraction:
    """The share of the worlds in which something is true."""
    answers = Counter(bool(told(world)) for world in worlds)
    return Fraction(answers[True], answers.total())


def worlds_of_profiles(group: Rows) -> Iterator[dict]:
    """W1, W4: people to profiles, all bijections."""
    names, sets = list(people(group)), profiles(group)
    return (dict(zip(names, some, strict=True)) for some in permutations(sets))


def worlds_of_rows(group: Rows) -> Iterator[tuple[str, ...]]:
    """W2: the person of each row; all maps of the rows onto the people."""
    names = list(people(group))
    for owners in product(names, repeat=len(group)):
        if len(set(owners)) == len(names):
            yield owners


def worlds_of_deals(group: Rows) -> Iterator[tuple[str, ...]]:
    """W3: the person of each row; everybody has as many rows as in the group."""
    number = Counter(who for who, _ in group)
    return (owners for owners in worlds_of_rows(group) if Counter(owners) == number)


def has_row(group: Rows, person: str, value: object):
    """Whether a person has the value, in a world that gives each row its person."""

    def told(owners):
        pairs = zip(owners, group, strict=True)
        return any(who == person and row[1] == value for who, row in pairs)

    return told


def posterior_of_profiles(
    group: Rows, person: str, value: object, without: Iterable[object] = ()
) -> Fraction:
    """W1: a person has the value, where the person is known to have none of others."""
    ruled_out = set(without)
    worlds = [w for w in worlds_of_profiles(group) if ruled_out.isdisjoint(w[person])]
    return share_of(worlds, lambda world: value in world[person])


def posterior_of_rows(group: Rows, person: str, value: object) -> Fraction:
    """W2: the people are known, nothing else."""
    return share_of(worlds_of_rows(group), has_row(group, person, value))


def posterior_without_repeats(group: Rows, person: str, value: object) -> Fraction:
    """W2 over the worlds in which nobody has a value twice."""
    values = [one for _, one in group]
    worlds = [
        owners
        for owners in worlds_of_rows(group)
        if len({*zip(owners, values, strict=True)}) == len(values)
    ]
    return share_of(worlds, has_row(group, person, value))


def posterior_of_deals(group: Rows, person: str, value: object) -> Fraction:
    """W3: everybody's number of rows is known."""
    return share_of(worlds_of_deals(group), has_row(group, person, value))


def posterior_in_groups(groups: Sequence[Rows], person: str, value: object) -> Fraction:
    """W5: a person is known to be in all of some groups, which are independent."""
    worlds = product(*map(worlds_of_profiles, groups))
    return share_of(worlds, lambda world: any(value in one[person] for one in world))


def kinds(cells: Iterable[tuple[str, object]]) -> Counter:
    """The people of each set of cells, from pairs of a person and a cell."""
    return Counter(profiles(tuple(cells)))


# The worked examples of one group.

EXAMPLES = """
a:h                          |  1 | 1 |    1 |   1 | 1 | 1 | never | never |    1 | 0
a:hhh                        |  3 | 1 |    1 |   1 | 1 | 1 | never | never |    1 | 0
a:h b:f                      |  2 | 2 |    2 |   2 | 2 | 2 |     1 | never |    2 | 2
a:hh b:f                     |  3 | 2 |  3/2 |   2 | 2 | 2 |     1 | never |  3/2 | 2
a:hf b:hf                    |  4 | 2 |    2 |   1 | 1 | 1 | never | never |    2 | 0
a:hf b:h c:f                 |  4 | 3 |    2 | 3/2 | 2 | 2 |     2 | never |    2 | 2
a:hf b:ha c:hc               |  6 | 3 |    2 |   1 | 1 | 1 | never | never |    3 | 2
a:hfac b:hfac                |  8 | 2 |    4 |   1 | 1 | 1 | never | never |    2 | 0
a:hhhhhhhhh b:f              | 10 | 2 | 10/9 |   2 | 2 | 2 |     1 | never | 10/9 | 2
a:hhhhhhhhh b:f c:f          | 11 | 3 | 11/9 | 3/2 | 2 | 2 |     2 | never | 11/9 | 2
a:h b:f c:x                  |  3 | 3 |    3 |   3 | 3 | 3 |   1/2 |     1 |    3 | 3
a:h b:f c:x d:hf e:hf        |  7 | 5 |  7/3 | 5/3 | 3 | 2 |   3/2 | never |  7/2 | 4
a:h b:h c:f d:x              |  4 | 4 |    2 |   2 | 3 | 3 |     1 |     2 |    4 | 4
a:hf b:fx c:xh               |  6 | 3 |    3 | 3/2 | 2 | 2 |     2 | never |    3 | 0
a:hh b:hf c:fx d:xx          |  8 | 4 |  8/3 |   2 | 2 | 2 |     1 | never |    4 | 4
a:h b:hf c:f d:fx e:x g:h    |  8 | 6 |  8/3 |   2 | 3 | 2 |     1 | never |    4 | 6
"""
"""Group; rows, people, level l of rows and of people, cover, distinct by counts, the c
that l = 2 and l = 3 must exceed, row share, people kept at l = 2."""


def levels(text):
    """The numbers of a line of examples."""
    return [NEVER if one.strip() == "never" else Fraction(one) for one in text]
