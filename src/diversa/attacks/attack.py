# SPDX-License-Identifier: Apache-2.0
"""Attacks on any table, ours or not.

The table is counted once, as in an audit; every attack works on the counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Unpack

from diversa.attacks.assumptions import Assumptions, at_least
from diversa.attacks.attack_result import Attacks, smallest_exposed
from diversa.attacks.battery import attacks_on
from diversa.attacks.corruption import corruptions
from diversa.attacks.exposure import Exposure
from diversa.attacks.like_target import read_population
from diversa.attacks.membership import label_membership
from diversa.attacks.person import Facts, find_person
from diversa.attacks.rule_table import RuleAssumptions
from diversa.attacks.rules_attack import RuleFindings, rules_of_table
from diversa.attacks.table_groups import (
    TableGroups,
    count_with_secrets,
    group_table,
)
from diversa.audits.reference import Reference
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.engines.engine import EngineChoice
from diversa.errors import InputError, RoleError, nearest
from diversa.models.needs import NONE_GIVEN, Gap
from diversa.plan.keywords import PlanKeywords
from diversa.record.attack_record import NotMade
from diversa.record.question import PlanChoice, ask
from diversa.record.reading import as_published, is_release, release_record
from diversa.rehearsals.table_rehearsal import Rehearse, kind_of, rehearse_table

NO_KEY = "needs earlier releases and a key of the people in them: releases=, key="
"""Why there is no intersection attack."""

NO_RELEASE = "needs another release of the same people: releases=, --release"
"""Why there is no composition attack."""

HAS_KEY = "a key tells more: see the intersection attack"
"""Why releases with a key are not put together without it."""


def attack(
    source: object,
    plan: PlanChoice = None,
    *,
    known: object = None,
    target: Mapping[str, object] | None = None,
    exclude: Mapping[str, Sequence[object]] | Sequence[object] | str = (),
    neighbours: object = None,
    releases: Sequence[object] = (),
    key: str | None = None,
    assumptions: Assumptions | None = None,
    groups: int = 0,
    reference: object = None,
    rehearse: Rehearse = False,
    engine: EngineChoice = None,
    **words: Unpack[PlanKeywords],
) -> Attacks:
    """Attack a table: make every attack that applies, and say which do not and why.

    Args:
        source: A path or a frame; or a release or its folder, whose record says the
            roles.
        plan: A plan or the path of a plan file, whose roles, models, reading,
            hierarchies and population are used; or give the words instead.
        known: A table of people whom the adversary knows by some of the
            quasi-identifiers, raw: a path or a frame. Other columns are not read.
        target: One person: quasi-identifier to what is known of the person. The answer
            shows sensitive values, because it is what is asked for.
        exclude: Values that this person is known not to have; with several sensitive
            attributes, a list for each.
        neighbours: People of the table whose sensitive values are known: values of
            people in the person's group, with several sensitive attributes a list for
            each; or a table (a `Path` or a frame) with quasi-identifiers and sensitive
            columns, raw.
        releases: Other releases of the same people, the oldest first: paths, frames or
            release folders. Without a key they are put together by quasi-identifiers
            (composition), of `known` people, of the `reference`, or by labels alone.
        key: The column that tells in all of them who a row is about, for the
            intersection attack.
        assumptions: How many facts the adversary knows, and from when on something
            counts as exposed; see `Assumptions`.
        groups: How many exposed groups to show at most, by their quasi-identifiers.
        reference: The original table: a path, a frame or a `Reference`. What is likely
            in a group is compared with it, and with the table itself without it.
        rehearse: True or "plain" to release a third of the people of the original
            (`reference`, or `source` itself) by the plan, and to attack it beside a
            control; "adaptive" for an adversary who learns, which needs scikit-learn.
            A release alone has the rehearsal of its record.
        engine: The engine that reads the tables, or its name; DuckDB by default.
        words: The words of a plan, see `PlanKeywords`: quasi_identifiers, sensitive,
            missing, reading, columns, seed; models that the publisher was to satisfy
            with as little change as can be, for the minimality attack (those of the
            record for a release); hierarchies, for labels that do not say how they were
            generalized; population, people with their raw values, for presence and,
            with the sensitive attribute, for beliefs; person, the column that says
            whose a row is: then people are counted, and not rows.

    The file of a release that counts people does not say whose a row is: its rows are
    attacked, and `recorded` has what its record says of people.
    """
    asked, settled = ask("attack", source, plan, words, engine=engine)
    rehearsal = rehearse_table(
        source, plan, words, reference=reference, kind=kind_of(rehearse), engine=engine
    )
    table = as_published(asked)
    reading = words.get("reading")
    if reading is not None and not says_shared_only(reading) and is_release(source):
        raise InputError(
            "reading: must come with a table, got the folder of a release, which is"
            " always read as it was written"
        )
    secrets, assumed = table.roles.sensitive, assumptions or Assumptions()
    for name in assumed.widths:
        require_sensitive("widths", name, secrets)
    rule = settled.privacy.models or table.models
    if rule:
        bound = tuple(part for model in rule for part in model.bind(secrets))
        assumed = replace(assumed, rule=bound)
    if "seed" in settled.search.explicit_settings:
        assumed = replace(assumed, seed=settled.search.seed)
    limit = at_least("groups", groups)
    excluded = facts_of(exclude, secrets, named=target is not None)
    examined = group_table(table, reference, needs_person="person" in words)
    people = None if known is None else examined.match_known(known)
    others = other_releases(examined, releases, key)
    person = None
    if target is not None:
        person = find_person(
            examined,
            target,
            Facts(excluded, neighbours, assumed.exact_widths, people, others),
        )
    elif neighbours is not None:
        raise InputError("neighbours: must come with target, got no target")
    groups_found = examined.published.groups
    places = examined.places if examined.learnt is None else examined.learnt
    if places is None and people is not None:
        places = people.roster(groups_found)
    matches = None if people is None else people.matches
    attacks = attacks_on(groups_found, assumed, matches=matches, places=places)
    by_rules = attack_by_rules(examined, reference, assumed.rules, limit)
    over_time = series_attacks([*others, examined], releases, key, known, reference)
    explained = why_without_population(attacks.not_made, examined.gap)
    every = replace(attacks, not_made=tuple(explained))
    corrupted = corruptions(groups_found, assumed.corruption, assumed.seed)
    more = (*by_rules.found, *corrupted, label_membership(examined), *over_time)
    return replace(
        every.with_more(more),
        **by_record(source),
        rehearsal=rehearsal,
        exposed=smallest_exposed(examined.published, attacks.found, limit=limit),
        target=person,
        rules=by_rules.named,
    )


def why_without_population(
    not_made: Sequence[NotMade], gap: Gap | None
) -> Iterator[NotMade]:
    """Attacks that were not made, with the reason why a population is of no use."""
    for attack in not_made:
        lacks = gap is not None and attack.why == NONE_GIVEN["population"]
        yield replace(attack, why=str(gap)) if lacks else attack


def by_record(source: object) -> dict[str, Any]:
    """What the record of a release says that its file alone does not.

    That are people, where it counts people, and how often an adversary is right who
    guesses by what goes with what: only the owner knows.
    """
    record = release_record(source)
    if record is None or record.evidence is None:
        return {}
    found = record.evidence.attacks.after.attacks
    if record.people is not None:
        return {"note": f"{record.people.in_file}.", "recorded": found}
    return {"recorded": tuple(one for one in found if one.attack == "correlation")}


def says_shared_only(reading: ReadOptions) -> bool:
    """True if only settings are given that any file may have."""
    return {*reading.explicit_settings} <= {"decimal", "dates", "most_unpacked"}


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


def attack_by_rules(
    examined: TableGroups, reference: object, assumed: RuleAssumptions, limit: int
) -> RuleFindings:
    """The attack by rules that are mined from the original, or from a population."""
    original = population = None
    if not assumed.conditions:
        return RuleFindings(())
    if reference is not None and not isinstance(reference, Reference):
        dropped = examined.table.missing is MissingPolicy.RAISE
        missing = MissingPolicy.DROP if dropped else examined.table.missing
        original = count_with_secrets(
            examined.table, reference, missing=missing, where="reference"
        )
    else:
        population = read_population(examined.table)
    return rules_of_table(examined, original, population, assumed, limit=limit)


def other_releases(
    examined: TableGroups, releases: Sequence[object], key: str | None
) -> list[TableGroups]:
    """Other releases without a key of the people, counted."""
    if not releases or key is not None:
        return []
    from diversa.attacks.several_releases import beside  # few have a series

    return [group_table(beside(examined.table, release)) for release in releases]


def series_attacks(
    tables: Sequence[TableGroups],
    releases: Sequence[object],
    key: str | None,
    known: object,
    original: object,
) -> list[Exposure | NotMade]:
    """The attacks of who has other releases: by a key, or without one.

    `tables` are the releases that are counted, the attacked one last.
    """
    if key is not None and not releases:
        raise InputError(
            "key: must come with releases, got none; name the earlier releases"
        )
    if not releases:
        return [
            NotMade("intersection", None, NO_KEY),
            NotMade("composition", None, NO_RELEASE),
        ]
    from diversa.attacks.several_releases import (  # few have a series
        compose_tables,
        intersect_releases,
    )

    if key is not None:
        by_key = intersect_releases(tables[-1].table, releases, key)
        return [*by_key, NotMade("composition", None, HAS_KEY)]
    found = compose_tables(tables, known=known, original=original)
    return [NotMade("intersection", None, NO_KEY), *found]
