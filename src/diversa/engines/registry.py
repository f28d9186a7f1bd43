# SPDX-License-Identifier: Apache-2.0
"""The engines there are, and which of them opens a source.

A backend is imported when it is first used, so that `import diversa` stays light.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from diversa.engines.counting import Counting
from diversa.engines.engine import Engine, EngineChoice
from diversa.engines.limits import EngineLimits
from diversa.engines.sources import SourceKind, source_of
from diversa.errors import InputError, nearest


@dataclass(frozen=True)
class Backend:
    """An engine before it is imported."""

    module: str
    """The module of its class."""
    name: str
    """The name of its class, which takes `memory_limit` and `threads`."""
    opens: frozenset[SourceKind]
    """The kinds of sources that it opens where no engine is named."""
    takes: str
    """The sources that it opens, in words."""
    package: str
    """The package that it needs, which may not be there."""
    extra: str | None = None
    """The extra of Diversa that brings the package; None where it is always there."""
    beside: tuple[str, str] | None = None
    """Module and function that find other things that are lacking."""
    clustered: bool = False
    """True if it takes `master`, the address of a cluster."""

    @property
    def version(self) -> str | None:
        """The version of the package that is there; None where there is none."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            return version(self.package)
        except PackageNotFoundError:
            return None

    @property
    def is_there(self) -> bool:
        """True if the package is there; to find its version takes longer."""
        return find_spec(self.package) is not None

    @property
    def installation(self) -> str:
        """The command that installs the package."""
        extra = "" if self.extra is None else f"[{self.extra}]"
        return f"pip install 'diversa{extra}'"

    @property
    def lacking(self) -> str | None:
        """Anything else that is lacking, and how to get it; None if nothing is."""
        if self.beside is None or self.version is None:
            return None
        module, name = self.beside
        lacking: str | None = getattr(import_module(module), name)()
        return lacking

    def start(self, limits: EngineLimits) -> Engine:
        """Import the engine and start it."""
        if not self.is_there:
            raise InputError(
                f"engine: {self.takes} needs the package {self.package}, which is not"
                f" there; {self.installation}"
            )
        words: dict[str, Any] = {
            "memory_limit": limits.memory,
            "threads": limits.threads,
        }
        if self.clustered:
            words["master"] = limits.master
        elif limits.master is not None:
            raise InputError(
                f"master: is for the engine spark, got the engine of {self.takes};"
                " leave it out, or say --engine spark"
            )
        engine: Engine = import_class(self.module, self.name)(**words)
        return engine


DEFAULT = "duckdb"
"""The engine of sources that no other engine opens; it reports their faults."""

ENGINES: dict[str, Backend] = {
    "duckdb": Backend(
        "diversa.engines.duckdb.engine",
        "DuckDBEngine",
        frozenset({SourceKind.FILES, SourceKind.FRAME}),
        takes="CSV, Parquet and JSON files; pandas, Polars and PyArrow frames",
        package="duckdb",
    ),
    "postgres": Backend(
        "diversa.engines.postgres.engine",
        "PostgresEngine",
        frozenset({SourceKind.DATABASE}),
        takes="tables of a PostgreSQL database",
        package="psycopg",
        extra="postgres",
    ),
    "spark": Backend(
        "diversa.engines.spark.engine",
        "SparkEngine",
        frozenset({SourceKind.CLUSTER}),
        takes="frames, tables and files of a Spark cluster",
        package="pyspark",
        extra="spark",
        beside=("diversa.engines.spark.java", "lacking_java"),
        clustered=True,
    ),
}
"""The engines by name."""

COUNTERS: dict[str, tuple[str, str]] = {
    "pandas": ("diversa.engines.frame_counts", "FrameCounts"),
}
"""Counters of small frames, by library; they are faster than an engine."""


def open_engine(
    engine: EngineChoice, source: object = None, *, limits: EngineLimits | None = None
) -> AbstractContextManager[Engine]:
    """The engine for a source, ready for a `with` statement.

    An engine that is handed over stays open after it, any other is closed.
    """
    if engine is None:
        return ENGINES[engine_for(source)].start(limits or EngineLimits())
    if isinstance(engine, str):
        return find_backend(engine).start(limits or EngineLimits())
    check_engine(engine, limits)
    return nullcontext(engine)


def auditor_of(engine: EngineChoice) -> EngineChoice:
    """The engine that audits a file that another engine wrote; None for the default.

    A database is no place for a file: it would have to be copied into it first.
    """
    name = engine if isinstance(engine, str) else name_of(engine)
    if name is not None and SourceKind.FILES not in find_backend(name).opens:
        return None
    return engine


def name_of(engine: object) -> str | None:
    """The name of an engine that was started; None for one that is not ours."""
    kind = type(engine)
    names = (
        name
        for name, backend in ENGINES.items()
        if (backend.module, backend.name) == (kind.__module__, kind.__qualname__)
    )
    return next(names, None)


def open_counting(
    engine: EngineChoice, source: object, columns: Sequence[str], *, alone: bool = True
) -> AbstractContextManager[Counting]:
    """Open a source to count some columns; for a small frame no engine is started.

    `alone` says that nothing else has to be read with the same engine.
    """
    counter = COUNTERS.get(source_of(source).library or "")
    if engine is None and alone and counter is not None:
        counts = import_class(*counter)
        if counts.takes(source, columns):
            counting: Counting = counts()
            return counting
    return open_engine(engine, source)


def engine_for(source: object) -> str:
    """The name of the engine that opens a source where none is named.

    >>> engine_for("people.csv")
    'duckdb'
    """
    kind = source_of(source).kind
    names = (name for name, backend in ENGINES.items() if kind in backend.opens)
    return next(names, DEFAULT)


def find_backend(name: str) -> Backend:
    """The engine of a name; an unknown one is refused with those there are."""
    if name not in ENGINES:
        raise InputError(
            f"engine: must be one of {', '.join(ENGINES)}, or an engine, got '{name}';"
            f" {nearest(name, list(ENGINES))}"
        )
    return ENGINES[name]


def check_engine(engine: object, limits: EngineLimits | None) -> None:
    """Refuse an object that is no engine, and limits for an engine that is open."""
    is_class = isinstance(engine, type)
    if is_class or not isinstance(engine, Engine):
        kind = "type" if is_class else type(engine).__qualname__
        raise InputError(
            f"engine: must be one of {', '.join(ENGINES)}, or an engine, got an object"
            f" of type {kind}"
        )
    if limits is not None and limits.any:
        raise InputError(
            "engine: an engine that is open keeps its own limits; name the engine, or"
            " give the limits where you start it"
        )


def import_class(module: str, name: str) -> type[Any]:
    """The class of an engine, imported now."""
    engine: type[Any] = getattr(import_module(module), name)
    return engine
