# SPDX-License-Identifier: Apache-2.0
"""Every world that two releases of the same people leave possible, by enumeration."""

from __future__ import annotations

from itertools import product


def fits(people, values, rows):
    """True if each person can have a row: label holds the person, value is the same."""
    if not people:
        return not rows
    for place, (label, value) in enumerate(rows):
        if people[0] in label and values[0] == value:
            others = rows[:place] + rows[place + 1 :]
            if fits(people[1:], values[1:], others):
                return True
    return False


def worlds(people, releases):
    """The values of everybody, in each world that all releases allow.

    A release is a list of rows: the raw values that the label stands for, and the
    sensitive value. Everybody is in every release.
    """
    domain = sorted({value for rows in releases for _, value in rows})
    return [
        values
        for values in product(domain, repeat=len(people))
        if all(fits(people, values, rows) for rows in releases)
    ]


def left_by(person, rows):
    """The values that one release leaves for a person: those of groups that fit."""
    groups = {}
    for label, value in rows:
        groups.setdefault(label, set()).add(value)
    return set().union(*(values for label, values in groups.items() if person in label))
