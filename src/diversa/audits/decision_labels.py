# SPDX-License-Identifier: Apache-2.0
"""What the labels of a decision would state, before anything is published.

It is counted from the tuples that would be written, as an audit counts it from a file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from diversa.array_types import Codes, Ints
from diversa.audits.label_audit import label_record, label_texts, spelling_of_labels
from diversa.data.label_meaning import LEVELS, LabelMeaning, meaning_of_boxes
from diversa.data.meaning import format_label
from diversa.data.spelling import Hints
from diversa.engines.row_recoding import CountedTuples, TupleColumn
from diversa.hierarchies.hierarchy import TOP
from diversa.labels.label_claims import LabelColumn
from diversa.labels.table_claims import TableClaims, column_claims
from diversa.methods.decision import Decision
from diversa.models.model import Model
from diversa.plan.plan import Plan
from diversa.recodings.recoding import Recoding
from diversa.record.label_record import LabelRecord
from diversa.tables.count_table import CountTable


def label_meaning(recoding: Recoding, models: Sequence[Model]) -> LabelMeaning | None:
    """What the labels of a recoding say of rows; None where groups have numbers."""
    if recoding.group_column is not None:
        return None
    if recoding.levels is not None:
        return LEVELS
    rule = recoding.safe_labels
    meaning = meaning_of_boxes(
        recoding.labels,
        recoding.averages,
        by_size=all(model.only_size for model in models)
        and (rule is None or rule.structure_only),
    )
    # The groups were judged by the rows behind their labels.
    backed = [int(model.bound) for model in models if model.reads_labels]
    return replace(meaning, least=max([1, *backed]))


def labels_of_decision(
    counted: CountTable, plan: Plan, decision: Decision
) -> LabelRecord | None:
    """Count what labels would state of single rows; None where groups have numbers."""
    counted = decision.counted or counted
    meaning = label_meaning(decision.recoding, plan.bound_models())
    if meaning is None:
        return None
    names = tuple(hierarchy.attribute for hierarchy in counted.hierarchies)
    tables = replace(decision.recoding, columns=names).tables_of_counts(counted)
    if tables is None:
        return None
    return label_record(claims_of_tuples(tables.rows, meaning, plan.reading.hints))


def claims_of_tuples(
    tuples: CountedTuples, meaning: LabelMeaning, hints: Hints
) -> TableClaims:
    """The claims of the groups that tuples form."""
    columns = [texts_of(column) for column in tuples.columns]
    codes = np.array([codes for codes, _ in columns], dtype=np.int64)
    codes, sizes = sum_groups(codes, tuples.counts)
    claims, lines = [], []
    for column, (_, labels), line in zip(tuples.columns, columns, codes, strict=True):
        spelling = spelling_of_labels(label_texts(labels), hints)
        shown = LabelColumn(column.name, labels, meaning, spelling)
        found, label = column_claims(shown, line.astype(np.int32), sizes)
        claims.append(found)
        lines.append(label)
    label = np.array(lines, dtype=np.int64).reshape(len(lines), len(sizes))
    return TableClaims(sizes, tuple(claims), label, meaning)


def texts_of(column: TupleColumn) -> tuple[Codes, tuple[str | None, ...]]:
    """The code of each tuple, and the labels as texts; the last one is the star."""
    values = () if column.values is None else column.values
    labels = (*(format_label(value) for value in values), TOP)
    places = {label: place for place, label in reversed([*enumerate(labels)])}
    first = np.array([places[label] for label in labels], dtype=np.int64)
    return first[column.each], labels


def sum_groups(codes: Ints, rows: Ints) -> tuple[Ints, Ints]:
    """The distinct tuples, one column each, and the rows of each."""
    groups, place = np.unique(codes, axis=1, return_inverse=True)
    return groups, np.bincount(place.ravel(), rows).astype(np.int64)
