# SPDX-License-Identifier: Apache-2.0
"""What an audit found, for people and for other programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from diversa import notebook
from diversa.audits.distribution import Bin
from diversa.audits.level import Level, plain, worst_levels
from diversa.audits.verdict import Verdict
from diversa.audits.violating_groups import ViolatingGroup
from diversa.counts.groups import Groups
from diversa.models import is_built_in


@dataclass(frozen=True, repr=False)
class Audit:
    """What an audit found. It holds no sensitive value."""

    quasi_identifiers: tuple[str, ...]
    """The columns that make the groups."""
    sensitive: tuple[str, ...]
    """The sensitive attributes."""
    rows: int
    """Rows of the table, with those suppressed and dropped."""
    suppressed_rows: int
    """Rows with `*` in every quasi-identifier."""
    dropped_rows: int
    """Rows left out because a sensitive value is missing (policy `drop`)."""
    groups: int
    """Groups that were audited."""
    measured: tuple[Level, ...]
    """The level of every model that applies, per sensitive attribute."""
    models: tuple[Verdict, ...]
    """The verdict on every model that was asked for."""
    failing_groups: int
    """Groups in which at least one of these models fails."""
    failing_rows: int
    """Rows of these groups."""
    group_sizes: tuple[Bin, ...]
    """How many groups have which size."""
    violating: tuple[ViolatingGroup, ...]
    """The smallest groups in which a model fails, no more than were asked for."""
    ignored_rows: int = 0
    """Those with `*` in every quasi-identifier that were left out, as was asked for."""
    seen: Groups | None = field(default=None, compare=False)
    """The groups themselves, for callers that measure more of them."""

    @property
    def holds(self) -> bool:
        """Whether every model that was asked for holds."""
        return all(verdict.holds for verdict in self.models)

    @property
    def levels(self) -> dict[str, float | None]:
        """Model name to attained level, the worst over the sensitive attributes."""
        return worst_levels(self.measured)

    @property
    def levels_on(self) -> dict[str, dict[str, float | None]]:
        """Sensitive attribute to model name to attained level."""
        return {
            name: worst_levels(level for level in self.measured if level.on == name)
            for name in self.sensitive
        }

    def __repr__(self) -> str:
        findings = self.models or self.measured[:1]
        return f"<Audit: {'; '.join([self._counted, *map(str, findings)])}>"

    def __str__(self) -> str:
        findings = [*self.models, *self.measured]
        return "\n  ".join([self._counted, *map(str, findings)])

    def _repr_html_(self) -> str:
        """The audit in a notebook."""
        word = "HOLDS" if self.holds else "DOES NOT HOLD"
        return notebook.shown(
            notebook.verdict(
                word if self.models else "LEVELS",
                self._counted,
                good=self.holds if self.models else None,
            ),
            notebook.table(
                "Models asked for",
                ("model", "verdict", "attained", "failing groups", "failing rows"),
                [
                    (
                        verdict.spec,
                        "holds" if verdict.holds else "fails",
                        Level(verdict.model, verdict.attained).words,
                        verdict.failing_groups,
                        verdict.failing_rows,
                    )
                    for verdict in self.models
                ],
            ),
            notebook.table(
                "Levels attained",
                ("model", "sensitive", "level"),
                [(level.name, level.on or "", level.words) for level in self.measured],
            ),
            notebook.bars(
                "Group sizes",
                ("size", "groups"),
                [
                    (notebook.span(sizes.low, sizes.high), sizes.groups)
                    for sizes in self.group_sizes
                ],
            ),
        )

    @property
    def _counted(self) -> str:
        return f"rows {self.rows:,}, groups {self.groups:,}"

    def to_json(self) -> dict[str, Any]:
        """The audit as plain values; None stands for what is infinite or undefined."""
        return {
            "rows": self.rows,
            "groups": self.groups,
            "levels": plain_levels(self.levels),
            "models": [verdict.to_json() for verdict in self.models],
            "holds": self.holds,
            "quasi_identifiers": list(self.quasi_identifiers),
            "sensitive": list(self.sensitive),
            "suppressed_rows": self.suppressed_rows,
            "ignored_rows": self.ignored_rows,
            "dropped_rows": self.dropped_rows,
            "levels_on": {
                on: plain_levels(levels) for on, levels in self.levels_on.items()
            },
            "failing_groups": self.failing_groups,
            "failing_rows": self.failing_rows,
            "group_sizes": [sizes.to_json() for sizes in self.group_sizes],
            "distributions": {
                verdict.spec: verdict.distribution_json() for verdict in self.models
            },
            "violating": [group.to_json() for group in self.violating],
            **self._own_models,
        }

    @property
    def _own_models(self) -> dict[str, Any]:
        """What models mean that are not built in: a reader may not know them."""
        own = [verdict for verdict in self.models if not is_built_in(verdict.model)]
        meanings = {verdict.spec: verdict.meaning_json() for verdict in own}
        return {"own_models": meanings} if meanings else {}


def plain_levels(levels: Mapping[str, float | None]) -> dict[str, int | float | None]:
    """Levels as JSON holds them."""
    return {name: plain(level) for name, level in levels.items()}
