# SPDX-License-Identifier: Apache-2.0
"""Run a part of the suite on each Python of some versions that is there.

Run by `make pythons`: `pythons.py 3.12 3.13 -- TEST...`. A version is looked for on the
path and among those of pyenv; where it is absent, a line says so. That of this program
is left out: `make test` tries it. Each has a virtual environment of its own, such as
`.venv-3.12`, which is made anew when pyproject.toml changes.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PYPROJECT = ROOT / "pyproject.toml"
OWN = f"{sys.version_info.major}.{sys.version_info.minor}"
EXTRAS = ".[test,spark,studio,site]"


def answers(python: str) -> bool:
    """Whether a program runs; that of pyenv refuses a version that is not chosen."""
    return (
        subprocess.run([python, "-V"], capture_output=True, check=False).returncode == 0
    )


def python_of(version: str) -> str | None:
    """The program of a version; None where it is absent."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    programs = [shutil.which(f"python{version}")]
    programs += map(str, sorted(pyenv.glob(f"versions/{version}.*/bin/python")))
    return next((one for one in programs if one and answers(one)), None)


def ready(python: str, version: str) -> Path:
    """The Python of a virtual environment with all that the tests need."""
    folder = ROOT / f".venv-{version}"
    mark, own = folder / ".ready", folder / "bin" / "python"
    if not mark.exists() or mark.stat().st_mtime < PYPROJECT.stat().st_mtime:
        subprocess.run([python, "-m", "venv", "--clear", folder], check=True)
        install = ["install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([own, "-m", "pip", *install, "--upgrade", "pip"], check=True)
        subprocess.run(
            [own, "-m", "pip", *install, "--editable", EXTRAS], cwd=ROOT, check=True
        )
        mark.touch()
    return own


def main(words: list[str]) -> int:
    """Run the tests on every version; say which are absent."""
    between, failed = words.index("--"), 0
    for version in words[:between]:
        python = python_of(version)
        if version == OWN:
            python, state = None, "that of `make test`"
        else:
            state = python or "absent, not tried"
        sys.stdout.write(f"Python {version}: {state}\n")
        sys.stdout.flush()
        if python is not None:
            tests = [ready(python, version), "-m", "pytest", *words[between + 1 :]]
            failed |= subprocess.run(tests, cwd=ROOT, check=False).returncode
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
