# SPDX-License-Identifier: Apache-2.0
"""Forms: each checks, reads and writes one part of a JSON file.

A form raises `Fault` for a part of another form. The path to the part is put together
while the fault travels up, so that a correct file costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from diversa.codec.marks import As, Must
from diversa.errors import InputError

LARGEST = 1e300
"""The largest number that a file may have."""

ILL_FORMED = (
    *(ValueError, TypeError, LookupError, ArithmeticError),
    *(AttributeError, RecursionError),
)
"""Errors of functions that read JSON of an unexpected form."""

NUMBERS = (float, int)
"""Python types of JSON numbers; true and false are none."""

ABSENT: Any = ...
"""A key that is not there."""


class Fault(Exception):  # noqa: N818 - it never leaves the codec
    """Parts of another form: ".rows must be a number, got a text"."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))

    @classmethod
    def of(cls, expectation: str, value: object) -> Fault:
        """The fault of one part; it shows the kind of the value, never the value."""
        return cls([f" must be {expectation}, got {kind_of(value, expectation)}"])

    def reword(self, old: str, new: str, value: object) -> Fault:
        """The fault with another expectation, if it is about the whole part."""
        return (
            Fault.of(new, value) if self.faults == Fault.of(old, value).faults else self
        )

    def below(self, way: str) -> Sequence[str]:
        """The faults as seen from a part above."""
        return [way + fault for fault in self.faults]


def kind_of(value: object, expectation: str = "") -> str:
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
    same = type(value) in (int, float, str) and noun in expectation
    return f"another {noun}" if same else kind


class Form(Protocol):
    """Reader and writer of one part."""

    @property
    def expectation(self) -> str:
        """The expected content, in words that follow "must be"."""

    @property
    def is_plain(self) -> bool:
        """True if JSON and Python hold the part alike."""

    def read(self, value: Any) -> Any:
        """Read the part from a value of JSON.

        Raises:
            Fault: The value has another form.
        """

    def write(self, part: Any) -> Any:
        """Turn the part into JSON."""

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        """The form as JSON Schema; objects go to `named` and are referred to."""


@dataclass(frozen=True)
class Leaf:
    """A part without parts of its own; Python and JSON hold it alike."""

    expectation: str
    """The expected value, in words that follow "must be"."""
    fits: Callable[[Any], bool]
    """True for values that fit."""
    keywords: Mapping[str, Any]
    """The expected value, as JSON Schema."""
    is_plain: bool = True

    def read(self, value: Any) -> Any:
        if not self.fits(value):
            raise Fault.of(self.expectation, value)
        return value

    def write(self, part: Any) -> Any:
        return part

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        del named
        return dict(self.keywords)


def is_number(value: Any) -> bool:
    """True if a value is a finite number."""
    return type(value) in NUMBERS and -LARGEST <= value <= LARGEST


def is_whole(value: object) -> bool:
    """True if a value is a whole number within `LARGEST`."""
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
    """Turns a word into the part."""
    is_plain: bool = True

    @property
    def expectation(self) -> str:
        return f"one of {', '.join(self.words)}"

    def read(self, value: Any) -> Any:
        if not isinstance(value, str) or value not in self.words:
            raise Fault.of(self.expectation, value)
        return self.make(value)

    def write(self, part: Any) -> Any:
        return str(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        del named
        return {"enum": list(self.words)}


@dataclass(frozen=True)
class StricterForm:
    """A form with a `Must`."""

    form: Form
    """The form of the type."""
    must: Must
    """The condition beyond the type."""

    @property
    def expectation(self) -> str:
        return self.must.expectation

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
            must.expectation,
            lambda value: first(value) and second(value),
            {**form.keywords, **must.schema},
        )

    def read(self, value: Any) -> Any:
        try:
            part = self.form.read(value)
        except Fault as fault:
            raise fault.reword(self.form.expectation, self.expectation, value) from None
        if not self.must.fits(value):
            raise Fault.of(self.expectation, value)
        return part

    def write(self, part: Any) -> Any:
        return self.form.write(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {**self.form.schema(named), **self.must.schema}


@dataclass(frozen=True)
class Conversion:
    """A part that an `As` reads and writes."""

    rule: As
    """The reader and writer."""
    is_plain: bool = False

    @property
    def expectation(self) -> str:
        return self.rule.expectation

    def read(self, value: Any) -> Any:
        try:
            return self.rule.read(value)
        except InputError as error:
            raise Fault([f": {error}"]) from None
        except ILL_FORMED:
            raise Fault.of(self.expectation, value) from None

    def write(self, part: Any) -> Any:
        return self.rule.write(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        del named
        return dict(self.rule.schema)


@dataclass(frozen=True)
class Maybe:
    """A part that may be null."""

    form: Form
    """The form of values other than null."""

    @property
    def expectation(self) -> str:
        return f"{self.form.expectation} or null"

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
            f"{form.expectation} or null",
            lambda value: value is None or fits(value),
            {"anyOf": [dict(form.keywords), {"type": "null"}]},
        )

    def read(self, value: Any) -> Any:
        if value is None:
            return None
        try:
            return self.form.read(value)
        except Fault as fault:
            raise fault.reword(self.form.expectation, self.expectation, value) from None

    def write(self, part: Any) -> Any:
        return None if part is None else self.form.write(part)

    def schema(self, named: dict[str, Any]) -> dict[str, Any]:
        return {"anyOf": [self.form.schema(named), {"type": "null"}]}
