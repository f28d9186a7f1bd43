# SPDX-License-Identifier: Apache-2.0
"""Models where groups count people, against the judge in fractions.

Every model that says how it counts people has a line in JUDGES: its measure and its
verdict on random groups are those of `people_by_hand`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations

import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import people_by_hand as by_hand
from diversa.counts.groups import Groups
from diversa.counts.population import Population
from diversa.counts.visits import groups_of_people
from diversa.errors import ModelError
from diversa.hierarchies import Taxonomy
from diversa.models import MODELS, parse
from diversa.models.distinct_l_diversity import ManyValues
from examples import examples
from tables import BuiltOnce

TREE = BuiltOnce(Taxonomy(tree={"*": {"p": ["h", "f"], "r": ["x", "g"]}}))
NOBODY = Fraction(0)
SUBTREES = {0: ["h", "f", "x", "g"], 1: ["hf", "xg"], 2: ["hfxg"]}
NUMBERS = {"h": 1, "f": 2, "x": 4, "g": 9}

L = [Fraction(n) for n in ("1", "4/3", "3/2", "2", "5/2", "3")]
C = [Fraction(n) for n in ("1/2", "1", "2", "9")]


@dataclass(frozen=True)
class Judge:
    """A model, the levels by hand of a group of a table, and bounds to try."""

    spec: str
    level: Callable
    bounds: list
    sense: str = ">="
    numeric: bool = False

    def holds(self, level, bound):
        compare = {">=": level >= bound, "<=": level <= bound, "<": level < bound}
        return compare[self.sense]

    def model(self, bound):
        return parse(self.spec.format(bound))


def subtrees(e):
    return lambda group, _: by_hand.of_sets(group, SUBTREES[e])


def windows(length):
    def level(group, _):
        numbers = tuple((who, NUMBERS[value]) for who, value in group)
        return by_hand.window_l(numbers, length)

    return level


def of_group(level):
    return lambda group, _: level(group)


def tree_distance(group, table):
    """Both heights of the tree, half each: values, and values below one node."""

    def by_node(rows):
        return {
            node: sum(
                (one for s, one in by_hand.shares(rows).items() if s in node), NOBODY
            )
            for node in SUBTREES[1]
        }

    ours, theirs = len(by_hand.people(group)), len(by_hand.people(table))
    above = zip(by_node(group).values(), by_node(table).values(), strict=True)
    gaps = sum(abs(p / ours - q / theirs) for p, q in above) / 2
    return (by_hand.t_equal(group, table) + gaps) / 2


JUDGES = {
    "k": Judge(
        "k-anonymity:{}", of_group(lambda e: len(by_hand.people(e))), [1, 2, 3, 4]
    ),
    "label safety": Judge(  # of labels that state nothing
        "label-safety:{}", of_group(lambda e: len(by_hand.people(e))), [1, 2, 3, 4]
    ),
    "row share": Judge(
        "row-share:{}",
        of_group(lambda e: by_hand.row_share(by_hand.once(e))),
        [1, 2, 3],
    ),
    "frequency": Judge("frequency-l-diversity:{}", of_group(by_hand.people_l), L),
    "row frequency": Judge(
        "row-frequency:{}",
        of_group(lambda e: max(1, by_hand.row_frequency(by_hand.once(e)))),
        L,
    ),
    "distinct": Judge("distinct-l-diversity:{}", of_group(by_hand.distinct), [1, 2, 3]),
    **{
        f"recursive {l}": Judge(
            f"recursive-cl-diversity:{{}},l={l}",
            of_group(lambda e, l=l: by_hand.recursive(e, l)),
            C,
            "<",
        )
        for l in (1, 2, 3)
    },
    "alpha": Judge(
        "alpha-k-anonymity:{},k=2",
        of_group(
            lambda e: by_hand.alpha(e) if len(by_hand.people(e)) > 1 else math.inf
        ),
        [1 / l for l in L],
        "<=",
    ),
    "entropy": Judge("entropy-l-diversity:{}", of_group(by_hand.entropy), L),
    "t": Judge(
        "t-closeness:{}", by_hand.t_equal, [Fraction(n, 8) for n in range(9)], "<="
    ),
    "ordered t": Judge(
        "t-closeness:{},distance=ordered,order=f|g|h|x",
        by_hand.t_ordered,
        [Fraction(n, 8) for n in range(9)],
        "<=",
    ),
    "tree t": Judge(
        "t-closeness:{},distance=hierarchical",
        tree_distance,
        [Fraction(n, 8) for n in range(9)],
        "<=",
    ),
    "beta": Judge(
        "beta-likeness:{}",
        lambda group, table: max(Fraction(0), by_hand.beta(group, table)),
        [Fraction(n, 4) for n in range(9)],
        "<=",
    ),
    "delta": Judge(
        "delta-disclosure:{}",
        by_hand.delta,
        [Fraction(n) for n in ("1/10", "3/10", "7/10", "1")],
        "<",
    ),
    **{
        f"window {length}": Judge(
            f"window-diversity:delta={length / 2},l={{}}",
            windows(length),
            L,
            numeric=True,
        )
        for length in (0, 1, 2, 3, 8)
    },
    **{
        f"subtree {e}": Judge(
            f"subtree-frequency-diversity:l={{}},e={e}", subtrees(e), L
        )
        for e in SUBTREES
    },
}

PERSON = st.sampled_from("hfxg").map(list) | st.lists(
    st.sampled_from("hfxg"), min_size=1, max_size=3
)
GROUP = st.lists(PERSON, min_size=1, max_size=5)
GROUPS = st.lists(GROUP, min_size=1, max_size=3)
ALL = [[*"hfxg"]]
"""Somebody else of the table, with whom every value is one of it."""


def counted(people, *, numeric=False, missing="raise", others=ALL):
    """The groups, as models see them."""
    name = (lambda one: NUMBERS[one]) if numeric else (lambda one: one)
    named = [
        [[None if one == "?" else name(one) for one in person] for person in group]
        for group in people
    ]
    more = [[name(one) for one in person] for person in others]
    return groups_of_people(
        named,
        on="s",
        missing=missing,
        table=[*chain(*named), *more],
        taxonomy=None if numeric else TREE,
    )


def by_person(people, *, others=ALL):
    """The same groups and their table, by hand."""
    groups = [
        tuple((f"{number} {who}", value) for who, value in by_hand.rows_of(group))
        for number, group in enumerate(people)
    ]
    return groups, tuple(chain(*groups, by_hand.rows_of(others)))


def exactly(level, wanted):
    """Whether a measure is the fraction, or nearly the number."""
    return (
        level == float(wanted)
        if wanted == math.inf
        else math.isclose(level, wanted, rel_tol=1e-12, abs_tol=1e-12)
    )


@pytest.mark.parametrize("name", JUDGES)
def test_models_count_people_as_the_judge_does(name):
    judge = JUDGES[name]
    seen = set()

    @examples(150)
    @given(GROUPS, st.sampled_from(judge.bounds))
    def law(people, bound):
        groups = counted(people, numeric=judge.numeric)
        hands, table = by_person(people)
        model = judge.model(bound)
        wanted = [judge.level(group, table) for group in hands]
        found = model.measure(groups).floats.tolist()
        assert all(map(exactly, found, wanted)), (found, wanted)
        if name == "entropy":
            verdicts = [by_hand.reaches_entropy(group, bound) for group in hands]
        else:
            verdicts = [judge.holds(level, bound) for level in wanted]
        assert model.holds(groups).tolist() == verdicts
        seen.update(verdicts)

    law()
    assert seen == {True, False} or name in ("recursive 1",)


@pytest.mark.parametrize("name", JUDGES)
def test_large_histograms_are_judged_as_small_ones(name):
    """As many groups as compiled kernels want, and verdicts on the bound."""
    judge = JUDGES[name]
    draw = np.random.default_rng(7)
    people = [
        [draw.choice([*"hfxg"], draw.integers(1, 4)).tolist() for _ in range(size)]
        for size in draw.integers(1, 6, 400)
    ]
    groups = counted(people, numeric=judge.numeric)
    hands, table = by_person(people)
    levels = [judge.level(group, table) for group in hands]
    for bound in judge.bounds:
        verdicts = judge.model(bound).holds(groups).tolist()
        for group, level, verdict in zip(hands, levels, verdicts, strict=True):
            wanted = judge.holds(level, bound)
            if name == "entropy":
                wanted = by_hand.reaches_entropy(group, bound)
            assert verdict == wanted


@pytest.mark.parametrize("name", MODELS)
def test_every_model_that_counts_people_has_a_judge(name):
    judges = {judge.model(judge.bounds[-1]).name() for judge in JUDGES.values()}
    populations = {"k-map", "delta-presence"}  # of sizes alone, as below
    in_people = MODELS[name].in_people is not None
    assert in_people == (name in judges | populations)


def test_presence_and_k_map_compare_people_with_people():
    groups = counted([["hf", "h", "x"], ["hf"]])
    with_people = Groups(
        groups.starts,
        groups.values,
        groups.counts,
        groups.combinations,
        groups.sensitive,
        population=Population.from_sizes([6, 4]),
        profiles=groups.profiles,
    )
    shares = parse("delta-presence:0,high=1").measure(with_people).floats
    assert shares.tolist() == [0.5, 0.25]
    assert parse("k-map:5").measure(with_people).floats.tolist() == [6, 4]


# One value for everybody is the model of rows.

SINGLE = st.lists(
    st.lists(st.sampled_from("hfxg").map(list), min_size=1, max_size=8),
    min_size=1,
    max_size=4,
)
EVERY_MODEL = {
    **{name: judge.model(judge.bounds[-2]) for name, judge in JUDGES.items()},
    **{
        text.partition(":")[0]: parse(text)
        for text in (
            "pd-recursive-cl-diversity:2,l=2,disclosable=h",
            "npd-recursive-cl-diversity:2,c2=10,l=2,disclosable=h,protected=f",
            "le-diversity:2,e=0,reading=value",
            "m-uniqueness:2",
            "ck-safety:0.7,k=1",
            "skyline-privacy:0:1:0:0.9",
        )
    },
}


@pytest.mark.parametrize("name", EVERY_MODEL)
def test_people_with_one_value_each_are_rows(name):
    model = EVERY_MODEL[name]
    numeric = name in JUDGES and JUDGES[name].numeric

    @examples(60)
    @given(SINGLE)
    def law(people):
        ours = counted(people, numeric=numeric, others=[[one] for one in "hfxg"])
        rows = [
            [NUMBERS[one] if numeric else one for (one,) in group] for group in people
        ]
        table = {
            one: sum(group.count(one) for group in rows) + 1
            for one in (NUMBERS.values() if numeric else "hfxg")
        }
        classic = Groups.from_counts(
            [{one: group.count(one) for one in group} for group in rows],
            on="s",
            table=table,
            taxonomy=None if numeric else TREE,
        )
        assert model.measure(ours).floats.tolist() == (
            model.measure(classic).floats.tolist()
        )
        assert model.holds(ours).tolist() == model.holds(classic).tolist()
        assert model.most_kept(ours).tolist() == model.most_kept(classic).tolist()

    law()


@pytest.mark.parametrize("name", sorted({*EVERY_MODEL} - {*JUDGES}))
def test_models_without_a_meaning_for_several_values_are_refused(name):
    groups = counted([["hf", "h"]])
    with pytest.raises(ModelError, match="one value"):
        EVERY_MODEL[name].holds(groups)
    (bound,) = EVERY_MODEL[name].bind(["s"])
    with pytest.raises(ModelError, match="of 's', got people with several; use freq"):
        bound.check(groups.sensitive)


def test_joint_models_are_refused_where_somebody_has_several_values():
    groups = counted([["hf", "h"]])
    with pytest.raises(ModelError, match="got people with several"):
        parse("frequency-l-diversity:2,on=s,joint=true").check(groups.sensitive)
    parse("frequency-l-diversity:2,on=s").check(groups.sensitive)


# Missing values.


WORST = {
    "frequency-l-diversity:2": by_hand.worst_l,
    "distinct-l-diversity:2": by_hand.worst_distinct,
    "recursive-cl-diversity:2,l=2": lambda e: by_hand.worst_recursive(e, 2),
    "recursive-cl-diversity:2,l=3": lambda e: by_hand.worst_recursive(e, 3),
    "alpha-k-anonymity:0.5,k=1": lambda e: 1 / by_hand.worst_l(e),
}
MAYBE = st.lists(
    st.lists(st.sampled_from("hfxg?"), min_size=1, max_size=2), min_size=1, max_size=4
)


@pytest.mark.parametrize("spec", WORST)
def test_somebody_with_a_missing_value_may_have_any(spec):
    @examples(100)
    @given(MAYBE)
    def law(people):
        assume(any("?" in person for person in people))
        level = WORST[spec](by_hand.rows_of(people))
        groups = counted([people], missing="worst")
        assert exactly(parse(spec).measure(groups).floats[0], level)

    law()


@pytest.mark.parametrize(
    ("spec", "level", "values"),
    [
        ("window-diversity:delta=1,l=2", windows(2), "hfxg"),
        ("subtree-frequency-diversity:l=2,e=1", subtrees(1), "hfxg"),
        ("entropy-l-diversity:2", of_group(by_hand.entropy), "hfxg"),
    ],
)
def test_no_missing_value_makes_it_worse_than_the_worst(spec, level, values):
    @examples(60)
    @given(MAYBE)
    def law(people):
        assume(any("?" in person for person in people))
        group = by_hand.rows_of(people)
        every = [level(one, None) for one in by_hand.completions(group, values)]
        groups = counted([people], missing="worst", numeric=spec.startswith("window"))
        assert parse(spec).measure(groups).floats[0] <= min(every) + 1e-9

    law()


def test_a_missing_value_of_its_own_is_one_more_value():
    groups = counted([["h?", "f", "x"]], missing="own")
    assert parse("frequency-l-diversity:2").attained(groups) == 3


# What a search may conclude.


def parts(people):
    """Every choice of people of a group."""
    sizes = range(1, len(people) + 1)
    return chain(*(combinations(people, size) for size in sizes))


@pytest.mark.parametrize("name", JUDGES)
def test_no_more_people_are_kept_than_a_bound_says(name):
    judge = JUDGES[name]

    @examples(60)
    @given(GROUP, st.sampled_from(judge.bounds))
    def law(people, bound):
        model = judge.model(bound)
        chosen = list(parts(people))
        table = counted([people], numeric=judge.numeric).sensitive[0]
        groups = counted(chosen, numeric=judge.numeric, others=ALL)
        same = Groups(
            groups.starts,
            groups.values,
            groups.counts,
            groups.combinations,
            (table,),
            profiles=groups.profiles,
        )
        held = [
            len(one) for one, ok in zip(chosen, model.holds(same), strict=True) if ok
        ]
        most = model.most_kept(counted([people], numeric=judge.numeric))
        assert max(held, default=0) <= int(most[0]) <= len(people)

    law()


@pytest.mark.parametrize("name", JUDGES)
def test_disjoint_groups_are_merged_as_the_flags_say(name):
    judge = JUDGES[name]

    @examples(100)
    @example([["h"], ["f"], ["x"]], [["h", "f"], ["h", "f"]], judge.bounds[-1])
    @given(GROUP, GROUP, st.sampled_from(judge.bounds))
    def law(first, second, bound):
        model = judge.model(bound)
        hands, table = by_person([first, second])
        first_holds, second_holds, union = (
            judge.holds(judge.level(rows, table), bound)
            if name != "entropy"
            else by_hand.reaches_entropy(rows, bound)
            for rows in (*hands, hands[0] + hands[1])
        )
        if (
            first_holds
            and second_holds
            and model.prunes_people(suppression=False, shared=False)
        ):
            assert union
        if first_holds and model.prunes_people(suppression=True, shared=False):
            assert union
        for implied in model.implied():
            assert implied.prunes_people(suppression=True, shared=False)

    law()


VISITS = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("hfxg")), min_size=1, max_size=6
).map(tuple)


@pytest.mark.parametrize("name", JUDGES)
def test_groups_that_share_people_are_merged_by_models_that_grow_alone(name):
    judge = JUDGES[name]

    @examples(100)
    @given(VISITS, VISITS, st.sampled_from(judge.bounds))
    def law(first, second, bound):
        model = judge.model(bound)
        grows = model.prunes_people(suppression=True, shared=True)
        assert grows == model.prunes_people(suppression=False, shared=True)
        if grows:
            assert not judge.holds(judge.level(first, None), bound) or judge.holds(
                judge.level(first + second, None), bound
            )
        people = [list(map(list, by_hand.people(first + second).values()))]
        whole = counted(people, numeric=judge.numeric)
        for one in (model, *model.implied()):
            rules_out = one.prunes_people(suppression=True, shared=True)
            if rules_out and not one.holds(whole)[0]:
                table = first + second + by_hand.rows_of(ALL)
                assert not judge.holds(judge.level(first, table), bound)

    law()


@pytest.mark.parametrize("name", JUDGES)
def test_implied_models_hold_where_people_are_counted(name):
    judge = JUDGES[name]

    @examples(60)
    @given(GROUPS, st.sampled_from(judge.bounds))
    def law(people, bound):
        model = judge.model(bound)
        groups = counted(people, numeric=judge.numeric)
        kept = model.holds(groups)
        for implied in model.implied():
            assert implied.holds(groups)[kept].all()

    law()


def test_no_limits_of_shares_are_declared_for_several_values():
    sensitive = counted([["hf", "h"]]).sensitive
    for spec in ("frequency-l-diversity:2", "beta-likeness:1", "t-closeness:0.2"):
        assert parse(spec).share_limits(sensitive) is None
    single = counted([["h", "f"]], others=["h"]).sensitive
    assert parse("frequency-l-diversity:2").share_limits(single) is not None


def test_values_that_are_present_are_not_distinct_diversity_of_people():
    """`a:hf b:hf`: two values, an entropy of 2, and everybody has both."""
    groups = counted([["hf", "hf"]])
    assert ManyValues(2).holds(groups).all()
    assert parse("entropy-l-diversity:2").holds(groups).all()
    assert not parse("distinct-l-diversity:2").holds(groups).any()
    assert parse("distinct-l-diversity:2").absorbs_people
    assert not parse("distinct-l-diversity:3").absorbs_people


def test_row_share_is_not_union_closed_where_rows_that_repeat_are_one():
    """`a:h b:f` + `a:x b:f`: the row of b is published once, a has two of three."""
    groups = [by_hand.once(by_hand.parse(one)) for one in ("a:h b:f", "a:x b:f")]
    union = by_hand.once(groups[0] + groups[1])
    assert [by_hand.row_share(one) for one in (*groups, union)] == [
        2,
        2,
        Fraction(3, 2),
    ]


def test_row_frequency_is_not_union_closed():
    groups = [by_hand.parse(one) for one in ("a:h b:h c:f d:f", "e:hf g:xg")]
    union = groups[0] + groups[1]
    levels = [by_hand.row_frequency(one) for one in (*groups, union)]
    assert levels == [2, 2, Fraction(4, 3)]


@examples(40)
@given(
    st.lists(
        st.lists(st.sampled_from("hfx"), min_size=1, max_size=2), min_size=1, max_size=3
    )
)
def test_row_models_bound_who_knows_the_number_of_rows(people):
    group = by_hand.once(by_hand.rows_of(people))
    groups = counted([people])
    share = parse("row-share:1").measure(groups).floats[0]
    frequency = parse("row-frequency:1").measure(groups).floats[0]
    for value in {one for _, one in group}:
        found = by_hand.posterior_of_deals(group, "0", value)
        assert found <= 1 / frequency + 1e-12
    own = sum(who == "0" for who, _ in group)
    assert Fraction(own, len(group)) <= 1 / share + 1e-12
