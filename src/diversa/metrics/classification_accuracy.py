# SPDX-License-Identifier: Apache-2.0
"""Classification accuracy: how well a model trained on the release predicts a class.

scikit-learn is loaded when this is used; nothing else needs it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.array_types import Codes, Floats, Ints
from diversa.counts.light_numpy import runs
from diversa.data.column_names import nearest_column
from diversa.errors import InputError
from diversa.metrics.metric import Metric
from diversa.metrics.public_part import public_part
from diversa.metrics.recoded import Recoded
from diversa.metrics.sides import Sides

HELD_OUT = 1 / 3
"""Share of the rows that are kept for the test."""

MOST_ROWS = 60_000
"""A larger table is sampled down to about so many rows."""


@dataclass(frozen=True)
class Accuracy:
    """The share of held-out published rows, as they were, whose class is predicted."""

    label: str
    """The class."""
    release: float
    """Trained on the release, tested on the original recoded in the same way; withheld
    rows are wrong, by their share of the table."""
    raw: float
    """Trained and tested on the original."""
    majority: float
    """Always the most frequent class of the training rows."""
    rows: int
    """Rows that were held out."""

    def to_json(self) -> dict[str, Any]:
        """The three numbers, which mean nothing without each other."""
        return asdict(self)


def classification_accuracy(
    recoded: Recoded, label: str, *, seed: int = 0
) -> Accuracy | None:
    """Train on the release, test on held-out rows; beside raw data and majority.

    Features are the quasi-identifiers: of each, the values that a label covers, with
    the same weight. The class may be a sensitive attribute, or a quasi-identifier,
    which then is no feature; a label that covers several classes counts for each of
    them in part. Groups that were formed by the class know something of it: then the
    release may predict better than the raw data. Withheld rows are neither trained with
    nor held out; from the release, their class is predicted wrong. The classifier is a
    logistic regression. None where it is not known where the rows of each cell went.

    Reference:
        K. LeFevre, D. DeWitt, R. Ramakrishnan, Workload-aware anonymization, KDD 2006,
        for training on the release and testing on recoded data.
    """
    columns = [dictionary.column for dictionary in recoded.original.dictionaries]
    if label not in columns:
        raise InputError(
            f"label: must be a counted column, got '{label}';"
            f" {nearest_column(label, columns)}"
        )
    if recoded.entries is None or recoded.total == 0:
        return None
    return AccuracyTrial(public_part(recoded), label, seed).accuracy()


@dataclass(frozen=True, eq=False)
class AccuracyTrial:
    """One division of the rows into those to train with and those to test."""

    recoded: Recoded
    label: str
    seed: int

    @cached_property
    def rows(self) -> tuple[Ints, Ints]:
        """Of every entry, the rows to train with and the rows held out."""
        random = np.random.default_rng(self.seed)
        rows = self.entries.rows
        if self.recoded.total > MOST_ROWS:
            rows = random.binomial(rows, MOST_ROWS / self.recoded.total)
        held = random.binomial(rows, HELD_OUT)
        return rows - held, held

    @property
    def entries(self) -> Any:  # noqa: ANN401 - never None here; checked on entry
        """The box and the group of the rows of each cell."""
        return self.recoded.entries

    @property
    def features(self) -> list[int]:
        """The quasi-identifiers but the class, by their order."""
        return [
            place
            for place, hierarchy in enumerate(self.recoded.hierarchies)
            if hierarchy.attribute != self.label
        ]

    @cached_property
    def classes(self) -> Codes:
        """The true class of every cell."""
        return self.recoded.original.column(self.label)

    def accuracy(self) -> Accuracy | None:
        """Train twice, test twice."""
        train, held = self.rows
        if not held.any() or not train[self.entries.box >= 0].any():
            return None
        true = self.classes[self.entries.cell]
        counts = np.bincount(true, weights=train)
        tested = int(held.sum())
        published = self.recoded.rows_out / self.recoded.total
        raw, used = self._raw_features(), train > 0
        boxes, is_out = self._box_features(), self.entries.box >= 0
        shown = boxes[np.maximum(self.entries.box, 0)].multiply(is_out[:, None]).tocsr()
        box, guess, weight = self._release_classes()
        of_release = fit(boxes[box], guess, weight)
        of_table = fit(raw[used], true[used], train[used])
        return Accuracy(
            self.label,
            published * self._right(of_release, shown, true, held),
            self._right(of_table, raw, true, held),
            float(held[true == counts.argmax()].sum()) / tested,
            tested,
        )

    def _right(
        self,
        model: Any,  # noqa: ANN401 - a classifier, or one class
        features: Any,  # noqa: ANN401 - a sparse matrix
        true: Codes,
        held: Ints,
    ) -> float:
        tested = held > 0
        guessed = model
        if not isinstance(model, int):
            guessed = model.predict(features[tested])
        right = guessed == true[tested]
        return float(held[tested][right].sum()) / float(held.sum())

    def _release_classes(self) -> tuple[Ints, Ints, Floats]:
        """Boxes with the classes that the release gives their rows, in part each."""
        train, _ = self.rows
        kept = (self.entries.box >= 0) & (train > 0)
        box, group = self.entries.box[kept], self.entries.group[kept]
        cell, rows = self.entries.cell[kept], train[kept]
        size = self.recoded.original.dictionary(self.label).size
        names = [hierarchy.attribute for hierarchy in self.recoded.hierarchies]
        if self.label in names:
            side = self.recoded.sides[names.index(self.label)]
            spread = spread_classes(side, box, rows)
        else:
            spread = group_classes(box, group, self.classes[cell], rows, size)
        keys, place = np.unique(spread[0] * size + spread[1], return_inverse=True)
        weight = np.bincount(place, weights=spread[2]).astype(np.float64)
        return keys // size, keys % size, weight

    def _raw_features(self) -> Any:  # noqa: ANN401 - a sparse matrix
        cells = self.recoded.original.codes[self.entries.cell]
        sides = [
            Sides.of_level(self.recoded.hierarchies[place], 0, cells[:, place])
            for place in self.features
        ]
        return matrix(sides, len(cells))

    def _box_features(self) -> Any:  # noqa: ANN401 - a sparse matrix
        sides = [self.recoded.sides[place] for place in self.features]
        return matrix(sides, self.recoded.boxes)


def spread_classes(side: Sides, box: Ints, rows: Ints) -> tuple[Ints, Ints, Floats]:
    """A class that is generalized itself: each that its label covers, in part."""
    label = side.label[box]
    lengths = side.sizes[label]
    _, codes, starts = side.matrix()
    weight = np.repeat(rows / lengths, lengths)
    return np.repeat(box, lengths), codes[runs(starts[label], lengths)], weight


def group_classes(
    box: Ints, group: Ints, classes: Codes, rows: Ints, size: int
) -> tuple[Ints, Ints, Floats]:
    """A sensitive class: each that the group has, in proportion."""
    keys, place = np.unique(group * size + classes, return_inverse=True)
    counts = np.bincount(place, weights=rows)
    groups = int(group.max(initial=-1)) + 1
    starts = np.searchsorted(keys // size, np.arange(groups + 1))
    totals = np.bincount(group, weights=rows, minlength=groups)
    lengths = np.diff(starts)[group]
    entry = runs(starts[group], lengths)
    share = np.repeat(rows / totals[group], lengths)
    return np.repeat(box, lengths), keys[entry] % size, share * counts[entry]


def matrix(sides: list[Sides], lines: int) -> Any:  # noqa: ANN401 - a sparse matrix
    """Line by value: what the label of a line covers, with the same weight."""
    sparse = load_sklearn("scipy.sparse")
    parts = []
    for side in sides:
        shape = len(side.sizes), side.domain
        labels = sparse.csr_matrix(side.matrix(), shape=shape)
        parts.append(labels[side.label])
    return sparse.hstack(parts).tocsr() if parts else sparse.csr_matrix((lines, 0))


def fit(
    features: Any,  # noqa: ANN401 - a sparse matrix
    classes: NDArray[np.integer],
    weight: NDArray[Any],
) -> Any:  # noqa: ANN401 - a classifier, or the only class there is
    """A logistic regression; where there is one class only, that class."""
    if features.shape[1] == 0 or len(np.unique(classes)) == 1:
        return int(np.bincount(classes, weights=weight).argmax())
    linear = load_sklearn("sklearn.linear_model")
    return linear.LogisticRegression(max_iter=2000).fit(features, classes, weight)


def load_sklearn(module: str) -> Any:  # noqa: ANN401 - a module
    """Load what belongs to scikit-learn, or say what to install."""
    from importlib import import_module

    try:
        return import_module(module)
    except ImportError:
        raise InputError(
            "classification accuracy: scikit-learn must be installed, got no such"
            " package; run `pip install scikit-learn`"
        ) from None


CLASSIFICATION_ACCURACY = Metric(
    "accuracy",
    "classification accuracy",
    "a model trained on the release, beside raw data and majority",
    lambda recoded, request: (
        None
        if request.label is None
        else classification_accuracy(recoded, request.label, seed=request.seed)
    ),
    better="higher",
    needs="a column whose prediction is tried (`label`), and scikit-learn",
    shape=lambda _name, _measured: {},
    detail="accuracy",
    withheld="a wrong prediction",
)
