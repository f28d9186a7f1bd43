# SPDX-License-Identifier: Apache-2.0
"""The command `diversa audit`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from diversa.cli.command import command, show
from diversa.cli.failures import FAILS, HOLDS, UNDECIDED
from diversa.cli.limits import engine_within_limits, limit_options
from diversa.cli.options import (
    count_option,
    groups_option,
    hierarchy_option,
    kind_options,
    missing_option,
    models_option,
    people_options,
    person_option,
    population_options,
    reading_options,
    reference_option,
    role_options,
    section_options,
    table_argument,
)
from diversa.cli.paths import FILE, TableSource
from diversa.cli.plans import table_keywords
from diversa.cli.standard_streams import source_name

if TYPE_CHECKING:
    from diversa.audits.audit_result import Audit, ReleaseAudit
    from diversa.engines.engine import EngineChoice


@command(
    table_argument("FILE|FOLDER"),
    role_options,
    person_option,
    count_option,
    people_options,
    models_option,
    groups_option("violating", 10),
    missing_option,
    click.option(
        "--ignore-suppressed",
        is_flag=True,
        help="Leave out rows with * in every quasi-identifier, which were meant as"
        " suppressed; by default they are a group like any other.",
    ),
    reference_option(
        "The table before rows were suppressed, for models that compare with it; with"
        " a release that counts people, the table that says whose a row is.",
        "--table",
    ),
    click.option(
        "--recoding",
        type=FILE,
        metavar="FILE",
        help="The recoding that was saved with a release whose groups overlap, to place"
        " the rows of --table in them.",
    ),
    click.option(
        "--published",
        metavar="ADDRESS",
        help="The table of a database that linked tables were written to"
        " (postgresql://user@host/db?table=name); FOLDER has their evidence.",
    ),
    click.option(
        "--register",
        type=FILE,
        metavar="FILE",
        help="The register of a series, to check that it knows this release.",
    ),
    section_options("linked", "table"),
    section_options("search", "seed"),
    population_options,
    hierarchy_option("For models that ask how near sensitive values or groups are."),
    kind_options,
    reading_options,
    limit_options,
)
def audit(
    *,
    source: TableSource,
    groups: int,
    **options: Any,  # noqa: ANN401 - the other options
) -> int:
    r"""Recount a table or a release: the levels it attains, and the models that hold.

    FILE is any table, anonymized by any tool. FOLDER is a release of Diversa: its file
    is counted again and compared with everything that its manifest says. Models that
    you give are judged, too.

    The exit code is a gate for a pipeline: 0 if every given model holds, 1 if one
    fails, and 4 if none fails but one is undecided. A model is undecided if it depends
    on something that was not given, such as a population, a taxonomy or the table
    before rows were suppressed. So is every model of a release that counts people: its
    file does not say whose a row is, and only the table it was made from does.

    Examples:
      diversa audit release
      diversa audit february --register secret/register.json
      diversa audit linked --table patients.csv --person id \
          --with encounters.csv:patient_id
      diversa audit people.csv --plan plan.toml
      diversa audit release --table visits.csv
      diversa audit release.csv --qi zip,age --sensitive condition
      diversa audit visits.csv --qi zip,age --sensitive condition --person patient
      diversa audit release.csv --qi zip,age --sensitive condition \
          --model k-anonymity:5 --model distinct-l-diversity:3 --groups 20
    """
    from diversa.cli.audit_page import draw_audit

    if isinstance(source, Path) and is_two_tables(source):
        return audit_two(source, options)
    if options.pop("published") is not None:
        raise click.UsageError(
            "--published must come with the folder of two linked tables, got another"
            " source; name the table itself"
        )
    judge = audit_folder if is_release(source, options) else audit_table
    with engine_within_limits(source) as engine:
        found = judge(source, options, groups=groups, engine=engine)
    show(found, partial(draw_audit, source=source_name(source)))
    return CODES[found.verdict.value]


CODES = {"holds": HOLDS, "fails": FAILS, "undecided": UNDECIDED}
"""The exit code of each verdict."""

BESIDE = (
    "plan_file",
    "reference",
    "recoding",
    "register",
    "hierarchies",
    "population",
    "population_count",
    "models",
    "seed",
)
"""Options that the manifest of a release does not answer."""


ONE_TABLE = ("recoding", "register", "ignore_suppressed", "seed")
"""Options that are not for linked tables."""


def is_release(source: TableSource, options: dict[str, Any]) -> bool:
    """True if a release folder is meant; it is checked by its manifest alone."""
    if not isinstance(source, Path):
        return False
    named = [name for name in options if options[name] and name not in BESIDE]
    if not named and options.get("plan_file") and not is_published(source):
        return False
    if not named:
        return source.is_dir()
    if is_published(source):
        raise click.UsageError(
            f"a release is checked against its manifest; to audit it by other options,"
            f" name its table: {source / 'release.csv'}"
        )
    return False


def is_published(source: Path) -> bool:
    """True if a source is the folder of a release."""
    return (source / "manifest.json").is_file()


def is_two_tables(source: Path) -> bool:
    """True if a source is the folder of two linked tables."""
    if not is_published(source):
        return False
    from diversa.linked.record import is_linked  # few folders are

    return is_linked(source)


def audit_two(folder: Path, options: dict[str, Any]) -> int:
    """Audit a release of two linked tables."""
    from diversa.cli.linked_page import draw_linked_audit
    from diversa.linked.audit import audit_linked

    unused = [word for word in ONE_TABLE if options[word]]
    if unused:
        raise click.UsageError(
            f"--{unused[0].replace('_', '-')} must come with one table, got two linked"
            f" ones; audit one of them, such as {folder / 'visits'}"
        )
    words = table_keywords(options)
    with engine_within_limits(folder) as engine:
        found = audit_linked(
            folder,
            engine=engine,
            reference=options["reference"],
            published=options["published"],
            **words,
        )
    show(found, partial(draw_linked_audit, source=source_name(folder)))
    return CODES[found.verdict.value]


def audit_folder(
    source: TableSource, options: dict[str, Any], *, groups: int, engine: EngineChoice
) -> ReleaseAudit:
    """Audit a release against its manifest."""
    from diversa.audits.release_audit import audit_release
    from diversa.series.register import read_register
    from diversa.series.register_audit import with_register

    folder = Path(str(source))
    path = options.pop("register")
    register = None if path is None else read_register(path)
    audit = audit_release(
        folder,
        groups=groups,
        engine=engine,
        reference=options["reference"],
        recoding=options.pop("recoding"),
        **table_keywords(options),
    )
    return audit if register is None else with_register(audit, folder, register)


def audit_table(
    source: TableSource, options: dict[str, Any], *, groups: int, engine: EngineChoice
) -> Audit:
    """Audit a table by the options given."""
    from diversa.audits.audit import audit

    for name in ("register", "recoding", "seed"):
        if options.pop(name) is not None:
            raise click.UsageError(f"--{name} belongs to the audit of a release folder")
    return audit(
        source,
        ignore_suppressed=options["ignore_suppressed"],
        groups=groups,
        engine=engine,
        reference=options["reference"],
        **table_keywords(options),
    )
