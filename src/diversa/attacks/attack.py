# SPDX-License-Identifier: Apache-2.0
"""Attacks on any table, ours or not: who is exposed, by what, and how badly.

The table is counted once, as an audit counts it; every attack works on the counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from diversa.attacks.attack_result import Attacks, smallest_exposed
from diversa.attacks.background_knowledge import FACTS
from diversa.attacks.battery import Assumptions, attacks_on
from diversa.attacks.exposure import Exposure
from diversa.attacks.similarity import HEIGHT
from diversa.attacks.skewness import RATIO
from diversa.attacks.table_groups import TableGroups, group_table
from diversa.attacks.target import Target, person_cells, target_beliefs
from diversa.data.dictionary import Kind, as_decimal
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.engines.engine import EngineChoice
from diversa.engines.registry import open_engine
from diversa.errors import InputError, RoleError, nearest
from diversa.models import models_from
from diversa.models.model import Model
from diversa.record.evidence_record import NotMade
from diversa.record.reading import as_published, is_release
from diversa.tables.table_input import TableInput

Number = int | float | str | Fraction
"""A number as a user gives it."""


def attack(
    source: object,
    *,
    quasi_identifiers: Sequence[str] | str = (),
    sensitive: Sequence[str] | str = (),
    known: object = None,
    target: Mapping[str, object] | None = None,
    exclude: Mapping[str, Sequence[object]] | Sequence[object] | str = (),
    models: Sequence[Model | str] | Model | str = (),
    releases: Sequence[object] = (),
    key: str | None = None,
    facts: int = FACTS,
    ratio: Number = RATIO,
    e: Number = HEIGHT,
    widths: Mapping[str, Number] | None = None,
    missing: MissingPolicy | str = MissingPolicy.RAISE,
    groups: int = 0,
    seed: int = 0,
    reading: ReadOptions | None = None,
    engine: EngineChoice = None,
    kinds: Mapping[str, Kind | str] | None = None,
    population: object = None,
    reference: object = None,
    hierarchies: Mapping[str, object] | None = None,
) -> Attacks:
    """Attack a table: make every attack that applies, and say which do not and why.

    Args:
        source: A path or a frame; or the folder of a release of ours, whose manifest
            says the roles.
        quasi_identifiers: The columns that an adversary may know of a person.
        sensitive: The columns that must stay secret.
        known: A table of people whom the adversary knows by some of the
            quasi-identifiers, raw: a path or a frame. Other columns are not read.
        target: One person: quasi-identifier to what is known of the person. The answer
            shows sensitive values, because it is what is asked for.
        exclude: Values that this person is known not to have; with several sensitive
            attributes, a list for each.
        models: What the publisher was to satisfy with as little change as can be, for
            the minimality attack; those of the manifest for a release.
        releases: Earlier releases, the oldest first, for the intersection attack.
        key: The column that tells in all of them who a row is about.
        facts: Negative facts that are tried, from none to so many.
        ratio: How many times as likely as in the whole table is skewed.
        e: Height of the subtrees of a taxonomy that are one kind.
        widths: For a sensitive attribute of numbers, how near is near; a twentieth of
            the range by default.
        missing: What a missing sensitive value means: raise, own, worst or drop.
        groups: How many exposed groups to show at most, by their quasi-identifiers.
        seed: Of simulations.
        reading: How a text file is read.
        engine: The engine that reads the tables, or its name; DuckDB by default.
        kinds: Columns of a text file that hold a number or a date.
        population: A table of the people whom the rows may be, as general as the table
            (see `audit`), for presence; with the sensitive attribute for beliefs.
        reference: The original table: a path, a frame or a `Reference`. What is likely
            in a group is compared with it, and with the table itself without it.
        hierarchies: For a sensitive attribute the tree of its values; for a
            quasi-identifier how it was generalized, where labels do not say it.
    """
    table = as_published(
        TableInput.of(
            source,
            quasi_identifiers=quasi_identifiers,
            sensitive=sensitive,
            missing=missing,
            reading=reading,
            kinds=kinds,
            hierarchies=hierarchies,
            population=population,
            engine=engine,
        )
    )
    if reading is not None and not says_shared_only(reading) and is_release(source):
        raise InputError(
            "reading: must come with a table, got the folder of a release, which is"
            " always read as it was written"
        )
    secrets = table.roles.sensitive
    assumptions = Assumptions(
        at_least("facts", facts),
        exact("ratio", ratio, least=1),
        exact("e", e),
        exact_widths(widths or {}, secrets),
        tuple(
            bound
            for model in models_from(models) or table.models
            for bound in model.bind(secrets)
        ),
        seed,
    )
    limit = at_least("groups", groups)
    excluded = facts_of(exclude, secrets, named=target is not None)
    examined = group_table(table, reference)
    people = None if known is None else examined.match_known(known)
    attacks = attacks_on(examined.published.groups, assumptions, matches=people)
    over_time = series_attacks(table, releases, key)
    return replace(
        attacks,
        exposed=smallest_exposed(examined.published, attacks.found, limit=limit),
        target=None if target is None else ask(examined, target, excluded),
        found=(
            *attacks.found,
            *(exposure for exposure in over_time if isinstance(exposure, Exposure)),
        ),
        not_made=(
            *attacks.not_made,
            *(other for other in over_time if isinstance(other, NotMade)),
        ),
    )


def says_shared_only(reading: ReadOptions) -> bool:
    """True if only settings are given that any file may have."""
    return {*reading.explicit_settings} <= {"decimal", "dates", "most_unpacked"}


def at_least(where: str, number: int) -> int:
    """The number, refused if it is negative."""
    if number < 0:
        raise InputError(f"{where}: must be 0 or more, got {number}")
    return number


def exact(where: str, number: Number, *, least: int = 0) -> Fraction:
    """The exact value of a number as it is written; refused below `least`."""
    try:
        read = number if isinstance(number, Fraction) else Fraction(as_decimal(number))
    except ValueError:
        raise InputError(f"{where}: must be a number, got {number!r}") from None
    if read < least:
        raise InputError(f"{where}: must be {least} or more, got {number}")
    return read


def exact_widths(
    widths: Mapping[str, Number], sensitive: Sequence[str]
) -> dict[str, Fraction]:
    """The width of an interval of near values, by sensitive attribute."""
    for name in widths:
        require_sensitive("widths", name, sensitive)
    return {name: exact(f"widths.{name}", width) for name, width in widths.items()}


def require_sensitive(where: str, name: str, sensitive: Sequence[str]) -> None:
    """Refuse a name that is no sensitive attribute."""
    if name not in sensitive:
        raise RoleError(
            f"{where}: must name a sensitive attribute, got '{name}';"
            f" {nearest(name, sensitive)}"
        )


def facts_of(
    exclude: Mapping[str, Sequence[object]] | Sequence[object] | str,
    sensitive: Sequence[str],
    *,
    named: bool,
) -> dict[str, Sequence[object]]:
    """The values that the target does not have, by sensitive attribute."""
    if not exclude:
        return {}
    if not named:
        raise InputError("exclude: must come with target, got no target")
    if isinstance(exclude, Mapping):
        for name in exclude:
            require_sensitive("exclude", name, sensitive)
        return {name: as_values(values) for name, values in exclude.items()}
    if len(sensitive) != 1:
        raise InputError(
            "exclude: must be a list for each sensitive attribute where there are"
            f" several, got a list; there are: {', '.join(sensitive)}"
        )
    return {sensitive[0]: as_values(exclude)}


def as_values(values: Sequence[object] | str) -> tuple[object, ...]:
    """Values as a tuple; a text is one value."""
    return (values,) if isinstance(values, str) else tuple(values)


def ask(
    examined: TableGroups,
    target: Mapping[str, object],
    exclude: Mapping[str, Sequence[object]],
) -> Target:
    """The beliefs about one person."""
    names, hints = examined.table.roles.quasi_identifiers, examined.table.reading.hints
    person = person_cells(target, names, hints)
    matches = examined.match(person, where="target")
    return target_beliefs(examined.published.groups, matches, exclude)


def series_attacks(
    table: TableInput, releases: Sequence[object], key: str | None
) -> list[Exposure | NotMade]:
    """The intersection attack on each sensitive attribute, if there is a series."""
    if not releases and key is None:
        why = "needs earlier releases and a key of the people in them: releases=, key="
        return [NotMade("intersection", None, why)]
    if not releases or key is None:
        raise InputError("releases: must come with a key, and a key with releases")
    from diversa.attacks.intersection import intersection  # few have a series
    from diversa.audits.series_audit import POLICIES, count_keys, follow

    if table.missing not in POLICIES or table.sensitive_table is not None:
        why = "needs releases in one table in which every sensitive value is known"
        return [NotMade("intersection", None, why)]
    attacks: list[Exposure | NotMade] = []
    with open_engine(table.engine, table.source) as engine:
        series = [
            replace(table, source=release).open_in(engine)
            for release in (*releases, table.source)
        ]
        for name in table.roles.sensitive:
            roles = Roles((key,), table.group_columns, (name,))
            keyed = replace(table, roles=roles)
            counted = [
                count_keys(replace(release, table_input=keyed)) for release in series
            ]
            attacks.append(intersection(follow(counted), on=name))
    return attacks
