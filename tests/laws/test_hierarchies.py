# SPDX-License-Identifier: Apache-2.0
"""Laws of hierarchies: maps compose, labels are true, files and plans return."""

from __future__ import annotations

import datetime as dt
import itertools
import re
import tempfile
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.data.dictionary import Dictionary
from diversa.errors import HierarchyError
from diversa.hierarchies import (
    Dates,
    Hierarchy,
    Intervals,
    LevelsFile,
    Lookups,
    Masking,
    Rounding,
    Rows,
    Suppression,
    Taxonomy,
    declaration_of,
    hierarchy_kind,
    write_levels_file,
)
from diversa.hierarchies.automatic_hierarchy import automatic
from examples import examples

few = examples(60)


def dictionary_of(values, *, missing=False, kind="text"):
    listed = [*dict.fromkeys(values), *([None] if missing else [])]
    return Dictionary.build("column", listed, [1] * len(listed), kind=kind)


def labels_of(hierarchy, level):
    return [hierarchy.labels[level][code] for code in hierarchy.maps[level]]


def decimals(places=2, bound=200):
    whole = st.integers(-bound * 10**places, bound * 10**places)
    return whole.map(lambda number: str(Decimal(number).scaleb(-places)))


numbers = st.one_of(
    st.lists(st.integers(-200, 200), min_size=1, max_size=40),
    st.lists(decimals(), min_size=1, max_size=40),
)


@st.composite
def nested_steps(draw, *, odd=False):
    base = draw(st.sampled_from([1, 2, 5, 10, 0.1, 0.25, 0.3, 1.5]))
    factors = draw(st.lists(st.sampled_from([3, 5] if odd else [2, 3, 5]), max_size=2))
    products = itertools.accumulate([1, *factors], lambda a, b: a * b)
    return tuple(float(Decimal(str(base)) * product) for product in products)


@st.composite
def interval_kinds(draw):
    low = draw(st.none() | st.integers(-250, -201))
    high = draw(st.none() | st.integers(200, 250))
    open_ends = draw(st.booleans()) and (low is not None or high is not None)
    if open_ends:  # then the bounds may lie inside the data
        low = None if low is None else draw(st.integers(-100, 0))
        high = None if high is None else draw(st.integers(1, 100))
    return Intervals(
        draw(nested_steps()),
        origin=draw(st.sampled_from([0, 1, -3, 0.5])),
        low=low,
        high=high,
        open_ends=open_ends,
        top=draw(st.booleans()),
    )


@st.composite
def cut_kinds(draw):
    cut = st.lists(st.integers(-90, 90), min_size=1, max_size=6, unique=True)
    finest = sorted(draw(cut))
    kept = draw(st.lists(st.sampled_from(finest), min_size=1, unique=True))
    return Intervals(cuts=(tuple(finest), tuple(sorted(kept))))


NUMBER = r"(-?\d+(?:\.\d+)?)"
FORMS = {
    rf"{NUMBER}": lambda v, a: v == a,
    rf"{NUMBER}-{NUMBER}": lambda v, a, b: a <= v <= b,
    rf"\[{NUMBER}, {NUMBER}\]": lambda v, a, b: a <= v <= b,
    rf"\[{NUMBER}, {NUMBER}\)": lambda v, a, b: a <= v < b,
    rf"<{NUMBER}": lambda v, a: v < a,
    rf">={NUMBER}": lambda v, a: v >= a,
    r"\*": lambda _: True,
}


def lies_in(value, label):
    """Read a label as a person would."""
    for form, holds in FORMS.items():
        if match := re.fullmatch(form, label):
            return holds(value, *map(Decimal, match.groups()))
    raise AssertionError(label)


@few
@given(numbers, interval_kinds() | cut_kinds())
def test_every_number_lies_in_its_label_and_in_no_other(values, kind):
    hierarchy = kind.build(dictionary_of(map(str, values)))
    exact = [Decimal(text) for text in hierarchy.labels[0]]
    for level in range(1, hierarchy.height + 1):
        for value, own in zip(exact, labels_of(hierarchy, level), strict=True):
            holding = [x for x in hierarchy.labels[level] if lies_in(value, x)]
            assert holding == [own]


@few
@given(numbers, nested_steps(), st.sampled_from([0, 1, -3, 0.5]))
def test_intervals_are_where_the_grid_puts_them(values, widths, origin):
    hierarchy = Intervals(widths, origin=origin).build(dictionary_of(map(str, values)))
    exact = [Decimal(text) for text in hierarchy.labels[0]]
    for level, width in enumerate(map(Decimal, map(str, widths)), 1):
        codes = hierarchy.maps[level]
        lines = [(value - Decimal(str(origin))) / width for value in exact]
        floors = [int(line.to_integral_value("ROUND_FLOOR")) for line in lines]
        for a, b in itertools.combinations(range(len(exact)), 2):
            assert (codes[a] == codes[b]) == (floors[a] == floors[b])


@few
@given(numbers, nested_steps(odd=True))
def test_nearest_rounding_is_at_most_half_a_base_away(values, bases):
    hierarchy = Rounding(bases).build(dictionary_of(map(str, values)))
    for level, base in enumerate(map(Decimal, map(str, bases)), 1):
        for text, label in zip(
            hierarchy.labels[0], labels_of(hierarchy, level), strict=True
        ):
            assert -base <= 2 * (Decimal(text) - Decimal(label)) < base
            assert Decimal(label) % base == 0


@few
@given(numbers, nested_steps())
def test_rounding_down_is_less_than_a_base_below(values, bases):
    hierarchy = Rounding(bases, direction="down").build(dictionary_of(map(str, values)))
    for level, base in enumerate(map(Decimal, map(str, bases)), 1):
        for text, label in zip(
            hierarchy.labels[0], labels_of(hierarchy, level), strict=True
        ):
            assert 0 <= Decimal(text) - Decimal(label) < base
            assert Decimal(label) % base == 0


@few
@given(
    st.lists(st.text("0123456789ab", min_size=1, max_size=6), min_size=1),
    st.integers(1, 3),
    st.integers(0, 3),
    st.sampled_from(["left", "right"]),
)
def test_masks_are_slices(codes, steps, keep, side):
    hierarchy = Masking(length=6, steps=steps, keep=keep, direction=side).build(
        dictionary_of(codes)
    )
    hidden = [*range(steps, 6 - keep, steps), *([6 - keep] if keep else [])]
    assert hierarchy.height == len(hidden) + 1
    for level, count in enumerate(hidden, 1):
        for code, label in zip(
            hierarchy.labels[0], labels_of(hierarchy, level), strict=True
        ):
            stars = "*" * (6 - len(code))
            full = code + stars if side == "right" else stars + code
            kept = full[: 6 - count] if side == "right" else full[count:]
            assert len(label) == 6
            assert label.strip("*") == kept.strip("*")
            assert label.startswith(kept) if side == "right" else label.endswith(kept)
    assert hierarchy.labels[-1] == ("*",)


@few
@given(st.lists(st.dates(dt.date(1000, 1, 1)), min_size=1, unique=True))
def test_dates_agree_with_the_calendar(days):
    hierarchy = Dates().build(dictionary_of(day.isoformat() for day in days))
    shown = [dt.date.fromisoformat(text) for text in hierarchy.labels[0]]
    assert labels_of(hierarchy, 1) == [day.strftime("%Y-%m") for day in shown]
    quarters = ["Q1"] * 3 + ["Q2"] * 3 + ["Q3"] * 3 + ["Q4"] * 3
    assert labels_of(hierarchy, 2) == [
        f"{day.year}-{quarters[day.month - 1]}" for day in shown
    ]
    assert labels_of(hierarchy, 3) == [str(day.year) for day in shown]
    assert labels_of(hierarchy, 4) == [str(day.year)[:-1] + "0s" for day in shown]


labels = st.text(
    st.characters(exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=5
)


@st.composite
def rows_of_labels(draw):
    """Rows of a random tree whose leaves lie at different depths."""
    size, height = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    values = draw(st.lists(labels, min_size=size, max_size=size, unique=True))
    ways = [[value] for value in values]
    groups = list(range(size))
    for level in range(1, height):
        merged = draw(st.lists(st.integers(0, 3), min_size=12, max_size=12))
        groups = [merged[group] for group in groups]
        for way, group in zip(ways, groups, strict=True):
            way.append(f"level {level}; {group},")
    depths = draw(st.lists(st.integers(1, height), min_size=size, max_size=size))
    return [
        [way[0], *way[depth:], "*"] for way, depth in zip(ways, depths, strict=True)
    ]


@few
@given(rows_of_labels(), st.booleans(), st.data())
def test_maps_compose(rows, missing, data):
    values = dictionary_of([row[0] for row in rows], missing=missing)
    hierarchy = Rows(rows).build(values)
    levels = st.integers(0, hierarchy.height)
    a, b, c = sorted(data.draw(st.tuples(levels, levels, levels)))
    composed = hierarchy.step(b, c)[hierarchy.step(a, b)]
    np.testing.assert_array_equal(composed, hierarchy.step(a, c))
    np.testing.assert_array_equal(composed[hierarchy.maps[a]], hierarchy.maps[c])
    for level in range(hierarchy.height + 1):
        assert hierarchy.leaves(level).sum() == values.size
        assert len(set(hierarchy.labels[level])) == hierarchy.sizes[level]
        assert set(hierarchy.maps[level]) == set(range(hierarchy.sizes[level]))


@few
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1))
def test_only_coarsenings_are_levels(pairs):
    values = dictionary_of(f"{i:03}" for i in range(len(pairs)))
    columns = [[f"a{a}" for a, _ in pairs], [f"b{b}" for _, b in pairs]]
    coarsening = len({a for a, _ in pairs}) == len(set(pairs))
    if coarsening:
        assert Hierarchy.from_labels(values, columns).height == 2
    else:
        with pytest.raises(HierarchyError, match="level 2 must be a coarsening"):
            Hierarchy.from_labels(values, columns)


@few
@given(rows_of_labels(), st.booleans())
def test_levels_files_return(rows, missing):
    values = dictionary_of([row[0] for row in rows], missing=missing)
    hierarchy = Rows(rows).build(values)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "levels.csv"
        write_levels_file(hierarchy, path)
        again = LevelsFile(path).build(values)
    assert again.labels == hierarchy.labels
    for ours, theirs in zip(hierarchy.maps, again.maps, strict=True):
        np.testing.assert_array_equal(ours, theirs)


date_levels = ("day", "month", "quarter", "year", "decade")
kinds = st.one_of(
    interval_kinds(),
    cut_kinds(),
    nested_steps(odd=True).map(Rounding),
    nested_steps().map(lambda bases: Rounding(bases, direction="down", top=False)),
    st.builds(
        Masking,
        length=st.none() | st.integers(1, 9),
        keep=st.integers(0, 3),
        steps=st.integers(1, 3) | st.lists(st.integers(1, 3), min_size=1),
        direction=st.sampled_from(["left", "right"]),
        zeros=st.booleans(),
    ),
    st.sets(st.sampled_from(date_levels)).map(
        lambda chosen: Dates([level for level in date_levels if level in chosen])
    ),
    st.just(Suppression()),
    rows_of_labels().map(Rows),
    st.just(Lookups(({"a": "b"},), ("c",))),
    st.just(Taxonomy(tree={"any": {"a": ["b", "c"]}})),
)


@few
@given(kinds)
def test_declarations_return(kind):
    declaration = declaration_of(kind)
    assert hierarchy_kind(declaration, base=Path()) == kind

    def plain(part):
        if isinstance(part, dict):
            return all(map(plain, part.values()))
        if isinstance(part, list):
            return all(map(plain, part))
        return isinstance(part, str | int | float)

    assert plain(declaration)


@st.composite
def parent_lists(draw):
    size = draw(st.integers(2, 14))
    return [None] + [draw(st.integers(0, node - 1)) for node in range(1, size)]


def way_up(parents, node):
    return [node] if parents[node] is None else [node, *way_up(parents, parents[node])]


@few
@given(parent_lists(), st.sampled_from([0, 0.5, 1, 1.5, 2, 3]))
def test_trees_agree_with_walking_them(parents, e):
    nodes = range(len(parents))
    leaves = [node for node in nodes if node not in parents]
    edges = [[f"n{n:02}", f"n{p:02}"] for n, p in enumerate(parents) if p is not None]
    values = dictionary_of(f"n{leaf:02}" for leaf in leaves)
    hierarchy = Taxonomy(tree=nest(edges)).build(values)
    tree = hierarchy.tree
    ways = [way_up(parents, leaf) for leaf in leaves]
    heights = {
        node: max(way.index(node) for way in ways if node in way) for node in nodes
    }
    assert tree.height == heights[0]
    assert tree.depths.tolist() == [len(way) - 1 for way in ways]
    for (i, a), (j, b) in itertools.product(enumerate(ways), repeat=2):
        common = next(node for node in a if node in b)
        steps = a.index(common) + b.index(common)
        assert tree.distance([i], [j]).tolist() == [steps / 2]
        assert tree.common_depth(i, j) == len(way_up(parents, common)) - 1
        assert tree.common_height([[i]], [[j]]).tolist() == [[heights[common]]]
    roots = [[node for node in way if heights[node] <= e][-1] for way in ways]
    assert [tree.names[node] for node in tree.subtrees(e)] == [
        f"n{root:02}" for root in roots
    ]
    for level in range(1, hierarchy.height + 1):
        depth = heights[0] - level
        expected = [way[max(0, len(way) - 1 - depth)] for way in ways]
        assert labels_of(hierarchy, level) == [f"n{node:02}" for node in expected]


def nest(edges):
    below = {name: {} for edge in edges for name in edge}
    for child, parent in edges:
        below[parent][child] = below[child]
    return {"n00": below["n00"]}


@few
@given(
    st.one_of(
        numbers,
        st.lists(labels, min_size=1),
        st.lists(st.dates().map(str), min_size=1),
        st.lists(st.text("0123456789", min_size=5, max_size=5), min_size=1),
        st.lists(st.floats(allow_nan=False), min_size=1).map(
            lambda listed: [str(number) for number in listed]
        ),
    ),
    st.booleans(),
)
def test_automatic_hierarchies_build_and_end_in_a_star(values, missing):
    column = dictionary_of(map(str, values), missing=missing)
    kind = automatic(column)
    assert kind == automatic(column)
    hierarchy = kind.build(column)
    assert hierarchy.labels[-1] == ("*",)
    assert 1 <= hierarchy.height <= 6
    if isinstance(kind, Intervals):
        assert hierarchy.sizes[1] <= 29
