# SPDX-License-Identifier: Apache-2.0
"""The register: who was ever published with which signature. A secret file.

It is all that the next release must know of the earlier ones. It holds keys of people
and sensitive values: whoever has it knows who is in the releases, and that each of them
has one of m values. It is kept apart from the releases and never published.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diversa.errors import SourceError, TargetError
from diversa.release.targets import check_beside
from diversa.search.series.m_invariant import NEW
from diversa.search.series.signatures import Signatures

FORMAT = 1
"""The form of a register file."""

Values = tuple[str | None, ...]
"""Sensitive values as text; None is the missing one."""


@dataclass(frozen=True, eq=False)
class Announcement:
    """The last release of a register is about to be published."""

    file: Path
    """Where its data file will be."""
    hidden: Path
    """Where its data file is before."""
    before: Register | None = field(repr=False)
    """The register without the release; None where it is the first one."""

    def to_json(self) -> dict[str, Any]:
        """The announcement as it stands in a register file."""
        before = None if self.before is None else self.before.to_json()
        return {"file": str(self.file), "hidden": str(self.hidden), "before": before}


@dataclass(frozen=True, eq=False)
class Register:
    """The people of all releases so far."""

    key: str
    """The column that tells people apart."""
    sensitive: str
    """The sensitive attribute."""
    m: int
    """The number of values that every signature has at least."""
    releases: tuple[str | None, ...] = ()
    """The SHA-256 of the data file of each release; None for a frame."""
    values: Values = field(default=(), repr=False)
    """The values of the signatures."""
    signatures: Signatures = field(
        default_factory=lambda: Signatures(
            np.zeros(1, np.int64), np.zeros(0, np.int64)
        ),
        repr=False,
    )
    """The distinct signatures."""
    people: NDArray[np.str_] = field(
        default_factory=lambda: np.zeros(0, np.str_), repr=False
    )
    """The keys of the people, ascending."""
    signature: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(0, np.int64), repr=False
    )
    """The signature of each of them."""
    group: NDArray[np.int64] = field(
        default_factory=lambda: np.zeros(0, np.int64), repr=False
    )
    """Their group in the last release; -1 for those who are not in it."""
    announcement: Announcement | None = field(default=None, repr=False)
    """What is said of the last release until it is known to be published."""

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

    def text(self) -> str:
        """The register as it is written to a file."""
        return json.dumps(self.to_json(), ensure_ascii=False)

    def to_json(self) -> dict[str, Any]:
        """The register with the keys of its file."""
        starts, values = self.signatures.starts.tolist(), self.signatures.values
        announced = self.announcement
        return {
            "register": FORMAT,
            "key": self.key,
            "sensitive": self.sensitive,
            "m": self.m,
            "releases": list(self.releases),
            "values": list(self.values),
            "signatures": [values[a:b].tolist() for a, b in pairwise(starts)],
            "people": self.people.tolist(),
            "signature": self.signature.tolist(),
            "group": self.group.tolist(),
            **({} if announced is None else {"announcement": announced.to_json()}),
        }


def is_text(one: object) -> bool:
    """Tell a text."""
    return isinstance(one, str)


def is_text_or_none(one: object) -> bool:
    """Tell a text or nothing."""
    return one is None or isinstance(one, str)


def below(limit: int) -> Callable[[object], bool]:
    """Tell a number of something of which there are so many."""
    return lambda one: type(one) is int and 0 <= one < limit


def is_register(found: object) -> bool:
    """Tell whether what was read has the form of a register."""
    if not isinstance(found, dict) or found.get("register") != FORMAT:
        return False
    lists = ("releases", "values", "signatures", "people", "signature", "group")
    if not all(isinstance(found.get(name), list) for name in lists):
        return False
    value, number = below(len(found["values"])), below(len(found["signatures"]))
    return (
        all(is_text(found.get(name)) for name in ("key", "sensitive"))
        and type(found.get("m")) is int
        and all(map(is_text_or_none, [*found["releases"], *found["values"]]))
        and all(is_signature(one, value) for one in found["signatures"])
        and all(map(is_text, found["people"]))
        and all(map(number, found["signature"]))
        and all(type(one) is int and one >= -1 for one in found["group"])
        and len(found["people"]) == len(found["signature"]) == len(found["group"])
        and is_announcement(found.get("announcement"), found["releases"])
    )


def is_announcement(found: object, releases: list[object]) -> bool:
    """Tell what may be said of the last release; nothing is said of most."""
    if found is None:
        return True
    if not isinstance(found, dict) or not releases:
        return False
    before = found.get("before")
    return (
        all(is_text(found.get(name)) for name in ("file", "hidden"))
        and (before is None or is_register(before))
        and (before is None or before.get("announcement") is None)
    )


def is_signature(found: object, is_value: Callable[[object], bool]) -> bool:
    """Tell a set of values: not empty, ascending."""
    if not isinstance(found, list) or not found or not all(map(is_value, found)):
        return False
    return found == sorted(set(found))


def read_register(path: Path) -> Register:
    """Read a register; what is wrong with one is never quoted."""
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        found = None
    if not is_register(found):
        raise SourceError(
            f"register: '{path}' must be a register that diversa wrote, got something"
            " else; name the file that the last release was made with"
        )
    return register_of(found)


def register_of(found: dict[str, Any]) -> Register:
    """The register of what a file holds, which must have its form."""
    lengths = [len(one) for one in found["signatures"]]
    values = [code for one in found["signatures"] for code in one]
    people = np.array(found["people"], dtype=np.str_)
    order = np.argsort(people, kind="stable")
    return Register(
        found["key"],
        found["sensitive"],
        found["m"],
        tuple(found["releases"]),
        tuple(found["values"]),
        Signatures(
            np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
            np.array(values, dtype=np.int64),
        ),
        people[order],
        np.array(found["signature"], dtype=np.int64)[order],
        np.array(found["group"], dtype=np.int64)[order],
        announcement_of(found.get("announcement")),
    )


def announcement_of(found: dict[str, Any] | None) -> Announcement | None:
    """The announcement of what a file holds, where there is one."""
    if found is None:
        return None
    before = found["before"]
    return Announcement(
        Path(found["file"]),
        Path(found["hidden"]),
        None if before is None else register_of(before),
    )


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
    found = read_register(path)
    check_same(found, {"key": key, "sensitive": sensitive, "m": m})
    return found


def check_same(found: Register, asked: dict[str, object]) -> None:
    """Refuse to go on with another key, attribute or m than the series has."""
    others = [
        f"{name}: must be as in the register ({getattr(found, name)}), got {one};"
        " a series keeps it from release to release"
        for name, one in asked.items()
        if getattr(found, name) != one
    ]
    if others:
        raise SourceError("\n".join(others))


def extend(values: Sequence[str | None], more: Sequence[str | None]) -> Values:
    """The values, and behind them those of others that are new."""
    return tuple(dict.fromkeys([*values, *more]))
