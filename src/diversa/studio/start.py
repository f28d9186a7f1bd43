# SPDX-License-Identifier: Apache-2.0
"""Start a studio: the server, the demo, the first user, the browser."""

from __future__ import annotations

import os
import socket
import ssl
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from html import escape

import uvicorn
from fastapi import FastAPI

from diversa.data.examples import CONDITIONS, hospital
from diversa.errors import InputError
from diversa.studio.app import make_app
from diversa.studio.form_fields import KEY, FormField, answer_files, csv_line
from diversa.studio.new_projects import create_demo
from diversa.studio.project_jobs import publish
from diversa.studio.projects import ProjectView, list_projects
from diversa.studio.security.permissions import LOCAL
from diversa.studio.security.users import FIRST, make_first_user
from diversa.studio.settings import Settings
from diversa.studio.storage import write_private
from diversa.studio.studio import Studio
from diversa.studio.surveys import create_survey
from diversa.studio.visit import ProjectVisit, Visit

OPENING = "open.html"
"""The file in the studio's folder that leads a browser to its address."""

PAGE = (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">'
    '<meta name="referrer" content="no-referrer">'
    '<meta http-equiv="refresh" content="0;url={link}">'
    "<title>Diversa Studio</title></head>"
    '<body><a href="{link}">Open Diversa Studio</a></body></html>\n'
)
"""The content of that file."""

SECONDS_TO_START = 1.0
"""Seconds after which the browser is opened."""

DEMO_FIELDS = (
    FormField("name", "text", "identifier", "To thank you; it is never published."),
    FormField(
        "born",
        "number",
        "quasi_identifier",
        "Illnesses change with age.",
        least=1900,
        most=2030,
    ),
    FormField(
        "sex",
        "choice",
        "quasi_identifier",
        "Illnesses differ by sex.",
        ("female", "male"),
    ),
    FormField(
        "condition",
        "choice",
        "sensitive",
        "This is what we study.",
        tuple(CONDITIONS),
    ),
)
"""The questions of the survey of the demo."""

DEMO_ANSWERS = 80
"""Number of people who have answered them."""


@dataclass(frozen=True)
class StartNotice:
    """The address and password by which a person opens the studio."""

    address: str
    """The address; of a local studio with its secret."""
    user: str | None = None
    """The name of the first user, if it was made just now."""
    password: str | None = None
    """The password of that user; it is not shown again."""


def serve(
    settings: Settings,
    *,
    demo: bool,
    browser: bool,
    say: Callable[[StartNotice], None],
) -> None:
    """Run a studio until it is stopped, with the demo and a browser if they are wanted.

    `say` gets the address and password by which it is opened.
    """
    settings.check()
    check_machine(settings)
    app = make_app(settings)
    studio: Studio = app.state.studio
    # Temporary files may hold raw values: they stay in the studio's folder.
    os.environ["TMPDIR"] = tempfile.tempdir = str(studio.storage.temporary_folder())
    if demo:
        add_demo(studio)
    password = make_first_user(studio) if settings.server else None
    opening = StartNotice(
        opening_address(settings), FIRST if password else None, password
    )
    say(opening)
    with open_browser(studio, opening.address) if browser else nullcontext():
        listen(app, settings)


@contextmanager
def open_browser(studio: Studio, address: str) -> Iterator[None]:
    """Open a browser by a private file that leads to an address.

    Everybody on the machine can read the command line of a browser, and the address
    holds the secret. The file is removed in the end.
    """
    file = studio.storage.folder / OPENING
    link = escape(address, quote=True)
    write_private(file, PAGE.format(link=link))
    timer = threading.Timer(SECONDS_TO_START, webbrowser.open, (file.as_uri(),))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        file.unlink(missing_ok=True)


def check_machine(settings: Settings) -> None:
    """Refuse what this machine does not have, before anything is made or said.

    Raises:
        InputError: A folder is none, the certificate cannot be used, or another
            program listens on the port.
    """
    if settings.folder.exists() and not settings.folder.is_dir():
        raise InputError("folder: must be a folder, got a file; name another")
    for folder in settings.allowed_paths:
        if not folder.is_dir():
            raise InputError(f"allow_paths: must be a folder, got '{folder}'")
    check_certificate(settings)
    check_port(settings)


def check_certificate(settings: Settings) -> None:
    """Refuse a certificate and a key that do not belong together."""
    if settings.certificate is None:
        if settings.private_key is not None:
            raise InputError("private_key: must come with --certificate, got it alone")
        return
    try:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(settings.certificate, settings.private_key)
    except OSError:  # that of ssl is one too
        raise InputError(
            "certificate: must be a certificate in PEM with the key of --private-key,"
            " got files that cannot be read or do not belong together"
        ) from None


def check_port(settings: Settings) -> None:
    """Refuse a port that somebody else has."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise InputError(
                f"port: {settings.port} on {settings.host} must be free, got"
                f" '{error.strerror}'; choose another, such as --port"
                f" {settings.port + 1 if settings.port < 65535 else 8765}"
            ) from None


def listen(app: FastAPI, settings: Settings) -> None:
    """Answer requests until somebody stops it; addresses are written nowhere."""
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        ssl_certfile=settings.certificate,
        ssl_keyfile=settings.private_key,
        proxy_headers=settings.proxied,
        log_level="warning",
        access_log=False,
        server_header=False,
    )


def opening_address(settings: Settings) -> str:
    """The address that opens a studio."""
    scheme = "https" if settings.certificate is not None else "http"
    host = f"[{settings.host}]" if ":" in settings.host else settings.host
    address = f"{scheme}://{host}:{settings.port}/"
    return address if settings.server else f"{address}?secret={settings.secret}"


def add_demo(studio: Studio) -> None:
    """Make the projects of the demo, unless they are there: every page is filled.

    For one person the hospital is published, too; a team does that with four eyes.
    """
    if any(one.source == "demo" for one in list_projects(Visit(studio, LOCAL))):
        return
    create_demo_survey(Visit(studio, LOCAL))
    made = create_demo(Visit(studio, LOCAL))
    if not studio.settings.server:
        publish(ProjectVisit(studio, LOCAL, made.id))


def create_demo_survey(visit: Visit) -> ProjectView:
    """Make a survey that some people of the packaged hospital have answered."""
    title = "A made-up health survey"
    project, _ = create_survey(visit, title=title, fields=DEMO_FIELDS)
    people = hospital(rows=DEMO_ANSWERS, seed=11)
    folder = visit.studio.storage.source(project.id)
    for path, names in answer_files(folder, DEMO_FIELDS).items():
        columns = [people[name] for name in names]
        keys = [f"{number:032x}" for number in range(DEMO_ANSWERS)]
        rows = zip(keys, *columns, strict=True)
        lines = [(KEY, *names), *(tuple(map(str, row)) for row in rows)]
        write_private(path, "".join(map(csv_line, lines)))
    return project
