# SPDX-License-Identifier: Apache-2.0
"""An adversary who learns from a release of people of his own."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from diversa.errors import InputError
from diversa.rehearsals import learner as learner_module
from diversa.rehearsals.downcoding import downcode
from diversa.rehearsals.learner import (
    PredicateLearner,
    chance,
    classifier,
    describe,
    lessons_of,
)
from diversa.rehearsals.lines import Members, PredicateLines, SideKnowledge
from diversa.rehearsals.singling_out import single_out
from rehearsed_tables import STYLES, counted_rows, publish, rows_of, three


@pytest.fixture(scope="module")
def tight():
    """Releases of two thirds with tight labels, and what is learnt from the second."""
    counted, plan = counted_rows(rows_of(1, 1500), **STYLES["tight"])
    thirds = three(counted)
    boxes, shadow = (
        (one := publish(third, plan)[0]).select(np.flatnonzero(one.generalized))
        for third in (thirds.released, thirds.shadow)
    )
    people = thirds.shadow.people, thirds.control.people
    return thirds, boxes, shadow, PredicateLearner.of(shadow, *people, seed=3)


def test_a_learner_singles_out_more_than_one_who_counts(tight):
    thirds, boxes, _, learnt = tight
    people = thirds.shadow.people, thirds.released.people, thirds.control.people
    plain, adaptive = (
        single_out(boxes, *people),
        single_out(boxes, *people, learnt.score),
    )
    assert adaptive.hits >= plain.hits
    assert adaptive.hits > adaptive.control_hits


def test_what_it_is_sure_of_in_tight_labels_is_true(tight):
    thirds, boxes, _, learnt = tight
    found = downcode(boxes, thirds.shadow.people, thirds.released.people, learnt)
    assert found.claims > 0
    assert found.true / found.claims > 0.85


def test_the_same_seed_gives_the_same_answers(tight):
    thirds, boxes, shadow, learnt = tight
    people = thirds.shadow.people, thirds.control.people
    again = PredicateLearner.of(shadow, *people, seed=3)
    side = boxes.sides[0]
    lines = PredicateLines.of(boxes.predicates[0], 0, side.label)
    members = Members.of(boxes, thirds.shadow.people)
    known = SideKnowledge.of(lines, members, len(boxes))
    rows = boxes.sizes[lines.box]
    scores = [one.score(lines, known, rows).tolist() for one in (learnt, again)]
    assert scores[0] == scores[1]


def test_lessons_are_true_of_the_table_that_is_known(tight):
    thirds, _, shadow, _ = tight
    released, known = thirds.shadow.people, thirds.control.people
    lessons = list(lessons_of(shadow, released, known))
    inside = Members.of(shadow, released)
    own = Members.published(shadow, released)
    for column, (facts, single, present) in enumerate(lessons):
        side = shadow.sides[column]
        lines = PredicateLines.of(shadow.predicates[column], column, side.label)
        assert (single == (lines.count(inside) == 1)).all()
        assert (present == (lines.count(own) > 0)).all()
        assert facts.shape[0] == len(lines)
        side_known = SideKnowledge.of(lines, Members.of(shadow, known), len(shadow))
        again = describe(lines, side_known, shadow.sizes[lines.box])
        assert (facts == again).all()


def test_few_lessons_are_drawn_from_many(tight, monkeypatch):
    thirds, _, shadow, _ = tight
    monkeypatch.setattr(learner_module, "MOST_LESSONS", 500)
    people = thirds.shadow.people, thirds.control.people
    assert (
        PredicateLearner.of(shadow, *people, seed=3).isolation.n_iter_
        == learner_module.TREES
    )


def test_one_answer_alone_is_given_again():
    facts = np.zeros((200, 2), np.float32)
    learnt = classifier(0)
    learnt.fit(facts, np.arange(200) % 2 == 0)
    learnt.classes_ = np.array([False])
    assert chance(learnt, facts).tolist() == [0.0] * 200


def test_without_scikit_learn_the_message_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    with pytest.raises(InputError, match=r"diversa\[attacks\]"):
        classifier(0)
