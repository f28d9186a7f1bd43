# SPDX-License-Identifier: Apache-2.0
"""Forms of lists, and of objects with keys chosen by the user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from diversa.codec.forms import Fault, Form
from diversa.errors import InternalError


def first_fault(forms: Sequence[Form], values: Sequence[Any]) -> Fault:
    """The first fault of the members of a list, with its place."""
    for place, (form, value) in enumerate(zip(forms, values, strict=True)):
        try:
            form.read(value)
        except Fault as fault:
            return Fault(fault.below(f"[{place}]"))
    raise InternalError("codec: a member of a list must be wrong, got none")


@dataclass(frozen=True)
class ListOf:
    """A list of any length; only its first fault is reported."""

    member: Form
    """The form of each member."""
    expectation: str = "a list"
    is_plain: bool = False

    def read(self, value: Any) -> Any:
        if not isinstance(value, list):
            raise Fault.of(self.expectation, value)
        try:
            return tuple(map(self.member.read, value))
        except Fault:
            raise first_fault((self.member,) * len(value), value) from None

    def write(self, part: Any) -> Any:
        return list(part if self.member.is_plain else map(self.member.write, part))

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {"type": "array", "items": self.member.schema(named)}


@dataclass(frozen=True)
class Several:
    """A list with a form for each of its members."""

    members: Sequence[Form]
    """The forms, in order."""
    is_plain: bool = False

    @property
    def expectation(self) -> str:
        return f"a list of {len(self.members)}"

    def read(self, value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(self.members):
            raise Fault.of(self.expectation, value)
        try:
            pairs = zip(self.members, value, strict=True)
            return tuple([form.read(each) for form, each in pairs])
        except Fault:
            raise first_fault(self.members, value) from None

    def write(self, part: Any) -> Any:
        pairs = zip(self.members, part, strict=True)
        return [form.write(each) for form, each in pairs]

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "array",
            "prefixItems": [form.schema(named) for form in self.members],
            "minItems": len(self.members),
            "maxItems": len(self.members),
        }


@dataclass(frozen=True)
class MapOf:
    """An object with keys chosen by the user, which no message names."""

    member: Form
    """The form of each value."""
    expectation: str = "an object"
    is_plain: bool = False

    def read(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise Fault.of(self.expectation, value)
        read = self.member.read
        try:
            return {key: read(each) for key, each in value.items()}
        except Fault as fault:
            raise Fault(fault.below(".*")) from None

    def write(self, part: Any) -> Any:
        write = self.member.write
        return {key: write(each) for key, each in part.items()}

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.member.schema(named)}
