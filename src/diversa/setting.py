# SPDX-License-Identifier: Apache-2.0
"""A setting of a plan, declared once: its kind, range, default, sentence and methods.

A setting is a field of a section (`Roles`, `Privacy`, `Search`, `ReadOptions`) whose
default is made by `setting`. The plan file, the keywords of Python, the options of the
command line and docs/settings.md come from these declarations (`plan.settings`).
Nothing heavy is imported here: the help of the command line is made from it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from diversa.errors import InputError, PlanError

Default = TypeVar("Default")


class SettingError(InputError):
    """A value of a plan is not what it must be."""

    def __init__(self, wanted: str, value: object, advice: str = "") -> None:
        super().__init__(f"{wanted}, got {show_value(value)}{advice}")


def show_value(value: object) -> str:
    """A value as a message shows it: short, and never the content of a frame."""
    if not isinstance(value, str | int | float | list | tuple | dict | None):
        return f"a {type(value).__name__}"
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:100]}…"


def format_path(path: Path, base: Path | None) -> str:
    """Write a path so that a plan file in a folder finds it; as it is without one."""
    if base is None:
        return path.as_posix()
    inside = path.is_relative_to(base)
    return (path.relative_to(base) if inside else path.absolute()).as_posix()


def as_written(value: object, base: Path | None) -> object:
    """Write a value that a plan file holds as it is."""
    del base
    return value


@dataclass(frozen=True)
class SettingKind:
    """The kind of the values of a setting: how they are parsed, given and written."""

    noun: str
    """The noun for a value in messages and docs."""
    read: Callable[[Any, Path], Any]
    """Read the value of a plan file; relative paths start from a folder."""
    accept: Callable[[Any], Any]
    """Take the value of a keyword in Python; what `read` gives is taken as it is."""
    write: Callable[[Any, Path | None], object] = as_written
    """Write a value as a plan file holds it."""
    metavar: str = "TEXT"
    """The name of a value in the help of the command line."""
    repeated: bool = False
    """True if an option of the command line is given once for each value."""


def flag(value: object) -> bool:
    """Read true or false."""
    if isinstance(value, bool):
        return value
    raise SettingError("must be true or false", value)


def whole(value: object) -> int:
    """Read a whole number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise SettingError("must be a whole number", value)


def text(value: object) -> str:
    """Read a text."""
    if isinstance(value, str):
        return value
    raise SettingError("must be a text", value)


def texts(value: object) -> tuple[str, ...]:
    """Read a list of texts."""
    if isinstance(value, list) and all(isinstance(part, str) for part in value):
        return tuple(value)
    raise SettingError("must be a list of texts", value)


def one_or_more(value: object) -> tuple[str, ...]:
    """Take one text or several, in whatever holds them."""
    if isinstance(value, str):
        return (value,)
    if isinstance(value, Iterable):
        return texts(list(value))
    raise SettingError("must be a text or a list of texts", value)


def parse_columns(value: object) -> tuple[str, ...]:
    """Take one column or several; a number is the name of a column of a frame."""
    if is_index(value):
        return (str(value),)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return one_or_more(
            [str(name) if is_index(name) else name for name in list(value)]
        )
    return one_or_more(value)


def is_index(name: object) -> bool:
    """True for a whole number, the name of a column in frames without names."""
    return hasattr(name, "__index__") and not isinstance(name, bool)


def plain_kind(noun: str, read: Callable[[Any], Any], metavar: str) -> SettingKind:
    """A kind whose values are the same in a plan file and in Python."""
    return SettingKind(noun, lambda value, _: read(value), read, metavar=metavar)


def texts_kind(
    noun: str, metavar: str, accept: Callable[[Any], Any] = one_or_more
) -> SettingKind:
    """A kind of several texts; in Python one may stand alone."""
    return SettingKind(
        noun,
        lambda value, _: texts(value),
        accept,
        lambda value, _: list(value),
        metavar=metavar,
        repeated=True,
    )


def column_numbers(value: object) -> dict[str, int | Fraction]:
    """Take a number for each of some columns: a table, pairs, or texts like age=3."""
    if isinstance(value, Mapping):
        pairs = list(value.items())
    elif isinstance(value, list | tuple):
        pairs = [part if isinstance(part, tuple) else halves(part) for part in value]
    else:
        raise SettingError("must be a table of columns", value)
    try:
        return {text(column): exact_number(number) for column, number in pairs}
    except (ValueError, ArithmeticError):
        raise SettingError("must have a number for each column", value) from None


def halves(part: object) -> tuple[str, str]:
    """A column and its number, of a text such as age=3."""
    column, _, number = text(part).rpartition("=")
    return column, number


def exact_number(number: object) -> int | Fraction:
    """A number, or the text of one such as 1/3."""
    if isinstance(number, bool) or not isinstance(
        number, int | float | Fraction | Decimal | str
    ):
        raise ValueError(number)
    exact = Fraction(str(number))
    return int(exact) if exact.denominator == 1 else exact


def column_levels(value: object) -> tuple[tuple[str, int], ...]:
    """Take a level for each of some columns."""
    levels = {}
    for column, level in column_numbers(value).items():
        if not isinstance(level, int) or level < 0:
            raise SettingError("must have a whole number from 0 on for each", value)
        levels[column] = level
    return tuple(sorted(levels.items()))


def column_weights(value: object) -> tuple[tuple[str, Fraction], ...]:
    """Take a weight for each of some columns."""
    weights = column_numbers(value)
    if not all(weight > 0 for weight in weights.values()):
        raise SettingError("must have a number above 0 for each column", value)
    return tuple(sorted((name, Fraction(each)) for name, each in weights.items()))


def write_column_numbers(
    value: tuple[tuple[str, Any], ...], base: Path | None
) -> dict[str, object]:
    """Write numbers of columns as the table of a plan file."""
    del base
    return {column: plain_number(number) for column, number in value}


def plain_number(number: Fraction | int) -> object:
    """Write a number as it is, or as a text where no decimal is exactly it."""
    if number == int(number):
        return int(number)
    return float(number) if Fraction(str(float(number))) == number else str(number)


def by_column(noun: str, read: Callable[[object], Any], metavar: str) -> SettingKind:
    """A kind with a number for each of some columns."""
    return SettingKind(
        noun,
        lambda value, _: read(value),
        read,
        write_column_numbers,
        metavar=metavar,
        repeated=True,
    )


FLAG = plain_kind("true or false", flag, "yes|no")
WHOLE = plain_kind("a whole number", whole, "N")
TEXT = plain_kind("a text", text, "TEXT")
WORD = plain_kind("a word", text, "NAME")
COLUMN = plain_kind("a column", text, "COLUMN")
TEXTS = texts_kind("a list of texts", "TEXT")
COLUMNS = texts_kind("a list of columns", "COLUMNS", parse_columns)
LEVELS = by_column("a level for each of some columns", column_levels, "COLUMN=LEVEL")
WEIGHTS = by_column(
    "a number above 0 for each of some columns", column_weights, "COLUMN=NUMBER"
)


@dataclass(frozen=True)
class Setting:
    """The declaration of a setting: its meaning, values and methods."""

    default: Any
    """Its value where none is given; None where it may be left open."""
    kind: SettingKind
    """The kind of its values."""
    meaning: str
    """One sentence for people."""
    choices: Mapping[str, str]
    """The words it may be, each with what it means; those that are built in, where
    packages may add some; empty where it may be any."""
    low: int | None
    """Smallest number allowed."""
    methods: tuple[str, ...]
    """The methods it belongs to; empty where it belongs to every one."""
    options: tuple[str, ...]
    """Its names on the command line, where these are not `--` and its name."""
    metavar: str
    """The name of a value in the help, where it is not that of the kind."""
    keyword: str = ""
    """Its keyword in Python, where that is not its name in a plan file."""
    sources: tuple[str, ...] = ()
    """The kinds of sources it belongs to; empty where it belongs to every one."""

    def read(self, value: object, base: Path) -> object:
        """Read the value of a plan file."""
        return self._check(self.kind.read(value, base))

    def accept(self, value: object) -> object:
        """Take the value of a keyword in Python."""
        if value is None and self.default is None:
            return None
        return self._check(self.kind.accept(value))

    def _check(self, value: object) -> object:
        if self.low is not None and isinstance(value, int) and value < self.low:
            raise SettingError(f"must be at least {self.low}", value)
        return self._choose(str(value)) if self.kind is WORD else value

    def _choose(self, word: str) -> object:
        """One of the words that it may be, of the type that its default has."""
        if word in self.choices:
            return type(self.default)(word)
        close = get_close_matches(word, self.choices, n=1)
        raise SettingError(
            f"must be one of {', '.join(self.choices)}",
            word,
            f"; did you mean '{close[0]}'?" if close else "",
        )


def setting(
    kind: SettingKind,
    meaning: str,
    *,
    default: Default,
    choices: Mapping[str, str] | None = None,
    low: int | None = None,
    methods: tuple[str, ...] = (),
    options: tuple[str, ...] = (),
    metavar: str = "",
    keyword: str = "",
    sources: tuple[str, ...] = (),
) -> Default:
    """Declare the setting that a field of a section is; see `Setting`.

    Example:
        >>> @dataclass(frozen=True)
        ... class Drawing:
        ...     seed: int = setting(WHOLE, "What is drawn with.", default=0, low=0)
        >>> settings_of(Drawing)["seed"].meaning
        'What is drawn with.'
    """
    declared = Setting(
        default,
        kind,
        meaning,
        choices or {},
        low,
        methods,
        options,
        metavar,
        keyword,
        sources,
    )
    return field(default=default, metadata={"setting": declared})


def settings_of(section: type) -> dict[str, Setting]:
    """The settings of a section by name, as they are declared."""
    return {
        part.name: part.metadata["setting"]
        for part in fields(section)
        if "setting" in part.metadata
    }


NOTHING = (None, (), "")
"""Defaults with which nothing is said, even where they are given."""


@dataclass(frozen=True)
class Section:
    """A table of a plan: its fields are settings, and it knows which were given.

    A setting that is given counts as given even where its value is the default.

    Example:
        >>> @dataclass(frozen=True)
        ... class Drawing(Section, name="drawing"):
        ...     seed: int = setting(WHOLE, "What is drawn with.", default=0, low=0)
        >>> Drawing().explicit_settings, Drawing(seed=0).explicit_settings
        ({}, {'seed': 0})
    """

    explicit: frozenset[str] | None = field(
        default=None, kw_only=True, compare=False, repr=False
    )
    """The settings that were given; by default those that the call names."""

    _table: ClassVar[str]
    """Its name in a plan, for messages."""

    def __init_subclass__(cls, *, name: str) -> None:
        cls._table = name

    def __new__(cls, *values: object, **named: object) -> Self:
        """Note which settings the call names."""
        section = super().__new__(cls)
        ordered = [*settings_of(cls)][: len(values)]
        object.__setattr__(section, "_named", {*named, *ordered})
        return section

    def __post_init__(self) -> None:
        named: Collection[str] = object.__getattribute__(self, "_named")
        object.__delattr__(self, "_named")
        named = named if self.explicit is None else self.explicit
        settle(self, self._table)
        explicit = frozenset(
            name
            for name, declared in settings_of(type(self)).items()
            if getattr(self, name) != declared.default
            or (name in named and declared.default not in NOTHING)
        )
        object.__setattr__(self, "explicit", explicit)

    @property
    def explicit_settings(self) -> dict[str, Any]:
        """The settings that were given, and their values."""
        explicit = self.explicit or ()
        return {
            name: getattr(self, name)
            for name in settings_of(type(self))
            if name in explicit
        }

    def revise(self, values: Mapping[str, Any]) -> Self:
        """The same with other values of some settings, which count as given."""
        explicit = (self.explicit or frozenset()) | {*values}
        return replace(self, **values, explicit=explicit)

    def without(self, names: Iterable[str]) -> Self:
        """The same with the defaults of some settings, as if they were not given."""
        defaults = {name: settings_of(type(self))[name].default for name in names}
        explicit = (self.explicit or frozenset()) - {*defaults}
        return replace(self, **defaults, explicit=explicit)


def settle(section: object, name: str) -> None:
    """Take every value of a new section as its setting wants it, or refuse them."""
    faults = []
    for key, declared in settings_of(type(section)).items():
        try:
            value = declared.accept(getattr(section, key))
        except PlanError as error:
            faults += error.faults
        except InputError as error:
            faults.append(f"{name}.{key}: {error}")
        else:
            object.__setattr__(section, key, value)
    if faults:
        raise PlanError(faults)
