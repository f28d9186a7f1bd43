# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server for the tests: in a folder of its own, on a port of its own.

`DIVERSA_POSTGRES=postgresql://...` names a server that runs already, whose user may
make databases and roles.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from contextlib import contextmanager
from functools import partial
from pathlib import Path

ABSENT = (
    "no PostgreSQL here: install it (Debian: apt-get install postgresql), or name a"
    " server by DIVERSA_POSTGRES=postgresql://user@host/db"
)

SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "log_statement": "all",
    "max_connections": "40",
}


def program(name):
    """The path of a program of PostgreSQL; None where there is none."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    beside = (folder / name for folder in folders)
    return shutil.which(name) or next((str(p) for p in beside if p.exists()), None)


def as_server(command):
    """PostgreSQL refuses to run as root; Debian's package brings a user for it."""
    if os.getuid() != 0:
        return command
    user = ["--reuid=postgres", "--regid=postgres", "--clear-groups"]
    return ["setpriv", *user, *command]


def run_as_server(folder, command):
    subprocess.run(
        as_server(command), check=True, stdout=subprocess.DEVNULL, cwd=folder
    )


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


@contextmanager
def postgres_server():
    """The address of a running server and its folder; None where there is none."""
    named = os.environ.get("DIVERSA_POSTGRES")
    if named:
        yield named, None
        return
    initdb, control = program("initdb"), program("pg_ctl")
    if initdb is None or control is None:
        yield None, None
        return
    folder = Path(tempfile.mkdtemp(prefix="diversa-postgres-"))
    if os.getuid() == 0:
        os.chown(folder, pwd.getpwnam("postgres").pw_uid, -1)
    data, log = folder / "data", folder / "log"
    run = partial(run_as_server, folder)
    locale = ["-E", "UTF8", "--locale=C.UTF-8"]
    make = [initdb, "-D", str(data), "-A", "trust", "-U", "diversa", "-N", *locale]
    run(make)
    port = free_port()
    settings = {**SETTINGS, "port": port, "unix_socket_directories": folder}
    words = " ".join(f"-c {name}={value}" for name, value in settings.items())
    start = [control, "-D", str(data), "-l", str(log), "-o", words, "-w", "start"]
    run(start)
    try:
        yield f"postgresql://diversa@127.0.0.1:{port}/postgres", folder
    finally:
        stop = [control, "-D", str(data), "-m", "immediate", "stop"]
        run(stop)
        shutil.rmtree(folder, ignore_errors=True)
