# SPDX-License-Identifier: Apache-2.0
"""The release of two linked tables: two releases, or two tables with a pseudonym."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from diversa.codec import to_json
from diversa.linked.known_visits import KnownVisits
from diversa.linked.record import LinkedPromise
from diversa.models.linked_privacy import LinkedVerdict
from diversa.release.release import Release


@dataclass(frozen=True, eq=False, kw_only=True)
class LinkedRelease:
    """The published tables of people and visits, with the proof that they hold."""

    people: Release | None = None
    """The table of people, where each table is a release of its own."""
    visits: Release | None = None
    """The table of visits, likewise."""
    linked: LinkedPromise | None = None
    """The promise of both, where a pseudonym links them."""
    verdicts: tuple[LinkedVerdict, ...] = ()
    """The verdict on each of its models, from the published tables."""
    known: tuple[KnownVisits, ...] = ()
    """What is left to guess, by how many visits are known."""
    frames: tuple[Any, Any] | None = field(default=None, repr=False)
    """The published tables, people then visits; None if they are in a folder."""
    files: tuple[Path | str, ...] = ()
    """The files of the release; and its tables, if it is in a database."""
    seconds: Mapping[str, float] = field(default_factory=dict, repr=False)
    """Seconds per phase."""

    def __str__(self) -> str:
        if self.linked is None:
            return f"people: {self.people}\nvisits: {self.visits}"
        linked = self.linked
        counted = (
            f"linked by '{linked.pseudonym}', people {linked.people_out:,} of"
            f" {linked.people_in:,}, visits {linked.visits_out:,} of"
            f" {linked.visits_in:,}"
        )
        lost = f"loss {linked.loss:.4g}"
        return "\n  ".join([counted, *map(str, self.verdicts), lost])

    def to_json(self) -> dict[str, Any]:
        """The release with the keys that other programs rely on."""
        parts: dict[str, Any]
        if self.people is not None and self.visits is not None:
            parts = {"people": self.people.to_json(), "visits": self.visits.to_json()}
        else:
            parts = {
                "linked": to_json(self.linked),
                "models": [to_json(verdict) for verdict in self.verdicts],
                "known": [to_json(one) for one in self.known],
            }
        return {**parts, "files": [str(path) for path in self.files]}
