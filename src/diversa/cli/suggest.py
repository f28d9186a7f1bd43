# SPDX-License-Identifier: Apache-2.0
"""The command `diversa suggest`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from diversa.cli.command import asks_for_json, command
from diversa.cli.failures import HOLDS
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    count_option,
    identifiers_option,
    person_option,
    quasi_identifiers_option,
    reading_options,
    sensitive_option,
    several_rows_options,
    table_argument,
    weight_option,
)
from diversa.cli.paths import TableSource
from diversa.cli.plans import table_keywords
from diversa.cli.printing import print_json
from diversa.cli.standard_streams import source_name


@command(
    table_argument("INPUT"),
    quasi_identifiers_option,
    sensitive_option,
    identifiers_option,
    person_option,
    count_option,
    weight_option,
    several_rows_options,
    reading_options,
    limit_options,
)
def suggest(
    *,
    source: TableSource,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    """Propose a plan for a table, with the reason for every choice.

    Looks at the values of the columns first and at their names second (in English,
    German, French, Spanish, Italian, Dutch and Portuguese), and prints a plan in TOML
    that runs as it is. A column that cannot be judged gets no role. It is a start: only
    you know what others may know of these people. Roles that you give are kept, the
    others are guessed. No value of the table is printed.

    Where identifiers repeat, a person may have several rows. The plan then names the
    column that says who a row is about, if the values show it, or asks for it.

    Examples:
      diversa suggest people.csv > plan.toml
      diversa suggest people.csv --sensitive income > plan.toml
      diversa anonymize people.csv --plan plan.toml --out release
    """
    from diversa.suggestions.suggestion import suggest as propose

    with engine_within_limits(source) as engine:
        suggestion = propose(source, engine=engine, **table_keywords(options))
    if asks_for_json():
        print_json(suggestion.to_json())
    else:
        # As bytes: a plan is UTF-8 whatever the terminal or the pipe is.
        plan = replace(suggestion, source=source_name(source)).to_toml()
        click.echo(plan.encode(), nl=False)
    return HOLDS
