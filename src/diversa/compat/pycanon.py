# SPDX-License-Identifier: Apache-2.0
"""The functions of pyCANON, with the values of the definitions.

Change the import and keep the calls::

    from diversa.compat import pycanon as anonymity
    anonymity.t_closeness(data, ["age", "zip"], ["disease"])

`docs/pycanon.md` lists every difference with an example. `data` may also be a Polars or
PyArrow frame, or a path. Every call counts the table again: `diversa.audit` reports all
levels at once.
"""
# ruff: noqa: FBT001, FBT002 - the signatures are those of pycanon

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from diversa.counts.frequency_set import frequency_set
from diversa.counts.groups import Groups
from diversa.data.dictionary import Kind
from diversa.data.roles import Roles
from diversa.errors import InputError
from diversa.hierarchies.hierarchy import Hierarchy
from diversa.models import (
    AlphaKAnonymity,
    BetaLikeness,
    DeltaDisclosure,
    DistinctLDiversity,
    EntropyLDiversity,
    KAnonymity,
    RecursiveClDiversity,
    SensitiveModel,
    TCloseness,
)
from diversa.tables.table_input import TableInput

__all__ = [
    "alpha_k_anonymity",
    "basic_beta_likeness",
    "delta_disclosure",
    "enhanced_beta_likeness",
    "entropy_l_diversity",
    "k_anonymity",
    "l_diversity",
    "recursive_c_l_diversity",
    "t_closeness",
]

Names = Sequence[str]
"""Names of columns: a list or an array."""

ANY = Fraction(1)
"""Any bound: only levels are asked for."""


def k_anonymity(data: object, quasi_ident: Names) -> int:
    """The k of k-anonymity: rows of the smallest group."""
    return int(KAnonymity(1).attained(count_groups(data, quasi_ident)))


def alpha_k_anonymity(
    data: object, quasi_ident: Names, sens_att: Names, gen: bool = True
) -> tuple[float, int]:
    """The alpha and the k of (alpha,k)-anonymity."""
    groups = count_groups(data, quasi_ident, sens_att)
    alpha = worst(groups, AlphaKAnonymity(ANY, 1), gen=gen)
    return alpha, int(KAnonymity(1).attained(groups))


def l_diversity(
    data: object, quasi_ident: Names, sens_att: Names, gen: bool = True
) -> int:
    """The l of distinct l-diversity."""
    groups = count_groups(data, quasi_ident, sens_att)
    return int(worst(groups, DistinctLDiversity(1), gen=gen))


def entropy_l_diversity(
    data: object, quasi_ident: Names, sens_att: Names, gen: bool = True
) -> float:
    """The l of entropy l-diversity, a real number."""
    groups = count_groups(data, quasi_ident, sens_att)
    return worst(groups, EntropyLDiversity(ANY), gen=gen)


def recursive_c_l_diversity(
    data: object,
    quasi_ident: Names,
    sens_att: Names,
    imp: bool = False,
    gen: bool = True,
) -> tuple[float, int]:
    """The least whole c, and the l, of recursive (c,l)-diversity.

    l is that of distinct l-diversity. The definition is strict: c is the least whole
    number above r_1 / (r_l + ... + r_m), or NaN if l is 1. `imp` has no effect.
    """
    del imp
    groups = count_groups(data, quasi_ident, sens_att)
    l = int(worst(groups, DistinctLDiversity(1), gen=gen))
    if l == 1:
        return math.nan, l
    return math.floor(worst(groups, RecursiveClDiversity(ANY, l), gen=gen)) + 1, l


def basic_beta_likeness(
    data: object, quasi_ident: Names, sens_att: Names, gen: bool = True
) -> float:
    """The beta of basic beta-likeness."""
    groups = count_groups(data, quasi_ident, sens_att)
    return worst(groups, BetaLikeness(ANY), gen=gen)


def enhanced_beta_likeness(
    data: object, quasi_ident: Names, sens_att: Names, gen: bool = True
) -> float:
    """The beta of enhanced beta-likeness; infinite if none is large enough."""
    groups = count_groups(data, quasi_ident, sens_att)
    return worst(groups, BetaLikeness(ANY, enhanced=True), gen=gen)


def t_closeness(
    data: object, quasi_ident: Names, sens_att: Names, gen: bool = True
) -> float:
    """The t of t-closeness: ordered distance of numbers, equal distance of all else."""
    groups = count_groups(data, quasi_ident, sens_att)
    equal, ordered = TCloseness(ANY), TCloseness(ANY, distance="ordered")
    return max(
        worst_on(
            groups,
            replace(
                ordered if attribute.dictionary.kind is Kind.NUMBER else equal,
                on=attribute.name,
            ),
            gen=gen,
        )
        for attribute in groups.sensitive
    )


def delta_disclosure(
    data: object, quasi_ident: Names, sens_att: Names, gen: bool = True
) -> float:
    """The delta of delta-disclosure privacy, natural logarithm.

    It is infinite if a group lacks a value of the table.
    """
    groups = count_groups(data, quasi_ident, sens_att)
    return worst(groups, DeltaDisclosure(ANY), gen=gen)


def count_groups(
    data: object, quasi_ident: Names, sens_att: Names | None = None
) -> Groups:
    """Group a table by its quasi-identifiers; without any it is one group."""
    roles = Roles(
        quasi_identifiers=read_names("quasi_ident", quasi_ident),
        sensitive=read_names("sens_att", () if sens_att is None else sens_att),
    )
    if sens_att is not None and not roles.sensitive:
        raise InputError("sens_att: must name at least one column, got none")
    with TableInput(data, roles).open() as opened:
        if roles.quasi_identifiers:
            opened.check_roles()
        if opened.table.rows == 0:
            raise InputError("data: must have rows, got none; there is no level of it")
        counted = opened.count()
    flat = [
        Hierarchy.from_labels(counted.cells.dictionary(name), [])
        for name in roles.quasi_identifiers
    ]
    return frequency_set(counted.cells, flat, counted.sensitive).groups


def read_names(where: str, names: Names) -> tuple[str, ...]:
    """Read the names of columns."""
    if isinstance(names, str):
        raise InputError(
            f"{where}: must be a list of columns, got one text; write ['{names}']"
        )
    return tuple(map(str, names))


def worst(groups: Groups, model: SensitiveModel, *, gen: bool) -> float:
    """The worst level over the sensitive attributes."""
    levels = [
        worst_on(groups, replace(model, on=attribute.name), gen=gen)
        for attribute in groups.sensitive
    ]
    return min(levels) if model.sense == ">=" else max(levels)


def worst_on(groups: Groups, model: SensitiveModel, *, gen: bool) -> float:
    """The level of one attribute.

    Without `gen` the other sensitive attributes count as quasi-identifiers (Definition
    4.5 of l-diversity).
    """
    return replace(model, joint=not gen).attained(groups)
