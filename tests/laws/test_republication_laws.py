# SPDX-License-Identifier: Apache-2.0
"""Laws of republication over random histories, judged by plain Python."""

from __future__ import annotations

from collections import Counter, defaultdict

from hypothesis import example, given
from hypothesis import strategies as st

from diversa.errors import NoSolutionError
from diversa.plan.keywords import make_plan
from diversa.series.keyed_table import count_people
from diversa.series.register import Register
from diversa.series.regrouping import regroup
from diversa.series.series_plan import ask
from examples import examples
from memory_engine import MemoryEngine

COLUMNS = ("who", "age", "ill")
PEOPLE = [f"p{number}" for number in range(12)]
ILLS = ["acne", "burn", "cold", "dyspepsia"]


@st.composite
def histories(draw):
    """Two to four tables: people come, leave, come back, and change in between."""
    person = st.tuples(st.integers(20, 60), st.sampled_from(ILLS))
    now = draw(st.dictionaries(st.sampled_from(PEOPLE), person, min_size=4))
    tables = [dict(now)]
    for _ in range(draw(st.integers(1, 3))):
        for name in draw(st.lists(st.sampled_from(PEOPLE), max_size=4, unique=True)):
            now.pop(name, None)
        for name in draw(st.lists(st.sampled_from(PEOPLE), max_size=5, unique=True)):
            now[name] = draw(person) if name not in now else (30, now[name][1])
        for name in draw(st.lists(st.sampled_from(PEOPLE), max_size=1)):
            now[name] = draw(person)
        tables.append(dict(now))
    return [one for one in tables if one]


FOUR = {
    "p0": (20, "acne"),
    "p1": (25, "burn"),
    "p2": (50, "acne"),
    "p3": (55, "burn"),
}
TELLING = [FOUR, {**FOUR, "p2": (50, "cold"), "p4": (30, "dyspepsia")}]
"""p2 is withheld for the new value and missed in its group, p4 waits for company."""


def publish(table, register, m, seed=0):
    """One release: the rows of every group as pairs of a name (or None) and a value."""
    plan = make_plan(
        quasi_identifiers="age", sensitive="ill", models=f"m-invariance:{m}", seed=seed
    )
    asked, engine = ask(plan), MemoryEngine()
    rows = [(name, age, ill) for name, (age, ill) in table.items()]
    people = count_people(engine, engine.open((COLUMNS, rows)), asked.plan, "who")
    made = regroup(people, register, asked)
    groups = defaultdict(list)
    for name, group in zip(made.published.people, made.group.tolist(), strict=True):
        groups[group].append((str(name), table[str(name)][1]))
    found = made.next_release
    for group, value in zip(
        found.counterfeit_group.tolist(), found.counterfeit_value.tolist(), strict=True
    ):
        groups[group].append((None, made.values[value]))
    return made, dict(groups)


def series(tables, m, seed=0):
    """Every release of a history, with the register before it."""
    register, made = Register("who", "ill", m), []
    for table in tables:
        try:
            found, groups = publish(table, register, m, seed)
        except NoSolutionError:  # nobody can be published: the series goes on later
            continue
        made.append((table, register, found, groups))
        register = found.next_register(None)
    return made


def test_every_history_gives_an_invariant_series():
    seen = Counter()

    @examples(50)
    @given(histories(), st.sampled_from([2, 2, 3]))
    @example(TELLING, 2)
    def law(tables, m):
        signatures = defaultdict(set)
        for table, register, found, groups in series(tables, m):
            published = set()
            for rows in groups.values():
                values = [value for _, value in rows]
                assert len(values) == len(set(values)) >= m
                names = [name for name, _ in rows if name is not None]
                assert names, "somebody is behind every group"
                for name in names:
                    published.add(name)
                    signatures[name].add(frozenset(values))
            known = set(register.people.tolist())
            missing = set(table) - published
            waiting = {name for name in missing if name not in known}
            for name in missing - waiting:
                (signature,) = signatures[name]
                assert table[name][1] not in signature
            assert found.next_release.waiting.sum() == len(waiting)
            assert found.next_release.withheld.sum() == len(missing - waiting)
            counterfeits = sum(
                name is None for rows in groups.values() for name, _ in rows
            )
            assert found.counterfeits.sum() == counterfeits
            seen["counterfeit"] += counterfeits > 0
            seen["waiting"] += len(waiting) > 0
            seen["withheld"] += len(missing - waiting) > 0
            seen["again"] += len(known & published) > 0
        for name, found in signatures.items():
            assert len(frozenset.intersection(*found)) >= m, name
            assert len(found) == 1

    law()
    assert min(seen.values()) > 0, seen
    assert len(seen) == 4


@examples(10)
@given(
    st.lists(st.permutations(ILLS[:3]), min_size=2, max_size=4),
    st.integers(0, 3),
)
def test_nothing_is_counterfeit_while_nobody_leaves_and_newcomers_balance(batches, m):
    """Every batch of newcomers has the three values once."""
    tables, now = [], {}
    for turn, ills in enumerate(batches):
        now |= {f"p{turn}-{place}": (20 + place, ill) for place, ill in enumerate(ills)}
        tables.append(dict(now))
    for table, _, found, groups in series(tables, max(m, 1)):
        assert found.counterfeits.sum() == 0
        assert sum(map(len, groups.values())) == len(table)


@examples(8)
@given(histories(), st.integers(0, 5), st.randoms(use_true_random=False))
def test_the_order_of_rows_means_nothing_and_a_seed_decides(tables, seed, random):
    mixed = [dict(random.sample(list(one.items()), len(one))) for one in tables]
    first, second = series(tables, 2, seed), series(mixed, 2, seed)
    assert len(first) == len(second)
    for (_, before, _, ours), (_, after, _, theirs) in zip(first, second, strict=True):
        assert before.text() == after.text()
        assert {g: sorted(map(str, rows)) for g, rows in ours.items()} == {
            g: sorted(map(str, rows)) for g, rows in theirs.items()
        }
