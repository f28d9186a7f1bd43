# SPDX-License-Identifier: Apache-2.0
"""Writing of texts as whole files; earlier files stay until all are written.

They hold nothing secret: pages, pictures and tables of numbers.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from diversa.files.locks import hidden_prefix, try_lock
from diversa.files.secret_files import HiddenFile, sweep_files
from diversa.files.signals import delay_signals


def write_whole(texts: Mapping[Path, str]) -> None:
    """Write whole files; existing ones are replaced.

    Each is written beside its place under a hidden name, which the next run removes
    if this one is killed. None appears before all are written.

    A link leads to the file that is replaced; a terminal is written to as it is.
    """
    places = {path.resolve(): text for path, text in texts.items()}
    files = {
        place: text
        for place, text in places.items()
        if place.is_file() or not place.exists()
    }
    staged: list[HiddenFile] = []
    try:
        for place, text in files.items():
            sweep_files(place)
            with delay_signals():
                staged.append(stage(place, text))
        with delay_signals():
            for file in staged:
                file.replace()
    finally:
        for file in staged:
            file.discard()
    for place in places.keys() - files.keys():
        place.write_text(places[place], encoding="utf-8")


def stage(place: Path, text: str) -> HiddenFile:
    """Write a text beside its place, under a hidden name that is locked."""
    handle, name = tempfile.mkstemp(prefix=hidden_prefix(place), dir=place.parent)
    staged = HiddenFile(Path(name), place, handle)
    try:
        try_lock(handle)
        with os.fdopen(os.dup(handle), "w", encoding="utf-8") as file:
            file.write(text)
        staged.file.chmod(0o644)
    except BaseException:
        staged.discard()
        raise
    return staged
