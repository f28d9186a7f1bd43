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

    @property
    def is_consistent(self) -> bool:
        """Whether the people of each group have one signature, and a value each.

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


def is_text(part: object) -> bool:
    """Tell a text."""
    return isinstance(part, str)


def is_text_or_none(part: object) -> bool:
    """Tell a text or nothing."""
    return part is None or isinstance(part, str)


def below(limit: int) -> Callable[[object], bool]:
    """Tell a number of something of which there are so many."""
    return lambda number: type(number) is int and 0 <= number < limit


def is_register(content: object) -> bool:
    """Tell whether what was read has the form of a register."""
    if not isinstance(content, dict) or content.get("register") != FORMAT:
        return False
    lists = ("releases", "values", "signatures", "people", "signature", "group")
    if not all(isinstance(content.get(name), list) for name in lists):
        return False
    value, number = below(len(content["values"])), below(len(content["signatures"]))
    return (
        all(is_text(content.get(name)) for name in ("key", "sensitive"))
        and below(LARGEST)(content.get("m"))
        and all(map(is_text_or_none, [*content["releases"], *content["values"]]))
        and all(map(is_text, content["people"]))
        and all(is_signature(part, value) for part in content["signatures"])
        and all(len(part) >= content["m"] for part in content["signatures"])
        and all(are_distinct(content[name]) for name in ("values", "people"))
        and are_distinct([tuple(part) for part in content["signatures"]])
        and all(map(number, content["signature"]))
        and all(type(part) is int and -1 <= part < LARGEST for part in content["group"])
        and len(content["people"]) == len(content["signature"]) == len(content["group"])
        and is_announcement(content.get("announcement"), content["releases"])
    )


def are_distinct(parts: list[object]) -> bool:
    """Tell whether nothing is in a list twice: two people are one, or two values."""
    return len(set(parts)) == len(parts)


def is_announcement(content: object, releases: list[object]) -> bool:
    """Tell what may be said of the last release; nothing is said of most."""
    if content is None:
        return True
    if not isinstance(content, dict) or not releases:
        return False
    before = content.get("before")
    return (
        all(is_text(content.get(name)) for name in ("file", "hidden"))
        and (before is None or is_register(before))
        and (before is None or before.get("announcement") is None)
    )


def is_signature(part: object, is_value: Callable[[object], bool]) -> bool:
    """Tell a set of values: not empty, ascending."""
    if not isinstance(part, list) or not part or not all(map(is_value, part)):
        return False
    return part == sorted(set(part))


def read_register(path: Path) -> Register:
    """Read a register; what is wrong with one is never quoted."""
    try:
        content: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        content = None
    if not is_register(content):
        raise SourceError(
            f"register: '{path}' must be a register that diversa wrote, got something"
            " else; name the file that the last release was made with"
        )
    register = register_of(content)
    before = None if register.announcement is None else register.announcement.before
    if not all(known.is_consistent for known in (register, before) if known):
        raise SourceError(
            f"register: '{path}' must be as diversa wrote it, got one that contradicts"
            " itself: people of one group cannot have these signatures; take it from a"
            " backup that was made after the last release"
        )
    return register


def register_of(content: dict[str, Any]) -> Register:
    """The register of what a file holds, which must have its form."""
    lengths = [len(signature) for signature in content["signatures"]]
    values = [code for signature in content["signatures"] for code in signature]
    people = np.array(content["people"], dtype=np.str_)
    order = np.argsort(people, kind="stable")
    return Register(
        content["key"],
        content["sensitive"],
        content["m"],
        tuple(content["releases"]),
        tuple(content["values"]),
        Signatures(
            np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
            np.array(values, dtype=np.int64),
        ),
        people[order],
        np.array(content["signature"], dtype=np.int64)[order],
        np.array(content["group"], dtype=np.int64)[order],
        announcement_of(content.get("announcement")),
    )


def announcement_of(content: dict[str, Any] | None) -> Announcement | None:
    """The announcement of what a file holds, where there is one."""
    if content is None:
        return None
    before = content["before"]
    return Announcement(
        Path(content["file"]),
        Path(content["hidden"]),
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
