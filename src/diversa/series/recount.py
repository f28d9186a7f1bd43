# SPDX-License-Identifier: Apache-2.0
"""The audit of a republication: the written table, alone and in its series.

The table is counted anew. Its groups must hold for the models, and everybody's group
must have the values of their signature in the register.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from diversa.audits.audit import audit
from diversa.audits.audit_result import Audit
from diversa.audits.reference import codes_in
from diversa.data.dictionary import Dictionary
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.errors import InternalError, NoSolutionError
from diversa.models.republication import (
    NOBODY,
    Membership,
    Republication,
    judge_series,
)
from diversa.release.reading import READING
from diversa.series.regrouping import Regrouping
from diversa.series.series_plan import SeriesPlan

OTHERS = "the groups that m-invariance makes do not satisfy the other models."
"""What is said where a model beside m-invariance does not hold."""

ADVICE = "Ask for a larger m, or leave these models out."
"""What to do then."""


def recount(
    published: object, asked: SeriesPlan, made: Regrouping, engine: EngineChoice
) -> Audit:
    """Audit the published table by its groups; refuse what does not hold."""
    found = audit(
        published,
        quasi_identifiers=made.group_column,
        sensitive=asked.sensitive,
        models=asked.plan.bound_models(),
        missing=asked.plan.privacy.missing,
        count_suppressed=True,
        reading=READING,
        engine=engine,
    )
    failing = [one for one in found.models if not one.holds]
    if any(verdict.model == asked.unique for verdict in failing):
        raise InternalError("audit: the published table does not hold; not released")
    faults = [
        f"{one.spec}: fails in {one.failing_rows:,} of {found.rows:,} rows"
        for one in failing
    ]
    faults += too_few_people(asked, made)
    if faults:
        attained = {one.spec: one.attained for one in found.models}
        raise NoSolutionError("\n".join([OTHERS, *faults, ADVICE]), attained=attained)
    return found


def too_few_people(asked: SeriesPlan, made: Regrouping) -> list[str]:
    """Where k people must be in a group: nobody hides among counterfeit rows.

    It is published how many of them a group has.
    """
    fewest = int(made.people.min())
    return [
        f"{model.spec}: a group has {fewest} people; counterfeit rows are not counted"
        for model in asked.plan.bound_models()
        if model.least_people > fewest
    ]


def follow(
    published: object, asked: SeriesPlan, made: Regrouping, engine: EngineChoice
) -> Republication:
    """Judge the published table between the register before it and the one after."""
    register = made.register
    keys = np.unique(np.concatenate([register.people, made.published.people]))
    now = replace(
        count_groups(published, made, engine),
        person=np.searchsorted(keys, made.published.people),
        group=made.group,
    )
    before = Membership(
        register.signatures.starts,
        register.signatures.values,
        register.signatures.lengths,
        np.searchsorted(keys, register.people),
        register.signature,
    )
    after = Membership(
        made.found.signatures.starts,
        made.found.signatures.values,
        made.found.signatures.lengths,
        now.person,
        made.found.signature[made.group],
    )
    found = judge_series([before, now, after])
    if not found.holds(asked.m):
        raise InternalError("audit: the series is not m-invariant; not released")
    return found


def count_groups(
    published: object, made: Regrouping, engine: EngineChoice
) -> Membership:
    """The values of the published groups, as the table has them, without people."""
    with open_engine(engine, published) as opened:
        table = opened.open(published, options=READING)
        groups = opened.values(table, made.group_column)
        secret = opened.values(table, made.table.secret.column)
        cells = opened.count(table, [groups, secret])
    number = np.array(groups.texts, dtype=np.str_).astype(np.int64)
    codes = value_codes(made, secret)
    return Membership.of(
        number[cells.codes[:, 0]],
        codes[cells.codes[:, 1]],
        np.full(len(cells.counts), NOBODY),
        cells.counts,
    )


def value_codes(made: Regrouping, published: Dictionary) -> NDArray[np.int64]:
    """The code of each published value among all values of the series."""
    known = Dictionary.build(
        published.column, made.values, np.ones(len(made.values), dtype=np.int64)
    )
    place = {text: code for code, text in enumerate(made.values)}
    lost = [] if known.missing_code is None else [None]
    ours = np.array([place[text] for text in [*known.texts, *lost]], dtype=np.int64)
    return ours[codes_in(known, published)]
