# SPDX-License-Identifier: Apache-2.0
"""The register: who was ever published with which signature. A secret file.

It is all that the next release must know of the earlier ones. It holds keys of people
and sensitive values: whoever has it knows who is in the releases, and that each of them
has one of m values. It is kept apart from the releases and never published.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from diversa.codec import (
    REQUIRED,
    After,
    As,
    Must,
    from_json,
    json_from_text,
    json_to_text,
    to_json,
)
from diversa.codec.arrays import Codes, read_codes
from diversa.errors import SourceError, TargetError
from diversa.models.republication import differs
from diversa.release.targets import check_beside
from diversa.search.series.m_invariant import NEW
from diversa.search.series.signatures import Signatures

FORMAT = 1
"""The form of a register file."""

LARGEST = 2**62
"""Numbers beyond this count nobody and nothing."""

Values = tuple[str | None, ...]
"""Sensitive values as text; None is the missing one."""

WRITTEN = "must be a register that diversa wrote"
"""The message on a file that is no register."""

ADVICE = "name the file that the last release was made with"
"""The advice of that message."""


def read_signatures(content: list[list[int]]) -> Signatures:
    """Sets of values: none empty, each ascending, no two the same."""
    sets = [tuple(part) for part in content]
    if not all(part and part == tuple(sorted({*part})) for part in sets):
        raise ValueError("sets")
    if len({*sets}) != len(sets):
        raise ValueError("distinct")
    values = read_codes([code for part in sets for code in part])
    lengths = [len(part) for part in sets]
    starts = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    return Signatures(starts, values)


def write_signatures(signatures: Signatures) -> list[list[int]]:
    """The values of each signature."""
    values = signatures.values.tolist()
    return [values[a:b] for a, b in pairwise(signatures.starts.tolist())]


def read_people(content: list[str]) -> NDArray[np.str_]:
    """The keys of people, each once."""
    texts = isinstance(content, list) and {*map(type, content)} <= {str}
    if not texts or are_repeated(content):
        raise ValueError("people")
    return np.array(content, dtype=np.str_)


def are_repeated(parts: Sequence[object]) -> bool:
    """True if something is in a list twice: two people are one, or two values."""
    return len({*parts}) != len(parts)


Bound = Annotated[int, Must("a number", lambda number: 0 <= number < LARGEST)]
"""A number of values."""

FilePath = Annotated[Path, As("the path of a file", Path, str)]
"""A path as text."""

DistinctValues = Annotated[
    Values, Must("values, each once", lambda values: not are_repeated(values))
]
"""Sensitive values of which no two are one."""

KnownSignatures = Annotated[
    Signatures, As("sets of values, each once", read_signatures, write_signatures)
]
"""Signatures as lists."""

Keys = Annotated[
    NDArray[np.str_], As("texts, each once", read_people, np.ndarray.tolist)
]
"""The keys of people."""


@dataclass(frozen=True, eq=False)
class Announcement:
    """The last release of a register is about to be published."""

    file: FilePath
    """The path that its data file will have."""
    hidden: FilePath
    """The path that its data file has before."""
    before: Register | None = field(repr=False)
    """The register without the release; None where it is the first one."""


@dataclass(frozen=True, eq=False)
class Register:
    """The people of all releases so far."""

    key: str
    """The column that tells people apart."""
    sensitive: str
    """The sensitive attribute."""
    m: Bound
    """The number of values that every signature has at least."""
    releases: Annotated[tuple[str | None, ...], REQUIRED] = ()
    """The SHA-256 of the data file of each release; None for a frame."""
    values: Annotated[DistinctValues, REQUIRED] = field(default=(), repr=False)
    """The values of the signatures."""
    signatures: Annotated[KnownSignatures, REQUIRED] = field(
        default_factory=Signatures.none, repr=False
    )
    """The distinct signatures."""
    people: Annotated[Keys, REQUIRED] = field(
        default_factory=lambda: np.zeros(0, np.str_), repr=False
    )
    """The keys of the people, ascending."""
    signature: Annotated[Codes, REQUIRED] = field(
        default_factory=lambda: np.zeros(0, np.int64), repr=False
    )
    """The signature of each of them."""
    group: Annotated[Codes, REQUIRED] = field(
        default_factory=lambda: np.zeros(0, np.int64), repr=False
    )
    """Their group in the last release; -1 for those who are not in it."""
    announcement: Announcement | None = field(default=None, repr=False)
    """The announcement of the last release, until that is known to be published."""
    register: Annotated[int, REQUIRED, After(""), Must(str(FORMAT), FORMAT.__eq__)] = (
        FORMAT
    )
    """The form of the file."""

    RULE: ClassVar = Must(
        "of numbers that name its values and signatures",
        lambda register: register.is_complete,
    )

    @property
    def is_complete(self) -> bool:
        """True if every number of each person names something that is there.

        A signature has m values at least: else the next release could not hold.
        """
        people, signatures = len(self.people), self.signatures
        before = None if self.announcement is None else self.announcement.before
        return (
            len(self.signature) == len(self.group) == people
            and bool(np.isin(self.signature, np.arange(len(signatures))).all())
            and bool(((self.group >= -1) & (self.group < LARGEST)).all())
            and bool((signatures.values >= 0).all())
            and int(signatures.values.max(initial=-1)) < len(self.values)
            and int(signatures.lengths.min(initial=LARGEST)) >= self.m
            and (self.announcement is None or len(self.releases) > 0)
            and (before is None or before.announcement is None)
        )

    def __post_init__(self) -> None:
        if (self.people[1:] < self.people[:-1]).any():
            order = np.argsort(self.people, kind="stable")
            for name in ("people", "signature", "group"):
                array = getattr(self, name)
                if len(array) == len(order):
                    object.__setattr__(self, name, array[order])

    def find(self, keys: NDArray[np.str_]) -> NDArray[np.int64]:
        """The place of each key among the people; -1 where it is not there."""
        if len(self.people) == 0:
            return np.full(len(keys), -1)
        place = np.searchsorted(self.people, keys)
        place = np.minimum(place, len(self.people) - 1)
        return np.where(self.people[place] == keys, place, -1)

    def look_up(
        self, keys: NDArray[np.str_]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The signature of each key, or `NEW`, and its group in the last release."""
        place = self.find(keys)
        none = np.append(self.signature, NEW), np.append(self.group, -1)
        return none[0][place], none[1][place]

    @property
    def is_consistent(self) -> bool:
        """True if the people of each group share a signature, and have a value each.

        Groups that are still complete stay together in the next release, which rests on
        that.
        """
        inside = self.group >= 0
        signature = self.signature[inside]
        _, first, group, people = np.unique(
            self.group[inside],
            return_index=True,
            return_inverse=True,
            return_counts=True,
        )
        alike = not differs(signature, group, len(first)).any()
        return alike and bool(
            (people <= self.signatures.lengths[signature[first]]).all()
        )

    def text(self) -> str:
        """The register as it is written to a file."""
        return json_to_text(to_json(self))


def read_register(path: Path) -> Register:
    """Read a register; messages on a wrong one never quote it."""
    where = f"register: '{path}' {WRITTEN}"
    try:
        content = json_from_text(path.read_bytes())
    except (OSError, SourceError):
        raise SourceError(f"{where}, got no JSON in UTF-8; {ADVICE}") from None
    register = from_json(Register, content, where=where, advice=ADVICE)
    before = None if register.announcement is None else register.announcement.before
    if not all(known.is_consistent for known in (register, before) if known):
        raise SourceError(
            f"register: '{path}' must be as diversa wrote it, got one that contradicts"
            " itself: people of one group cannot have these signatures; take it from a"
            " backup that was made after the last release"
        )
    return register


def open_register(
    path: Path, *, key: str, sensitive: str, m: int, first: bool, out: Path | None
) -> Register:
    """The register of the series: a new one, or the one that is there.

    A register that is missing by mistake would let everybody be published as if for the
    first time, so a first release must be said to be one.
    """
    if first:
        check_beside("register", path, out)
        return Register(key, sensitive, m)
    if not path.is_file():
        raise SourceError(
            f"register: '{path}' must be the register of the last release, got no such"
            " file; if nothing was published before, say so: first=True"
        )
    if out is not None and path.absolute().is_relative_to(out.absolute()):
        raise TargetError(f"register: must not be inside the release, got '{path}'")
    register = read_register(path)
    check_same(register, {"key": key, "sensitive": sensitive, "m": m})
    return register


def check_same(register: Register, settings: dict[str, object]) -> None:
    """Refuse to go on with another key, attribute or m than the series has."""
    others = [
        f"{name}: must be as in the register ({getattr(register, name)}), got {word};"
        " a series keeps it from release to release"
        for name, word in settings.items()
        if getattr(register, name) != word
    ]
    if others:
        raise SourceError("\n".join(others))


def extend(values: Sequence[str | None], more: Sequence[str | None]) -> Values:
    """The values, and behind them those of others that are new."""
    return tuple(dict.fromkeys([*values, *more]))
