# SPDX-License-Identifier: Apache-2.0
"""Auditing the models: against pycanon, against pandas by hand, and against np.log.

Adult, 30,162 rows, eight quasi-identifiers (all attributes but occupation), as a pandas
frame: the levels of every model that pycanon has. Ours once as these levels alone and
once as the whole audit, which says more. pycanon takes minutes and holds older versions
of NumPy and pandas (`pip install '.[pycanon]'`), so it is left out where it is not
installed. Then 1,000,000 groups with 3,000,000 histogram entries, in units of one
`np.log` over the entries.

Ratios are medians of runs that alternate, in processor time. Run with
`python -m benchmarks models`.
"""

from __future__ import annotations

import importlib.util
import math
import statistics
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from benchmarks.arguments import arguments
from benchmarks.record import note
from benchmarks.search import FOLDER, SENSITIVE, seconds
from diversa import audit
from diversa.compat import pycanon as compat
from diversa.counts.histogram import Histogram
from diversa.counts.sensitive import Sensitive
from diversa.data.dictionary import Dictionary
from diversa.models import (
    AlphaKAnonymity,
    BetaLikeness,
    DeltaDisclosure,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    Model,
    RecursiveClDiversity,
    SensitiveModel,
    TCloseness,
)

ANY = Fraction(1)
BOTH: dict[str, Model] = {
    "k": KAnonymity(1),
    "alpha": AlphaKAnonymity(ANY, 1),
    "distinct l": DistinctLDiversity(1),
    "entropy l": EntropyLDiversity(ANY),
    "c at l = 2": RecursiveClDiversity(ANY, 2),
    "beta": BetaLikeness(ANY),
    "enhanced beta": BetaLikeness(ANY, enhanced=True),
    "t": TCloseness(ANY),
    "delta": DeltaDisclosure(ANY),
}
"""Every model that pycanon has."""

ROUNDS = 15
GROUPS, VALUES = 1_000_000, 100
JOBS: dict[str, tuple[SensitiveModel, int]] = {
    "entropy l-diversity": (EntropyLDiversity(ANY), 8),
    "t-closeness, ordered": (TCloseness(ANY, distance="ordered"), 40),
    "t-closeness, equal": (TCloseness(ANY), 40),
}
"""Models over many groups, and how many units they may take."""


def ours(frame: pd.DataFrame, quasi: list[str]) -> dict[str, float]:
    """Count the frame once and measure every model."""
    groups = compat.count_groups(frame, quasi, [SENSITIVE])
    return {name: model.attained(groups) for name, model in BOTH.items()}


def by_hand(frame: pd.DataFrame, quasi: list[str]) -> dict[str, float]:
    """The same levels as a careful user of pandas would write them."""
    keys = [*quasi, SENSITIVE]
    table = (
        frame.groupby(keys, observed=True, dropna=False).size().unstack(fill_value=0)
    )
    counts = table.to_numpy()
    sizes, largest = counts.sum(axis=1), counts.max(axis=1)
    p, q = counts / sizes[:, None], counts.sum(axis=0) / counts.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        gains = p / q - 1
        entropy = -np.where(counts > 0, p * np.log(p), 0).sum(axis=1)
        return {
            "k": float(sizes.min()),
            "alpha": float(p.max()),
            "distinct l": float((counts > 0).sum(axis=1).min()),
            "entropy l": float(np.exp(entropy.min())),
            "c at l = 2": float((largest / (sizes - largest)).max()),
            "beta": float(gains.max()),
            "enhanced beta": (
                math.inf if (gains > -np.log(q)).any() else float(gains.max())
            ),
            "t": float((np.abs(p - q).sum(axis=1) / 2).max()),
            "delta": float(np.abs(np.log(p / q)).max()),
        }


def by_pycanon(frame: pd.DataFrame, quasi: list[str]) -> None:
    """Every function of pycanon once."""
    from pycanon import anonymity

    anonymity.k_anonymity(frame, quasi)
    for name in compat.__all__:
        if name != "k_anonymity":
            getattr(anonymity, name)(frame, quasi, [SENSITIVE])


def ratio(one: Callable[[], object], other: Callable[[], object]) -> float:
    """How many times longer one takes than the other, by the median."""
    one(), other()
    pairs = [(seconds(one), seconds(other)) for _ in range(ROUNDS)]
    return statistics.median(mine / theirs for mine, theirs in pairs)


def measure_adult() -> None:
    """Print how many times faster we are on Adult."""
    frame = pd.read_csv(FOLDER / "adult_30162.csv", sep=";", dtype=str)
    quasi = [name for name in frame.columns if name != SENSITIVE]
    check(ours(frame, quasi), by_hand(frame, quasi))
    mine = partial(ours, frame, quasi)
    whole = partial(audit, frame, quasi_identifiers=quasi, sensitive=SENSITIVE)
    hand = partial(by_hand, frame, quasi)
    print(f"Adult, {len(frame):,} rows: the levels of {len(BOTH)} models")
    levels, audited = ratio(hand, mine), ratio(hand, whole)
    print(f"{'pandas by hand : these levels':44} {levels:8.2f} (at least 1)")
    print(f"{'pandas by hand : the whole audit':44} {audited:8.2f}")
    note("models", "levels on Adult, to pandas by hand", 1 / levels)
    note("models", "audit of Adult, to pandas by hand", 1 / audited)
    if importlib.util.find_spec("pycanon") is None:
        print("pycanon is not installed")
        return
    theirs = seconds(partial(by_pycanon, frame, quasi))
    for name, action in (("these levels", mine), ("the whole audit", whole)):
        spent = statistics.median(seconds(action) for _ in range(ROUNDS))
        text = f"pycanon ({theirs:.0f} s) : {name}"
        print(f"{text:44} {theirs / spent:8.0f} (at least 200)")


def check(mine: Mapping[str, float], theirs: Mapping[str, float]) -> None:
    """Stop where two ways to compute the same levels do not agree."""
    for name, level in mine.items():
        same = level == theirs[name] or math.isclose(level, theirs[name])
        if not same:
            raise SystemExit(f"{name}: {level} is not {theirs[name]}")


def many_groups() -> Callable[[], Histogram]:
    """Make a histogram of a million groups with three values each, ever anew."""
    draw = np.random.default_rng(0)
    codes = np.sort(draw.integers(0, VALUES - 2, (GROUPS, 3)), axis=1) + np.arange(3)
    values = codes.astype(np.int32).ravel()
    counts: NDArray[np.int64] = draw.integers(1, 9, len(values))
    rows = np.bincount(values, weights=counts, minlength=VALUES).astype(int).tolist()
    dictionary = Dictionary.build("s", range(VALUES), rows, kind="number")
    starts = np.arange(0, 3 * GROUPS + 1, 3)
    unknown = np.zeros(GROUPS, dtype=np.int64)

    def make() -> Histogram:
        return Histogram(Sensitive(dictionary), starts, values, counts, unknown)

    return make


def measure_groups() -> None:
    """Print how many units the models take over many groups."""
    make = many_groups()
    entries = make().counts.astype(np.float64)
    unit: Callable[[], Any] = partial(np.log, entries)
    print(f"{GROUPS:,} groups, {len(entries):,} entries, in units of one np.log")
    for name, (model, target) in JOBS.items():
        found = ratio(lambda model=model: model.level(make()), unit)
        note("models", f"{name}, {GROUPS:,} groups, to np.log", found)
        missed = "" if found <= target else "  missed"
        print(f"{name:44} {found:8.1f} (at most {target}){missed}")


def main() -> None:
    """Print all ratios."""
    if FOLDER.is_dir():
        measure_adult()
    else:
        print(f"no Adult data in {FOLDER}; name its folder in DIVERSA_DATA")
    measure_groups()


if __name__ == "__main__":
    arguments(__doc__)
    main()
