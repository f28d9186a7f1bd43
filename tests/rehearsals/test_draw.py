# SPDX-License-Identifier: Apache-2.0
"""One draw of thirds: all attacks on the release of the first."""

from __future__ import annotations

from functools import partial

import numpy as np

from diversa.rehearsals import inference, linkability
from diversa.rehearsals.draw import Draw
from diversa.rehearsals.tally import Results
from diversa.rehearsals.trial_release import TrialRelease
from rehearsed_tables import STYLES, counted_rows, rows_of, three


def draw_of(seed=0, *, learns=False, **words):
    counted, plan = counted_rows(rows_of(1, 240), **words)
    publish = partial(TrialRelease.of, plan=plan)
    random = np.random.default_rng(seed)
    return Draw.of(three(counted), publish, random, learns=learns)


def test_who_learns_has_a_release_of_the_shadow():
    assert draw_of(**STYLES["tight"]).learner is None
    assert draw_of(**STYLES["tight"], learns=True).learner is not None


def test_there_is_nothing_to_learn_of_two_tables():
    words = {"method": "anatomy", "models": "distinct-l-diversity:2"}
    assert draw_of(**words, learns=True).learner is None


def test_people_are_linked_and_guessed_until_there_were_enough(monkeypatch):
    monkeypatch.setattr(linkability, "MOST_PEOPLE", 100)
    monkeypatch.setattr(inference, "MOST_PEOPLE", 100)
    draw, results = draw_of(**STYLES["region"]), Results()
    for _ in range(4):
        draw.attack(results)
    assert results.draws == 4
    assert results.tries("linkability") == results.tries("inference") == 160


def test_the_same_random_choices_give_the_same_results():
    found = []
    for seed in (1, 1, 2):
        results = Results()
        draw_of(seed, **STYLES["region"]).attack(results)
        found.append(results.tallies[("linkability", None)])
    assert found[0] == found[1] != found[2]
