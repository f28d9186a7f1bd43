# SPDX-License-Identifier: Apache-2.0
"""The judge: definitions over rows, in exact rational numbers and plain Python.

Nothing of the package is used here but the names of models, parameters and objectives.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from fractions import Fraction

from tables import SmallTable


def all_nodes(table: SmallTable):
    """Every level vector, in lexicographic order."""
    return itertools.product(*(range(one + 1) for one in heights(table)))


def heights(table: SmallTable):
    """The top level of each quasi-identifier."""
    return tuple(
        len(next(iter(table.ladders[name].values()), ()))
        for name in table.columns
        if name in table.ladders
    )


def label(table: SmallTable, name: str, value, level: int):
    """What is published for a value."""
    return value if level == 0 else table.ladders[name][value][level - 1]


def grouped(table: SmallTable, node):
    """The rows of each group: generalized quasi-identifiers to sensitive tuples."""
    names = [name for name in table.columns if name in table.ladders]
    places = [table.columns.index(name) for name in names]
    others = [table.columns.index(name) for name in table.sensitive]
    groups = defaultdict(list)
    for row in table.rows:
        key = tuple(
            label(table, name, row[place], level)
            for name, place, level in zip(names, places, node, strict=True)
        )
        groups[key].append(tuple(row[place] for place in others))
    return dict(groups)


# One definition per model: the counts of a group, descending, and the parameters.


def tail(counts, l):
    return sum(counts[l - 1 :])


def holds_recursive(counts, c, l):
    return l == 1 or counts[0] < c * tail(counts, l)


def holds_entropy(counts, l):
    """N^N b^N >= a^N times the product of n^n, for l = a/b."""
    size = sum(counts)
    left = (size * l.denominator) ** size
    return left >= l.numerator**size * math.prod(n**n for n in counts)


def holds_pd(named, c, l, disclosable):
    """Eliminate the l - 2 most frequent other values; compare with what is left."""
    if l == 1:
        return True
    for value, count in named.items():
        others = sorted((n for v, n in named.items() if v != value), reverse=True)
        if value not in disclosable and not count < c * sum(others[l - 2 :]):
            return False
    return True


def holds_npd(named, model):
    size = sum(named.values())
    positive = holds_pd(named, model.c1, model.l, model.disclosable)
    return positive and all(100 * named[s] >= model.c2 * size for s in model.protected)


def rows_within(named, low, high):
    return sum(n for value, n in named.items() if low <= Fraction(value) <= high)


def holds_proximity(named, share, below, above):
    """Around every row, or from every row on, at most so many of the rows."""
    limit = sum(named.values()) / share
    return all(
        rows_within(named, x - below, x + above) <= limit for x in map(Fraction, named)
    )


def spread(named):
    """The range of the numbers."""
    return max(map(Fraction, named)) - min(map(Fraction, named))


def variance(named):
    size = sum(named.values())
    mean = sum(Fraction(x) * n for x, n in named.items()) / size
    return sum((Fraction(x) - mean) ** 2 * n for x, n in named.items()) / size


DEFINITIONS = {
    "distinct-l-diversity": lambda n, m: len(n) >= m.l,
    "frequency-l-diversity": lambda n, m: m.l * max(n.values()) <= sum(n.values()),
    "entropy-l-diversity": lambda n, m: holds_entropy(list(n.values()), m.l),
    "recursive-cl-diversity": lambda n, m: holds_recursive(
        sorted(n.values(), reverse=True), m.c, m.l
    ),
    "pd-recursive-cl-diversity": lambda n, m: holds_pd(n, m.c, m.l, m.disclosable),
    "npd-recursive-cl-diversity": holds_npd,
    "alpha-k-anonymity": lambda n, m: (
        sum(n.values()) >= m.k and max(n.values()) <= m.alpha * sum(n.values())
    ),
    "epsilon-m-anonymity": lambda n, m: holds_proximity(n, m.m, m.epsilon, m.epsilon),
    "window-diversity": lambda n, m: holds_proximity(n, m.l, 0, 2 * m.delta),
    "delta-l-diversity": lambda n, m: holds_proximity(n, m.l, 2 * m.delta, 2 * m.delta),
    "ke-anonymity": lambda n, m: len(n) >= m.k and spread(n) >= m.e,
    "variance-control": lambda n, m: variance(n) >= m.v,
}
"""Models of one sensitive attribute: a Counter of its values, and the model."""


SIZE_DEFINITIONS = {
    "k-anonymity": lambda size, m: size >= m.k,
    "odd-size": lambda size, m: size % 2 == 1 and size >= m.k,
}
"""Models of the number of rows."""


def knows(model) -> bool:
    """Whether there is a definition of the model here."""
    return model.name() in {**DEFINITIONS, **SIZE_DEFINITIONS, **COMPARING}


def changes(named, whole):
    """The share of each value of the table in a group, and in the table."""
    ours, theirs = sum(named.values()), sum(whole.values())
    return {
        value: (Fraction(named[value], ours), Fraction(count, theirs))
        for value, count in whole.items()
    }


def work(named, whole, distance):
    """The Earth Mover's Distance of a group from the table."""
    both = changes(named, whole)
    if distance == "equal":
        return sum(abs(p - q) for p, q in both.values()) / 2
    surplus = [both[value][0] - both[value][1] for value in sorted(both, key=Fraction)]
    upto = [sum(surplus[: place + 1]) for place in range(len(surplus) - 1)]
    return sum(map(abs, upto)) / max(1, len(upto))


COMPARING = {
    "t-closeness": lambda n, m, whole: work(n, whole, m.distance) <= m.t,
    "beta-likeness": lambda n, m, whole: all(
        p <= (1 + m.beta) * q for p, q in changes(n, whole).values()
    ),
    "delta-disclosure": lambda n, m, whole: all(
        p > 0 and abs(math.log(p / q)) < m.delta for p, q in changes(n, whole).values()
    ),
}
"""Models that compare a group with the original table: a Counter of each."""


def holds(model, group, sensitive, whole=()) -> bool:
    """Whether a model holds in a group: a list of tuples of sensitive values.

    `whole` are those of the original table.
    """
    if model.name() in SIZE_DEFINITIONS:
        return SIZE_DEFINITIONS[model.name()](len(group), model)
    place = sensitive.index(model.on)
    blocks = defaultdict(Counter)
    for row in group:  # Definition 4.5 splits by the other sensitive attributes
        other = row[:place] + row[place + 1 :] if model.joint else ()
        blocks[other][row[place]] += 1
    if model.name() in COMPARING:
        values = Counter(row[place] for row in whole)
        compare = COMPARING[model.name()]
        return all(compare(one, model, values) for one in blocks.values())
    return all(DEFINITIONS[model.name()](one, model) for one in blocks.values())


def hold(models, group, table: SmallTable) -> bool:
    """Whether every model holds in a group."""
    places = [table.columns.index(name) for name in table.sensitive]
    whole = [tuple(row[place] for place in places) for row in table.rows]
    return all(holds(model, group, table.sensitive, whole) for model in models)


@dataclass(frozen=True)
class Judged:
    """A valid node."""

    node: tuple[int, ...]
    cost: Fraction
    suppressed: int

    @property
    def rank(self):
        """Cheapest first; then fewest removed rows, least height, lowest levels."""
        return self.cost, self.suppressed, sum(self.node), self.node


def judge(table: SmallTable, node, models, *, objective, limit, star) -> Judged | None:
    """The cost of a node; None where it is not valid.

    The objective is a name, or says itself what a node costs.
    """
    groups = grouped(table, node)
    kept, removed = {}, []
    for key, group in groups.items():
        if hold(models, group, table):
            kept[key] = group
        else:
            removed.extend(group)
    if len(removed) > limit or (table.rows and not kept):
        return None
    alike = kept.get(("*",) * len(node), [])  # nobody can tell these rows apart
    if star and removed and not hold(models, [*removed, *alike], table):
        return None
    sizes = {key: len(group) for key, group in kept.items()}
    cost_of = COSTS[objective] if isinstance(objective, str) else objective
    cost = cost_of(table, node, sizes, len(removed))
    return Judged(node, cost, len(removed))


def valid_nodes(table, models, *, objective="height", limit=0, star=False):
    """Every valid node with its cost."""
    found = (
        judge(table, node, models, objective=objective, limit=limit, star=star)
        for node in all_nodes(table)
    )
    return [one for one in found if one is not None]


def height(table, node, sizes, removed):
    del table, sizes, removed
    return Fraction(sum(node))


def discernibility(table, node, sizes, removed):
    del node
    return Fraction(sum(n * n for n in sizes.values()) + removed * len(table.rows))


def average_group_size(table, node, sizes, removed):
    del table, node, removed
    return Fraction(sum(sizes.values()), max(1, len(sizes)))


def losses(table, node, sizes, removed):
    """(leaves - 1) / (domain - 1) per published value, 1 per suppressed one."""
    names = [name for name in table.columns if name in table.ladders]
    for place, (name, level) in enumerate(zip(names, node, strict=True)):
        domain = {row[table.columns.index(name)] for row in table.rows}
        leaves = Counter(label(table, name, value, level) for value in domain)
        hidden = sum(size * (leaves[key[place]] - 1) for key, size in sizes.items())
        lost = removed + Fraction(hidden, max(1, len(domain) - 1))
        yield lost / max(1, len(table.rows))


def imprecisions(table, node, sizes, removed):
    """Level / height per published value, 1 per suppressed one."""
    for level, top in zip(node, heights(table), strict=True):
        lost = removed + sum(sizes.values()) * Fraction(level, max(1, top))
        yield lost / max(1, len(table.rows))


def steps(table, node, sizes, removed):
    del table, sizes, removed
    return map(Fraction, node)


BY_ATTRIBUTE = {"loss": losses, "precision": imprecisions, "height": steps}
"""What each attribute costs, of the objectives that add it up."""


def mean(costs):
    every = list(costs)
    return sum(every, Fraction(0)) / max(1, len(every))


def loss(table, node, sizes, removed):
    return mean(losses(table, node, sizes, removed))


def imprecision(table, node, sizes, removed):
    return mean(imprecisions(table, node, sizes, removed))


def weighted(objective, weights):
    """What an objective minimizes where attributes have weights, one for each."""

    def cost(table, node, sizes, removed):
        costs = BY_ATTRIBUTE[objective](table, node, sizes, removed)
        total = sum(
            (weight * one for weight, one in zip(weights, costs, strict=True)),
            Fraction(0),
        )
        return total if objective == "height" else total / sum(weights)

    return cost


COSTS = {
    "loss": loss,
    "precision": imprecision,
    "discernibility": discernibility,
    "average-group-size": average_group_size,
    "height": height,
}
"""What each objective minimizes."""
