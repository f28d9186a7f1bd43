# SPDX-License-Identifier: Apache-2.0
"""Forms: how one part of a JSON file is checked, read and written.

A form reads a part and raises `Fault` where it is not what it must be. The way to the
part is put together while the fault travels up, so that what is right costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from diversa.errors import InputError

LARGEST = 1e300
"""Numbers beyond this are none that a file of ours can have."""

ILL_FORMED = (
    *(ValueError, TypeError, LookupError, ArithmeticError),
    *(AttributeError, RecursionError),
)
"""What a function raises that is handed JSON of another form than it reads."""

NUMBERS = (float, int)
"""Types of numbers that JSON is read to; true and false are none."""

ALWAYS = "always"
"""Marks a field that is written even at its default."""

REQUIRED = "required"
"""Marks a field that a file must have, although the class has a default for it."""

REST = "rest"
"""Marks the field that takes all keys which no other field has."""

ABSENT: Any = ...
"""Stands for a key that is not there."""


class Fault(Exception):  # noqa: N818 - it never leaves the codec
    """Parts that are not what they must be: ".rows must be a number, got a text"."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))

    @classmethod
    def of(cls, wanted: str, value: object) -> Fault:
        """The fault of one part; its value is not told, only what kind it is."""
        return cls([f" must be {wanted}, got {kind_of(value, wanted)}"])

    def said_as(self, old: str, new: str, value: object) -> Fault:
        """The fault with other words for what is wanted, if it is about all of it."""
        return (
            Fault.of(new, value) if self.faults == Fault.of(old, value).faults else self
        )

    def below(self, way: str) -> Sequence[str]:
        """The faults as seen from a part above."""
        return [way + fault for fault in self.faults]


def kind_of(value: object, wanted: str = "") -> str:
    """The kind of JSON that a value is, for messages.

    >>> kind_of([]), kind_of(3, "a number of rows"), kind_of(3, "a text")
    ('a list', 'another number', 'a number')
    """
    if value is ABSENT:
        return "none"
    if value is None:
        return "null"
    kinds: dict[type, str] = {
        bool: "true or false",
        int: "a number",
        float: "a number",
        str: "a text",
        list: "a list",
        dict: "an object",
    }
    kind = kinds.get(type(value), "something else")
    noun = kind.rpartition(" ")[2]
    same = type(value) in (int, float, str) and noun in wanted
    return f"another {noun}" if same else kind


class Form(Protocol):
    """How one part is read and written."""

    @property
    def wanted(self) -> str:
        """What the part must be, in words."""

    @property
    def is_plain(self) -> bool:
        """Whether JSON holds the part as Python does."""

    def read(self, value: Any) -> Any:
        """The part that a value of JSON is.

        Raises:
            Fault: It is none.
        """

    def write(self, part: Any) -> Any:
        """The part as JSON holds it."""

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        """The form as JSON Schema; objects go to `named` and are referred to."""


@dataclass(frozen=True, eq=False)
class Must:
    """What a part must be beyond its type; stands in `Annotated`."""

    wanted: str
    """In words that follow "must be"."""
    fits: Callable[[Any], bool] = lambda _: True
    """Whether a value is that; asked of values that have the type."""
    schema: Mapping[str, Any] = field(default_factory=dict)
    """The same as keywords of JSON Schema, as far as these can say it."""


@dataclass(frozen=True, eq=False)
class As:
    """How a type that JSON does not have is read and written; stands in `Annotated`."""

    wanted: str
    """What JSON must hold, in words that follow "must be"."""
    read: Callable[[Any], Any]
    """Makes the part of what JSON holds; raises ValueError, TypeError and the like."""
    write: Callable[[Any], Any]
    """Makes JSON of the part."""
    schema: Mapping[str, Any] = field(default_factory=dict)
    """What JSON holds, as JSON Schema."""


@dataclass(frozen=True, eq=False)
class Formerly:
    """Names that a key had before, which are still read; stands in `Annotated`."""

    names: tuple[str, ...]
    """The names."""
    meant: Mapping[str, Any] = field(default_factory=dict)
    """Values of old files to what is said today, where that is another word."""


@dataclass(frozen=True)
class Leaf:
    """A part that is judged as a whole and held as it is."""

    wanted: str
    """What it must be."""
    fits: Callable[[Any], bool]
    """Whether a value is that."""
    keywords: Mapping[str, Any]
    """The same as JSON Schema."""
    is_plain: bool = True

    def read(self, value: Any) -> Any:
        if not self.fits(value):
            raise Fault.of(self.wanted, value)
        return value

    def write(self, part: Any) -> Any:
        return part

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        del named
        return dict(self.keywords)


def is_number(value: Any) -> bool:
    """Whether a value is a finite number."""
    return type(value) in NUMBERS and -LARGEST <= value <= LARGEST


def is_whole(value: object) -> bool:
    """Whether a value is a whole number that is not absurd."""
    return type(value) is int and -LARGEST <= value <= LARGEST


TEXT = Leaf("a text", lambda value: isinstance(value, str), {"type": "string"})
FLAG = Leaf("true or false", lambda value: isinstance(value, bool), {"type": "boolean"})
WHOLE = Leaf("a whole number", is_whole, {"type": "integer"})
NUMBER = Leaf("a number", is_number, {"type": "number"})
ANYTHING = Leaf("anything", lambda _: True, {})
NOTHING = Leaf("null", lambda value: value is None, {"type": "null"})


@dataclass(frozen=True)
class Choice:
    """One of some words."""

    words: Sequence[str]
    """The words."""
    make: Callable[[str], Any] = str
    """The part that a word is."""
    is_plain: bool = True

    @property
    def wanted(self) -> str:
        return f"one of {', '.join(self.words)}"

    def read(self, value: Any) -> Any:
        if not isinstance(value, str) or value not in self.words:
            raise Fault.of(self.wanted, value)
        return self.make(value)

    def write(self, part: Any) -> Any:
        return str(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        del named
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class Stricter:
    """A form with a `Must`."""

    form: Form
    """What the type says."""
    must: Must
    """What must be beyond that."""

    @property
    def wanted(self) -> str:
        return self.must.wanted

    @property
    def is_plain(self) -> bool:
        return self.form.is_plain

    @classmethod
    def of(cls, form: Form, must: Must) -> Form:
        """The form with a `Must`; two checks of a leaf become one."""
        if not isinstance(form, Leaf):
            return cls(form, must)
        first, second = form.fits, must.fits
        return Leaf(
            must.wanted,
            lambda value: first(value) and second(value),
            {**form.keywords, **must.schema},
        )

    def read(self, value: Any) -> Any:
        try:
            part = self.form.read(value)
        except Fault as fault:
            raise fault.said_as(self.form.wanted, self.wanted, value) from None
        if not self.must.fits(value):
            raise Fault.of(self.wanted, value)
        return part

    def write(self, part: Any) -> Any:
        return self.form.write(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {**self.form.schema(named), **self.must.schema}


@dataclass(frozen=True)
class Converted:
    """A part that an `As` reads and writes."""

    rule: As
    """How."""
    is_plain: bool = False

    @property
    def wanted(self) -> str:
        return self.rule.wanted

    def read(self, value: Any) -> Any:
        try:
            return self.rule.read(value)
        except InputError as error:
            raise Fault([f": {error}"]) from None
        except ILL_FORMED:
            raise Fault.of(self.wanted, value) from None

    def write(self, part: Any) -> Any:
        return self.rule.write(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        del named
        return dict(self.rule.schema)


@dataclass(frozen=True)
class Maybe:
    """A part that may be null."""

    form: Form
    """What it must be otherwise."""

    @property
    def wanted(self) -> str:
        return f"{self.form.wanted} or null"

    @property
    def is_plain(self) -> bool:
        return self.form.is_plain

    @classmethod
    def of(cls, form: Form) -> Form:
        """The form of a part or null; the check of a leaf stays one."""
        if not isinstance(form, Leaf):
            return cls(form)
        fits = form.fits
        return Leaf(
            f"{form.wanted} or null",
            lambda value: value is None or fits(value),
            {"anyOf": [dict(form.keywords), {"type": "null"}]},
        )

    def read(self, value: Any) -> Any:
        if value is None:
            return None
        try:
            return self.form.read(value)
        except Fault as fault:
            raise fault.said_as(self.form.wanted, self.wanted, value) from None

    def write(self, part: Any) -> Any:
        return None if part is None else self.form.write(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [self.form.schema(named), {"type": "null"}]}
