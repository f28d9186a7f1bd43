# SPDX-License-Identifier: Apache-2.0
"""Linked tables against the same tables published apart, in the same run.

People have four visits on average: birth and sex are those of the person, ward and
month those of the visit. The works publish both tables apart, and linked by a pseudonym
under (k,m)-anonymity with m = 1 and 2 and under LKC-privacy. Times are those of
processors. Run with `python -m benchmarks.linked [people]`.
"""

from __future__ import annotations

import time

import numpy as np
import pandas as pd

from benchmarks.arguments import arguments
from benchmarks.record import note
from diversa import anonymize_linked

PEOPLE = 20_000
VISITS = 4
WORKS = {
    "apart": {"models": "k-anonymity:5"},
    "m = 1": {"linked_models": "km-anonymity:k=5,m=1"},
    "m = 2": {"linked_models": "km-anonymity:k=5,m=2"},
    "m = 2, l = 2": {"linked_models": "lkc-privacy:m=2,k=5,l=2,on=ill"},
}


def make_tables(people: int) -> tuple[pd.DataFrame, pd.DataFrame]:
    """People, and their visits."""
    random = np.random.default_rng(23)
    patients = pd.DataFrame(
        {
            "id": np.arange(people),
            "born": random.integers(1930, 2010, people),
            "sex": random.choice(["female", "male"], people),
        }
    )
    rows = people * VISITS
    visits = pd.DataFrame(
        {
            "id": random.integers(0, people, rows),
            "ward": random.choice([f"ward-{n}" for n in range(8)], rows),
            "month": random.integers(1, 13, rows),
            "ill": random.choice([f"ill-{n}" for n in range(40)], rows),
        }
    )
    return patients, visits


def main(people: int = PEOPLE) -> None:
    """Print the ratios."""
    patients, visits = make_tables(people)
    print(f"linked: {people:,} people, {len(visits):,} visits; processor time")
    spent: dict[str, float] = {}
    for name, words in WORKS.items():
        begin = time.process_time()
        anonymize_linked(
            patients,
            person="id",
            visits=visits,
            quasi_identifiers=["born", "sex"],
            visit_quasi_identifiers=["ward", "month"],
            visit_sensitive="ill",
            suppression=0.1,
            **words,  # type: ignore[arg-type] - words of a plan
        )
        spent[name] = time.process_time() - begin
        ratio = spent[name] / spent["apart"]
        note("linked", f"{name}, {people:,} people", ratio)
        print(f"  {name:13} {spent[name]:7.2f} s  {ratio:6.2f}")


if __name__ == "__main__":
    given = arguments(__doc__)
    main(int(given[0]) if given else PEOPLE)
