# SPDX-License-Identifier: Apache-2.0
"""Laws of linked tables: what is monotone, what stays, and what somebody believes."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diversa.models.linked_privacy import KmAnonymity, LkcPrivacy, verdict_of
from linked_tables import (
    ALL,
    PEOPLE,
    SECRETS,
    bag,
    histories_of,
    k_of,
    l_of,
    largest_stable,
    posteriors,
    sub_bags,
    support,
    task,
)

KNOWN = st.integers(0, 3)


def level(histories, m):
    """The k and the l of histories; no l is more than any other."""
    model = LkcPrivacy(1, "all" if m is None else m, 1, on="ill")
    found = verdict_of(histories, model, SECRETS)
    share = float("inf") if found.share is None else Fraction(found.share)
    return found.people, share


@given(PEOPLE, KNOWN)
def test_who_knows_more_visits_finds_fewer(people, m):
    histories = histories_of(people)
    fewer, more = level(histories, m), level(histories, m + 1)
    assert more[0] <= fewer[0]
    assert more[1] <= fewer[1]


@given(PEOPLE, KNOWN, st.lists(st.integers(0, 1), min_size=4, max_size=4))
def test_generalization_keeps_k(people, m, merged):
    histories = histories_of(people)
    for constants in (np.arange(2), np.zeros(2, int)):
        coarse = histories.move(constants, np.array(merged))
        assert level(coarse, m)[0] >= level(histories, m)[0]
        assert level(coarse, None)[0] >= level(histories, None)[0]


@given(PEOPLE, KNOWN)
def test_whole_histories_imply_every_number_of_visits(people, m):
    histories = histories_of(people)
    whole, part = level(histories, None), level(histories, m)
    assert part[0] >= whole[0]
    assert part[1] >= whole[1]


@given(PEOPLE)
def test_one_known_visit_is_people_in_groups_of_constants_and_visit(people):
    groups = {(p[0], v) for p in people for v in bag(p)}
    sizes = [len(support(people, c, (v,))) for c, v in groups]
    alike = Counter(p[0] for p in people).values()
    assert level(histories_of(people), 1)[0] == min([*sizes, *alike])


@given(PEOPLE, KNOWN, st.integers(0, 1), st.integers(0, 3))
def test_a_kind_of_visit_may_go_from_all_with_the_same_constants(people, m, c, visit):
    cut = [(p[0], [v for v in p[1] if (p[0], v[0]) != (c, visit)]) for p in people]
    before, after = level(histories_of(people), m), level(histories_of(cut), m)
    assert after[0] >= before[0]
    own = {s for p in people for _, s in p[1]} == {s for p in cut for _, s in p[1]}
    assert after[1] >= before[1] or not own


@given(PEOPLE, st.integers(1, 3), st.integers(0, 2))
def test_the_largest_stable_set_is_one_and_is_found(people, k, m):
    (largest,) = largest_stable(people, k, m)
    asked = task(people, KmAnonymity(k, m), budget=ALL)
    assert tuple(asked.stable(asked.histories).origins) == largest


@given(PEOPLE.filter(lambda people: len(people) <= 5), st.integers(0, 2))
def test_nobody_believes_more_than_the_levels_say(people, m):
    k, l = k_of(people, m), l_of(people, m)
    for target in range(len(people)):
        for known in sub_bags(people[target], m):
            beliefs = posteriors(people, target, known)
            assert max(beliefs.values()) == Fraction(1, len(beliefs)) <= Fraction(1, k)
            values = {s for record in beliefs for _, s in people[record][1]}
            for value in values:
                having = [
                    belief
                    for record, belief in beliefs.items()
                    if value in {s for _, s in people[record][1]}
                ]
                assert sum(having) <= 1 / l
