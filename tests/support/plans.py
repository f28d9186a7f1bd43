# SPDX-License-Identifier: Apache-2.0
"""Random plans: strategies that are derived from what is declared."""

from __future__ import annotations

from dataclasses import MISSING, fields
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, get_args, get_origin

from hypothesis import strategies as st

from diversa.data.dictionary import Kind
from diversa.data.identifiers import Drop, KeyedHash, Mask, Tokens
from diversa.data.population_source import PeopleSource
from diversa.data.sizes import SIZE
from diversa.errors import DiversaError
from diversa.hierarchies import (
    Coding,
    Dates,
    Intervals,
    LevelsFile,
    Lookups,
    Masking,
    Quantiles,
    Ready,
    Rounding,
    Rows,
    Suppression,
    Taxonomy,
)
from diversa.models import MODELS as REGISTRY
from diversa.models.linked_privacy import KmAnonymity
from diversa.models.parameters import parameters_of
from diversa.plan.kinds import (
    LINKED_MODELS,
    MODELS,
    POPULATION,
    POSITIVE,
    SECRET,
    SHARE,
    TABLE,
)
from diversa.plan.plan import Plan
from diversa.plan.settings import SECTIONS
from diversa.setting import settings_of
from diversa.setting_kind import (
    COLUMN,
    COLUMNS,
    FLAG,
    LEVELS,
    TEXT,
    TEXTS,
    WEIGHTS,
    WHOLE,
)

FOLDER = TemporaryDirectory()
"""It goes with the process."""
BASE = Path(FOLDER.name)
(BASE / "levels.csv").write_text("a;A\nb;A\n", encoding="utf-8")
KEY = "a key of enough bytes"
VARIABLES = ("DIVERSA_KEY", "OTHER_KEY")

# No surrogates: they cannot be written as UTF-8.
TEXTS_OF_ANY_KIND = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAMES = st.lists(TEXTS_OF_ANY_KIND, max_size=3).map(tuple)
WHOLES = st.integers(0, 2**70)


@st.composite
def models(draw):
    """A model of any registered kind; some parameters do not go together."""
    model = REGISTRY[draw(st.sampled_from(sorted(REGISTRY)))]
    return draw(model_of(model))


@st.composite
def model_of(draw, model):
    values = {
        name: draw(parameter(kind, param))
        for name, (kind, param) in parameters_of(model).items()
    }
    try:
        return model(**values)
    except DiversaError:
        return model.audited()[0] if model.audited() else REGISTRY["k-anonymity"](2)


def parameter(kind, param):
    """Values of a parameter by the type of its field."""
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_origin(kind) is tuple:
        part = TEXTS_OF_ANY_KIND if get_args(kind)[0] is str else st.integers(1, 9)
        return st.lists(part, min_size=1, max_size=3).map(tuple)
    low = next((end for end in (param.low, param.above) if end is not None), 0)
    high = next((end for end in (param.high, param.below) if end is not None), low + 9)
    return {
        int: st.integers(int(low) + 1, int(high) + 1),
        Fraction: st.fractions(Fraction(low), Fraction(high), max_denominator=50),
        bool: st.booleans(),
    }.get(kind, TEXTS_OF_ANY_KIND)


SHARES = st.one_of(
    st.fractions(0, 1),
    st.decimals(0, 1, places=25).map(Fraction),
    st.sampled_from([Fraction(1, 3), Fraction(1, 20)]),
)
PATHS = st.from_regex(r"[a-z é]{1,6}(/[a-z]{1,3})?\.csv", fullmatch=True).map(
    BASE.joinpath
)
PEOPLE = st.builds(PeopleSource, PATHS, st.none() | TEXTS_OF_ANY_KIND)

VALUES = {
    id(FLAG): st.booleans(),
    id(WHOLE): WHOLES,
    id(TEXT): TEXTS_OF_ANY_KIND,
    id(COLUMN): TEXTS_OF_ANY_KIND,
    id(TEXTS): NAMES,
    id(SIZE): st.from_regex(r"[1-9][0-9]{0,3}[KMGT]i?B", fullmatch=True),
    id(COLUMNS): NAMES,
    id(SHARE): SHARES,
    id(POSITIVE): st.fractions(Fraction(1, 9), 9),
    id(SECRET): PATHS,
    id(MODELS): st.lists(models(), max_size=3).map(tuple),
    id(POPULATION): PEOPLE,
    id(TABLE): st.builds(PeopleSource, PATHS),
    id(LINKED_MODELS): st.lists(
        st.builds(KmAnonymity, st.integers(1, 9), st.sampled_from(["0", "2", "all"])),
        max_size=2,
    ).map(tuple),
    id(LEVELS): st.dictionaries(TEXTS_OF_ANY_KIND, st.integers(0, 9), max_size=3).map(
        lambda table: tuple(sorted(table.items()))
    ),
    id(WEIGHTS): st.dictionaries(
        TEXTS_OF_ANY_KIND, st.fractions(Fraction(1, 9), 9), max_size=3
    ).map(lambda table: tuple(sorted(table.items()))),
}
"""Values of a setting by its kind; a new kind needs a line."""


def values_of(setting):
    """Values that a setting may have."""
    if setting.choices:
        return st.sampled_from([type(setting.default)(one) for one in setting.choices])
    known = VALUES[id(setting.kind)]
    return st.none() | known if setting.default is None else known


def sections(section):
    """A section with any values of its settings."""
    return st.builds(
        section,
        **{name: values_of(one) for name, one in settings_of(section).items()},
    )


NUMBERS = st.one_of(
    st.integers(1, 50),
    st.sampled_from([0.5, 0.1, 2.5, 1e-7, 1e22]),
    st.sampled_from([Decimal("0.1"), Decimal("2.50"), Decimal("0.1" + "0" * 20 + "3")]),
)
LABELS = st.one_of(
    TEXTS_OF_ANY_KIND, st.integers(-5, 5), st.booleans(), st.sampled_from([0.5, 1.0])
)
TREES = st.recursive(
    st.lists(TEXTS_OF_ANY_KIND, max_size=3),
    lambda inner: st.dictionaries(TEXTS_OF_ANY_KIND, inner, max_size=3),
)
TABLES = st.dictionaries(TEXTS_OF_ANY_KIND, LABELS, max_size=3)

KIND_FIELDS = {
    Coding: {"bottom": st.just(1), "top": NUMBERS.map(lambda n: n + 2)},
    Dates: {"levels": st.just(("month", "year")), "format": TEXTS_OF_ANY_KIND},
    Intervals: {
        "widths": NUMBERS.map(lambda n: (n, n * 2)),
        "cuts": st.just(()),
        "origin": NUMBERS,
        "low": st.none(),
        "high": st.none(),
        "open_ends": st.just(False),
    },
    LevelsFile: {"file": st.just("levels.csv"), "delimiter": st.sampled_from(";,\t")},
    Lookups: {
        "levels": st.lists(TABLES, min_size=1, max_size=1).map(tuple),
        "defaults": st.lists(TEXTS_OF_ANY_KIND, min_size=1, max_size=1).map(tuple),
    },
    Masking: {
        "length": st.integers(1, 9),
        "keep": st.integers(0, 5),
        "steps": st.integers(1, 3) | st.just((1, 2)),
        "direction": st.sampled_from(["left", "right"]),
        "character": st.characters(exclude_categories=["Cs"]),
    },
    Quantiles: {"parts": st.sampled_from([(2,), (4, 2), (9, 3)])},
    Ready: {"name": st.sampled_from(["countries", "icd-10"]), "other": LABELS},
    Rounding: {
        "bases": NUMBERS.map(lambda n: (n, n * 3)),
        "direction": st.sampled_from(["nearest", "down"]),
    },
    Rows: {"rows": st.lists(st.lists(LABELS).map(tuple), max_size=3).map(tuple)},
    Suppression: {},
    Taxonomy: {"tree": TREES, "file": st.none(), "delimiter": st.sampled_from(";,\t")},
}
"""Values of the fields of every declarable kind of hierarchy."""

BY_TYPE = {
    "bool": st.booleans(),
    "str | None": st.none() | st.sampled_from(["latin-1", "utf-8"]),
}


@st.composite
def hierarchies(draw):
    """A hierarchy of any declarable kind; files are in a folder."""
    kind = draw(st.sampled_from(sorted(KIND_FIELDS, key=str)))
    values = {}
    for field in fields(kind):
        strategy = KIND_FIELDS[kind].get(field.name, BY_TYPE.get(str(field.type)))
        if strategy is not None and (field.default is MISSING or draw(st.booleans())):
            values[field.name] = draw(strategy)
    if "file" in values and values["file"] is not None:
        values["file"] = BASE / values["file"]
    try:
        made = kind(**values)
    except DiversaError:  # some fields do not go together
        made = Suppression()
    if draw(st.integers(0, 5)) == 0:
        made = Coding(top=9, then=made)
    return made


TREATMENTS = st.one_of(
    st.sampled_from([Drop(), Tokens(), Mask()]),
    st.sampled_from([KeyedHash(KEY.encode(), one) for one in VARIABLES]),
)


def plans():
    """Plans with any values of all that a plan may say."""
    column = TEXTS_OF_ANY_KIND
    return st.builds(
        Plan,
        **{name: sections(section) for name, section in SECTIONS.items()},
        hierarchies=st.dictionaries(column, hierarchies(), max_size=3),
        kinds=st.dictionaries(column, st.sampled_from(Kind), max_size=3),
        identifiers=st.dictionaries(column, TREATMENTS, max_size=3),
    )
