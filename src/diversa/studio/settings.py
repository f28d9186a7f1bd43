# SPDX-License-Identifier: Apache-2.0
"""The settings of a studio."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from diversa.errors import InputError

GIGABYTE = 1_000_000_000

LOOPBACK = ("127.0.0.1", "localhost", "::1")
"""The names of a machine for itself."""


@dataclass(frozen=True)
class Settings:
    """The settings of a studio; see `diversa studio --help`."""

    folder: Path
    """The folder of state, uploads and releases. Nobody else can read it."""
    host: str = "127.0.0.1"
    """The address that is listened on."""
    port: int = 8765
    """The port that is listened on."""
    server: bool = False
    """True for a server for a team, with users and passwords."""
    database: str | None = None
    """Address of a PostgreSQL database for the state; a file of SQLite by default."""
    hosts: tuple[str, ...] = ()
    """Further names by which browsers reach the studio, for example a proxy's."""
    proxied: bool = False
    """True if a proxy in front of the studio speaks TLS."""
    certificate: Path | None = None
    """File with the certificate, if the studio itself speaks TLS."""
    private_key: Path | None = None
    """File with the key of the certificate."""
    allowed_paths: tuple[Path, ...] = ()
    """Folders of this machine whose files may become projects."""
    allowed_databases: tuple[str, ...] = ()
    """Hosts of databases whose tables may become projects."""
    four_eyes: bool = False
    """True if releases of new projects need a reviewer's approval."""
    upload_bytes: int = 4 * GIGABYTE
    """The largest file that may be uploaded; a compressed one counts unpacked."""
    request_bytes: int = 4_000_000
    """The largest request that is no upload."""
    open_tables: int = 8
    """The most tables that stay open; the one unused longest is closed first."""
    idle_seconds: float = 1800.0
    """Seconds without a question after which a table is closed."""
    question_threads: int = 4
    """Number of questions to tables that are answered at once."""
    workers: int = 2
    """Number of jobs that run at once."""
    job_memory: int = 8 * GIGABYTE
    """The most memory of a job, in bytes."""
    job_seconds: float = 4 * 3600.0
    """The longest time of a job."""
    login_seconds: float = 8 * 3600.0
    """Seconds that a log-in lasts."""
    free_tries: int = 5
    """Wrong passwords that an address may try for a name without a delay."""
    longest_delay: float = 900.0
    """The most seconds until an address may try again."""
    password_cost: tuple[int, int, int] = (3, 65_536, 4)
    """Passes, kibibytes and lanes of argon2."""
    secret: str = field(default_factory=lambda: secrets.token_urlsafe(32), repr=False)
    """Opens a local studio: it stands in the address that the browser is sent to."""

    def check(self) -> None:
        """Refuse settings by which others could come in.

        Raises:
            InputError: A local studio would be reached from elsewhere, or a server
                without TLS.
        """
        if self.host in LOOPBACK:
            return
        if not self.server:
            raise InputError(
                f"host: a studio for one person must stay on this machine, got"
                f" '{self.host}'; start it with --server for a team"
            )
        if not self.is_secure:
            raise InputError(
                f"host: a server on '{self.host}' must speak TLS, got neither"
                " --certificate and --private-key nor --proxied, for a proxy in front"
                " of it that does"
            )

    @property
    def state_address(self) -> str:
        """The address of the state, as SQLAlchemy names it."""
        if self.database is None:
            return f"sqlite:///{self.folder / 'studio.sqlite'}"
        scheme, _, rest = self.database.partition("://")
        plain = scheme in ("postgres", "postgresql")
        return f"postgresql+psycopg://{rest}" if plain else self.database

    @property
    def is_secure(self) -> bool:
        """True if browsers reach the studio by TLS, so that cookies must too."""
        return self.proxied or self.certificate is not None
