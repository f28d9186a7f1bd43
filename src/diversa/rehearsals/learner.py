# SPDX-License-Identifier: Apache-2.0
"""An adversary who learns how labels betray people from a release of his own.

He knows the plan, releases his own people with it, and sees in his own table which
predicates single somebody out. A classifier learns it from what is known of a predicate
without the table. It is then asked about the predicates of the release under attack.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Bools, Floats, Ints
from diversa.errors import InputError
from diversa.labels.isolation import isolation_scores
from diversa.rehearsals.lines import (
    Members,
    PredicateLines,
    SideKnowledge,
    walk,
)
from diversa.rehearsals.release_boxes import ReleaseBoxes
from diversa.rehearsals.thirds import PeopleTuples

TREES, LEAVES, LINES_OF_A_LEAF = 80, 15, 100
"""The size of the classifier: its trees, their leaves, and the lines of a leaf."""

MOST_LESSONS = 1_000_000
"""Most lines that a classifier learns from; of more, some are drawn."""

SURE, BY_CHANCE = 0.98, 0.9
"""A claim is learnt if it is so sure, where chance alone makes it less likely."""


@dataclass(frozen=True, eq=False)
class PredicateLearner:
    """A lesson on predicates from a release whose table is known."""

    isolation: Any = field(repr=False)
    """The classifier of predicates that single somebody out."""
    presence: Any = field(repr=False)
    """The classifier of predicates that somebody of the group fits."""

    @classmethod
    def of(
        cls,
        boxes: ReleaseBoxes,
        released: PeopleTuples,
        known: PeopleTuples,
        seed: int,
    ) -> PredicateLearner:
        """Learn from the release of one's own people, with others as side knowledge."""
        lessons = list(lessons_of(boxes, released, known))
        features = np.concatenate([one for one, _, _ in lessons])
        single = np.concatenate([one for _, one, _ in lessons])
        present = np.concatenate([one for _, _, one in lessons])
        if len(features) > MOST_LESSONS:
            random = np.random.default_rng(seed)
            some = random.choice(len(features), MOST_LESSONS, replace=False)
            features, single, present = features[some], single[some], present[some]
        return cls(
            *(classifier(seed).fit(features, wanted) for wanted in (single, present))
        )

    def score(self, lines: PredicateLines, known: SideKnowledge, rows: Ints) -> Floats:
        """The chance, as it was learnt, that lines single somebody out."""
        return chance(self.isolation, describe(lines, known, rows))

    def is_sure(self, lines: PredicateLines, known: SideKnowledge, rows: Ints) -> Bools:
        """True for lines that somebody of the group fits, by what was learnt."""
        learnt = chance(self.presence, describe(lines, known, rows))
        by_chance = 1 - (1 - known.share) ** rows
        sure: Bools = (learnt >= SURE) & (by_chance < BY_CHANCE)
        return sure


Lesson = tuple[NDArray[np.float32], Bools, Bools]
"""Descriptions of lines; whether somebody fits alone; whether somebody fits."""


def lessons_of(
    boxes: ReleaseBoxes, released: PeopleTuples, known: PeopleTuples
) -> Iterator[Lesson]:
    """All that can be learnt from a release whose table is known."""
    side, inside = (Members.of(boxes, people) for people in (known, released))
    own = Members.published(boxes, released)
    for low, high, lines in walk(boxes):
        facts = SideKnowledge.of(lines, side.between(low, high), high - low)
        yield (
            describe(lines, facts, boxes.sizes[low:high][lines.box]),
            lines.count(inside.between(low, high)) == 1,
            lines.count(own.between(low, high)) > 0,
        )


def describe(
    lines: PredicateLines, known: SideKnowledge, rows: Ints
) -> NDArray[np.float32]:
    """All that is known of lines without the table, one column for each fact."""
    sets, span = lines.predicates, lines.span
    sizes = sets.side.sizes[sets.spans.label[span]]
    share, backing = known.share, sets.backing[span]
    facts = (
        rows,
        share,
        isolation_scores(rows, share, backing),
        1 - (1 - share) ** rows,
        known.base,
        sets.sizes[span],
        sizes,
        sets.spans.kind[span] + 5 * sets.spans.rest[span],
        np.full(len(span), lines.column),
        (sizes - 1) / max(1, sets.side.domain - 1),
        known.people,
        known.hits,
        backing,
    )
    return np.stack(facts, axis=1).astype(np.float32)


def classifier(seed: int) -> Any:  # noqa: ANN401 - of scikit-learn
    """Boosted trees that have learnt nothing yet."""
    try:
        from sklearn.ensemble import HistGradientBoostingClassifier
    except ImportError:
        raise InputError(
            "rehearse: adaptive must come with scikit-learn, got no such package; run"
            " pip install 'diversa[attacks]', or rehearse the plain attacks"
        ) from None
    return HistGradientBoostingClassifier(
        max_iter=TREES,
        max_leaf_nodes=LEAVES,
        min_samples_leaf=LINES_OF_A_LEAF,
        early_stopping=False,
        random_state=seed,
    )


def chance(learnt: Any, features: NDArray[np.float32]) -> Floats:  # noqa: ANN401
    """The chance of a yes; where only one answer was ever seen, that answer."""
    if len(learnt.classes_) == 1:
        return np.full(len(features), float(learnt.classes_[0]))
    answers: Floats = learnt.predict_proba(features)[:, 1]
    return answers
