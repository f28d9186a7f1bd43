# SPDX-License-Identifier: Apache-2.0
"""Errors in the words of the command line: options instead of Python's keywords.

The library says `population: must be ...` or `first=True`; whoever types a command has
`--population` and `--first`. Keys of a plan keep their name beside the option:
`roles.quasi_identifiers (--qi): must be ...`.
"""

from __future__ import annotations

import re

import click

OTHER_NAMES = {"e": "height", "memory_limit": "memory"}
"""Keywords whose option is named otherwise."""

AT_START = re.compile(
    r"^(?P<key>(?:roles|privacy|search|people|output)\.)?(?P<word>\w+):", re.MULTILINE
)
"""A message that begins with the keyword, or the key of a plan, that it is about."""

ASSIGNED = re.compile(
    r"(?<![\w(.])(?P<word>[a-z_]+)=(?:True|(?P<no>False)|'(?P<value>[^']*)')?"
    r"(?=[\s,;)]|$)"
    r"|\((?P<only>[a-z_]+)='(?P<text>[^']*)'\)"
)
"""A keyword with its value, or without one: `first=True`, `memory='8GB'`, `key=`."""


def in_options(text: str, command: click.Command | None) -> str:
    """Name the options of a command in a message; its other words stay."""
    if command is None:
        return text
    options = {
        option.name: (option.opts[0], *option.secondary_opts)
        for option in command.params
        if isinstance(option, click.Option)
    }

    def option_of(word: str, *, no: bool = False) -> str | None:
        names = options.get(OTHER_NAMES.get(word, word), ())
        return next(iter(names[no:]), None)

    def at_start(match: re.Match[str]) -> str:
        option = option_of(match["word"])
        if option is None:
            return match[0]
        return f"{match[0][:-1]} ({option}):" if match["key"] else f"{option}:"

    def as_option(match: re.Match[str]) -> str:
        option = option_of(match["word"] or match["only"], no=bool(match["no"]))
        if option is None:
            return match[0]
        value = match["value"] or match["text"]
        said = f"{option} {value}" if value else option
        return f"({said})" if match["only"] else said

    return ASSIGNED.sub(as_option, AT_START.sub(at_start, text))
