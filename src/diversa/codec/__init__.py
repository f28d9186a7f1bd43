# SPDX-License-Identifier: Apache-2.0
"""Dataclasses to JSON, JSON to dataclasses, and the JSON Schema of both.

A file of ours is a dataclass: its hints say what every key must be, and `Must` and `As`
in `Annotated` say more. The forms of a class (`codec.forms`) are put together once,
when it is first read or written (`codec.hints`).

- A field at its default is left out of the JSON, unless it is marked `ALWAYS`; one that
  is marked `REQUIRED` must be in the JSON that is read, too.
- A key that no field has is not read, unless a field is marked `REST`: it takes them.
- A key that had another name before is read by that name too (`FormerNames`).
- Keys are written in the order of the fields, unless a mark says `After` which key. A
  property with this mark is written, too; what a file says there must follow from the
  rest. A field that is marked `UNWRITTEN` is in no file.
- `RULE` of a class is a `Must` for the whole object, once every part is read.
"""

from __future__ import annotations

from diversa.codec.hints import form_of as form_of
from diversa.codec.hints import from_json as from_json
from diversa.codec.hints import schema_of as schema_of
from diversa.codec.hints import to_json as to_json
from diversa.codec.json_text import json_from_text as json_from_text
from diversa.codec.json_text import json_to_text as json_to_text
from diversa.codec.marks import ALWAYS as ALWAYS
from diversa.codec.marks import REQUIRED as REQUIRED
from diversa.codec.marks import REST as REST
from diversa.codec.marks import UNWRITTEN as UNWRITTEN
from diversa.codec.marks import After as After
from diversa.codec.marks import As as As
from diversa.codec.marks import FormerNames as FormerNames
from diversa.codec.marks import Must as Must
