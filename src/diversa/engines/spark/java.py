# SPDX-License-Identifier: Apache-2.0
"""The Java that Spark runs on: whether it is there, and how to get it.

Nothing of Spark is imported here, so that `diversa engines` stays quick.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path

LEAST = 17
"""The oldest Java that Spark 4 runs on."""

VERSION = re.compile(r'^JAVA_VERSION="(?:1\.)?(\d+)', re.MULTILINE)
"""The version of Java in its file `release`; that of Java 8 is "1.8.0"."""

HOW = (
    f"install Java {LEAST} or newer (Debian: apt-get install openjdk-17-jre-headless),"
    " or set JAVA_HOME to where it is"
)
"""Advice on how to get Java."""


def java_home() -> Path | None:
    """The folder of Java: JAVA_HOME, else that of the one that a shell would find."""
    home = os.environ.get("JAVA_HOME")
    if home:
        folder = Path(home)
        return folder if (folder / "bin" / "java").is_file() else None
    program = shutil.which("java")
    return None if program is None else Path(program).resolve().parents[1]


def version_in(text: str) -> int | None:
    """The version that the file `release` of a Java names.

    >>> version_in('JAVA_VERSION="17.0.15"'), version_in('JAVA_VERSION="1.8.0_401"')
    (17, 8)
    """
    version = VERSION.search(text)
    return None if version is None else int(version[1])


def java_version(home: Path) -> int | None:
    """The version of a Java; None where it does not say."""
    release = home / "release"
    if not release.is_file():
        return None
    return version_in(release.read_text(encoding="utf-8", errors="replace"))


def lacking_java() -> str | None:
    """The fault of the Java of this machine; None where it works."""
    home = java_home()
    if home is None:
        return f"there is no Java; {HOW}"
    version = java_version(home)
    if version is not None and version < LEAST:
        return f"Java {version} is too old; {HOW}"
    return None
