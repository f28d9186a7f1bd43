# SPDX-License-Identifier: Apache-2.0
"""The form of a dataclass: a JSON object with the keys that its fields declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from diversa.codec.forms import ABSENT, Fault, Form, Formerly, Must
from diversa.errors import InputError

REFERENCE = "#/$defs/"
"""Where a schema keeps the objects that it names."""


@dataclass(frozen=True, eq=False)
class Key:
    """One key of an object."""

    name: str
    """Its name, which is that of the field or property too."""
    form: Form
    """What its value must be."""
    default: Any = ABSENT
    """What is taken where it is not there; ABSENT where it must be there."""
    is_written_always: bool = False
    """Whether it is written at its default, too."""
    is_derived: bool = False
    """Whether it is a property: written, and not read."""
    formerly: Formerly = field(default_factory=lambda: Formerly(()))
    """Other names that it had."""

    @property
    def is_required(self) -> bool:
        """Whether a file without it is refused."""
        return self.default is ABSENT and not self.is_derived

    def value_in(self, parts: Mapping[str, Any]) -> Any:
        """What an object says, by the name of today or one from before."""
        if self.name in parts:
            return parts[self.name]
        for name in self.formerly.names:
            if name in parts:
                old = parts[name]
                known = isinstance(old, str)
                return self.formerly.meant.get(old, old) if known else old
        return ABSENT

    def read(self, parts: Mapping[str, Any]) -> Any:
        """The part of an object; ABSENT where the default or a property says it."""
        value = self.value_in(parts)
        if value is ABSENT and self.is_required:
            raise Fault.of(self.form.wanted, ABSENT)
        part = ABSENT if value is ABSENT else self.form.read(value)
        return ABSENT if self.is_derived else part

    def is_left_out(self, value: object) -> bool:
        """Whether a value is not written, because it is the default."""
        if self.is_derived or self.default is ABSENT or self.is_written_always:
            return self.is_derived and value is None
        return value is self.default or bool(value == self.default)


@dataclass(frozen=True, eq=False)
class Object:
    """A dataclass as a JSON object."""

    type: type
    """The dataclass."""
    find_keys: Callable[[], Sequence[Key]]
    """Puts the keys together when they are first needed: a class may hold itself."""
    rest: str | None = None
    """The field that takes all other keys."""
    rule: Must | None = None
    """What the whole object must be."""
    wanted: str = "an object"
    is_plain: bool = False
    _keys: list[Key] = field(default_factory=list)

    @property
    def keys(self) -> Sequence[Key]:
        """The keys, in the order in which they are written."""
        if not self._keys:
            self._keys.extend(self.find_keys())
        return self._keys

    def read(self, value: Any) -> Any:
        if not isinstance(value, dict):
            raise Fault.of(self.wanted, value)
        parts: dict[str, Any] = {}
        faults: list[str] = []
        for key in self.keys:
            try:
                part = key.read(value)
            except Fault as fault:
                faults += fault.below(f".{key.name}")
            else:
                if part is not ABSENT:
                    parts[key.name] = part
        if faults:
            raise Fault(faults)
        return self._build(parts, value)

    def _build(self, parts: dict[str, Any], value: Mapping[str, Any]) -> object:
        if self.rest is not None:
            names = {key.name for key in self.keys}
            parts[self.rest] = {
                name: each for name, each in value.items() if name not in names
            }
        try:
            built = self.type(**parts)
        except InputError as error:
            raise Fault([f": {error}"]) from None
        if self.rule is not None and not self.rule.fits(built):
            raise Fault([f" must be {self.rule.wanted}, got something else"])
        return built

    def write(self, part: Any) -> dict[str, Any]:
        content: dict[str, Any] = {}
        for key in self.keys:
            value = getattr(part, key.name)
            if not key.is_left_out(value):
                content[key.name] = key.form.write(value)
        if self.rest is not None:
            content.update(getattr(part, self.rest))
        return content

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        name = self.type.__name__
        if name not in named:
            named[name] = {}  # a class that holds itself refers to this
            named[name] = {
                "description": (self.type.__doc__ or "").partition("\n")[0],
                "type": "object",
                "properties": {key.name: key.form.schema(named) for key in self.keys},
                "required": [key.name for key in self.keys if key.is_required],
            }
        return {"$ref": f"{REFERENCE}{name}"}

    def has_keys_of(self, value: object) -> bool:
        """Whether a value has every key that must be there."""
        return isinstance(value, dict) and all(
            key.name in value for key in self.keys if key.is_required
        )


@dataclass(frozen=True, eq=False)
class OneOf:
    """One of several dataclasses: the first whose keys are there, or else the last."""

    forms: Sequence[Object]
    """The dataclasses."""
    wanted: str = "an object"
    is_plain: bool = False

    def read(self, value: Any) -> Any:
        fitting = (form for form in self.forms if form.has_keys_of(value))
        return next(fitting, self.forms[-1]).read(value)

    def write(self, part: Any) -> Any:
        form = next(form for form in self.forms if isinstance(part, form.type))
        return form.write(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [form.schema(named) for form in self.forms]}
