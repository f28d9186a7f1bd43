# SPDX-License-Identifier: Apache-2.0
"""Kinds of values of a plan alone: models, metrics, shares, tables, and rows."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from diversa.data.population_source import PeopleSource
from diversa.errors import PlanError
from diversa.setting_kind import (
    SettingError,
    SettingKind,
    format_path,
    plain_number,
    text,
    texts,
)

if TYPE_CHECKING:
    from diversa.models.linked_privacy import LinkedModel
    from diversa.models.model import Model


PERSON_ROWS = {
    "distinct": "each of the published rows of a person once",
    "all": "every row",
}
"""The rows of a person that can be published, beside a greatest number of them."""


def read_models(value: object, base: Path) -> tuple[Model, ...]:
    """Read spec strings."""
    del base
    return accept_models(texts(value))


def accept_models(value: object) -> tuple[Model, ...]:
    """Take a model or several, as objects or spec strings; report every fault."""
    from diversa.errors import ModelError
    from diversa.models import Model, parse

    listed = value if isinstance(value, list | tuple) else [value]
    models: list[Model] = []
    faults = []
    for part in listed:
        if isinstance(part, Model):
            models.append(part)
        elif isinstance(part, str):
            try:
                models.append(parse(part))
            except ModelError as error:
                faults.append(f"privacy.models: {error}")
        else:
            raise SettingError("must be models or their spec strings", part)
    if faults:
        raise PlanError(faults)
    return tuple(models)


def accept_linked_models(value: object) -> tuple[LinkedModel, ...]:
    """Take models of linked tables, as objects or spec strings."""
    from diversa.models.linked_privacy import parse_linked

    listed = value if isinstance(value, list | tuple) else [value]
    return tuple(map(parse_linked, listed))


def write_models(models: tuple[Model, ...], base: Path | None) -> list[str]:
    """Write models as spec strings; others must be able to read them."""
    from diversa.models import check_registered

    del base
    for model in models:
        check_registered(model)
    return [model.spec for model in models]


def accept_share(value: object) -> Fraction:
    """Take a share of rows: a number, or the text of one such as 1/3."""
    from diversa.models.parameters import as_fraction

    advice = "; it is the share of rows that may be suppressed, 0.05 is 5 %"
    try:
        share = as_fraction(value)
    except (ArithmeticError, ValueError):
        raise SettingError(
            "must be a number such as 0.05 or 1/3", value, advice
        ) from None
    if not 0 <= share <= 1:
        bound = "at least 0" if share < 0 else "at most 1"
        raise SettingError(f"must be {bound}", value, advice)
    return share


def write_share(share: Fraction, base: Path | None) -> float | str:
    """Write a share as a number, or as a text where no decimal is exactly it."""
    del base
    number = float(share)
    return number if accept_share(number) == share else str(share)


def accept_positive(value: object) -> Fraction:
    """Take a number above 0, or the text of one such as 1/3."""
    from diversa.models.parameters import as_fraction

    try:
        number = as_fraction(value)
    except (ArithmeticError, ValueError):
        raise SettingError("must be a number such as 0.5 or 1/3", value) from None
    if number <= 0:
        raise SettingError("must be above 0", value)
    return number


def accept_path(value: object) -> Path | None:
    """Take the path of a file."""
    return value if value is None or isinstance(value, Path) else Path(text(value))


def accept_population(value: object) -> PeopleSource:
    """Take a path, a frame or a source of the population."""
    return value if isinstance(value, PeopleSource) else PeopleSource.of(value)


def accept_metric(value: object) -> str:
    """Take the name of a metric that can be minimized; packages may add some."""
    from diversa.metrics import objective

    return objective(text(value)).name


def accept_person_rows(value: object) -> int | str:
    """Take the rows of a person that are published: a word, or the most of them."""
    wanted = f"must be one of {', '.join(PERSON_ROWS)} or a whole number from 1 on"
    if isinstance(value, str) and value.isascii() and value.isdigit():
        value = int(value)  # as the command line gives it
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    if isinstance(value, str) and value in PERSON_ROWS:
        return value
    raise SettingError(wanted, value)


ROWS_OF_A_PERSON = SettingKind(
    "a word or a whole number",
    lambda value, _: accept_person_rows(value),
    accept_person_rows,
    metavar="distinct|all|N",
)
METRIC = SettingKind(
    "a metric",
    lambda value, _: accept_metric(value),
    accept_metric,
    metavar="METRIC",
)
MODELS = SettingKind(
    "a list of models",
    read_models,
    accept_models,
    write_models,
    metavar="SPEC",
    repeated=True,
)
LINKED_MODELS = SettingKind(
    "a list of models of linked tables",
    lambda value, _: accept_linked_models(texts(value)),
    accept_linked_models,
    lambda models, _: [model.spec for model in models],
    metavar="SPEC",
    repeated=True,
)
SHARE = SettingKind(
    "a share from 0 to 1",
    lambda value, _: accept_share(value),
    accept_share,
    write_share,
    metavar="SHARE",
)
POSITIVE = SettingKind(
    "a number above 0",
    lambda value, _: accept_positive(value),
    accept_positive,
    lambda number, _: plain_number(number),
    metavar="NUMBER",
)
SECRET = SettingKind(
    "the path of a file",
    lambda value, base: base / text(value),
    accept_path,
    format_path,
    metavar="FILE",
)
POPULATION = SettingKind(
    'the path of a file, or { file = "people.csv", count = "n" }',
    lambda value, base: PeopleSource.parse(value, base=base),
    accept_population,
    lambda people, base: people.declaration(base=base),
    metavar="FILE",
)
TABLE = SettingKind(
    "the path of a file, or the address of a table",
    lambda value, base: PeopleSource.parse(text(value), base=base),
    accept_population,
    lambda table, base: table.declaration(base=base),
    metavar="FILE",
)
