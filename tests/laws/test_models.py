# SPDX-License-Identifier: Apache-2.0
"""Laws of every privacy model in the registry.

A new model is covered by one line in MODELS_AT_RANDOM (how its parameters are drawn),
one in DEFINITIONS (its definition, word by word, on plain counts and fractions), and,
for each flag that is False, one in COUNTEREXAMPLES.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import fields, replace
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from diversa.counts.groups import Groups
from diversa.models import MODELS, parse
from diversa.models.negative_disclosure import NegativeDisclosure

VALUES = "abcd"
EVERY = {**MODELS, NegativeDisclosure.name(): NegativeDisclosure}
"""The registry and the half that is in no registry."""


def fractions(*texts):
    return st.sampled_from([Fraction(text) for text in texts])


def some(least):
    return st.lists(st.sampled_from(VALUES), min_size=least, max_size=3, unique=True)


L = st.integers(1, 4)
REAL_L = fractions("1", "1.2", "1.5", "2", "2.5", "2.8", "3", "10/3", "4")
C = fractions("1/4", "1/3", "1/2", "1", "1.5", "2", "3", "9")
PERCENT = fractions("0", "1", "10", "12.5", "25", "100/3", "50", "90")

MODELS_AT_RANDOM = {
    "k-anonymity": st.tuples(st.integers(1, 12)),
    "distinct-l-diversity": st.tuples(L),
    "frequency-l-diversity": st.tuples(REAL_L),
    "entropy-l-diversity": st.tuples(REAL_L),
    "recursive-cl-diversity": st.tuples(C, L),
    "pd-recursive-cl-diversity": st.tuples(C, L, some(0)),
    "npd-recursive-cl-diversity": st.tuples(C, PERCENT, L, some(0), some(1)),
    "negative-disclosure": st.tuples(PERCENT, some(1)),
}


def is_entropy_diverse(model, n):
    size, l = sum(n.values()), model.l
    product = math.prod(count**count for count in n.values())
    return (size * l.denominator) ** size >= l.numerator**size * product


def is_recursive(model, n):
    counts = sorted(n.values(), reverse=True)
    return model.l == 1 or counts[0] < model.c * sum(counts[model.l - 1 :])


def is_pd_recursive(c, l, disclosable, n):
    """Definition 4.3 with ranks from 1, l = 1 and r_y = 0 as its text wants them."""
    ranked = sorted(n, key=lambda value: -n[value])
    ranks = [i for i, value in enumerate(ranked, 1) if value not in disclosable]
    if l == 1 or not ranks:
        return True
    r = [None, *(n[value] for value in ranked)]
    y = ranks[0]
    if y <= l - 1:
        return r[y] < c * sum(r[l:])
    return r[y] < c * sum(r[l - 1 : y]) + c * sum(r[y + 1 :])


def is_not_ruled_out(c2, protected, n):
    size = sum(n.values())
    return all(Fraction(n.get(value, 0), size) >= c2 / 100 for value in protected)


DEFINITIONS = {
    "k-anonymity": lambda model, n: sum(n.values()) >= model.k,
    "distinct-l-diversity": lambda model, n: len(n) >= model.l,
    "frequency-l-diversity": lambda model, n: all(
        Fraction(count, sum(n.values())) <= 1 / model.l for count in n.values()
    ),
    "entropy-l-diversity": is_entropy_diverse,
    "recursive-cl-diversity": is_recursive,
    "pd-recursive-cl-diversity": lambda model, n: is_pd_recursive(
        model.c, model.l, model.disclosable, n
    ),
    "npd-recursive-cl-diversity": lambda model, n: (
        is_pd_recursive(model.c1, model.l, model.disclosable, n)
        and is_not_ruled_out(model.c2, model.protected, n)
    ),
    "negative-disclosure": lambda model, n: is_not_ruled_out(
        model.c2, model.protected, n
    ),
}

COUNTEREXAMPLES = {
    ("frequency-l-diversity", "absorbing"): ("2", {"a": 1, "b": 1}, {"b": 1}),
    ("entropy-l-diversity", "absorbing"): ("2", {"a": 1, "b": 1}, {"b": 1}),
    ("recursive-cl-diversity", "absorbing"): ("2,l=2", {"a": 1, "b": 1}, {"b": 1}),
    ("pd-recursive-cl-diversity", "absorbing"): (
        "1,l=2,disclosable=a",
        {"a": 1},
        {"b": 1},
    ),
    ("npd-recursive-cl-diversity", "absorbing"): (
        "9,c2=50,l=2,disclosable=,protected=a",
        {"a": 1, "b": 1},
        {"b": 1},
    ),
}
"""Model and flag to parameters, a group that holds, and what it is merged with.

For `union_closed` the second group must hold too.
"""

COUNTS = arrays(
    np.int64, st.tuples(st.integers(2, 16), st.just(4)), elements=st.integers(0, 6)
).map(lambda counts: counts + (counts.sum(axis=1, keepdims=True) == 0))
"""Groups, one line each: rows per value."""


def random_counts(seed):
    draw = np.random.default_rng(seed)
    counts = draw.integers(0, 7, (50, 4)) * draw.integers(0, 2, (50, 4))
    return counts + (counts.sum(axis=1, keepdims=True) == 0)


MANY = st.builds(random_counts, st.integers(0, 2**32 - 1))
"""Fifty groups: laws of pairs then apply to hundreds of them."""


def groups_of(counts, names=VALUES):
    named = [dict(zip(names, map(int, line), strict=True)) for line in counts]
    return Groups.from_counts(named, on="s")


def at_random(name):
    kind = EVERY[name]
    return MODELS_AT_RANDOM[name].map(lambda arguments: kind(*arguments))


def law(*strategies, examples=40):
    """Try a law on so many examples."""
    chosen = settings(max_examples=examples, deadline=None)
    return lambda function: chosen(given(*strategies)(function))


def flagged(flag):
    return [name for name, model in EVERY.items() if getattr(model, flag)]


def test_every_model_is_covered():
    assert set(MODELS_AT_RANDOM) == set(DEFINITIONS) == set(EVERY)


@pytest.mark.parametrize("name", EVERY)
def test_the_definition(name):
    seen = Counter()

    @law(at_random(name), COUNTS | MANY, examples=60)
    def holds(model, counts):
        found = model.holds(groups_of(counts)).tolist()
        named = [dict(zip(VALUES, map(int, line), strict=True)) for line in counts]
        present = [{v: n for v, n in one.items() if n} for one in named]
        assert found == [DEFINITIONS[name](model, one) for one in present]
        seen.update(found)

    holds()
    assert min(seen[True], seen[False]) > 100


@pytest.mark.parametrize("name", flagged("union_closed"))
def test_two_groups_that_hold_hold_when_merged(name):
    applied = 0

    @law(at_random(name), MANY)
    def holds(model, counts):
        nonlocal applied
        kept = model.holds(groups_of(counts))
        left, right = np.triu_indices(int(kept.sum()), 1)
        assert model.holds(groups_of(counts[kept][left] + counts[kept][right])).all()
        applied += 0 if kept.all() else len(left)

    holds()
    assert applied > 300


@pytest.mark.parametrize("name", flagged("absorbing"))
def test_a_group_that_holds_absorbs_any_other(name):
    applied = 0

    @law(at_random(name), MANY)
    def holds(model, counts):
        nonlocal applied
        kept = model.holds(groups_of(counts))
        merged = counts[kept][:, None] + counts[~kept][None]
        assert model.holds(groups_of(merged.reshape(-1, 4))).all()
        applied += merged.shape[0] * merged.shape[1]

    holds()
    assert applied > 300


def test_every_false_flag_has_a_counterexample():
    false = {
        (name, flag)
        for name, model in MODELS.items()
        for flag in ("union_closed", "absorbing")
        if not getattr(model, flag)
    }
    assert set(COUNTEREXAMPLES) == false


@pytest.mark.parametrize(("name", "flag"), COUNTEREXAMPLES)
def test_the_counterexample_is_one(name, flag):
    parameters, first, second = COUNTEREXAMPLES[name, flag]
    model = parse(f"{name}:{parameters}")
    merged = Counter(first) + Counter(second)
    found = model.holds(Groups.from_counts([first, second, merged], on="s"))
    assert found[0]
    assert not found[2]
    assert found[1] or flag == "absorbing"


@pytest.mark.parametrize("name", EVERY)
def test_many_groups_at_once_are_each_alone(name):
    @law(at_random(name), COUNTS, examples=15)
    def holds(model, counts):
        every = groups_of(counts)
        alone = [groups_of(line[None]) for line in counts]
        assert model.holds(every).tolist() == [model.holds(g)[0] for g in alone]
        one_by_one = [model.measure(group).floats[0] for group in alone]
        assert model.measure(every).floats.tolist() == one_by_one

    holds()


@pytest.mark.parametrize("name", EVERY)
def test_order_and_names_of_values_mean_nothing(name):
    @law(at_random(name), COUNTS, st.permutations("wxyz"), st.randoms())
    def holds(model, counts, names, random):
        renamed = dict(zip(VALUES, names, strict=True))
        lists = {
            field.name: [renamed[one] for one in getattr(model, field.name)]
            for field in fields(model)
            if isinstance(getattr(model, field.name), tuple)
        }
        order = random.sample(range(len(counts)), len(counts))
        other = replace(model, **lists).measure(groups_of(counts[order], names))
        found = model.measure(groups_of(counts))
        np.testing.assert_allclose(other.floats, found.floats[order], rtol=1e-12)

    holds()


@pytest.mark.parametrize("name", EVERY)
def test_every_row_twice_changes_the_size_only(name):
    @law(at_random(name), COUNTS, st.integers(2, 1000))
    def holds(model, counts, times):
        once = model.measure(groups_of(counts)).floats
        repeated = model.measure(groups_of(times * counts)).floats
        factor = times if name == "k-anonymity" else 1
        np.testing.assert_allclose(repeated, factor * once, rtol=1e-12)

    holds()


@pytest.mark.parametrize("name", EVERY)
def test_implied_models_hold_and_absorb(name):
    @law(at_random(name), MANY, examples=20)
    def holds(model, counts):
        kept = counts[model.holds(groups_of(counts))]
        for implied in model.implied():
            assert implied.prunes(suppression=True)
            assert implied.holds(groups_of(kept)).all()

    holds()


@pytest.mark.parametrize("name", [name for name in EVERY if "entropy" not in name])
def test_the_level_decides(name):
    @law(at_random(name), COUNTS)
    def holds(model, counts):
        found = model.measure(groups_of(counts)).satisfy(model.sense, model.bound)
        assert found.tolist() == model.holds(groups_of(counts)).tolist()

    holds()


@pytest.mark.parametrize("name", EVERY)
def test_worst_means_whatever_the_missing_values_are(name):
    group = st.dictionaries(st.sampled_from(VALUES), st.integers(1, 4), max_size=4)
    seen = Counter()

    @law(at_random(name), group, st.integers(1, 3), examples=200)
    def holds(model, known, lost):
        groups = Groups.from_counts([{**known, None: lost}], on="s", missing="worst")
        completions = [
            Counter(known) + Counter(values)
            for values in combinations_with_replacement(VALUES + "z", lost)
        ]
        wanted = all(DEFINITIONS[name](model, one) for one in completions)
        assert model.holds(groups).tolist() == [wanted]
        seen[wanted] += 1

    holds()
    assert min(seen[True], seen[False]) > 5
