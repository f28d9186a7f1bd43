# SPDX-License-Identifier: Apache-2.0
"""Install the built wheel as a user would, plain and with each extra, and use it.

Run by `make package`: `fresh_installs.py DIST EXTRA...`. Every extra gets a fresh
environment outside the checkout, runs the demo there, and then what the extra is for.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

FRAME = """
import diversa, {library}
from diversa.data.examples import inpatients
table = {make}
release = diversa.anonymize(
    table, quasi_identifiers=["zip", "age"], sensitive="condition",
    models="k-anonymity:3",
)
assert type(release.frame) is type(table), type(release.frame)
assert release.audit.holds
"""

EXCEL = """
import openpyxl
from diversa.data.examples import inpatients
book = openpyxl.Workbook()
columns = inpatients()
book.active.append(list(columns))
for row in zip(*columns.values()):
    book.active.append([str(value) for value in row])
book.save("table.xlsx")
"""

STATISTICS = """
import pandas, pyreadstat
from diversa.data.examples import inpatients
pyreadstat.write_sav(pandas.DataFrame(inpatients()), "table.sav")
"""

POSTGRES = """
import psycopg
from diversa.engines.registry import ENGINES
assert "postgres" in ENGINES
"""

STUDIO = """
import http.client, subprocess, sys, time
server = subprocess.Popen(
    ["diversa", "studio", "--demo", "--no-browser", "--port", "8799", "--folder", "w"]
)
try:
    for _ in range(120):
        time.sleep(0.5)
        try:
            connection = http.client.HTTPConnection("127.0.0.1", 8799, timeout=5)
            connection.request("GET", "/")
            status = connection.getresponse().status
            break
        except OSError:
            pass
    assert status < 500, status
finally:
    server.terminate()
    server.wait(20)
"""

SPARK = """
import pyspark
from diversa.engines.registry import ENGINES
assert "spark" in ENGINES
"""

USES = {
    "plain": "",
    "arrow": FRAME.format(library="pyarrow", make="pyarrow.table(inpatients())"),
    "pandas": FRAME.format(library="pandas", make="pandas.DataFrame(inpatients())"),
    "polars": FRAME.format(library="polars", make="polars.DataFrame(inpatients())"),
    "excel": EXCEL,
    "stats": STATISTICS,
    "postgres": POSTGRES,
    "studio": STUDIO,
    "spark": SPARK,
}
"""A program for each extra, run in its environment."""

AUDITS = {"excel": "table.xlsx", "stats": "table.sav"}
"""Files that the program of an extra leaves to be audited."""

BESIDE = {
    ".gitignore",  # the build backend always adds it
    "CHANGELOG.md",
    "CITATION.cff",
    "LICENSE",
    "PKG-INFO",
    "README.md",
    "SECURITY.md",
    "pyproject.toml",
}
"""Files of the source archive beside the package."""


def check_contents(wheel: Path, source: Path) -> None:
    """Refuse a package that holds too much, lacks a file or has broken links."""
    package = Path(__file__).parents[2] / "src"
    files = {
        str(path.relative_to(package))
        for path in (package / "diversa").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (metadata,) = (name for name in names if name.endswith("/METADATA"))
        page = archive.read(metadata).decode()
    about = metadata.rpartition("/")[0]
    assert {name for name in names if not name.startswith(about)} == files
    with tarfile.open(source) as archive:
        inside = {name.partition("/")[2] for name in archive.getnames()}
    assert inside == BESIDE | {f"src/{name}" for name in files}, inside ^ files
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert links
    assert all(link.startswith("https://") for link in links), links


def run(*words: str | Path, folder: Path, path: Path) -> None:
    environment = {"PATH": f"{path}:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder)}
    subprocess.run(list(map(str, words)), cwd=folder, check=True, env=environment)


def try_extra(wheel: Path, extra: str) -> None:
    """Install the wheel with one extra and use it."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv.create(folder / "venv", with_pip=True)
        binaries = folder / "venv" / "bin"
        what = wheel if extra == "plain" else f"{wheel}[{extra}]"
        install = ("pip", "install", "--quiet", "--disable-pip-version-check")
        subprocess.run(
            [str(binaries / "python"), "-m", *install, str(what)], check=True
        )
        run("diversa", "demo", "--out", "demo", "--quiet", folder=folder, path=binaries)
        run("diversa", "audit", "demo/release", folder=folder, path=binaries)
        run("python", "-c", USES[extra], folder=folder, path=binaries)
        if extra in AUDITS:
            table = AUDITS[extra]
            words = ("audit", table, "--qi", "zip,age", "--sensitive", "condition")
            run("diversa", *words, folder=folder, path=binaries)
    sys.stdout.write(f"{extra}: installed, demo run\n")


def main() -> None:
    dist = Path(sys.argv[1]).resolve()
    (wheel,) = dist.glob("*.whl")
    (source,) = dist.glob("*.tar.gz")
    check_contents(wheel, source)
    for extra in sys.argv[2:]:
        try_extra(wheel, extra)
    sys.stdout.write(f"{len(sys.argv) - 2} passed, 0 failed\n")


if __name__ == "__main__":
    main()
