# SPDX-License-Identifier: Apache-2.0
"""Connections to PostgreSQL, and the limits of a session as its settings."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.pq import TransactionStatus

from diversa.engines.limits import EngineLimits, read_memory, read_threads
from diversa.errors import InputError


def connect(connection: object) -> psycopg.Connection[tuple[Any, ...]]:
    """Connect to an address, or take a connection without an open transaction."""
    if isinstance(connection, str):
        return psycopg.connect(connection, application_name="diversa")
    if not isinstance(connection, psycopg.Connection):
        raise InputError(
            "connection: must be an address or a psycopg connection, got an object of"
            f" type {type(connection).__qualname__}"
        )
    if connection.info.transaction_status is not TransactionStatus.IDLE:
        raise InputError(
            "connection: must have no transaction open; commit or roll back first"
        )
    return connection


def limit_settings(limits: EngineLimits) -> dict[str, str]:
    """The limits as settings of the database."""
    settings: dict[str, str] = {}
    if limits.memory is not None:
        settings["work_mem"] = kilobytes(read_memory(limits.memory))
    if limits.threads is not None:
        workers = read_threads(limits.threads) - 1
        settings["max_parallel_workers_per_gather"] = str(workers)
    return settings


def kilobytes(amount: str) -> str:
    """An amount of memory in the unit of the database.

    >>> kilobytes("4GB"), kilobytes("512MiB")
    ('3906250kB', '524288kB')
    """
    number, unit = float(amount.rstrip("KMGTiB")), amount.lstrip("0123456789.")
    base = 1024 if "i" in unit else 1000
    return f"{int(number * base ** ('KMGT'.index(unit[0]) + 1)) // 1024}kB"
