# SPDX-License-Identifier: Apache-2.0
"""The result of an audit of a table or a release, for people and other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from diversa import notebook
from diversa.audits.judgement import Judgement
from diversa.audits.level import Level, worst_levels
from diversa.codec import to_json
from diversa.codec.numbers import plain
from diversa.counts.groups import Groups
from diversa.data.variants import Variants
from diversa.models import is_built_in
from diversa.models.verdict import Verdict
from diversa.record.audit_record import (
    AuditRecord,
    Bin,
    Spread,
    VariantsRecord,
    ViolatingGroup,
)
from diversa.record.label_record import LabelRecord


@dataclass(frozen=True, repr=False)
class Audit:
    """The result of an audit. It holds no sensitive value."""

    quasi_identifiers: tuple[str, ...]
    """The columns that make the groups."""
    sensitive: tuple[str, ...]
    """The sensitive attributes."""
    rows: int
    """Rows of the table, including suppressed and dropped ones."""
    suppressed_rows: int
    """Rows with `*` in every quasi-identifier."""
    dropped_rows: int
    """Rows left out because a sensitive value is missing (policy `drop`)."""
    groups: int
    """Number of audited groups."""
    measured: tuple[Level, ...]
    """The level of every applicable model, for each sensitive attribute."""
    models: tuple[Judgement, ...]
    """The judgement on every model that was asked for."""
    failing_groups: int
    """Groups in which at least one of these models fails."""
    failing_rows: int
    """Rows of these groups."""
    group_sizes: tuple[Bin, ...]
    """Number of groups by their size."""
    violating: tuple[ViolatingGroup, ...]
    """The smallest groups in which a model fails, up to the number asked for."""
    ignored_rows: int = 0
    """Suppressed rows that were left out on request."""
    equality: Literal["meaning", "exact"] = "meaning"
    """The rule by which two sensitive values are the same."""
    variants: tuple[Variants, ...] = ()
    """Sensitive values with several spellings, each counted as one value."""
    people: int | None = None
    """People of the audited groups, where a column says whose a row is."""
    person: str | None = None
    """The column of the table that says whose a row is, if it has one."""
    smallest_rows: int = 0
    """Rows of the smallest group."""
    most_groups: int = 1
    """Groups that somebody is in, at most."""
    all_visits: float | None = None
    """The surest guess of a sensitive value by whoever knows all rows of a person,
    where somebody is in several groups."""
    labels: LabelRecord | None = None
    """The claims of labels on single rows; None where that was not counted."""
    seen: Groups | None = field(default=None, compare=False)
    """The groups, for further measurements."""

    @property
    def verdict(self) -> Verdict:
        """The verdict on all models that were asked for; HOLDS without any."""
        return Verdict.worst(model.verdict for model in self.models)

    @property
    def holds(self) -> bool | None:
        """The verdict as JSON has it: true, false, or null if undecided."""
        return self.verdict.holds

    @property
    def levels(self) -> dict[str, float | None]:
        """Model name to attained level, the worst over the sensitive attributes."""
        return worst_levels(self.measured)

    @property
    def counted(self) -> Literal["rows", "people"]:
        """The unit of the numbers of groups and models."""
        return "rows" if self.people is None else "people"

    @property
    def levels_in_rows(self) -> dict[str, float | None]:
        """Model name to the level by rows, where people are counted."""
        return worst_levels(
            Level(level.model, level.in_rows)
            for level in self.measured
            if level.in_rows is not None
        )

    @property
    def levels_on(self) -> dict[str, dict[str, float | None]]:
        """Sensitive attribute to model name to attained level."""
        return {
            name: worst_levels(level for level in self.measured if level.on == name)
            for name in self.sensitive
        }

    def __repr__(self) -> str:
        findings = self.models or self.measured[:1]
        return f"<Audit: {'; '.join([self._summary, *map(str, findings)])}>"

    def __str__(self) -> str:
        findings = [*self.models, *self.measured]
        return "\n  ".join([self._summary, *map(str, findings)])

    def _repr_html_(self) -> str:
        """The audit in a notebook."""
        return notebook.result(
            notebook.verdict(
                self.verdict.word if self.models else "LEVELS",
                self._summary,
                tone=self.verdict.value if self.models else "",
            ),
            notebook.table(
                "Models asked for",
                ("model", "verdict", "attained", "failing groups", "failing rows"),
                [
                    (
                        model.spec,
                        model.verdict.value,
                        model.level.words,
                        model.failing_groups,
                        model.failing_rows,
                    )
                    for model in self.models
                ],
            ),
            *(
                notebook.say(f"{model.spec}{model.reason}")
                for model in self.models
                if model.reason
            ),
            notebook.table(
                "Levels attained",
                ("model", "sensitive", "level"),
                [(level.name, level.on or "", level.words) for level in self.measured],
            ),
            notebook.bars(
                "Group sizes",
                ("size" if self.people is None else "people", "groups"),
                [
                    (notebook.span(sizes.low, sizes.high), sizes.groups)
                    for sizes in self.group_sizes
                ],
            ),
        )

    @property
    def _summary(self) -> str:
        people = "" if self.people is None else f"people {self.people:,}, "
        return f"rows {self.rows:,}, {people}groups {self.groups:,}"

    @cached_property
    def record(self) -> AuditRecord:
        """The audit as a manifest stores it."""
        own = [model for model in self.models if not is_built_in(model.model)]
        return AuditRecord(
            rows=self.rows,
            counted=self.counted,
            people=self.people,
            person=self.person,
            groups=self.groups,
            levels=plain_levels(self.levels),
            models=tuple(model.record for model in self.models),
            holds=self.holds,
            quasi_identifiers=self.quasi_identifiers,
            sensitive=self.sensitive,
            suppressed_rows=self.suppressed_rows,
            ignored_rows=self.ignored_rows,
            dropped_rows=self.dropped_rows,
            equality=self.equality,
            variants=tuple(map(VariantsRecord.of, self.variants)),
            levels_on={
                on: plain_levels(levels) for on, levels in self.levels_on.items()
            },
            levels_in_rows=plain_levels(self.levels_in_rows),
            failing_groups=self.failing_groups,
            failing_rows=self.failing_rows,
            group_sizes=self.group_sizes,
            distributions={
                model.spec: Spread(model.failing, model.holding)
                for model in self.models
            },
            violating=self.violating,
            labels=self.labels,
            own_models={model.spec: model.meaning for model in own},
        )

    def to_json(self) -> dict[str, Any]:
        """The audit as plain values; None is an infinite or undefined number."""
        return to_json(self.record)


OUTCOMES = {
    Verdict.HOLDS: "the release is what its manifest promises",
    Verdict.FAILS: "the release is not what its manifest promises",
    Verdict.UNDECIDED: "what is given does not decide all that its manifest promises",
}
"""Each verdict on a release in a sentence."""


@dataclass(frozen=True)
class ReleaseAudit:
    """The result of the audit of a release folder."""

    problems: tuple[str, ...]
    """Each difference between the folder and the promise of its manifest."""
    audit: Audit | None = field(repr=False)
    """The audit of the published table; None if it could not be read."""
    notes: tuple[str, ...] = ()
    """Faults of the tables given beside the release, and what its file cannot show."""

    @property
    def verdict(self) -> Verdict:
        """HOLDS if the release is all that its manifest promises.

        UNDECIDED if a model depends on a fact that is not in the folder.
        """
        if self.problems or self.audit is None:
            return Verdict.FAILS
        return self.audit.verdict

    @property
    def outcome(self) -> str:
        """The verdict in a sentence."""
        if self.verdict is Verdict.FAILS and not self.problems:
            return (
                "the release is what its manifest promises, but a further model fails"
            )
        return OUTCOMES[self.verdict]

    @property
    def holds(self) -> bool | None:
        """The verdict as JSON has it: true, false, or null if undecided."""
        return self.verdict.holds

    def _repr_html_(self) -> str:
        """The audit in a notebook."""
        return notebook.result(
            notebook.verdict(
                self.verdict.word,
                self.outcome,
                tone=self.verdict.value,
            ),
            *map(notebook.say, (*self.problems, *self.notes)),
            "" if self.audit is None else self.audit._repr_html_(),
        )

    def to_json(self) -> dict[str, Any]:
        """The audit's keys, `holds` for the whole folder, problems and notes."""
        empty: dict[str, Any] = {
            "rows": None,
            "groups": None,
            "levels": {},
            "models": [],
        }
        audit = empty if self.audit is None else self.audit.to_json()
        return {
            **audit,
            "verdict": self.verdict.value,
            "holds": self.verdict.holds,
            "problems": list(self.problems),
            "notes": list(self.notes),
        }


def plain_levels(levels: Mapping[str, float | None]) -> dict[str, int | float | None]:
    """Levels as JSON holds them."""
    return {name: plain(level) for name, level in levels.items()}
