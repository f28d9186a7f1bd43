# SPDX-License-Identifier: Apache-2.0
"""The synthetic Lands End has the published shape."""

from __future__ import annotations

from math import prod

import numpy as np

from experiments.lands_end import DOMAINS, QUASI_IDENTIFIERS, lands_end

ROWS = 40_000
LATTICES = {3: 48, 4: 96, 5: 480, 6: 960, 7: 1920}


def test_domains_and_lattices_are_those_of_the_paper():
    table = lands_end(ROWS, 0)
    assert {name: one.size for name, one in table.dictionaries.items()} == DOMAINS
    heights = [table.hierarchy(name).height for name in QUASI_IDENTIFIERS]
    for attributes, size in LATTICES.items():
        assert prod(height + 1 for height in heights[:attributes]) == size


def test_a_seed_gives_the_same_rows_and_another_one_others():
    first, again, other = (lands_end.__wrapped__(500, seed) for seed in (1, 1, 2))
    for name in DOMAINS:
        assert (first.codes[name] == again.codes[name]).all()
    assert (first.codes["zipcode"] != other.codes["zipcode"]).any()


def test_the_price_tells_much_of_the_cost():
    table = lands_end(ROWS, 0)
    cells = table.cells(["price", "cost"])
    apart = table.dictionaries["price"].size * table.dictionaries["cost"].size
    assert len(cells.counts) < apart / 4
    assert np.isclose(cells.rows, ROWS)
