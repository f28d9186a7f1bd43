# SPDX-License-Identifier: Apache-2.0
"""The command `diversa suggest`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from diversa.cli.failures import HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    TABLE,
    TableSource,
    format_options,
    identifiers_option,
    json_option,
    keep_examples,
    quasi_identifiers_option,
    sensitive_option,
)
from diversa.cli.printing import print_json
from diversa.cli.standard_streams import from_stream, source_name
from diversa.cli.talk import talk_options


@keep_examples
@click.command()
@click.argument("source", metavar="INPUT", type=TABLE, callback=from_stream)
@quasi_identifiers_option
@sensitive_option
@identifiers_option
@format_options
@limit_options
@json_option
@talk_options
def suggest(
    *,
    source: TableSource,
    memory: str | None,
    threads: int | None,
    engine_name: str | None,
    as_json: bool,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    """Propose a plan for a table, with the reason for every choice.

    Looks at the values of the columns first and at their names second (in English,
    German, French, Spanish, Italian, Dutch and Portuguese), and prints a plan in TOML
    that runs as it is. A column that cannot be judged gets no role. It is a start: only
    you know what others may know of these people. Roles that you give are kept, the
    others are guessed. No value of the table is printed.

    Examples:
      diversa suggest people.csv > plan.toml
      diversa suggest people.csv --sensitive income > plan.toml
      diversa anonymize people.csv --plan plan.toml --out release
    """
    from diversa.cli.plans import reading_from
    from diversa.suggestions.suggestion import suggest as propose

    with engine_within_limits(memory, threads, engine_name, source) as engine:
        suggestion = propose(
            source,
            quasi_identifiers=options["quasi_identifiers"],
            sensitive=options["sensitive"],
            identifiers=options["identifiers"],
            reading=reading_from(options),
            engine=engine,
        )
    if as_json:
        print_json(suggestion.to_json())
    else:
        # As bytes: a plan is UTF-8 whatever the terminal or the pipe is.
        plan = replace(suggestion, source=source_name(source)).to_toml()
        click.echo(plan.encode(), nl=False)
    return HOLDS
