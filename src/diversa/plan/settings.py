# SPDX-License-Identifier: Apache-2.0
"""All settings of a plan, by section.

A section is a dataclass whose fields are the declarations. What stands in none of them
is a table with a line for each column: `plan.column_tables`.
Nothing heavy is imported here: the help of the command line is made from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from diversa.data.read_options import ReadOptions
from diversa.data.roles import Roles
from diversa.data.write_options import WriteOptions
from diversa.plan.search_section import Search
from diversa.plan.sections import Linked, People, Privacy, ReportWords
from diversa.setting import Setting, settings_of
from diversa.setting_kind import FLAG

SECTIONS: dict[str, type] = {
    "roles": Roles,
    "people": People,
    "linked": Linked,
    "privacy": Privacy,
    "search": Search,
    "report": ReportWords,
    "reading": ReadOptions,
    "writing": WriteOptions,
}
"""The sections of a plan file. In Python, the settings of [reading] are the keywords of
`ReadOptions`, those of the others are keywords of `make_plan`."""


class Place(NamedTuple):
    """A setting and where it stands."""

    section: str
    """The table of a plan file."""
    name: str
    """The key there."""
    setting: Setting
    """The setting."""

    @property
    def key(self) -> str:
        """The setting as messages name it."""
        return f"{self.section}.{self.name}"

    @property
    def keyword(self) -> str:
        """Its keyword in Python."""
        return self.setting.keyword or self.name

    @property
    def switches_off(self) -> bool:
        """True if the option of the command line turns something off."""
        is_on = self.setting.kind is FLAG and self.setting.default is True
        return is_on and not self.is_two_way

    @property
    def is_two_way(self) -> bool:
        """True if one option says yes and another one says no."""
        return self.setting.kind is FLAG and len(self.setting.options) > 1

    @property
    def is_switch(self) -> bool:
        """True if the option of the command line takes no value."""
        open_word = self.setting.default is None and not self.is_two_way
        return self.setting.kind is FLAG and not open_word

    @property
    def options(self) -> tuple[str, ...]:
        """Its names on the command line."""
        word = f"no-{self.name}" if self.switches_off else self.name
        return self.setting.options or (f"--{word.replace('_', '-')}",)


def all_settings() -> Iterator[Place]:
    """Every setting of every section."""
    for section, declarations in SECTIONS.items():
        for name, setting in settings_of(declarations).items():
            yield Place(section, name, setting)
