# SPDX-License-Identifier: Apache-2.0
"""Releases put together by who has a population of raw people."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from diversa.attacks.composition import InPopulation
from diversa.attacks.composition_beliefs import (
    ReleaseInPopulation,
    beliefs_of_known,
    certain_on_average,
)
from diversa.attacks.table_groups import PeopleWithSecrets, TableGroups
from diversa.attacks.values_left import GroupValues
from diversa.audits.series_audit import shared_codes
from diversa.counts.cells import Cells


def in_population(
    releases: Sequence[TableGroups],
    known: Cells | None,
    population: PeopleWithSecrets,
    on: str,
) -> InPopulation:
    """What a population adds to what releases tell of one sensitive attribute."""
    people, has_values = population.cells, on in population.sensitive
    histograms = [one.published.groups.histogram(on) for one in releases]
    dictionaries = [one.sensitive.dictionary for one in histograms]
    more = [people.dictionary(on)] if has_values else []
    codes = [own.astype(np.int64) for own in shared_codes([*dictionaries, *more])]
    domain = max(int(own.max(initial=0)) for own in codes) + 1
    parts = [
        ReleaseInPopulation(
            GroupValues.of(histogram, own),
            histogram.counts,
            one.published.groups.sizes,
            one.match(people, where="population"),
        )
        for one, histogram, own in zip(releases, histograms, codes, strict=False)
    ]
    certain = certain_on_average(parts, people.counts, domain)
    if known is None or not has_values:
        return InPopulation(certain)
    matches = [one.match(known, where="known") for one in releases]
    value = codes[-1][people.column(on)]
    mean, surer = beliefs_of_known(parts, matches, known, people, value, domain)
    return InPopulation(certain, mean, None if mean is None else surer)
