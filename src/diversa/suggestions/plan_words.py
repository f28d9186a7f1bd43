# SPDX-License-Identifier: Apache-2.0
"""The words of a suggested plan: what roles, hierarchies and settings mean."""

from __future__ import annotations

from diversa.data.missing import MissingPolicy
from diversa.hierarchies import Dates, Intervals, Masking, Quantiles
from diversa.hierarchies.hierarchy import HierarchyKind
from diversa.hierarchies.ready_hierarchy import Ready, ready_tree
from diversa.suggestions.role_guess import OTHER

MEANINGS = {
    "identifiers": "Identifiers name a person; they are dropped.",
    "quasi_identifiers": "Quasi-identifiers may be known to others; they are"
    " generalized.",
    "sensitive": "Sensitive attributes must not be learned of a person.",
    OTHER: "Without a role, so withheld. Can others know one of them? Then it is a"
    "\nquasi-identifier. Must one stay secret? Then it is sensitive. What nobody can"
    "\nknow may be kept: name it in `kept`.",
}
"""The meaning of each role for the people in the table."""

PERSON = (
    "The person says who a row is about: models count people, and the column is"
    "\nwithheld. Is every row another person? Then leave it out, and say"
    "\nrows_are_people = true below [people]."
)
"""The meaning of the person."""

REPEATS = (
    "Identifiers that repeat: a person may have several rows. Say who a row is about"
    '\n(person = "..." here); or below [people] that every row is another person'
    "\n(rows_are_people = true), or that they name somebody else"
    '\n(not_the_subject = ["..."]).'
)
"""The question about identifiers that repeat."""

COUNTS = (
    "Does a line stand for several people, and one of these columns say how many? Then"
    '\nsay it here (count = "...").'
)
"""The question about columns that look like counts."""

GENERALIZING = """\
How each quasi-identifier may be generalized. Where a value is only kept or suppressed,
a file with a line per value keeps more: { kind = "levels", file = "education.csv" }."""
"""The comment above the hierarchies."""

DAY_OR_MONTH = (
    "does the day come first, or the month? Say it below [reading], or with --dates:"
    " dates = 'day-first' or 'month-first'"
)
"""The question about dates such as 03/04/2024."""

SAME = (
    "they count as one, of which one spelling is published; to keep them apart, say"
    '\n    equality = "exact" below [reading]'
)
"""The fate of sensitive values with several spellings."""

APART = "they are different values; clean them where they should be one"
"""The fate of other values with several spellings."""

HABITS: dict[type, str] = {
    Dates: "dates",
    Intervals: "numbers, in intervals that grow",
    Masking: "codes, hidden from the right",
    Quantiles: "numbers, in intervals with equally many rows",
}
"""The kinds of hierarchies in words; others keep a value or suppress it."""


def habit(kind: HierarchyKind) -> str:
    """A hierarchy in words."""
    if isinstance(kind, Ready):
        return f"these are {ready_tree(kind.name).title}"
    return HABITS.get(type(kind), "kept, or suppressed")


MISSING = {
    MissingPolicy.WORST: "a sensitive value that is missing may be any value",
    MissingPolicy.OWN: "a sensitive value that is missing is a value of its own; others"
    " may learn that it is missing",
    MissingPolicy.DROP: "rows without a sensitive value are left out",
}
"""The meanings of missing sensitive values."""

SAME_EVERYWHERE = (
    "Must a category be the same everywhere, such as one width of age for all rows?"
    '\nThen say method = "full-domain".'
)
"""The question about the method."""
