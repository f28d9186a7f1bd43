# SPDX-License-Identifier: Apache-2.0
"""The people behind the rows of a release, as its record counts them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from diversa.codec import Must
from diversa.codec.numbers import Count, Rows


@dataclass(frozen=True, kw_only=True)
class PeopleRecord:
    """The people of a release, where a column of the source says whose a row is."""

    person: str
    """The column of the source that says whose a row is. It is not published."""
    rows: str
    """The published rows of a person: "distinct", "all", or at most so many."""
    known: str
    """The part of a row that others may know: any part of it, or all of it."""
    missing_person: str = "raise"
    """The meaning of a row of the source that does not say whose it is."""
    people_in: Rows
    """People of the source."""
    people_out: Rows
    """People with a published row."""
    smallest_rows: Rows
    """Rows of the smallest published group."""
    most_groups: Count
    """Groups that somebody is in, at most."""
    most_rows: Rows = 1
    """Rows that somebody has in a group, at most."""
    row_share: float = 0.0
    """The largest share of the rows of a group that one person has."""
    rows_known: float | None = None
    """The surest guess of a sensitive value by whoever knows how many rows a person
    has; null without a sensitive attribute."""
    all_visits: float | None = None
    """The same for whoever knows all rows of a person; null where everybody is in one
    group."""

    @property
    def words(self) -> tuple[str, ...]:
        """Sentences on what the release tells of people."""
        known = []
        if self.rows_known is not None:
            known.append(
                "Who knows how many rows a person has may guess a sensitive value with"
                f" up to {self.rows_known:.0%} certainty"
            )
        if self.all_visits is not None:
            known.append(
                f"A person is in up to {self.most_groups:,} groups: the promise is"
                " about one known row. Who knows all rows of a person may guess with"
                f" up to {self.all_visits:.0%} certainty"
            )
        return tuple(known)

    @property
    def in_file(self) -> str:
        """A sentence on what the published file cannot show."""
        return (
            f"The file does not say whose a row is ('{self.person}' is withheld), so"
            " what is counted from it is rows; what is said of people is by the record"
            " of the release"
        )

    def claim(self, least: float | None) -> str:
        """A sentence on what only the publisher knows: the people of its groups."""
        groups = "" if least is None else f" in groups of at least {least:,.0f}"
        return (
            f"people: as the publisher says, {self.people_out:,} people{groups}; the"
            " file cannot show it"
        )

    def __str__(self) -> str:
        return (
            f"{self.people_out:,} of {self.people_in:,} people are published, by"
            f" '{self.person}', which is withheld"
        )


@dataclass(frozen=True)
class Headcount:
    """The people behind the rows of a release of 0.1, which counted rows."""

    identifier: str
    """The column that tells people apart."""
    rows: Rows
    """Published rows."""
    people: Rows
    """Different identifiers in them; a missing one counts as one person."""
    smallest: Rows
    """Rows of the smallest published group."""
    fewest: Rows
    """People in the published group that has the fewest of them."""


@dataclass(frozen=True)
class KeptRisk:
    """The risk if an adversary knows the kept columns, too."""

    columns: tuple[str, ...]
    """The kept columns."""
    smallest: Count
    """Rows, or people, of the smallest group if they are known."""
    smallest_without: Count
    """Rows, or people, of the smallest group if nobody knows them."""
    alone: Rows
    """Rows, or people, that are alone in their group then."""
    highest: float
    """The highest risk of being singled out then."""
    counted: Literal["rows", "people"] = "rows"
    """The unit of the numbers."""

    @property
    def is_raised(self) -> bool:
        """True if the risk is higher than without these columns."""
        return self.smallest < self.smallest_without

    def __str__(self) -> str:
        columns = ", ".join(self.columns)
        if not self.is_raised:
            return f"If somebody knows {columns} too, no group gets smaller"
        one = "row" if self.counted == "rows" else "person"
        rows = one if self.smallest == 1 else self.counted
        alone = f"{one} is" if self.alone == 1 else f"{self.counted} are"
        return (
            f"If somebody knows {columns} too, the smallest group has"
            f" {self.smallest:,} {rows} instead of {self.smallest_without:,};"
            f" {self.alone:,} {alone} alone"
        )


@dataclass(frozen=True, kw_only=True)
class RepublicationRecord:
    """The place of a release in its series, and the state of the series."""

    m: Count
    """The fewest values in a signature."""
    release: Annotated[int, Must("a number from 1 on", lambda number: number > 0)]
    """Number of the release in the series, from 1."""
    counterfeits: Rows
    """Rows that nobody is behind."""
    fewest_people: Rows
    """People in the smallest group, without counterfeit rows."""
    waiting: Rows
    """Newcomers who could not be published yet."""
    withheld: Rows
    """People whose value is not in their signature any more."""
    persons: Rows
    """People of the register."""
    signatures: Count
    """Different signatures of the register."""
    holds: bool
    """True if the series is m-invariant."""

    @property
    def words(self) -> tuple[str, ...]:
        """Sentences on counterfeit rows; none without such rows."""
        if not self.counterfeits:
            return ()
        return (
            f"{self.counterfeits:,} of the rows are counterfeit: nobody is behind them,"
            " and counterfeits.csv says how many a group has. Group sizes and the risk"
            " to be singled out count them as people; without them the smallest group"
            f" has {self.fewest_people:,}.",
        )
