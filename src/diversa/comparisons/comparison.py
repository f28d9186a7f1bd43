# SPDX-License-Identifier: Apache-2.0
"""Two releases of one table side by side: their safety and utility."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack

from diversa import notebook
from diversa.attacks.several_releases import (
    Findings,
    compose_tables,
    together_in_words,
)
from diversa.codec import to_json
from diversa.comparisons.difference import Difference, Section, differences
from diversa.comparisons.release_measures import MeasuredRelease, measure_release
from diversa.engines.engine import EngineChoice
from diversa.engines.source_checks import reading_of_several
from diversa.engines.source_files import locate
from diversa.engines.sources import source_of
from diversa.errors import InputError, RoleError
from diversa.plan.keywords import PlanKeywords
from diversa.record.attack_record import NotMade
from diversa.record.question import PlanChoice, ask
from diversa.record.reading import as_published, is_release
from diversa.risks.risk import THRESHOLD
from diversa.tables.table_input import TableInput

TITLES: Mapping[Section, str] = {
    "risk": "Risk of being found",
    "levels": "Levels attained",
    "utility": "What is left of the data",
    "loss": "Loss by quasi-identifier",
}
"""Title of each section."""


@dataclass(frozen=True)
class Comparison:
    """Two releases of one table."""

    first: MeasuredRelease
    """The release called A."""
    second: MeasuredRelease
    """The release called B."""
    differences: tuple[Difference, ...] = field(repr=False)
    """Every number of both releases."""
    together: Findings = field(default=(), repr=False)
    """Certainties of both published together, by sensitive attribute."""

    def of(self, *sections: Section) -> list[Difference]:
        """The differences of some sections."""
        return [line for line in self.differences if line.section in sections]

    @property
    def words(self) -> tuple[str, ...]:
        """The verdicts on safety, on utility and on both together, in sentences."""
        return (
            verdict(self.of("risk", "levels"), "is safer", "Both are equally safe"),
            verdict(self.of("utility"), "keeps more", "Both keep the same"),
            *([together_in_words(self.together)] if self.together else []),
        )

    def __str__(self) -> str:
        names = f"A: {self.first.name}\nB: {self.second.name}"
        return "\n  ".join([names, *self.words])

    def _repr_html_(self) -> str:
        """Both releases side by side, in a notebook."""
        return notebook.result(
            *(
                notebook.say(f"{letter}: {release.name}")
                for letter, release in (("A", self.first), ("B", self.second))
            ),
            *(
                notebook.say(release.note)
                for release in (self.first, self.second)
                if release.note
            ),
            notebook.verdict("COMPARED", "; ".join(self.words)),
            *(
                notebook.table(
                    title,
                    ("", "A", "B", "difference"),
                    [
                        (line.name, line.first, line.second, line.words)
                        for line in self.of(section)
                    ],
                )
                for section, title in TITLES.items()
            ),
        )

    def to_json(self) -> dict[str, Any]:
        """Both releases and every difference."""
        return {
            "first": self.first.to_json(),
            "second": self.second.to_json(),
            "differences": [line.to_json() for line in self.differences],
            "together": [
                to_json(one if isinstance(one, NotMade) else one.record)
                for one in self.together
            ],
            "words": list(self.words),
        }


def verdict(differences: Sequence[Difference], what: str, same: str) -> str:
    """The count of numbers by which each release is better, in words."""
    both = [line for line in differences if None not in (line.first, line.second)]
    first = sum(line.better == "first" for line in both)
    second = sum(line.better == "second" for line in both)
    if not both:
        return "Nothing is known of both; name the original table"
    if first == second == 0:
        return f"{same}, by all of {len(both)} numbers"
    if first and second:
        split = f"A {what} by {first}, B by {second}"
        return f"{split} of {len(both)} numbers: it depends on what matters"
    return f"{'A' if first else 'B'} {what} by {first or second} of {len(both)} numbers"


def compare(
    first: object,
    second: object,
    plan: PlanChoice = None,
    *,
    original: object = None,
    sampling_fraction: float | None = None,
    threshold: float = THRESHOLD,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> Comparison:
    """Compare two releases of one table: risk, attained levels, utility and loss.

    Args:
        first: A release or its folder, or a table: a path or a frame.
        second: The other one.
        plan: A plan or the path of a plan file, whose roles, reading and hierarchies
            are used; or give the words instead.
        original: The table that both were made from. With it, what they keep is
            measured; without it, only what their records state is known.
        sampling_fraction: The share of the population that is in the original table,
            for estimates of population uniques.
        threshold: What risk of a row is taken to be too high.
        engine: The engine that reads the tables, or its name; DuckDB by default.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive,
            missing, columns, for tables; reading, for text files that are no release
            of ours; hierarchies, where labels do not say how they were generalized;
            seed, with which COUNT queries are drawn, the same ones for both; person,
            the column that says whose a row is: risk and levels are those of people.
    """
    reading = words.get("reading")
    others = [
        source
        for source in (first, second, original)
        if source is not None and not is_release(source)
    ]
    if reading is not None and not others:
        raise InputError(
            "reading: must come with a table or an original, got two release folders,"
            " which are always read as they were written"
        )
    if reading is not None:
        words["reading"] = reading_of_several(reading, others)
    questions = [
        ask("compare", source, plan, words, engine=engine) for source in (first, second)
    ]
    tables = [question.table for question in questions]
    seed = questions[0].plan.search.seed
    require_one_table([as_published(table) for table in tables])
    ours, theirs = (
        measure_release(
            table,
            original,
            threshold=threshold,
            sampling_fraction=sampling_fraction,
            seed=seed,
        )
        for table in tables
    )
    both = [one.examined for one in (ours, theirs) if one.examined is not None]
    return Comparison(
        ours,
        theirs,
        tuple(differences(ours, theirs)),
        compose_tables(both, original=original),
    )


def require_one_table(releases: Sequence[TableInput]) -> None:
    """Refuse releases with different quasi-identifiers or sensitive attributes."""
    for release in releases:
        if not release.roles.quasi_identifiers:
            path = source_of(release.source).path
            if path is not None and not path.is_dir():
                locate(path)  # says so where there is no such file
            raise RoleError(
                "quasi_identifiers: must be named for a table that is no release"
                f" folder, got none for {release.source}; name them, or a folder that"
                " was published"
            )
    ours, theirs = (set(release.roles.columns_to_count) for release in releases)
    if ours != theirs:
        other = ", ".join(sorted(ours ^ theirs))
        raise InputError(
            "releases: must have the same quasi-identifiers and sensitive attributes,"
            f" got {other} in one of them only; compare releases of one table"
        )
