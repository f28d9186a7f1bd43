# SPDX-License-Identifier: Apache-2.0
"""The parts of a record: promise, spellings, files, fingerprints, report head."""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, cast

from diversa.codec import As, FormerNames, Must
from diversa.data.missing import MissingPolicy
from diversa.data.read_options import ReadOptions
from diversa.data.spelling import Hints
from diversa.plan.sections import LANGUAGES
from diversa.record.folder import RELEASE
from diversa.version import __version__


def one_of(expectation: str, words: tuple[str, ...]) -> Must:
    """The condition that a text is one of some words."""
    return Must(expectation, words.__contains__, {"enum": list(words)})


Average = Annotated[str, one_of("mean or median", ("mean", "median"))]
"""The average that is published instead of numbers."""

CHUNK = 2**20
"""Bytes read at once for a fingerprint."""


def fingerprint(path: Path) -> str:
    """SHA-256 of a file."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


@cache
def versions() -> Mapping[str, str]:
    """The versions that decide what a release looks like; looked up once."""
    packages = ("numpy", "numba", "duckdb")
    return {
        "diversa": __version__,
        "python": platform.python_version(),
        **{name: version(name) for name in packages},
    }


@dataclass(frozen=True)
class Promise:
    """The privacy that a release promises."""

    models: Annotated[
        tuple[str, ...], Must("a list of at least one model", bool, {"minItems": 1})
    ]
    """The specs of the models, each with its sensitive attribute."""
    missing: MissingPolicy | None
    """The treatment of missing sensitive values."""
    suppress_by: Annotated[Literal["drop", "star"], FormerNames(("suppression",))]
    """The treatment of suppressed rows: dropped, or published with `*`."""


@dataclass(frozen=True)
class Spellings:
    """The spellings of a release, where they differ from the usual ones."""

    decimal: Literal[".", ","] | None = None
    """The mark before the decimals."""
    dates: Literal["day-first", "month-first"] | None = None
    """The order of day and month in dates."""

    equality: Literal["meaning", "exact"] = "meaning"
    """Equality of sensitive values: by meaning, or exact."""

    @classmethod
    def of(cls, options: ReadOptions, spelled: Hints) -> Spellings:
        """The spellings of a plan, or else those that were found in the values."""
        hints = options.hints.or_else(spelled)
        decimal = cast('Literal[".", ","] | None', hints.decimal)
        dates = cast('Literal["day-first", "month-first"] | None', hints.dates)
        return cls(decimal, dates, "meaning" if options.by_meaning else "exact")

    @property
    def hints(self) -> Hints:
        """The hints by which its tables are read."""
        return Hints(self.decimal, self.dates)


@dataclass(frozen=True)
class Fingerprints:
    """SHA-256 of the inputs of the release; None if private or no file."""

    input: str | None
    """Of the source file."""
    plan: str | None
    """Of the plan as TOML."""
    population: str | None = None
    """Of the file of the population, where the plan names one."""


@dataclass(frozen=True)
class ReportHead:
    """The head of a report: data set, title, author and language."""

    data: str = ""
    """The name of the data set."""
    title: str = ""
    """The title of the report."""
    author: str = ""
    """The person or office responsible for the release."""
    language: Annotated[
        str, one_of(f"one of {', '.join(LANGUAGES)}", tuple(LANGUAGES))
    ] = "en"
    """The language of the report."""


def read_files(content: Any) -> dict[str, str]:  # noqa: ANN401 - any JSON
    """The files of a release with their fingerprints; none may lead out of its folder.

    Raises:
        ValueError: They are none, or not one of them is the release.
    """
    files = {name: file["sha256"] for name, file in content.items()}
    inside = all(PurePath(name).name == name and "\\" not in name for name in files)
    known = all(isinstance(sha256, str) for sha256 in files.values())
    releases = [name for name in files if PurePath(name).stem == RELEASE]
    if not inside or not known or len(releases) != 1:
        raise ValueError("files")
    return files


Files = Annotated[
    Mapping[str, str],
    As(
        "names of files in the folder with their sha256, one of them release.*",
        read_files,
        lambda files: {name: {"sha256": sha256} for name, sha256 in files.items()},
        {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "properties": {"sha256": {"type": "string"}},
                "required": ["sha256"],
            },
        },
    ),
]
"""Name of each file to its SHA-256."""
