# SPDX-License-Identifier: Apache-2.0
"""The judge of people's counts (`people_by_hand`): examples, laws and refutations.

What is refuted is what models must not assume: each pair of groups is the smallest for
which a conclusion from groups to their union, or from rows to people, is wrong.
"""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import people_by_hand as by_hand
from examples import examples
from people_by_hand import EXAMPLES, NEVER, levels, parse


@pytest.mark.parametrize("line", EXAMPLES.strip().splitlines())
def test_groups_of_people_have_the_levels_of_the_definitions(line):
    text, *expected = line.split("|")
    group = parse(text)
    assert levels(expected) == [
        len(group),
        len(by_hand.people(group)),
        by_hand.row_l(group),
        by_hand.people_l(group),
        by_hand.cover(group),
        by_hand.distinct(group),
        by_hand.recursive(group, 2),
        by_hand.recursive(group, 3),
        by_hand.row_share(group),
        by_hand.kept(group, Fraction(2)),
    ]
    assert by_hand.recursive(group, 1) == 0


HALVES = parse("a:h b:f")
SWAPPED = parse("a:f b:h")


def test_groups_of_different_people_add_up():
    union = HALVES + parse("c:h d:x")
    assert len(by_hand.people(union)) == 4
    assert (by_hand.people_l(union), by_hand.cover(union)) == (2, 3)


def test_groups_of_the_same_people_do_not_add_up():
    union = HALVES + SWAPPED
    assert (len(by_hand.people(union)), len(union)) == (2, 4)
    assert (by_hand.row_l(union), by_hand.people_l(union)) == (2, 1)
    assert by_hand.cover(union) == by_hand.distinct(union) == 1
    assert by_hand.recursive(union, 2) == NEVER


def test_groups_that_share_a_person():
    union = HALVES + parse("a:h c:f")
    assert len(by_hand.people(union)) == 3
    assert by_hand.having(union)["f"] == 2
    assert by_hand.people_l(union) == Fraction(3, 2)


def test_missing_values():
    assert by_hand.people_l(parse("a:h? b:f c:x")) == 3  # one more value
    found = [by_hand.worst_l(parse(text)) for text in ("a:h? b:f c:x", "a:? b:?")]
    assert found == [Fraction(3, 2), 1]
    assert by_hand.worst_l(parse("a:h b:f c:x d:?")) == 2


def test_missing_persons():
    group = parse("a:h b:f ?:h")
    size, counts = by_hand.worst_persons(group)
    assert (size, counts["h"], counts["f"]) == (2, 2, 1)
    alone = by_hand.own_persons(group)
    assert (len(by_hand.people(alone)), by_hand.people_l(alone)) == (3, Fraction(3, 2))


def test_groups_beside_their_table():
    first, second = parse("a:hf b:h c:f"), parse("d:x e:f g:fx")
    table = first + second
    assert by_hand.having(table) == {"f": 4, "h": 2, "x": 2}
    half = Fraction(3, 2)
    assert by_hand.shares(table) == {"f": 3, "h": half, "x": half}
    assert by_hand.shares(first) == {"h": half, "f": half}
    for group in (first, second):
        assert by_hand.t_equal(group, table) == Fraction(1, 4)
        assert by_hand.t_ordered(group, table) == Fraction(1, 8)
        assert by_hand.beta(group, table) == 1
        assert by_hand.delta(group, table) == NEVER


def test_windows_of_numbers():
    group = (("a", 10), ("a", 50), ("b", 12), ("c", 14), ("d", 90))
    found = [by_hand.window_l(group, length) for length in (4, 2, 40)]
    assert found == [Fraction(4, 3), 2, Fraction(4, 3)]


def test_a_cap_on_rows_is_tight():
    group = parse("a:hf b:xg c:hx d:fg")
    assert (by_hand.row_l(group), by_hand.people_l(group)) == (4, 2)


def test_posteriors_in_one_group():
    group = parse("a:hh b:f c:f")
    assert by_hand.posterior_of_profiles(group, "a", "h") == Fraction(1, 3)
    found = [by_hand.posterior_of_deals(group, who, "h") for who in "ab"]
    assert found == [Fraction(5, 6), Fraction(1, 2)]
    assert by_hand.posterior_of_rows(group, "a", "h") == Fraction(11, 18)
    assert by_hand.posterior_of_rows(by_hand.once(group), "a", "h") == Fraction(1, 3)


def test_posteriors_of_a_person_in_two_groups():
    groups = HALVES, parse("a:h c:x")
    found = by_hand.posterior_in_groups(groups, "a", "h")
    assert found == Fraction(3, 4) <= sum(1 / by_hand.people_l(one) for one in groups)
    assert {*by_hand.having(groups[0])} & {*by_hand.having(groups[1])} == {"h"}


def test_kinds_of_people():
    rows = "a0h a1f b0h b1f c1f d0h"
    pairs = [(row[0], row[1:]) for row in rows.split()]
    assert by_hand.kinds(pairs) == {
        frozenset({"0h", "1f"}): 2,
        frozenset({"1f"}): 1,
        frozenset({"0h"}): 1,
    }
    cells = [
        tuple((who, one[1]) for who, one in pairs if one[0] == cell) for cell in "01"
    ]
    assert [len(by_hand.people(cell)) for cell in cells] == [3, 3]
    assert [by_hand.having(cell) for cell in cells] == [{"h": 3}, {"f": 3}]
    union = cells[0] + cells[1]
    assert (len(by_hand.people(union)), by_hand.having(union)) == (4, {"h": 3, "f": 3})
    assert by_hand.people_l(union) == Fraction(4, 3)


def test_a_name_of_two_people_raises_the_level():
    group, by_name = parse("a:h b:h c:f d:x"), parse("a:h a:h c:f d:x")
    assert (by_hand.people_l(group), by_hand.people_l(by_name)) == (2, 3)
    assert (len(by_hand.people(group)), len(by_hand.people(by_name))) == (4, 3)


# What does not hold: a group, or two groups and their union.


@pytest.mark.parametrize(
    ("first", "second", "level", "expected"),
    [
        ("a:h b:f", "a:f b:h", by_hand.people_l, (2, 2, 1)),
        ("a:h b:f", "a:f b:h", by_hand.distinct, (2, 2, 1)),
        ("a:h b:f", "a:f b:h", by_hand.cover, (2, 2, 1)),
        ("a:h b:f", "a:f b:h", lambda e: by_hand.recursive(e, 2), (1, 1, NEVER)),
        ("a:hf", "a:h b:f", lambda e: round(by_hand.entropy(e), 4), (2, 2, 1.7548)),
        (
            "a:hf",
            "a:f b:h",
            lambda e: by_hand.t_equal(e, parse("a:hf b:h d:f")),
            (0, 0, Fraction(1, 4)),
        ),
    ],
)
def test_groups_that_share_people_are_not_union_closed(first, second, level, expected):
    groups = parse(first), parse(second)
    found = [level(one) for one in (*groups, groups[0] + groups[1])]
    assert found == [*expected]


def test_beta_and_windows_are_not_union_closed_where_people_are_shared():
    groups = HALVES, SWAPPED, HALVES + SWAPPED
    table = groups[2] + parse("c:f")
    found = [by_hand.beta(one, table) for one in groups]
    assert found == [Fraction(-1, 4), Fraction(-1, 4), Fraction(1, 2)]
    numbers = (("a", 1), ("b", 9)), (("a", 9), ("b", 1))
    found = [by_hand.window_l(one, 1) for one in (*numbers, numbers[0] + numbers[1])]
    assert found == [2, 2, 1]


def test_frequency_and_distinct_from_three_values_on_absorb_nothing():
    assert by_hand.people_l(HALVES + parse("c:h")) == Fraction(3, 2)
    assert by_hand.distinct(parse("a:h b:f c:x")) == 3
    assert by_hand.distinct(parse("a:h b:f c:x d:hf e:hf")) == 2


def test_values_sets_and_rows_say_nothing_of_people():
    assert by_hand.people_l(parse("a:hfx b:hfx")) == 1  # three values
    sets = parse("a:hf b:ha c:hc")  # three different sets
    assert (by_hand.people_l(sets), by_hand.shares(sets)["h"]) == (1, Fraction(3, 2))
    found = [(by_hand.row_l(e), by_hand.people_l(e)) for e in map(parse, TRAPS)]
    assert found == [(4, 1), (Fraction(10, 9), 2)]


TRAPS = "a:hfac b:hfac", "a:hhhhhhhhh b:f"


def test_who_knows_how_many_rows_a_person_has_knows_more():
    group = parse("a:yyy b:f c:f")
    assert by_hand.people_l(group) == Fraction(3, 2)
    assert by_hand.posterior_of_deals(group, "a", "y") > Fraction(2, 3)
    # Each value once per person helps, and does not cure it.
    distinct = parse("a:y b:f c:yxf d:x")
    most = max(by_hand.posterior_of_deals(distinct, "c", s) for s in "yfx")
    assert by_hand.people_l(distinct) == 2 < 1 / (1 - most)
    assert most > Fraction(1, 2)


# What holds, whatever the groups are.

VALUES = "hfxg"
PERSON = st.lists(st.sampled_from(VALUES), min_size=1, max_size=3)
GROUPS = st.lists(PERSON, min_size=1, max_size=5).map(by_hand.rows_of)
SMALL = st.lists(
    st.lists(st.sampled_from(VALUES), min_size=1, max_size=2), min_size=1, max_size=3
).map(by_hand.rows_of)


def elsewhere(group):
    """The group as if it were of other people."""
    return tuple((f"other {who}", value) for who, value in group)


@given(GROUPS, GROUPS)
def test_people_and_values_add_up_where_groups_are_disjoint(first, second):
    union = first + elsewhere(second)
    parts = [by_hand.having(one) for one in (first, second)]
    assert by_hand.having(union) == parts[0] + parts[1]
    ours, theirs, both = map(by_hand.people, (first, second, union))
    assert len(both) == len(ours) + len(theirs)
    shared = by_hand.people(first + second)
    assert max(len(ours), len(theirs)) <= len(shared) <= len(both)


@given(GROUPS, GROUPS)
def test_union_of_disjoint_groups_is_no_worse_than_the_worst(first, second):
    union = first + elsewhere(second)
    for level in (
        by_hand.people_l,
        by_hand.distinct,
        by_hand.cover,
        by_hand.row_share,
        by_hand.entropy,
    ):
        assert level(union) >= min(level(first), level(second)) - 1e-9
    for l in (2, 3, 4):
        apart = max(by_hand.recursive(one, l) for one in (first, second))
        assert by_hand.recursive(union, l) <= apart
    table = union + parse("q:hx r:f")
    for level in (by_hand.t_equal, by_hand.t_ordered, by_hand.beta, by_hand.delta):
        apart = max(level(one, table) for one in (first, second))
        assert level(union, table) <= apart + 1e-9


@given(GROUPS, GROUPS)
def test_people_and_row_shares_grow_whoever_is_in_both_groups(first, second):
    union = first + second
    assert len(by_hand.people(union)) >= len(by_hand.people(first))
    apart = min(by_hand.row_share(first), by_hand.row_share(second))
    assert by_hand.row_share(union) >= apart
    assert len(by_hand.people(first)) >= by_hand.row_share(first)


@given(GROUPS, GROUPS)
def test_cover_and_two_values_absorb_other_people(first, second):
    union = first + elsewhere(second)
    assert by_hand.cover(union) >= by_hand.cover(first)
    assert by_hand.distinct(union) >= min(2, by_hand.distinct(first))


@given(GROUPS)
def test_levels_of_one_group_bound_each_other(group):
    size, values = len(by_hand.people(group)), by_hand.having(group)
    l = by_hand.people_l(group)
    assert size >= math.ceil(l)
    assert len(values) >= math.ceil(l)
    assert by_hand.distinct(group) <= by_hand.cover(group) <= len(values)
    shares = by_hand.shares(group)
    assert all(shares[value] <= values[value] for value in values)
    assert sum(shares.values()) == size <= sum(values.values())


@given(st.lists(st.sampled_from(VALUES), min_size=1, max_size=8))
def test_people_with_one_value_are_rows(values):
    group = by_hand.rows_of([[one] for one in values])
    assert by_hand.people_l(group) == by_hand.row_l(group)
    assert by_hand.distinct(group) == by_hand.cover(group) == len(set(values))
    assert by_hand.shares(group) == by_hand.row_counts(group)


@given(GROUPS)
def test_negative_facts_leave_a_posterior_below_the_bound(group):
    values = list(by_hand.having(group))
    for l in (2, 3, 4):
        bound = by_hand.recursive(group, l)
        for facts in up_to(l - 2, values) if bound != NEVER else ():
            left = [one for one in by_hand.profiles(group) if one.isdisjoint(facts)]
            most = max(sum(value in one for one in left) for value in values)
            assert Fraction(most, len(left)) <= Fraction(bound, bound + 1)
    fewest = next(f for f in up_to(len(values), values) if is_certain(group, f))
    assert len(fewest) + 1 == by_hand.cover(group) >= by_hand.distinct(group)


def up_to(number, values):
    """All sets of up to so many values, the smallest first."""
    return chain(*(combinations(values, size) for size in range(number + 1)))


def is_certain(group, facts):
    """Whether somebody without the values of the facts surely has another one."""
    left = [one for one in by_hand.profiles(group) if one.isdisjoint(facts)]
    return bool(left) and bool(frozenset.intersection(*left))


MAYBE = st.lists(
    st.lists(st.sampled_from("hfx?"), min_size=1, max_size=2), min_size=1, max_size=4
).map(by_hand.rows_of)


@given(MAYBE)
@examples(60)
def test_worst_is_the_worst_of_all_completions(group):
    every = list(by_hand.completions(group, "hfxz"))
    assume(len(every) <= 300)
    assert by_hand.worst_l(group) == min(map(by_hand.people_l, every))
    assert by_hand.worst_distinct(group) <= min(map(by_hand.cover, every))
    for l in (2, 3):
        worst = by_hand.worst_recursive(group, l)
        if worst == NEVER:
            continue
        for one in every:  # fact 2, whatever is missing
            for facts in up_to(l - 2, "hfxz"):
                left = [v for v in by_hand.profiles(one) if v.isdisjoint(facts)]
                most = max(sum(s in v for v in left) for s in "hfxz")
                assert Fraction(most, len(left)) <= Fraction(worst, worst + 1)


@given(GROUPS, st.integers(0, 2))
def test_rows_without_a_person_are_on_the_safe_side(group, number):
    persons = list(by_hand.people(group))[:number]
    lost = tuple(("?" if who in persons else who, one) for who, one in group)
    size, counts = by_hand.worst_persons(lost)
    assert size <= len(by_hand.people(group)) or size == 1
    assert Fraction(size, max(counts.values())) <= by_hand.people_l(group)


@given(GROUPS)
def test_one_id_for_two_people_is_safe_for_their_number_and_cover(group):
    coarser = tuple(("0" if who == "1" else who, value) for who, value in group)
    assert len(by_hand.people(coarser)) <= len(by_hand.people(group))
    assert by_hand.cover(coarser) <= by_hand.cover(group)


@given(GROUPS, st.sampled_from([Fraction(3, 2), Fraction(2), Fraction(3)]))
def test_no_more_people_are_kept_than_the_bound_says(group, l):
    names = list(by_hand.people(group))
    held = [0]
    for some in up_to(len(names), names):
        part = tuple(row for row in group if row[0] in some)
        if part and by_hand.people_l(part) >= l:
            held.append(len(some))
    assert max(held) <= by_hand.kept(group, l)


@given(GROUPS, st.integers(1, 3))
def test_a_cap_on_rows_bounds_people(group, l):
    most = by_hand.most_rows(group)
    size = len(by_hand.people(group))
    assert size >= -(-len(group) // most)
    if by_hand.row_l(group) >= l * most:
        assert by_hand.people_l(group) >= l


@given(SMALL)
@examples(40)
def test_every_adversary_is_bounded_by_counts_of_people(group):
    size, counts = len(by_hand.people(group)), by_hand.having(group)
    most, rows = by_hand.most_rows(group), by_hand.row_counts(group)
    for value in counts:
        expected = Fraction(counts[value], size)
        assert by_hand.posterior_of_profiles(group, "0", value) == expected
        deals = by_hand.posterior_of_deals(group, "0", value)
        own = len(by_hand.people(group)["0"])
        without = math.comb(len(group) - rows[value], own)
        assert deals == 1 - Fraction(without, math.comb(len(group), own))
        assert deals <= Fraction(most * rows[value], len(group))
        found = by_hand.posterior_of_rows(group, "0", value)
        assert found <= min(1, Fraction(rows[value], size))
        one = by_hand.once(group)
        assert by_hand.posterior_of_rows(one, "0", value) <= expected
        assert by_hand.posterior_without_repeats(one, "0", value) == expected


@given(SMALL, SMALL)
@examples(40)
def test_a_person_in_two_groups_is_bounded_by_their_sum(first, second):
    groups = first, elsewhere(second) + tuple(r for r in second if r[0] == "0")
    for value in VALUES:
        shares = [
            Fraction(by_hand.having(one)[value], len(by_hand.people(one)))
            for one in groups
        ]
        found = by_hand.posterior_in_groups(groups, "0", value)
        assert found == 1 - math.prod(1 - share for share in shares) <= sum(shares)
