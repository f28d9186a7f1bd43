# SPDX-License-Identifier: Apache-2.0
"""The command `diversa studio`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from diversa.cli.command import (
    asks_for_json,
    command,
    json_option,
    keep_examples,
    talk_options,
    with_options,
)
from diversa.cli.failures import HOLDS
from diversa.cli.printing import print_json
from diversa.cli.studio_options import database_option, folder_option, studio_options
from diversa.errors import InputError

if TYPE_CHECKING:
    from diversa.studio.start import StartNotice
    from diversa.studio.state.database import Database

NEEDED = ("fastapi", "nicegui", "sqlalchemy", "alembic", "argon2", "uvicorn")
"""Packages of the extra `studio`."""

STATE = "studio.sqlite"
"""The file of the state in a studio's folder."""

ONCE = "Change it after the first log-in; it is not shown again."
"""The note on a password that is printed."""


@keep_examples
@click.group(invoke_without_command=True)
@studio_options
@json_option
@talk_options
@click.pass_context
def studio(
    context: click.Context,
    /,
    *,
    demo: bool,
    no_browser: bool,
    **options: Any,  # noqa: ANN401 - the settings of a studio
) -> int:
    """Collect, protect, explore and publish tables in the browser.

    By default the studio is for one person on this machine: only the printed address
    opens it. With --server it is for a team. Nothing leaves the machine. Stop it with
    Ctrl-C; all work is kept in the folder.

    `unlock` and `reset` help users of a server who cannot log in.

    Examples:
      diversa studio --demo
      diversa studio --folder work --port 9000
      diversa studio --server --four-eyes --proxied --public-name studio.example.org
      diversa studio unlock ann --folder work
    """
    check_installed()
    if context.invoked_subcommand is not None:
        check_place(context)
        return HOLDS
    from diversa.studio.settings import Settings
    from diversa.studio.start import serve

    settings = Settings(**options)
    if settings.four_eyes and not settings.server:
        raise InputError("--four-eyes: must come with --server, got it alone")
    say = say_as_json if asks_for_json() else say_in_words
    serve(settings, demo=demo, browser=not (no_browser or settings.server), say=say)
    return HOLDS


user_options = with_options(
    click.argument("user", metavar="USER"), folder_option, database_option
)


@command(user_options, group=studio)
def unlock(*, user: str, folder: Path, database: str | None) -> int:
    """Let a user of a server log in at once, after many wrong passwords.

    Wrong passwords make the address that sent them wait, up to a quarter of an hour.
    The server may run meanwhile.

    Examples:
      diversa studio unlock ann
      diversa studio unlock ann --folder /srv/studio
    """
    from diversa.studio.security import users

    with state_of(folder, database) as state:
        users.unlock(state, user)
    if asks_for_json():
        print_json({"user": user})
    else:
        click.echo(f"{user} may log in at once.")
    return HOLDS


@command(user_options, group=studio)
def reset(*, user: str, folder: Path, database: str | None) -> int:
    """Give a user of a server a new password, which is printed once.

    The user's log-ins and tokens end. The server may run meanwhile.

    Examples:
      diversa studio reset admin
      diversa studio reset admin --folder /srv/studio
    """
    from diversa.studio.security import users
    from diversa.studio.security.passwords import Passwords
    from diversa.studio.settings import Settings

    with state_of(folder, database) as state:
        password = users.reset(state, Passwords(Settings(folder)), user)
    if asks_for_json():
        print_json({"user": user, "password": password})
    else:
        click.echo(f"User:     {user}")
        click.echo(f"Password: {password}")
        click.echo(ONCE)
    return HOLDS


@contextmanager
def state_of(folder: Path, database: str | None) -> Iterator[Database]:
    """The state of a studio that may run at the same time.

    Raises:
        InputError: There is no studio in the folder.
    """
    from diversa.studio.settings import Settings
    from diversa.studio.state.database import Database

    settings = Settings(folder, database=database)
    if database is None and not (folder / STATE).is_file():
        raise InputError(
            f"folder: must be that of a studio, got '{folder}' without {STATE}; name"
            " it by --folder, or its database by --database"
        )
    state = Database(settings.state_address)
    try:
        state.migrate()
        yield state
    finally:
        state.close()


def check_place(context: click.Context) -> None:
    """Refuse options of a studio before a command of it: nothing would use them."""
    given = [
        option.opts[0]
        for option in context.command.params
        if option.name is not None
        and context.get_parameter_source(option.name) == ParameterSource.COMMANDLINE
    ]
    if given:
        command = context.invoked_subcommand
        raise click.UsageError(
            f"{', '.join(given)}: must come after '{command}', got it before; see"
            f" diversa studio {command} --help",
            context,
        )


def check_installed() -> None:
    """Refuse to start without what the extra installs."""
    lacking = [name for name in NEEDED if find_spec(name) is None]
    if lacking:
        raise InputError(
            f"studio: needs {', '.join(lacking)}, got none of them; run pip install"
            " 'diversa[studio]'"
        )


def say_in_words(opening: StartNotice) -> None:
    """Print how to open the studio."""
    click.echo(f"Diversa Studio: {opening.address}")
    if opening.password is not None:
        click.echo(f"First user:     {opening.user}")
        click.echo(f"Password:       {opening.password}")
        click.echo(ONCE)


def say_as_json(opening: StartNotice) -> None:
    """Print how to open the studio as JSON."""
    print_json(asdict(opening))
