# SPDX-License-Identifier: Apache-2.0
"""People and their visits, counted by hand: (k,m), LKC and trajectories, literally.

A person is `(constants, visits)`; a visit is what may be known of it and its value.
`a:M:1h,2f` is somebody with constants M, a visit 1 with h and a visit 2 with f.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import chain, combinations, permutations

import numpy as np
from hypothesis import strategies as st

from diversa.counts.histories import Histories
from diversa.data.dictionary import Dictionary
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.models.linked_privacy import Secrets
from diversa.search.linked import LinkedTask
from diversa.search.linked_side import Budget, Side

PEOPLE = st.lists(
    st.tuples(
        st.integers(0, 1),
        st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), max_size=4),
    ),
    min_size=1,
    max_size=7,
)
"""People with constants 0 or 1, and up to four visits 0 to 3 with values 0 to 2."""


def read_people(text):
    """People by name, from a line of the worked examples."""
    people = {}
    for part in text.split():
        name, constants, visits = part.split(":")
        people[name] = (constants, [(v[0], v[1]) for v in visits.split(",") if v])
    return people


def bag(person):
    return Counter(visit for visit, _ in person[1])


def sub_bags(person, m):
    """Every bag of at most m visits that a person has; all of them where m is None."""
    known = sorted(bag(person).elements())
    sizes = range(len(known) + 1) if m is None else range(m + 1)
    return {part for size in sizes for part in combinations(known, size)}


def support(people, constants, known):
    """The people with these constants whose bags contain the known visits."""
    wanted = Counter(known)
    return [p for p in people if p[0] == constants and wanted <= bag(p)]


def all_patterns(people, m):
    return {(p[0], known) for p in people for known in sub_bags(p, m)}


def level_of(who):
    """The inverse of the largest share of a value among some people."""
    having = Counter(s for p in who for s in {s for _, s in p[1]})
    return Fraction(len(who), max(having.values())) if having else None


def k_of(people, m):
    """The fewest people behind a pattern; m = None is the whole bag."""
    return min(map(len, supports(people, m)))


def l_of(people, m):
    levels = [level_of(who) for who in supports(people, m)]
    return min((level for level in levels if level is not None), default=None)


def supports(people, m):
    people = list(people)
    if m is None:
        return [[q for q in people if (q[0], bag(q)) == (p[0], bag(p))] for p in people]
    return [support(people, *pattern) for pattern in all_patterns(people, m)]


def is_stable(people, k, m):
    return not people or k_of(people, m) >= k


def largest_stable(people, k, m):
    """The stable sets of the people with the most members, by places; all of them."""
    places = range(len(people))
    sets = chain.from_iterable(
        combinations(places, size) for size in range(len(people), -1, -1)
    )
    stable = [s for s in sets if is_stable([people[i] for i in s], k, m)]
    return [s for s in stable if len(s) == len(stable[0])]


def posteriors(people, target, known):
    """What is believed of a target: the share of worlds in which it has each record.

    A world gives each person one of the published records with the same constants; in
    the worlds that count, the record of the target matches what is known.
    """
    alike = [i for i, p in enumerate(people) if p[0] == people[target][0]]
    wanted, place = Counter(known), alike.index(target)
    worlds = [w[place] for w in permutations(alike) if wanted <= bag(people[w[place]])]
    return {record: Fraction(n, len(worlds)) for record, n in Counter(worlds).items()}


def histories_of(people):
    """The people as the program counts them, one history each."""
    people = list(people)
    visits = sorted({visit for p in people for visit, _ in p[1]})
    values = sorted({value for p in people for _, value in p[1]})
    constants = sorted({p[0] for p in people})
    lines = [visit for p in people for visit in p[1]]
    return Histories.of(
        constants=np.array([constants.index(p[0]) for p in people]),
        starts=np.cumsum([0, *(len(p[1]) for p in people)]),
        visits=np.array([visits.index(visit) for visit, _ in lines], int),
        values=np.array([[values.index(s)] for _, s in lines], np.int32).reshape(-1, 1),
        people=np.ones(len(people), int),
        own_values=np.zeros((len(people), 0), np.int32),
    )


SECRETS = Secrets((), ("ill",))
NOTHING = Budget(0, 0)
ALL = Budget(100, 100)


def side(name, size):
    """Numbers as they are, in pairs, or hidden."""
    values = Dictionary.build(name, [str(i) for i in range(size)], [1] * size)
    pairs = [str(i // 2) for i in range(size)]
    hierarchy = Hierarchy.from_labels(values, [pairs], top=True)
    return Side(np.arange(size, dtype=np.int32)[:, None], (hierarchy,))


def task(people, *models, budget=NOTHING):
    """The people as the search takes them."""
    histories = histories_of(people)
    sizes = (int(n.max(initial=0)) + 1 for n in (histories.constants, histories.visits))
    sides = [side(name, size) for name, size in zip("cv", sizes, strict=True)]
    return LinkedTask(histories, *sides, models, SECRETS, budget)
