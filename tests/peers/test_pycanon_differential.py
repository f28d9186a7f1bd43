# SPDX-License-Identifier: Apache-2.0
"""Our answers beside those of pycanon, on random tables and on Adult.

Where pycanon is right both must agree. Where it is wrong, its answer must be the wrong
one that is written down here, so that a corrected version is noticed. It pins older
versions of NumPy and pandas (extra `pycanon`), so these tests are often skipped.
"""

from __future__ import annotations

import csv
import math
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diversa.compat import pycanon as ours
from examples import examples

theirs = pytest.importorskip("pycanon.anonymity")
pandas = pytest.importorskip("pandas")

QUASI = ["p", "q"]
FEW = examples(20)
ROW = st.tuples(
    st.sampled_from("xyz"),
    st.integers(0, 1),
    st.sampled_from("abcd"),
    st.sampled_from([1, 2, 5, 9]),
)
ROWS = st.lists(ROW, min_size=2, max_size=40)
BOTH = pytest.mark.parametrize("gen", [True, False])
SECRETS = st.sampled_from([["s"], ["n"], ["s", "n"]])


def frame_of(rows):
    return pandas.DataFrame(rows, columns=["p", "q", "s", "n"])


def groups_of(data, quasi, secret, gen, every):
    """The counts of a sensitive attribute in every group, as both programs group."""
    others = [] if gen else [name for name in every if name != secret]
    groups = defaultdict(Counter)
    for row in data.to_dict("records"):
        groups[tuple(row[name] for name in [*quasi, *others])][row[secret]] += 1
    return list(groups.values())


def shares(data, secret):
    rows = Counter(data[secret].tolist())
    return {value: Fraction(n, len(data)) for value, n in rows.items()}


# What pycanon computes right.


@BOTH
@FEW
@given(rows=ROWS, secrets=SECRETS)
def test_where_both_agree(gen, rows, secrets):
    data = frame_of(rows)
    assert ours.k_anonymity(data, QUASI) == theirs.k_anonymity(data, QUASI)
    for name in ("l_diversity", "alpha_k_anonymity", "basic_beta_likeness"):
        mine = getattr(ours, name)(data, QUASI, secrets, gen)
        assert mine == pytest.approx(getattr(theirs, name)(data, QUASI, secrets, gen))


@BOTH
@FEW
@given(
    rows=ROWS.filter(lambda rows: len({row[3] for row in rows}) > 1), secrets=SECRETS
)
def test_t_closeness_agrees_where_there_are_two_numbers(gen, rows, secrets):
    data = frame_of(rows)
    expected = theirs.t_closeness(data, QUASI, secrets, gen)
    assert ours.t_closeness(data, QUASI, secrets, gen) == pytest.approx(expected)


# What it computes wrong, and how.


@FEW
@given(rows=ROWS, number=st.integers(-9, 9))
def test_a_constant_number_divides_by_zero_there(rows, number):
    data = frame_of([(*row[:3], number) for row in rows])
    with pytest.raises(ZeroDivisionError):
        theirs.t_closeness(data, QUASI, ["n"])
    assert ours.t_closeness(data, QUASI, ["n"]) == 0


@FEW
@given(rows=ROWS, secrets=SECRETS)
def test_recursive_diversity_starts_from_the_rarest_value_there(rows, secrets):
    data = frame_of(rows)
    c, l = ours.recursive_c_l_diversity(data, QUASI, secrets)
    their_c, their_l = theirs.recursive_c_l_diversity(data, QUASI, secrets)
    assert l == their_l
    if l == 1:
        assert math.isnan(c)
        assert math.isnan(their_c)
        return
    groups = [
        sorted(group.values())
        for secret in secrets
        for group in groups_of(data, QUASI, secret, True, secrets)
    ]
    # r_1 is the largest count, and the tail holds the smallest ones.
    ratios = [Fraction(n[-1], sum(n[: len(n) - l + 1])) for n in groups]
    assert c == math.floor(max(ratios)) + 1
    assert all(n[-1] < c * sum(n[: len(n) - l + 1]) for n in groups)
    assert their_c == max(n[0] // sum(n[l - 1 :]) + 1 for n in groups)
    assert their_c <= c


@BOTH
@FEW
@given(rows=ROWS, secrets=SECRETS)
def test_entropy_is_cut_to_a_whole_number_there(gen, rows, secrets):
    data = frame_of(rows)
    mine = ours.entropy_l_diversity(data, QUASI, secrets, gen)
    found = theirs.entropy_l_diversity(data, QUASI, secrets, gen)
    cut = {math.floor(mine)}
    if mine == round(mine):  # 2.999... was cut where 3 is right
        cut.add(round(mine) - 1)
    assert found in cut
    sizes = [
        sorted(group.values())
        for secret in secrets
        for group in groups_of(data, QUASI, secret, gen, secrets)
    ]
    entropies = [
        -sum(n / sum(one) * math.log(n / sum(one)) for n in one) for one in sizes
    ]
    assert mine == pytest.approx(math.exp(min(entropies)))


@BOTH
@FEW
@given(rows=ROWS, secrets=SECRETS)
def test_enhanced_likeness_is_another_number_there(gen, rows, secrets):
    data = frame_of(rows)
    found = theirs.enhanced_beta_likeness(data, QUASI, secrets, gen)
    right, wrong = [], []
    for secret in secrets:
        q = shares(data, secret)
        gains = [
            {s: Fraction(group[s], group.total()) / q[s] - 1 for s in q}
            for group in groups_of(data, QUASI, secret, gen, secrets)
        ]
        largest = float(max(max(one.values()) for one in gains))
        wrong.append(max(min(largest, -math.log(share)) for share in q.values()))
        broken = any(
            gain > 0 and gain > -math.log(q[s])
            for one in gains
            for s, gain in one.items()
        )
        right.append(math.inf if broken else largest)
    assert found == pytest.approx(max(wrong))
    mine = ours.enhanced_beta_likeness(data, QUASI, secrets, gen)
    assert mine == pytest.approx(max(right))
    assert found <= mine + 1e-12


@BOTH
@FEW
@given(rows=ROWS, secrets=SECRETS)
def test_values_that_a_group_lacks_are_skipped_there(gen, rows, secrets):
    data = frame_of(rows)
    found = theirs.delta_disclosure(data, QUASI, secrets, gen)
    mine = ours.delta_disclosure(data, QUASI, secrets, gen)
    lacking = any(
        len(group) < data[secret].nunique()
        for secret in secrets
        for group in groups_of(data, QUASI, secret, gen, secrets)
    )
    assert math.isinf(mine) == lacking
    if not lacking:
        assert mine == pytest.approx(found)
    present = [
        abs(math.log(Fraction(n, group.total()) / shares(data, secret)[value]))
        for secret in secrets
        for group in groups_of(data, QUASI, secret, gen, secrets)
        for value, n in group.items()
    ]
    assert found == pytest.approx(max(present))


@FEW
@given(rows=ROWS, seed=st.integers(0, 99))
def test_labels_of_rows_are_taken_as_positions_there(rows, seed):
    data = frame_of(rows)
    shuffled = data.sample(frac=1, random_state=seed)
    named = shuffled.set_index(np.array([f"row {place}" for place in shuffled.index]))
    level = ours.basic_beta_likeness(data, QUASI, ["s"])
    assert ours.basic_beta_likeness(shuffled, QUASI, ["s"]) == level
    assert ours.basic_beta_likeness(named, QUASI, ["s"]) == level
    assert theirs.l_diversity(shuffled.reset_index(drop=True), QUASI, ["s"]) == (
        ours.l_diversity(shuffled, QUASI, ["s"])
    )


def test_a_shuffled_table_has_another_level_there():
    data = pandas.DataFrame({"p": list("xxyy"), "s": list("aabb")}, index=[0, 2, 1, 3])
    assert ours.l_diversity(data, ["p"], ["s"]) == 1
    assert theirs.l_diversity(data, ["p"], ["s"]) == 2


@FEW
@given(rows=ROWS, gone=st.integers(0, 39))
def test_rows_without_a_quasi_identifier_are_ignored_there(rows, gone):
    """With one quasi-identifier; with several, it depends on the version of pandas."""
    data = frame_of(rows)
    data.loc[gone % len(data), "p"] = None
    rest = data.dropna().reset_index(drop=True)
    counted = Counter(data["p"].fillna("missing").tolist())
    assert ours.k_anonymity(data, ["p"]) == min(counted.values())
    assert theirs.k_anonymity(data, ["p"]) == theirs.k_anonymity(rest, ["p"])
    assert theirs.k_anonymity(data, ["p"]) == min(Counter(rest["p"]).values())


ADULT_QUASI = ["sex", "race", "marital-status"]


@pytest.fixture(scope="module")
def adult_frame(adult_folder):
    with (adult_folder / "adult_30162.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    frame = pandas.DataFrame(rows)
    frame["age"] = frame["age"].astype(int)
    return frame[[*ADULT_QUASI, "age", "occupation"]]


def test_adult_where_both_agree(adult_frame):
    data = adult_frame
    assert ours.k_anonymity(data, ADULT_QUASI) == theirs.k_anonymity(data, ADULT_QUASI)
    for name in ("l_diversity", "alpha_k_anonymity", "basic_beta_likeness"):
        mine = getattr(ours, name)(data, ADULT_QUASI, ["occupation"])
        found = getattr(theirs, name)(data, ADULT_QUASI, ["occupation"])
        assert mine == pytest.approx(found)
    for secret in ("occupation", "age"):
        mine = ours.t_closeness(data, ADULT_QUASI, [secret])
        assert mine == pytest.approx(theirs.t_closeness(data, ADULT_QUASI, [secret]))


def test_adult_where_pycanon_is_wrong(adult_frame):
    data, quasi = adult_frame, ["sex", "race"]
    c, l = ours.recursive_c_l_diversity(data, quasi, ["occupation"])
    their_c, their_l = theirs.recursive_c_l_diversity(data, quasi, ["occupation"])
    assert (l, their_c, their_l) == (their_l, 1, l)
    assert c > 1
    entropy = ours.entropy_l_diversity(data, quasi, ["occupation"])
    found = theirs.entropy_l_diversity(data, quasi, ["occupation"])
    assert found == math.floor(entropy) < entropy
    assert math.isinf(ours.delta_disclosure(data, quasi, ["occupation"]))
    assert theirs.delta_disclosure(data, quasi, ["occupation"]) < 5
