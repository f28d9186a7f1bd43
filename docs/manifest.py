# SPDX-License-Identifier: Apache-2.0
"""Write docs/manifest.md and docs/static/schema.json from the record's classes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from diversa.codec import json_to_text, schema_of
from diversa.record.record import Record

DOCS = Path(__file__).parent

HEAD = """\
# The manifest

Made from the declarations in `src/diversa/record/` by `make docs`. `manifest.json` is
what a release says of itself: what was promised, how it was reached, what the audit
found. It holds no raw value, no folder and no time. Other programs read it by these
keys; keys that are not listed may come with later versions.
[schema.json](static/schema.json) says the same for programs (JSON Schema 2020-12).
In Python it is an object:

```python
>>> from pathlib import Path
>>> from diversa.record.record import Record
>>> record = Record.read(Path("tests/record/fixtures/full-domain"))
>>> record.rows_out, record.audit.verdict.value, record.evidence.risk.after.unique_share
(40, 'holds', 0.0)

```

A key in brackets need not be there; one that is crossed out is the name that a key had
before, which is still read. Nothing of a manifest is believed: `diversa audit` counts
the files anew.
"""

NAMES = {"$ref": "object", "anyOf": "one of several", "enum": "word"}
"""What a key is whose schema has no type."""


def schema() -> dict[str, Any]:
    """The schema of a manifest."""
    made = schema_of(Record)
    return {**made, "title": "Manifest of a release of Diversa"}


def kind_of(part: dict[str, Any]) -> str:
    """What a key must be, in a few words.

    >>> kind_of({"type": "array", "items": {"type": "string"}})
    'list of texts'
    """
    words = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    if "$ref" in part:
        name = part["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "enum" in part:
        return " or ".join(f"`{word}`" for word in part["enum"])
    if "anyOf" in part:
        return " or ".join(map(kind_of, part["anyOf"]))
    kind = part.get("type", "anything")
    if isinstance(kind, list):
        return " or ".join(words.get(one, one) for one in kind)
    if kind == "array":
        members = part.get("prefixItems") or [part.get("items", {})]
        several = ", ".join(map(kind_of, members))
        return f"list of {several}" + ("s" if several in words.values() else "")
    if kind == "object" and isinstance(part.get("additionalProperties"), dict):
        return f"name to {kind_of(part['additionalProperties'])}"
    return words.get(kind, kind)


def row(name: str, part: dict[str, Any], *, required: bool) -> str:
    """The line of a key."""
    shown = f"`{name}`" if required else f"[`{name}`]"
    if part.get("deprecated"):
        shown = f"~~`{name}`~~"
    return f"| {shown} | {part.get('description', '')} | {kind_of(part)} |"


def section(name: str, part: dict[str, Any]) -> str:
    """The keys of one object."""
    needed = {*part["required"]} | {
        one["anyOf"][0]["required"][0] for one in part.get("allOf", ())
    }
    lines = [
        row(key, value, required=key in needed)
        for key, value in part["properties"].items()
    ]
    if not lines:
        return f"## {name}\n\n{part['description']}\n"
    head = "| key | what it says | what it is |\n|---|---|---|"
    return "\n".join([f"## {name}\n\n{part['description']}\n", head, *lines, ""])


def page() -> str:
    """The whole page."""
    parts = schema()["$defs"]
    return "\n".join([HEAD, *(section(name, part) for name, part in parts.items())])


def text() -> str:
    """The schema as a file."""
    return json_to_text(schema(), indent=2) + "\n"


if __name__ == "__main__":
    for file, content in {
        DOCS / "manifest.md": page(),
        DOCS / "static" / "schema.json": text(),
    }.items():
        file.write_text(content, encoding="utf-8")
        sys.stdout.write(f"{file}\n")
