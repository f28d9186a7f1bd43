# SPDX-License-Identifier: Apache-2.0
"""The command `diversa studio`."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from diversa.cli.failures import HOLDS
from diversa.cli.options import FILE, unfolded_examples
from diversa.cli.talk import talk_options
from diversa.errors import InputError

NEEDED = ("fastapi", "nicegui", "sqlalchemy", "alembic", "argon2", "uvicorn")
"""What the extra `studio` installs."""


@unfolded_examples
@click.command()
@click.option("--demo", is_flag=True, help="Begin with the packaged hospital table.")
@click.option(
    "--folder",
    type=FILE,
    metavar="FOLDER",
    default=Path("diversa-studio"),
    show_default=True,
    help="Where state, uploads and releases are.",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to use.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@talk_options
def studio(*, demo: bool, folder: Path, host: str, port: int, no_browser: bool) -> int:
    """Collect, protect, look and publish in the browser.

    Runs on this machine and for one person; stop it with Ctrl-C.

    Examples:
      diversa studio --demo
      diversa studio --folder work --port 9000
    """
    check_installed()
    from diversa.studio.settings import Settings
    from diversa.studio.start import serve

    settings = Settings(folder, host=host, port=port)
    serve(settings, demo=demo, browser=not no_browser, say=click.echo)
    return HOLDS


def check_installed() -> None:
    """Refuse to start without what the extra installs."""
    lacking = [name for name in NEEDED if find_spec(name) is None]
    if lacking:
        raise InputError(
            f"studio: needs {', '.join(lacking)}, got none of them; run pip install"
            " 'diversa[studio]'"
        )
