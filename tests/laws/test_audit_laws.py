# SPDX-License-Identifier: Apache-2.0
"""Laws of the audit: it is what brute force over rows finds, in any order of rows."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

import brute_force
from diversa.audits.audit import audit
from diversa.models import parse
from examples import examples
from memory_engine import MemoryEngine

COLUMNS = ("p", "q", "s", "t")
MODELS = tuple(
    part
    for spec in (
        "k-anonymity:3",
        "distinct-l-diversity:2,on=*",
        "frequency-l-diversity:3/2,on=s",
        "entropy-l-diversity:1.9,on=t",
        "recursive-cl-diversity:c=2,l=2,on=*",
        "pd-recursive-cl-diversity:c=1,l=2,disclosable=a,on=s",
        "distinct-l-diversity:2,on=s,joint=true",
        "alpha-k-anonymity:alpha=2/3,k=2,on=s",
        "t-closeness:0.3,on=*",
        "t-closeness:0.4,on=s,joint=true",
        "beta-likeness:0.8,on=t",
        "delta-disclosure:0.9,on=s",
    )
    for part in parse(spec).bind(COLUMNS[2:])
)
KNOWN = st.sampled_from(["*", "1", "2", None])
SECRET = st.sampled_from("abc")
ROWS = st.lists(st.tuples(KNOWN, KNOWN, SECRET, SECRET), min_size=1, max_size=25)


def look(rows, **words):
    return audit(
        (COLUMNS, rows),
        quasi_identifiers=COLUMNS[:2],
        sensitive=COLUMNS[2:],
        engine=MemoryEngine(),
        **words,
    )


def groups_of(rows, *, ignore_suppressed):
    """The sensitive tuples of every group that an audit looks at."""
    groups = defaultdict(list)
    for row in rows:
        groups[row[:2]].append(row[2:])
    if ignore_suppressed and len(groups) > 1:
        groups.pop(("*", "*"), None)
    return dict(groups)


@examples(25)
@given(ROWS, st.randoms(use_true_random=False), st.booleans())
def test_the_order_of_rows_changes_nothing(rows, random, ignore_suppressed):
    shuffled = random.sample(rows, len(rows))
    words = {"models": MODELS, "ignore_suppressed": ignore_suppressed, "groups": 3}
    assert look(rows, **words) == look(shuffled, **words)


@examples(40)
@given(ROWS, st.booleans())
def test_verdicts_are_those_of_brute_force(rows, ignore_suppressed):
    found = look(rows, models=MODELS, ignore_suppressed=ignore_suppressed, groups=99)
    groups = groups_of(rows, ignore_suppressed=ignore_suppressed)
    assert found.rows == len(rows)
    assert found.groups == len(groups)
    assert found.suppressed_rows == sum(row[:2] == ("*", "*") for row in rows)
    fails, whole = defaultdict(list), [row[2:] for row in rows]
    for model, verdict in zip(MODELS, found.models, strict=True):
        bad = [
            key
            for key, group in groups.items()
            if not brute_force.holds(model, group, COLUMNS[2:], whole)
        ]
        for key in bad:
            fails[key].append(model.spec)
        assert verdict.spec == model.spec
        assert verdict.failing_groups == len(bad)
        assert verdict.failing_rows == sum(len(groups[key]) for key in bad)
    shown = {(one.values["p"], one.values["q"]): one for one in found.violating}
    assert shown.keys() == fails.keys()
    assert {key: list(one.fails) for key, one in shown.items()} == fails
    assert {key: one.size for key, one in shown.items()} == {
        key: len(groups[key]) for key in fails
    }
    sizes = [one.size for one in found.violating]
    assert sizes == sorted(sizes)


def levels(named, whole):
    """The levels of one group from the counts of its values, and of the table's."""
    counts = list(named.values())
    size, ordered = sum(counts), sorted(counts, reverse=True)
    entropy = -sum(n / size * math.log(n / size) for n in counts)
    tail = sum(ordered[1:])
    both = brute_force.changes(named, whole).values()
    gains = [((p - q) / q, q) for p, q in both if p >= q]
    capped = all(gain <= -math.log(q) + 1e-12 for gain, q in gains)
    return {
        "distinct-l-diversity": len(counts),
        "frequency-l-diversity": size / ordered[0],
        "entropy-l-diversity": math.exp(entropy),
        "recursive-cl-diversity": ordered[0] / tail if tail else math.inf,
        "alpha-k-anonymity": ordered[0] / size,
        "t-closeness": float(brute_force.work(named, whole, "equal")),
        "beta-likeness": float(max(gains)[0]),
        "beta-likeness:enhanced=true": float(max(gains)[0]) if capped else math.inf,
        "delta-disclosure": max(
            abs(math.log(p / q)) if p else math.inf for p, q in both
        ),
    }


LARGER_IS_BETTER = ("distinct", "frequency", "entropy")


def worst(model):
    return min if model.startswith(LARGER_IS_BETTER) else max


@examples(40)
@given(ROWS)
def test_levels_are_those_of_brute_force(rows):
    found = look(rows)
    groups = list(groups_of(rows, ignore_suppressed=False).values())
    for place, name in enumerate(COLUMNS[2:]):
        whole = Counter(row[2 + place] for row in rows)
        each = [levels(Counter(row[place] for row in one), whole) for one in groups]
        for model in each[0]:
            expected = worst(model)(one[model] for one in each)
            level = found.levels_on[name][model]
            assert level == pytest.approx(expected, abs=1e-12)
    for model, level in found.levels.items():
        if model == "k-anonymity":
            assert level == min(map(len, groups))
        else:
            assert level == worst(model)(one[model] for one in found.levels_on.values())
    counted = Counter(map(len, groups))
    assert {one.low: one.groups for one in found.group_sizes} == counted
