# SPDX-License-Identifier: Apache-2.0
"""The targets of a run: the release, and the secret files beside it."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import cast

from diversa.data.cluster_table import ClusterTable
from diversa.data.database_table import DatabaseTable
from diversa.data.identifiers import Tokens, Treatment
from diversa.engines.engine import Engine
from diversa.engines.sources import SourceKind, cluster_table, database_table, source_of
from diversa.engines.table import Table
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
from diversa.record.placing import reserve
from diversa.tables.count_table import CountTable

Out = Path | str | DatabaseTable | ClusterTable | None
"""The target of a release: a folder, or a table of a database or a cluster."""

EVIDENCE = "evidence"
"""The option that names the folder of manifest and report beside tables."""


@dataclass(frozen=True, kw_only=True)
class Targets:
    """Everything that a run writes, as the functions that publish take it."""

    source: object = field(repr=False)
    """The table that the release is made from."""
    out: Out = None
    """The folder or the table of the release; None where a frame is handed back."""
    replace: bool = False
    """True if a release that is there may be replaced."""
    format: str | None = None
    """The format of the data file; None for that of the source."""
    keep_order: bool = False
    """True if a frame keeps the row order of the source."""
    tokens: Path | str | None = None
    """The file of the mapping of random tokens."""
    mapping: Path | str | None = None
    """The file of the applied value mapping."""
    recoding: Path | str | None = None
    """The file of the recoding, for later rows."""
    evidence: Path | str | bool | None = None
    """True to measure evidence; None to do so for a folder only. Where the release is
    a table of a database, the folder of its manifest and report."""

    @property
    def table(self) -> DatabaseTable | ClusterTable | None:
        """The table of a database or a cluster that the release becomes."""
        return database_table(self.out) or cluster_table(self.out)

    @property
    def folder(self) -> Path | None:
        """The folder of the release, or of the evidence beside its tables."""
        given = None if isinstance(self.evidence, bool) else self.evidence
        if self.table is None:
            if given is not None:
                raise TargetError(
                    "evidence: a folder of its own is for a release that is a table of"
                    " a database or a cluster; leave it out, they are in the folder"
                )
            return None if self.out is None else Path(cast("Path | str", self.out))
        if given is None:
            raise TargetError(
                "evidence: must name a folder for manifest and report, where the"
                " release is a table of a database or a cluster"
            )
        return Path(given)

    @property
    def place(self) -> str:
        """The place of the release, for its owner: a folder, a table, or nowhere."""
        table = self.table
        if table is not None:
            return table.name
        return "a frame" if self.folder is None else str(self.folder.absolute())

    @property
    def is_measured(self) -> bool:
        """True if evidence is measured."""
        if isinstance(self.evidence, bool):
            return self.evidence
        return self.folder is not None

    @property
    def file_format(self) -> str:
        """The format of the data file."""
        return self.format or source_of(self.source).format

    @property
    def file_name(self) -> str:
        """The name of the data file."""
        return f"{RELEASE}.{self.file_format}"

    @property
    def sensitive_name(self) -> str:
        """The name of the sensitive table, where there is one."""
        return f"{SENSITIVE}.{self.file_format}"

    @property
    def secrets(self) -> dict[str, Path]:
        """The secret files that are asked for, by the option that names each."""
        words = {
            "tokens": self.tokens,
            "mapping": self.mapping,
            "recoding": self.recoding,
        }
        return {word: Path(path) for word, path in words.items() if path is not None}

    @contextmanager
    def reserve(self, identifiers: Mapping[str, Treatment]) -> Iterator[None]:
        """Check the targets, and keep other runs from them."""
        folder, word = self.folder, OUT if self.table is None else EVIDENCE
        with reserve(folder, word):
            if self.file_format not in FORMATS:
                raise TargetError(
                    f"format: must be one of {', '.join(FORMATS)}, got"
                    f" '{self.file_format}'"
                )
            if folder is not None:
                check_target(folder, replace=self.replace, word=word)
                check_only_release(folder, word=word)
            elif source_of(self.source).kind is SourceKind.FILES:
                raise TargetError("out: must be given for a file; name a folder")
            self._check_secrets(folder, identifiers)
            yield

    def _check_secrets(
        self, folder: Path | None, identifiers: Mapping[str, Treatment]
    ) -> None:
        """Refuse secret files inside the release, or two in one place."""
        tokens = self.secrets.get("tokens")
        tokenized = [n for n, how in identifiers.items() if isinstance(how, Tokens)]
        token_paths = token_files(tokens, tokenized).values()
        every = [*self.secrets.items(), *(("tokens", path) for path in token_paths)]
        for word, path in every:
            check_beside(word, path, folder)
        check_apart(every)
        check_tokens(tokens, tokenized)

    def check_people(self, plan: Plan) -> None:
        """Refuse an order of rows where rows of a person that look alike are one."""
        if self.keep_order and plan.people.rows != "all":
            raise TargetError(
                "keep_order: must come with all rows of a person, got people.rows ="
                f" {plan.people.rows}; leave it out, or say people.rows = all"
            )

    def check_order(self, plan: Plan) -> None:
        """Refuse an order of rows where people who look alike become one line."""
        if self.keep_order and plan.roles.count is not None:
            raise TargetError(
                "keep_order: must come with a row for each person, got roles.count ="
                f" '{plan.roles.count}'; leave it out: lines that look alike become one"
            )

    def check_writing(self, plan: Plan) -> None:
        """Refuse settings of a plan that have no effect on these targets."""
        if plan.writing.spreadsheet_safe and self.table is not None:
            raise TargetError(
                "spreadsheet_safe: must come with a folder, got a table of a database"
                " or a cluster, where nothing is guarded; leave it out, or publish a"
                " folder"
            )
        if self.mapping is not None and plan.search.method != "full-domain":
            raise TargetError(
                f"mapping: must come with the method full-domain, got"
                f" {plan.search.method}; the others publish a value differently from"
                " group to group"
            )
        if plan.writing.spreadsheet_safe and self.file_format != "csv":
            raise TargetError(
                f"spreadsheet_safe: must come with the format csv, got"
                f" {self.file_format}, where nothing is guarded; leave it out, or"
                " publish CSV"
            )

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
        """Prepare the files that must stay with the owner of the data.

        Each is written where it does not appear yet.
        """
        paths = self.secrets
        with SecretFiles() as files:
            if saved is not None:
                files.prepare(paths["recoding"], saved.write)
            if "tokens" in paths:
                tables = engine.tokens(recoded)
                for column, path in token_files(paths["tokens"], [*tables]).items():
                    files.prepare(path, partial(engine.write, tables[column]))
            if "mapping" in paths:
                lines = [("attribute", "value", "published"), *recoding.mapping()]
                files.prepare(paths["mapping"], lambda file: write_csv(file, lines))
            yield files


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


def check_apart(named: Iterable[tuple[str, Path]]) -> None:
    """Refuse one file for two things, which come by their words: one would be lost."""
    words = dict[Path, str]()
    for word, path in named:
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
