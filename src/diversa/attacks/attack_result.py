# SPDX-License-Identifier: Apache-2.0
"""The results of all attacks on a table, and the attacks that were not made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from diversa import notebook
from diversa.attacks.exposure import Exposure
from diversa.attacks.negative_disclosure import ValuesRuledOut
from diversa.attacks.rule_table import NamedRule
from diversa.attacks.target import Target
from diversa.audits.violating_groups import labels_of
from diversa.codec import to_json
from diversa.counts.frequency_set import FrequencySet
from diversa.counts.light_numpy import distinct
from diversa.errors import InputError, nearest
from diversa.record.attack_record import AttacksRecord, ExposureRecord, NotMade
from diversa.record.rehearsal_record import RehearsalRecord


@dataclass(frozen=True)
class ExposedGroup:
    """A group that attacks hit, without its sensitive values."""

    values: Mapping[str, str | None]
    """Quasi-identifier to its label; None is a missing value."""
    size: int
    """Rows of the group; its people, where people are counted."""
    attacks: tuple[str, ...]
    """The attacks that hit it."""


@dataclass(frozen=True, eq=False)
class Attacks:
    """The results of attacks on a table.

    Only `target` and `rules` hold sensitive values.

    Example:
        >>> from diversa.counts.groups import Groups
        >>> from diversa.attacks.battery import attacks_on
        >>> groups = Groups.from_counts([{"flu": 2, "HIV": 2}, {"HIV": 4}], on="ill")
        >>> attacks = attacks_on(groups)
        >>> attacks["homogeneity"].share
        0.5
        >>> print(attacks)  # doctest: +ELLIPSIS
        rows 8, groups 2
          homogeneity of 'ill': in 1 of 2 groups everyone has the same 'ill': ...
          ...
    """

    rows: int
    """Rows of the table that was attacked."""
    groups: int
    """Its groups; rows with `*` in every quasi-identifier are one of them."""
    found: tuple[Exposure, ...] = field(repr=False)
    """The result of each attack."""
    not_made: tuple[NotMade, ...] = field(default=(), repr=False)
    """The attacks that do not apply, or lack a fact."""
    target: Target | None = field(default=None, repr=False)
    """The beliefs about one person, if asked for; they show sensitive values."""
    exposed: tuple[ExposedGroup, ...] = field(default=(), repr=False)
    """The groups that attacks hit, smallest first, up to the number asked for."""
    people: int | None = None
    """People of the table, where people are counted and not rows."""
    note: str = ""
    """What the numbers are of, where that needs a word."""
    rehearsal: RehearsalRecord | None = field(default=None, repr=False)
    """Attacks on the release of a third of the people, beside a control."""
    recorded: tuple[ExposureRecord, ...] = field(default=(), repr=False)
    """The results of attacks that only the owner can make, by the record."""

    rules: tuple[NamedRule, ...] = field(default=(), repr=False)
    """Rules of the form 'nobody with X has s' that were mined, up to the number of
    groups asked for; they show sensitive values."""

    def __getitem__(self, name: str) -> Exposure:
        """The attack of a name, or of `name:attribute` if there are several."""
        attack, _, on = name.partition(":")
        for exposure in self:
            if exposure.name == attack and on in ("", exposure.on):
                return exposure
        names = list(dict.fromkeys(exposure.name for exposure in self))
        raise InputError(
            f"attacks: must be an attack that was made, got '{name}';"
            f" {nearest(attack, names)}"
        )

    def __iter__(self) -> Iterator[Exposure]:
        return iter(self.found)

    def __str__(self) -> str:
        findings = [
            f"{attack.name}: {attack.in_words()}"
            if attack.on is None
            else f"{attack.name} of '{attack.on}': {attack.in_words()}"
            for attack in self
        ]
        notes = [self.note] if self.note else []
        return "\n  ".join([self._summary, *notes, *findings])

    @property
    def units(self) -> str:
        """What is counted, in the plural."""
        return "rows" if self.people is None else "people"

    @property
    def record_title(self) -> str:
        """Title of the attacks that only the owner can make."""
        of_people = any(attack.unit == "person" for attack in self.recorded)
        made = "Attacks on people" if of_people else "Attacks that the owner made"
        return f"{made}, by the record of the release"

    @property
    def _summary(self) -> str:
        people = "" if self.people is None else f"people {self.people:,}, "
        return f"{people}rows {self.rows:,}, groups {self.groups:,}"

    def _repr_html_(self) -> str:
        """The attacks in a notebook, without sensitive values."""
        return notebook.result(
            notebook.verdict("ATTACKED", self._summary),
            notebook.say(self.note) if self.note else "",
            notebook.table(
                "Attacks",
                ("attack", "on", "exposed", "share", "", "what an adversary learns"),
                [
                    (
                        attack.name,
                        attack.on or "",
                        attack.exposed,
                        notebook.percent(attack.share),
                        notebook.Bar(attack.share),
                        attack.in_words(),
                    )
                    for attack in self
                ],
            ),
            ""
            if not self.recorded
            else notebook.table(
                self.record_title,
                ("attack", "on", "exposed", "share", "what an adversary learns"),
                [
                    (
                        attack.attack,
                        attack.on or "",
                        attack.exposed,
                        notebook.percent(attack.share),
                        attack.words,
                    )
                    for attack in self.recorded
                ],
            ),
            notebook.table(
                "Attacks that were not made",
                ("attack", "on", "why"),
                [
                    (lacking.attack, lacking.on or "", lacking.why)
                    for lacking in self.not_made
                ],
            ),
            ""
            if self.target is None
            else notebook.say(
                f"The target matches {self.target.rows:,} {self.units}; `target` says"
                " what is learnt of them."
            ),
        )

    def with_more(self, attacks: Sequence[Exposure | NotMade]) -> Attacks:
        """The same with further attacks, made or not."""
        made = [one for one in attacks if isinstance(one, Exposure)]
        others = [one for one in attacks if isinstance(one, NotMade)]
        return replace(
            self, found=(*self.found, *made), not_made=(*self.not_made, *others)
        )

    @property
    def record(self) -> AttacksRecord:
        """The attacks as a manifest stores them."""
        exposures = tuple(exposure.record for exposure in self.found)
        return AttacksRecord(exposures, self.not_made)

    def to_json(self) -> dict[str, Any]:
        """The attacks as plain values.

        Only `target` and `rules`, if asked for, have sensitive values.
        """
        answer = {
            "rows": self.rows,
            "groups": self.groups,
            **to_json(self.record),
            "target": None if self.target is None else self.target.to_json(),
        }
        if self.people is not None:
            answer["people"] = self.people
        if self.note:
            answer["note"] = self.note
        if self.rehearsal is not None:
            answer["rehearsal"] = to_json(self.rehearsal)
        if self.recorded:
            answer["recorded"] = [to_json(exposure) for exposure in self.recorded]
        if self.rules:
            answer["rules"] = [to_json(rule) for rule in self.rules]
        if self.exposed:
            answer["exposed"] = [to_json(group) for group in self.exposed]
        return answer


def smallest_exposed(
    published: FrequencySet, exposures: Sequence[Exposure], *, limit: int
) -> tuple[ExposedGroup, ...]:
    """The smallest groups that attacks hit, up to a limit."""
    if limit == 0:
        return ()
    # Nearly every group rules a value out: that alone does not make one worth showing.
    hit = [
        exposure for exposure in exposures if not isinstance(exposure, ValuesRuledOut)
    ]
    every = distinct(
        np.concatenate(
            [np.empty(0, np.int64), *(exposure.affected for exposure in hit)]
        )
    )
    chosen = every[np.argsort(published.groups.sizes[every], kind="stable")][:limit]
    return tuple(
        ExposedGroup(
            labels_of(published, group),
            int(published.groups.sizes[group]),
            tuple(
                dict.fromkeys(attack.name for attack in hit if group in attack.affected)
            ),
        )
        for group in chosen.tolist()
    )
