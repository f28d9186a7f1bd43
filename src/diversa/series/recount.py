# SPDX-License-Identifier: Apache-2.0
"""The audit of a republication: the written table, alone and in its series.

The table is counted anew. Its groups must hold for the models, and everybody's group
must have the values of their signature in the register.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.audits.audit import audit_input
from diversa.audits.audit_result import Audit
from diversa.audits.reference import codes_in
from diversa.data.dictionary import Dictionary
from diversa.data.read_options import ReadOptions
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.errors import InternalError, NoSolutionError
from diversa.models.republication import (
    NOBODY,
    Membership,
    Republication,
    judge_series,
)
from diversa.models.verdict import Verdict
from diversa.record.reading import READING, release_reading
from diversa.series.regrouping import Regrouping
from diversa.series.series_plan import SeriesPlan
from diversa.tables.table_input import TableInput

OTHERS = "the groups that m-invariance makes do not satisfy the other models."
"""The message where a model beside m-invariance does not hold."""

ADVICE = "Ask for a larger m, or leave these models out."
"""The advice of that message."""


def series_reading(series_plan: SeriesPlan) -> ReadOptions:
    """The options that read the published files."""
    plan = series_plan.plan
    return release_reading(
        spreadsheet_safe=plan.writing.spreadsheet_safe, equality=plan.reading.equality
    )


def recount(
    published: object,
    series_plan: SeriesPlan,
    regrouping: Regrouping,
    engine: EngineChoice,
) -> Audit:
    """Audit the published table by its groups; refuse what does not hold."""
    table = TableInput.of(
        published,
        quasi_identifiers=regrouping.group_column,
        sensitive=series_plan.sensitive,
        missing=series_plan.plan.privacy.missing,
        reading=series_reading(series_plan),
        engine=engine,
        hierarchies={
            name: kind
            for name, kind in series_plan.plan.hierarchies.items()
            if name == series_plan.sensitive
        },
    )
    recounted = audit_input(table, models=series_plan.plan.bound_models())
    broken = [one for one in recounted.models if one.verdict is not Verdict.HOLDS]
    if any(one.model == series_plan.unique for one in broken):
        raise InternalError("audit: the published table does not hold; not released")
    faults = [
        f"{one.spec}: {one.verdict} in {one.failing_rows:,} of {recounted.rows:,} rows"
        f"{one.reason}"
        for one in broken
    ]
    faults += too_few_people(series_plan, regrouping)
    if faults:
        attained = {one.spec: one.attained for one in recounted.models}
        raise NoSolutionError("\n".join([OTHERS, *faults, ADVICE]), attained=attained)
    return recounted


def too_few_people(series_plan: SeriesPlan, regrouping: Regrouping) -> list[str]:
    """Faults of groups with fewer than k people: nobody hides among counterfeit rows.

    It is published how many of them a group has.
    """
    fewest = int(regrouping.people.min())
    return [
        f"{model.spec}: a group has {fewest} people; counterfeit rows are not counted"
        for model in series_plan.plan.bound_models()
        if model.least_people > fewest
    ]


def follow(
    published: object,
    series_plan: SeriesPlan,
    regrouping: Regrouping,
    engine: EngineChoice,
) -> Republication:
    """Judge the published table between the register before it and the one after."""
    register = regrouping.register
    keys = np.unique(np.concatenate([register.people, regrouping.published.people]))
    now = replace(
        count_groups(published, regrouping, engine, series_reading(series_plan)),
        person=np.searchsorted(keys, regrouping.published.people),
        group=regrouping.group,
    )
    before = Membership(
        register.signatures.starts,
        register.signatures.values,
        register.signatures.lengths,
        np.searchsorted(keys, register.people),
        register.signature,
    )
    after = Membership(
        regrouping.next_release.signatures.starts,
        regrouping.next_release.signatures.values,
        regrouping.next_release.signatures.lengths,
        now.person,
        regrouping.next_release.signature[regrouping.group],
    )
    series = judge_series([before, now, after])
    if not series.holds(series_plan.m):
        raise InternalError("audit: the series is not m-invariant; not released")
    return series


def count_groups(
    published: object,
    regrouping: Regrouping,
    engine: EngineChoice,
    reading: ReadOptions = READING,
) -> Membership:
    """The values of the published groups, as the table has them, without people."""
    with open_engine(engine, published) as opened:
        table = opened.open(published, options=reading)
        groups = opened.values(table, regrouping.group_column)
        secret = opened.values(table, regrouping.table.secret.column)
        cells = opened.count(table, [groups, secret])
    number = np.array(groups.texts, dtype=np.str_).astype(np.int64)
    codes = value_codes(regrouping, secret)
    return Membership.of(
        number[cells.codes[:, 0]],
        codes[cells.codes[:, 1]],
        np.full(len(cells.counts), NOBODY),
        cells.counts,
    )


def value_codes(regrouping: Regrouping, published: Dictionary) -> NDArray[np.int64]:
    """The code of each published value among all values of the series."""
    every = Dictionary.build(
        published.column,
        regrouping.values,
        np.ones(len(regrouping.values), dtype=np.int64),
    )
    place = {text: code for code, text in enumerate(regrouping.values)}
    lost = [] if every.missing_code is None else [None]
    ours = np.array([place[text] for text in [*every.texts, *lost]], dtype=np.int64)
    return ours[codes_in(every, published)]
