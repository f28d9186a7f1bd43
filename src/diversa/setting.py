# SPDX-License-Identifier: Apache-2.0
"""A setting of a plan, declared once: its kind, range, default, sentence and methods.

A setting is a field of a section (`Roles`, `Privacy`, `Search`, `ReadOptions`) whose
default is made by `setting`. The plan file, the keywords of Python, the options of the
command line and docs/settings.md come from these declarations (`plan.settings`).
Nothing heavy is imported here: the help of the command line is made from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self, TypedDict, TypeVar, Unpack

from diversa.codec import UNWRITTEN
from diversa.errors import InputError, PlanError
from diversa.setting_kind import WORD, SettingError, SettingKind

Default = TypeVar("Default")


@dataclass(frozen=True)
class Setting:
    """The declaration of a setting: its meaning, values and methods."""

    default: Any
    """Its value where none is given; None where it may be left open."""
    kind: SettingKind
    """The kind of its values."""
    meaning: str
    """One sentence for people."""
    choices: Mapping[str, str] = field(default_factory=dict)
    """The words it may be, each with its meaning; the built-in ones, where packages may
    add some; empty where it may be any."""
    low: int | None = None
    """Smallest number allowed."""
    methods: tuple[str, ...] = ()
    """The methods it belongs to; empty where it belongs to every one."""
    options: tuple[str, ...] = ()
    """Its names on the command line, where these are not `--` and its name."""
    metavar: str = ""
    """The name of a value in the help, where it is not that of the kind."""
    keyword: str = ""
    """Its keyword in Python, where that is not its name in a plan file."""
    sources: tuple[str, ...] = ()
    """The kinds of sources it belongs to; empty where it belongs to every one."""
    formerly: tuple[str, ...] = ()
    """Names that it had before, which are still read."""
    former_words: Mapping[str, str] = field(default_factory=dict)
    """Words that it could be before, each with the one of today; they are still read
    under a former name."""

    def read(self, value: object, base: Path) -> object:
        """Read the value of a plan file."""
        return self._check(self.kind.read(value, base))

    def accept(self, value: object) -> object:
        """Take the value of a keyword in Python."""
        if value is self.default:  # what would check it need not be imported
            return value
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


class SettingWords(TypedDict, total=False):
    """The words of a declaration that may be left out; see `Setting`."""

    choices: Mapping[str, str]
    low: int | None
    methods: tuple[str, ...]
    options: tuple[str, ...]
    metavar: str
    keyword: str
    sources: tuple[str, ...]
    formerly: tuple[str, ...]
    former_words: Mapping[str, str]


def setting(
    kind: SettingKind,
    meaning: str,
    *,
    default: Default,
    **words: Unpack[SettingWords],
) -> Default:
    """Declare the setting that a field of a section is; see `Setting`.

    Example:
        >>> from diversa.setting_kind import WHOLE
        >>> @dataclass(frozen=True)
        ... class Drawing:
        ...     seed: int = setting(WHOLE, "What is drawn with.", default=0, low=0)
        >>> settings_of(Drawing)["seed"].meaning
        'What is drawn with.'
    """
    declared = Setting(default, kind, meaning, **words)
    return field(default=default, metadata={"setting": declared})


DECLARED: dict[type, Mapping[str, Setting]] = {}
"""The settings of the sections that were looked at so far."""


def settings_of(section: type) -> Mapping[str, Setting]:
    """The settings of a section by name, as they are declared."""
    if section not in DECLARED:
        DECLARED[section] = {
            part.name: part.metadata["setting"]
            for part in fields(section)
            if "setting" in part.metadata
        }
    return DECLARED[section]


NOTHING = (None, (), "")
"""Defaults that do not count as given."""


class SectionType(type):
    """The type of sections: it notes which settings a call names."""

    def __call__(cls, *values: object, **named: Any) -> Any:  # noqa: ANN401 - a section
        """Make a section, and tell it the names of the settings that are given."""
        if named.get("explicit") is None:
            ordered = [*settings_of(cls)][: len(values)]
            named["explicit"] = frozenset({*named, *ordered})
        return super().__call__(*values, **named)


@dataclass(frozen=True)
class Section(metaclass=SectionType):
    """A table of a plan: its fields are settings, and it knows which were given.

    A setting that is given counts as given even where its value is the default.

    Example:
        >>> from diversa.setting_kind import WHOLE
        >>> @dataclass(frozen=True)
        ... class Drawing(Section, name="drawing"):
        ...     seed: int = setting(WHOLE, "What is drawn with.", default=0, low=0)
        >>> Drawing().explicit_settings, Drawing(seed=0).explicit_settings
        ({}, {'seed': 0})
    """

    explicit: Annotated[frozenset[str] | None, UNWRITTEN] = field(
        default=None, kw_only=True, compare=False, repr=False
    )
    """The settings that were given; by default those that the call names."""

    _table: ClassVar[str]
    """Its name in a plan, for messages."""

    def __init_subclass__(cls, *, name: str) -> None:
        cls._table = name

    def __post_init__(self) -> None:
        named = self.explicit or frozenset()
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
