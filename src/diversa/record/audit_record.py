# SPDX-License-Identifier: Apache-2.0
"""The part of a record that an audit fills: levels, verdicts and sizes of groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from diversa.codec import ALWAYS, After, Must
from diversa.codec.numbers import Attained, Count, Extended, Level, Rows
from diversa.data.variants import Variants
from diversa.errors import ModelError
from diversa.models import parse
from diversa.models.verdict import Verdict
from diversa.record.label_record import LabelRecord


@dataclass(frozen=True)
class Bin:
    """The groups whose number lies between two numbers, both of which occur."""

    low: Extended
    """The smallest number in the bin."""
    high: Extended
    """The largest number in the bin; infinite numbers have a bin of their own."""
    groups: Count
    """Groups in the bin."""
    rows: Rows
    """Rows of these groups."""


@dataclass(frozen=True)
class Spread:
    """The numbers of all groups under one model."""

    failing: tuple[Bin, ...]
    """Of groups in which the model fails."""
    holding: tuple[Bin, ...]
    """Of groups in which it holds."""


@dataclass(frozen=True)
class ViolatingGroup:
    """A group in which at least one model fails, without its sensitive values."""

    values: Mapping[str, str | None]
    """Quasi-identifier to what the table says; None is a missing value."""
    size: Rows
    """Rows of the group, or its people where these are counted."""
    fails: Mapping[str, Attained]
    """Spec of each model that fails to its number in this group, if that is known."""
    rows: Rows | None = None
    """Rows of the group, where people are counted."""


@dataclass(frozen=True)
class VariantsRecord:
    """Number of values of a column that have several spellings; no spelling itself."""

    column: str
    """Name of the column."""
    values: Count
    """Values that have several spellings."""
    rows: Rows
    """Rows whose spelling is read as another one."""
    empty: Rows
    """Rows whose text means that the value is missing."""
    ways: tuple[str, ...]
    """Differences from the usual spellings."""

    @classmethod
    def of(cls, found: Variants) -> VariantsRecord:
        """The public part of the variants of a column."""
        ways = tuple(found.ways)
        return cls(found.column, found.values, found.rows, found.empty, ways)


@dataclass(frozen=True)
class ModelMeaning:
    """A model in words, for readers that do not have it installed."""

    attained: str
    """The attained level."""
    stops: str
    """Attacks that it protects against."""
    misses: str
    """Attacks that it does not protect against."""


@dataclass(frozen=True, kw_only=True)
class JudgementRecord:
    """The verdict of an audit on one model."""

    spec: str
    """The model as one line of text."""
    holds: bool | None
    """True if it holds in every group; null if that is undecided."""
    attained: Level
    """The worst number of all groups; null without a group, or where it is unknown."""
    failing_groups: Count
    """Groups in which it fails."""
    failing_rows: Rows
    """Rows of these groups."""
    exact: bool = True
    """False if no more is known than the bound that holds, or not even that."""
    undecided_groups: Count = 0
    """Groups for which the given data do not suffice."""
    missing: str = ""
    """The data that would decide them."""
    needs: str = ""
    """The option or setting that gives these data."""
    fails_for: tuple[str, ...] = ()
    """What is not known to those who see groups together in which it fails, where a
    person is in several groups."""
    in_rows: Level = None
    """The worst number of all groups by their rows, where people are counted."""

    @property
    def verdict(self) -> Annotated[Verdict, After("spec")]:
        """The model holds, it fails, or what was given does not decide it."""
        return Verdict.of(self.holds)


def is_known(spec: str) -> bool:
    """True if a text is the spec of an installed model."""
    try:
        parse(spec)
    except ModelError:
        return False
    return True


@dataclass(frozen=True, kw_only=True)
class AuditRecord:
    """The findings of an audit, without the groups themselves."""

    rows: Rows
    """Rows of the table, with those suppressed and dropped."""
    counted: Literal["rows", "people"] = "rows"
    """The unit of the numbers of groups and models."""
    people: Rows | None = None
    """People of the table, where they are counted and not rows."""
    person: str | None = None
    """The column of the table that says whose a row is, if it has one."""
    groups: Count
    """Groups that were audited."""
    levels: Mapping[str, Level]
    """Model name to attained level, the worst over the sensitive attributes."""
    models: tuple[JudgementRecord, ...]
    """The judgement on every requested model."""
    holds: bool | None
    """True if every requested model holds; null if that is undecided."""
    quasi_identifiers: Annotated[tuple[str, ...], ALWAYS] = ()
    """The columns that make the groups."""
    sensitive: Annotated[tuple[str, ...], ALWAYS] = ()
    """The sensitive attributes."""
    suppressed_rows: Annotated[Rows, ALWAYS] = 0
    """Rows with `*` in every quasi-identifier."""
    ignored_rows: Annotated[Rows, ALWAYS] = 0
    """Suppressed rows that the audit left out on request."""
    dropped_rows: Annotated[Rows, ALWAYS] = 0
    """Rows left out because a sensitive value is missing (policy `drop`)."""
    equality: Annotated[Literal["meaning", "exact"], ALWAYS] = "meaning"
    """Equality of sensitive values: by meaning, or exact."""
    variants: Annotated[tuple[VariantsRecord, ...], ALWAYS] = ()
    """The columns with values that have several spellings."""
    levels_on: Annotated[Mapping[str, Mapping[str, Level]], ALWAYS] = field(
        default_factory=dict
    )
    """Sensitive attribute to model name to attained level."""
    levels_in_rows: Mapping[str, Level] = field(default_factory=dict)
    """Model name to the level of the same groups by rows, where people are counted."""
    failing_groups: Annotated[Count, ALWAYS] = 0
    """Groups in which at least one of the models fails."""
    failing_rows: Rows
    """Rows of these groups."""
    group_sizes: tuple[Bin, ...]
    """Number of groups of each size."""
    distributions: Annotated[Mapping[str, Spread], ALWAYS] = field(default_factory=dict)
    """Spec of each model to the numbers of all groups."""
    violating: Annotated[tuple[ViolatingGroup, ...], ALWAYS] = ()
    """The smallest groups in which a model fails, up to the requested number."""
    labels: LabelRecord | None = None
    """Claims of labels about single rows; null where they were not counted."""
    own_models: Mapping[str, ModelMeaning] = field(default_factory=dict)
    """Explanations of models that are not built in."""

    RULE: ClassVar = Must(
        "of models that are known, or that are explained",
        lambda audit: all(
            model.spec in audit.own_models or is_known(model.spec)
            for model in audit.models
        ),
    )

    @property
    def verdict(self) -> Annotated[Verdict, After("models")]:
        """The verdict on all models together."""
        return Verdict.of(self.holds)

    @property
    def smallest(self) -> float:
        """The size of the smallest group; 0 without a group."""
        return min((size.low for size in self.group_sizes), default=0)
