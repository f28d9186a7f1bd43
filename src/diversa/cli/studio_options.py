# SPDX-License-Identifier: Apache-2.0
"""The options of `diversa studio`."""

from __future__ import annotations

from pathlib import Path

import click

from diversa.cli.command import with_options
from diversa.cli.paths import FILE
from diversa.data.sizes import bytes_of
from diversa.errors import InputError

folder_option = click.option(
    "--folder",
    type=FILE,
    metavar="FOLDER",
    default=Path("diversa-studio"),
    show_default=True,
    help="Folder for state, uploads and releases; nobody else can read it.",
)

database_option = click.option(
    "--database",
    metavar="ADDRESS",
    help="Keep the state in PostgreSQL (postgresql://user@host/name), not in a file.",
)


def read_size(ctx: click.Context, param: click.Parameter, text: str) -> int:
    """Read a size such as 4GB, or a number of bytes.

    >>> [read_size(None, None, text) for text in ("4GB", "20 mb", "512")]
    [4000000000, 20000000, 512]
    """
    del ctx, param
    try:
        size = int(text) if text.isdecimal() else bytes_of(text)
    except InputError:
        size = 0
    if not size:
        raise InputError(f"--most-upload: must be a size such as 4GB, got '{text}'")
    return size


studio_options = with_options(
    click.option(
        "--demo", is_flag=True, help="Begin with the packaged hospital table."
    ),
    folder_option,
    click.option(
        "--host",
        default="127.0.0.1",
        show_default=True,
        help="The address to listen on.",
    ),
    click.option(
        "--port",
        type=click.IntRange(1, 65535),
        default=8765,
        show_default=True,
        help="The port to listen on.",
    ),
    click.option("--no-browser", is_flag=True, help="Open no browser."),
    click.option(
        "--server",
        is_flag=True,
        help="Serve a team: users with passwords, who are administrators, curators,"
        " reviewers or readers.",
    ),
    database_option,
    click.option(
        "--public-name",
        "hosts",
        metavar="NAME",
        multiple=True,
        help="A name by which browsers reach the server, such as that of its proxy;"
        " repeat it for more.",
    ),
    click.option(
        "--proxied", is_flag=True, help="A proxy in front of the server speaks TLS."
    ),
    click.option(
        "--certificate",
        type=FILE,
        metavar="FILE",
        help="A certificate with which the server itself speaks TLS.",
    ),
    click.option(
        "--private-key", type=FILE, metavar="FILE", help="The key of the certificate."
    ),
    click.option(
        "--four-eyes",
        is_flag=True,
        help="Releases of new projects need the approval of somebody who did not make"
        " them.",
    ),
    click.option(
        "--allow-paths",
        "allowed_paths",
        type=FILE,
        metavar="FOLDER",
        multiple=True,
        help="Let projects be made of files in this folder; repeat it for more.",
    ),
    click.option(
        "--allow-database",
        "allowed_databases",
        metavar="HOST",
        multiple=True,
        help="Let projects be made of tables of databases on this host; repeat it for"
        " more.",
    ),
    click.option(
        "--most-upload",
        "upload_bytes",
        metavar="SIZE",
        default="4GB",
        show_default=True,
        callback=read_size,
        help="The largest file that may be uploaded; a compressed one counts unpacked.",
    ),
)
"""The options of a studio that is started."""
