# SPDX-License-Identifier: Apache-2.0
"""The targets of a run: the release, and the secret files beside it."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

from diversa.data.cluster_table import ClusterTable
from diversa.data.database_table import DatabaseTable
from diversa.data.identifiers import Tokens, Treatment
from diversa.engines.engine import Engine, Table
from diversa.engines.sources import SourceKind, cluster_table, database_table, source_of
from diversa.engines.targets import FORMATS
from diversa.errors import TargetError
from diversa.files.secret_files import SecretFiles
from diversa.methods.decision import Decision
from diversa.plan.plan import Plan
from diversa.recodings.recoding import Recoding
from diversa.recodings.recoding_file import SavedRecoding
from diversa.record.folder import (
    OUT,
    RELEASE,
    SENSITIVE,
    check_only_release,
    check_target,
)
from diversa.tables.count_table import CountTable

Out = Path | str | DatabaseTable | ClusterTable | None
"""The target of a release: a folder, or a table of a database or a cluster."""

EVIDENCE = "evidence"
"""The option that names the folder of manifest and report beside tables."""


@dataclass(frozen=True)
class Targets:
    """Everything that a run writes; checked before any work is done."""

    out: Path | None
    """The release folder; None where a frame is handed back. Where the release is a
    table of a database, the folder of its manifest and report."""
    format: str
    """The format of the data file."""
    tokens: Path | None
    """The file of the mapping of random tokens."""
    mapping: Path | None
    """The file of the applied value mapping."""
    recoding: Path | None = None
    """The file of the recoding, for later rows."""
    table: DatabaseTable | ClusterTable | None = None
    """The table of a database or a cluster that the release becomes, if it does."""

    @classmethod
    def check(
        cls,
        source: object,
        identifiers: Mapping[str, Treatment],
        *,
        out: Out,
        format: str | None,  # noqa: A002 - the word of the command line
        tokens: Path | str | None,
        mapping: Path | str | None,
        recoding: Path | str | None = None,
        replace: bool = False,
        evidence: Path | str | None = None,
    ) -> Targets:
        """Refuse targets that would lose or leak something."""
        folder, name = release_folder(out, evidence), format or source_of(source).format
        if name not in FORMATS:
            raise TargetError(
                f"format: must be one of {', '.join(FORMATS)}, got '{name}'"
            )
        if folder is not None:
            check_target(folder, replace=replace, word=folder_word(out))
            check_only_release(folder, word=folder_word(out))
        elif source_of(source).kind is SourceKind.FILES:
            raise TargetError("out: must be given for a file; name a folder")
        beside = {
            "tokens": as_path(tokens),
            "mapping": as_path(mapping),
            "recoding": as_path(recoding),
        }
        tokenized = [n for n, how in identifiers.items() if isinstance(how, Tokens)]
        for word, path in beside.items():
            if path is not None:
                check_beside(word, path, folder)
        token_paths = token_files(beside["tokens"], tokenized).values()
        for path in token_paths:
            check_beside("tokens", path, folder)
        check_apart([(w, p) for w, p in beside.items() if p], token_paths)
        check_tokens(beside["tokens"], tokenized)
        return cls(folder, name, **beside, table=table_of(out))

    @property
    def file_name(self) -> str:
        """The name of the data file."""
        return f"{RELEASE}.{self.format}"

    @property
    def sensitive_name(self) -> str:
        """The name of the sensitive table, where there is one."""
        return f"{SENSITIVE}.{self.format}"

    def recoding_to_save(
        self, decision: Decision, plan: Plan, counted: CountTable
    ) -> SavedRecoding | None:
        """The recoding to save for later rows; None if it was not requested.

        It is made before anything is written, so that a recoding that cannot be kept
        is refused in time.
        """
        if self.recoding is None:
            return None
        return SavedRecoding.of(decision.method, decision.recoding, plan, counted)

    @contextmanager
    def write_beside(
        self,
        engine: Engine,
        recoded: Table,
        recoding: Recoding,
        saved: SavedRecoding | None = None,
    ) -> Iterator[SecretFiles]:
        """Prepare the files that must stay with the owner of the data."""
        with SecretFiles() as secrets:
            self.prepare(secrets, engine, recoded, recoding, saved)
            yield secrets

    def prepare(
        self,
        secrets: SecretFiles,
        engine: Engine,
        recoded: Table,
        recoding: Recoding,
        saved: SavedRecoding | None,
    ) -> None:
        """Write each secret file that was asked for, where it does not appear yet."""
        if self.recoding is not None and saved is not None:
            secrets.prepare(self.recoding, saved.write)
        if self.tokens is not None:
            tables = engine.tokens(recoded)
            for column, path in token_files(self.tokens, list(tables)).items():
                secrets.prepare(path, partial(engine.write, tables[column]))
        if self.mapping is not None:
            lines = [("attribute", "value", "published"), *recoding.mapping()]
            secrets.prepare(self.mapping, lambda file: write_csv(file, lines))


def table_of(out: Out) -> DatabaseTable | ClusterTable | None:
    """The table of a database or a cluster that is meant; None for a folder."""
    return database_table(out) or cluster_table(out)


def release_folder(out: Out, evidence: Path | str | None = None) -> Path | None:
    """The folder of a release: its own, or that of the evidence beside its tables."""
    if table_of(out) is None:
        if evidence is not None:
            raise TargetError(
                "evidence: a folder of its own is for a release that is a table of a"
                " database or a cluster; leave it out, they are in the folder"
            )
        return as_path(cast("Path | str | None", out))
    if evidence is None:
        raise TargetError(
            "evidence: must name a folder for manifest and report, where the release is"
            " a table of a database or a cluster"
        )
    return Path(evidence)


def folder_word(out: Out) -> str:
    """The option that names the folder of a release (`release_folder`)."""
    return OUT if table_of(out) is None else EVIDENCE


def as_path(path: Path | str | None) -> Path | None:
    """A path, if one was given."""
    return None if path is None else Path(path)


def token_files(path: Path | None, columns: Sequence[str]) -> dict[str, Path]:
    """The file of each identifier: the one that was named, or several beside it."""
    if path is None:
        return {}
    if len(columns) == 1:
        return {columns[0]: path}
    return {column: path.with_stem(f"{path.stem}-{column}") for column in columns}


def check_beside(word: str, path: Path, out: Path | None) -> None:
    """Refuse a secret file inside the release, or in the place of another file."""
    whole = path.absolute()
    if out is not None and whole.is_relative_to(out.absolute()):
        raise TargetError(f"{word}: must not be inside the release, got '{path}'")
    if path.exists():
        raise TargetError(f"{word}: '{path}' exists; name a new file")
    if not whole.parent.is_dir():
        raise TargetError(f"{word}: there is no folder '{path.parent}'; make it first")
    if not os.access(whole.parent, os.W_OK):
        raise TargetError(
            f"{word}: must be in a folder that can be written to, got '{path}'"
        )


def check_tokens(path: Path | None, tokenized: Sequence[str]) -> None:
    """Refuse tokens without a file for their mapping, and a file without tokens."""
    if path is not None and not tokenized:
        raise TargetError(
            "tokens: must come with an identifier that becomes tokens, got none; say"
            " --identifiers-as tokens, or leave the file out"
        )
    if tokenized and path is None:
        raise TargetError(
            "tokens: must name the file for the secret mapping of"
            f" {', '.join(tokenized)}; without it the tokens mean nothing"
        )


def check_apart(named: Iterable[tuple[str, Path]], tokens: Iterable[Path]) -> None:
    """Refuse one file for two things: one of them would be lost.

    Args:
        named: Secret files by the word for each.
        tokens: The files of tokens, one for each identifier.
    """
    words = dict[Path, str]()
    every = [*named, *(("tokens", path) for path in tokens)]
    for word, path in every:
        other = words.setdefault(path.absolute(), word)
        if other != word:
            raise TargetError(
                f"{word}: must be another file than {other}, got '{path}' for both;"
                " name two files"
            )


def write_csv(path: Path, lines: Iterable[tuple[str, ...]]) -> None:
    """Write lines as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(lines)
