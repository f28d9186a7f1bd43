# SPDX-License-Identifier: Apache-2.0
"""Programs that stand in a page carry its nonce; a browser runs no other ones.

The template of NiceGUI is changed before anything is filled in: a `<script>` that a
text smuggles into a page has no nonce.
"""

from __future__ import annotations

import re

from jinja2 import Environment
from jinja2.ext import Extension
from nicegui.client import templates

SCRIPT = re.compile(r"<script(?=[\s>])")
"""The beginning of a program."""


class Nonces(Extension):
    """Gives every program of a template the nonce of its request."""

    def preprocess(
        self, source: str, name: str | None, filename: str | None = None
    ) -> str:
        """The text of a template, with the places for the nonce."""
        del name, filename
        return SCRIPT.sub('<script nonce="{{ request.state.nonce }}"', source)


def add_nonces(environment: Environment = templates.env) -> None:
    """Let the pages of NiceGUI carry nonces."""
    environment.add_extension(Nonces)
    if environment.cache is not None:
        environment.cache.clear()
