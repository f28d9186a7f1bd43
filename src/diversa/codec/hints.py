# SPDX-License-Identifier: Apache-2.0
"""Forms from the type hints of dataclasses, made once per class."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from diversa.codec.forms import (
    ABSENT,
    ANYTHING,
    FLAG,
    NOTHING,
    NUMBER,
    TEXT,
    WHOLE,
    Choice,
    Conversion,
    Fault,
    Form,
    Maybe,
    StricterForm,
)
from diversa.codec.lists import ListOf, MapOf, Several
from diversa.codec.marks import (
    ALWAYS,
    REQUIRED,
    REST,
    UNWRITTEN,
    After,
    As,
    FormerNames,
    Must,
)
from diversa.codec.objects import Key, Object, OneOf
from diversa.errors import InternalError, SourceError

Part = TypeVar("Part")

PLAIN: dict[Any, Form] = {
    str: TEXT,
    bool: FLAG,
    int: WHOLE,
    float: NUMBER,
    NoneType: NOTHING,
    object: ANYTHING,
    Any: ANYTHING,
}
"""Forms of the types that JSON has."""

FORMS: dict[type, Object] = {}
"""The forms that were made so far."""


def from_json(
    kind: type[Part], content: object, *, where: str, advice: str = ""
) -> Part:
    """An object from JSON.

    Raises:
        SourceError: One line for each wrong key, with the file `where` and advice.
    """
    try:
        return form_of(kind).read(content)
    except Fault as fault:
        end = f"; {advice}" if advice else ""
        lines = [f"{where}: {each.lstrip('.: ')}{end}" for each in fault.faults]
        raise SourceError("\n".join(lines)) from None


def to_json(part: object) -> dict[str, Any]:
    """The JSON that `from_json` reads back."""
    return form_of(type(part)).write(part)


def form_of(kind: type) -> Object:
    """The form of a dataclass; made once. Its keys are found when they are needed."""
    if kind not in FORMS:
        rule = getattr(kind, "RULE", None)
        FORMS[kind] = Object(kind, lambda: tuple(keys_of(kind)), rule)
    return FORMS[kind]


def schema_of(kind: type) -> dict[str, Any]:
    """The JSON Schema of a dataclass; objects inside it are below `$defs`."""
    named: dict[str, Any] = {}
    reference = form_of(kind).schema(named)
    dialect = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": dialect, "title": kind.__name__, **reference, "$defs": named}


def keys_of(kind: type) -> Iterator[Key]:
    """The keys of a dataclass, in the order in which they are written."""
    hints = get_type_hints(kind, include_extras=True)
    keys = {
        field.name: field_key(field.name, hints[field.name], default_of(field))
        for field in fields(kind)
        if field.init and UNWRITTEN not in marks_of(hints[field.name])
    }
    derived = dict(property_hints(kind))
    keys |= {name: property_key(name, hint) for name, hint in derived.items()}
    order = [*keys]
    for name in keys:
        for mark in marks_of({**hints, **derived}[name]):
            if isinstance(mark, After):
                order.remove(name)
                order.insert(order.index(mark.name) + 1 if mark.name else 0, name)
    return (keys[name] for name in order)


def property_hints(kind: type) -> Iterator[tuple[str, Any]]:
    """The properties of a dataclass that are keys, each with its hint."""
    for owner in reversed(kind.__mro__):
        for name, part in vars(owner).items():
            getter = part.fget if isinstance(part, property) else None
            # Hints of other properties need not be read.
            if getter is not None and "After" in str(getter.__annotations__):
                yield name, get_type_hints(getter, include_extras=True)["return"]


def property_key(name: str, hint: object) -> Key:
    """The key of a property."""
    always = ALWAYS in marks_of(hint)
    return Key(name, form_of_hint(hint), is_written_always=always, is_derived=True)


def field_key(name: str, hint: object, default: object) -> Key:
    """The key of a field."""
    marks = marks_of(hint)
    formerly = [mark for mark in marks if isinstance(mark, FormerNames)]
    return Key(
        name,
        form_of_hint(hint),
        default,
        is_written_always=ALWAYS in marks,
        is_rest=REST in marks,
        is_needed=REQUIRED in marks,
        formerly=formerly[0] if formerly else FormerNames(()),
    )


def default_of(field: Field[Any]) -> Any:
    """The default of a field; ABSENT where it has none."""
    if field.default_factory is not MISSING:
        return field.default_factory()
    return ABSENT if field.default is MISSING else field.default


def marks_of(hint: Any) -> tuple[Any, ...]:
    """The marks beside a type in `Annotated`."""
    return hint.__metadata__ if get_origin(hint) is Annotated else ()


def form_of_hint(hint: Any) -> Form:
    """The form of a type hint."""
    if get_origin(hint) is Annotated:
        return form_with_marks(hint)
    if hint in PLAIN:
        return PLAIN[hint]
    if is_dataclass(hint) and isinstance(hint, type):
        return form_of(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Choice([str(member.value) for member in hint], hint, is_plain=False)
    return generic_form(hint, get_origin(hint), get_args(hint))


def form_with_marks(hint: Any) -> Form:
    """The form of a type with its marks."""
    for mark in marks_of(hint):
        if isinstance(mark, As):
            return Conversion(mark)
        if isinstance(mark, Must):
            return StricterForm.of(form_of_hint(hint.__origin__), mark)
    return form_of_hint(hint.__origin__)


def generic_form(hint: object, origin: object, arguments: tuple[Any, ...]) -> Form:
    """The form of a type that is made of others."""
    if origin is Literal:
        return Choice(arguments)
    if origin in (Union, UnionType):
        return union_form(arguments)
    if origin is tuple and arguments[-1] is ...:
        return ListOf(form_of_hint(arguments[0]))
    if origin is tuple:
        return Several([form_of_hint(argument) for argument in arguments])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return MapOf(form_of_hint(arguments[1]))
    raise InternalError(f"codec: must be a type that JSON can hold, got {hint}")


def union_form(kinds: tuple[Any, ...]) -> Form:
    """The form of one type or null, or of one of several dataclasses."""
    others = tuple(kind for kind in kinds if kind is not NoneType)
    form: Form = (
        form_of_hint(others[0])
        if len(others) == 1
        else OneOf([form_of(other) for other in others])
    )
    return form if len(others) == len(kinds) else Maybe.of(form)
