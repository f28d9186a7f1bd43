# SPDX-License-Identifier: Apache-2.0
"""The form of a dataclass: a JSON object with the keys that its fields declare."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from diversa.codec.forms import ABSENT, Fault, Form
from diversa.codec.marks import FormerNames, Must
from diversa.codec.schema import describe
from diversa.errors import InputError

ROUNDING = 1e-6
"""Tolerated difference between sums of two machines."""


@dataclass(frozen=True, eq=False)
class Key:
    """One key of an object."""

    name: str
    """Its name, and that of the field or property."""
    form: Form
    """The form of its value."""
    default: Any = ABSENT
    """The value of a missing key; ABSENT if the key is required."""
    is_written_always: bool = False
    """True if it is written even at its default."""
    is_derived: bool = False
    """True for a property, which is written and only compared when read."""
    is_rest: bool = False
    """True for the field that holds all keys without a field."""
    is_needed: bool = False
    """True if it is required in spite of its default."""
    formerly: FormerNames = field(default_factory=lambda: FormerNames(()))
    """Its former names."""

    @cached_property
    def is_required(self) -> bool:
        """True if a file without it is refused."""
        if self.is_rest:
            return False
        return (self.default is ABSENT or self.is_needed) and not self.is_derived

    def former_value(self, parts: Mapping[str, Any]) -> Any:
        """The value of the key under one of its former names."""
        for name in self.formerly.names:
            if name in parts:
                old = parts[name]
                known = isinstance(old, str)
                return self.formerly.meant.get(old, old) if known else old
        return ABSENT

    def schemas(self, named: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
        """The key as JSON Schema, under its name and each former name."""
        schema = self.form.schema(named)
        yield self.name, schema
        for name in self.formerly.names:
            yield name, {**schema, "deprecated": True}

    @property
    def is_there_somehow(self) -> dict[str, Any]:
        """JSON Schema for an object that has the key under any of its names."""
        names = (self.name, *self.formerly.names)
        return {"anyOf": [{"required": [name]} for name in names]}

    def is_left_out(self, value: object) -> bool:
        """True if a value is the default and therefore not written."""
        if self.is_required or self.is_written_always:
            return False
        if self.is_derived:
            return value is None
        if hasattr(self.default, "__array__"):
            return value is self.default  # arrays are compared member by member
        return value is self.default or bool(value == self.default)


@dataclass(frozen=True, eq=False)
class Object:
    """A dataclass as a JSON object."""

    type: type
    """The dataclass."""
    find_keys: Callable[[], Sequence[Key]]
    """Finds the keys when they are first needed, since a class may hold itself."""
    rule: Must | None = None
    """The condition on the whole object."""
    expectation: str = "an object"
    is_plain: bool = False

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        """The keys, in the order in which they are written."""
        return tuple(self.find_keys())

    @cached_property
    def _read_keys(self) -> tuple[tuple[str, Key, Callable[[Any], Any]], ...]:
        return tuple((k.name, k, k.form.read) for k in self.keys if not k.is_rest)

    @cached_property
    def _properties(self) -> tuple[Key, ...]:
        return tuple(key for key in self.keys if key.is_derived)

    @cached_property
    def _rest(self) -> tuple[Key, ...]:
        return tuple(key for key in self.keys if key.is_rest)

    def read(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise Fault.of(self.expectation, value)
        parts: dict[str, Any] = {}
        faults: list[str] = []
        for name, key, read in self._read_keys:
            found = value.get(name, ABSENT)
            if found is ABSENT:
                found = key.former_value(value)
            if found is not ABSENT:
                try:
                    parts[name] = read(found)
                except Fault as fault:
                    faults += fault.below(f".{name}")
            elif key.is_required:
                faults += Fault.of(key.form.expectation, ABSENT).below(f".{name}")
        if faults:
            raise Fault(faults)
        return self._build(parts, value)

    def _build(self, parts: dict[str, Any], value: Mapping[str, Any]) -> object:
        said = {key.name: parts.pop(key.name, ABSENT) for key in self._properties}
        for key in self._rest:
            names = {name for name, *_ in self._read_keys}
            parts[key.name] = {n: part for n, part in value.items() if n not in names}
        try:
            built = self.type(**parts)
        except InputError as error:
            raise Fault([f": {error}"]) from None
        if self.rule is not None and not self.rule.fits(built):
            raise Fault([f" must be {self.rule.expectation}, got something else"])
        for name, part in said.items():
            if part is not ABSENT and not agree(getattr(built, name), part):
                raise Fault([f".{name} must follow from the rest, got another"])
        return built

    def write(self, part: Any) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for key in self.keys:
            value = getattr(part, key.name)
            if key.is_rest:
                content.update(value)
            elif not key.is_left_out(value):
                content[key.name] = key.form.write(value)
        return content

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        name = self.type.__name__
        if name not in named:
            named[name] = {}  # a class that holds itself refers to this
            keys = [key for key in self.keys if not key.is_rest]
            named[name] = {
                "description": (self.type.__doc__ or "").partition("\n")[0],
                "type": "object",
                "properties": describe(
                    self.type,
                    {word: part for key in keys for word, part in key.schemas(named)},
                ),
                "required": [
                    key.name
                    for key in keys
                    if key.is_required and not key.formerly.names
                ],
            }
            renamed = [k for k in keys if k.is_required and k.formerly.names]
            if renamed:
                named[name]["allOf"] = [key.is_there_somehow for key in renamed]
        return {"$ref": f"#/$defs/{name}"}

    def has_keys_of(self, value: object) -> bool:
        """True if a value has every required key."""
        return isinstance(value, dict) and all(
            key.name in value for key in self.keys if key.is_required
        )


def agree(own: object, said: object) -> bool:
    """True if a property equals the value in a file, up to rounding."""
    if isinstance(own, float) and isinstance(said, int | float):
        return math.isclose(own, said, rel_tol=ROUNDING, abs_tol=ROUNDING)
    return own == said


@dataclass(frozen=True, eq=False)
class OneOf:
    """One of several dataclasses: the first whose keys are there, or else the last."""

    forms: Sequence[Object]
    """The dataclasses."""
    expectation: str = "an object"
    is_plain: bool = False

    def read(self, value: Any) -> Any:
        fitting = (form for form in self.forms if form.has_keys_of(value))
        return next(fitting, self.forms[-1]).read(value)

    def write(self, part: Any) -> Any:
        form = next(form for form in self.forms if isinstance(part, form.type))
        return form.write(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [form.schema(named) for form in self.forms]}
