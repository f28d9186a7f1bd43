# SPDX-License-Identifier: Apache-2.0
"""The command `diversa attack`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.attack_options import adversary_options, rehearse_option
from diversa.cli.command import command, show
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    count_option,
    groups_option,
    hierarchy_option,
    kind_options,
    missing_option,
    person_options,
    population_options,
    reading_options,
    reference_option,
    role_options,
    table_argument,
)
from diversa.cli.paths import TableSource
from diversa.cli.plans import table_keywords
from diversa.cli.standard_streams import source_name

if TYPE_CHECKING:
    from diversa.attacks.attack_result import Attacks
    from diversa.engines.engine import EngineChoice
    from diversa.plan.plan import Plan


@command(
    table_argument("FILE|FOLDER"),
    role_options,
    person_options,
    count_option,
    adversary_options,
    rehearse_option,
    groups_option("exposed", 0),
    missing_option,
    reference_option(
        "The table before it was anonymized, with which groups are compared."
    ),
    population_options,
    hierarchy_option("For labels that do not say what they stand for, and for kinds."),
    kind_options,
    reading_options,
    limit_options,
)
def attack(
    *,
    source: TableSource,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    r"""Count the people whom each attack exposes in a table or a release.

    FILE is any table, anonymized by any tool. FOLDER is a release of Diversa,
    whose manifest says the columns.

    Sensitive values are shown only for a person whom --target describes, and in
    rules that are mined from --reference or --population with --groups.

    Examples:
      diversa attack release
      diversa attack release --known voters.csv
      diversa attack release --reference people.csv --rules 2 --groups 10
      diversa attack release --release earlier --known voters.csv
      diversa attack people.csv --plan plan.toml
      diversa attack people.csv --plan plan.toml --rehearse
      diversa attack visits.csv --qi zip,age --sensitive ill --person patient_id
      diversa attack release.csv --qi zip,age --sensitive condition \
          --target zip=13053 --target age=31 --exclude 'Heart Disease'
      diversa attack release.csv --qi zip,age --sensitive salary \
          --target zip=13053 --target age=31 --width salary=20
      diversa attack release.csv --qi zip,age --sensitive condition \
          --target zip=13068 --target age=21 --population people.csv
    """
    from diversa.cli.attack_page import draw_attacks

    with engine_within_limits(source) as engine:
        attacks = attack_source(source, options, engine)
    show(attacks, partial(draw_attacks, source=source_name(source)))
    return 0


def attack_source(
    source: TableSource, options: dict[str, Any], engine: EngineChoice
) -> Attacks:
    """Attack a table or a release by the options given."""
    from diversa.attacks.assumptions import Assumptions
    from diversa.attacks.attack import attack as attack_table
    from diversa.attacks.rule_table import RuleAssumptions

    keywords = table_keywords(options)
    secrets = sensitive_of(source, options, keywords.get("plan"))
    assumptions = Assumptions(
        facts=options["facts"],
        ratio=options["ratio"],
        e=options["height"],
        widths=read_assignments("--width", options["widths"]),
        rules=RuleAssumptions(options["rules"], options["support"]),
        corruption=options["corruption"],
    )
    return attack_table(
        source,
        known=options["known"],
        target=read_assignments("--target", options["target"]) or None,
        exclude=read_facts(options["exclude"], secrets),
        neighbours=read_neighbours(options, secrets),
        releases=options["releases"],
        key=options["key"],
        assumptions=assumptions,
        groups=options["groups"],
        reference=options["reference"],
        rehearse=options["rehearse"] or False,
        engine=engine,
        **keywords,
    )


def read_assignments(option: str, texts: Sequence[str]) -> dict[str, str]:
    """Read what is written `column=value`, each column once.

    >>> read_assignments("--target", ["age=31", "zip=13053"])
    {'age': '31', 'zip': '13053'}
    """
    read: dict[str, str] = {}
    for text in texts:
        column, equals, value = (part.strip() for part in text.partition("="))
        if not (column and equals) or column in read:
            raise click.UsageError(
                f"{option} must be column=value, once for each column, got '{text}'"
            )
        read[column] = value
    return read


def sensitive_of(
    source: TableSource, options: dict[str, Any], plan: Plan | None
) -> Sequence[str]:
    """The sensitive attributes that are named, of a release, or of a plan."""
    asked = options["exclude"] or options["neighbour_values"]
    if options["sensitive"] or not asked:
        return options["sensitive"]
    if isinstance(source, Path) and source.is_dir():
        from diversa.record.record import Record

        return Record.read(Path(str(source))).roles.sensitive
    return () if plan is None else plan.roles.sensitive


def read_facts(
    texts: Sequence[str], sensitive: Sequence[str]
) -> Sequence[str] | dict[str, list[str]]:
    """Read facts: values, or `column=value` where the column is a sensitive one.

    >>> read_facts(["flu", "ill=HIV"], ["ill"])
    {'ill': ['flu', 'HIV']}
    """
    facts: dict[str, list[str]] = {}
    for text in texts:
        column, equals, value = text.partition("=")
        named = bool(equals) and column in sensitive
        if not named and len(sensitive) != 1:
            return texts
        name = column if named else sensitive[0]
        facts.setdefault(name, []).append(value if named else text)
    return facts


def read_neighbours(options: dict[str, Any], sensitive: Sequence[str]) -> object:
    """The people whose values are known: a table, or values; None without any."""
    if options["neighbour_values"] and options["neighbours"] is not None:
        raise click.UsageError("give either --neighbour or --neighbours, not both")
    if options["neighbour_values"]:
        return read_facts(options["neighbour_values"], sensitive)
    return options["neighbours"]
