# SPDX-License-Identifier: Apache-2.0
"""Groups of people who are in several of them, sorted when somebody asks for entries.

Most nodes of a search are judged by the people of each group and of each value, which a
pass over the visits gives. The entries, one for each person and group, take longer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from diversa.counts.groups import Groups
from diversa.counts.kernels.people import count_presences, sort_presences
from diversa.counts.profiles import Profiles
from diversa.memo import Memo, know

if TYPE_CHECKING:
    from diversa.counts.visits import Visits

ENTRIES = ("starts", "values", "counts", "profiles")
"""The fields of groups that are made when they are asked for."""


class SharedGroups(Groups):
    """Groups of which only the sizes are counted until their entries are needed."""

    number: int
    """Number of groups."""

    @classmethod
    def of(cls, visits: Visits, number: int) -> Groups:
        """The groups of visits, below `number`; everybody has a profile in each."""
        sizes, presences = count_presences(
            visits.starts, visits.groups, visits.people, number
        )
        made = cls.__new__(cls)
        know(
            made,
            combinations=visits.combinations,
            sensitive=visits.sensitive,
            visits=visits,
            memo=Memo(),
            number=number,
            sizes=sizes,
        )
        know(visits, presence_count=presences)
        return made

    def __len__(self) -> int:
        return self.number if "number" in vars(self) else super().__len__()

    def __getattribute__(self, name: str) -> Any:  # noqa: ANN401 - any attribute
        if name in ENTRIES and name not in vars(self):
            self._sort()
        return super().__getattribute__(name)

    def _sort(self) -> None:
        """Make the entries."""
        visits: Any = self.visits
        first, (starts, values, counts) = sort_presences(
            visits.starts, visits.groups, visits.people, self.number
        )
        profiles = Profiles(first, visits.values)
        know(self, starts=starts, values=values, counts=counts, profiles=profiles)
