# SPDX-License-Identifier: Apache-2.0
"""The studio: from a slider that moves to new numbers, and from an upload to counts.

Everything is processor time of the server. A slider: the plan is kept, and the page
Privacy asks the open table (a search, the danger before and after, attacks), in units
of the search alone. An upload: kept, its columns looked at, opened and counted, in
units of the command `diversa audit` on the same file. Ten users: their sliders at once,
all answered. The start: until the first request is answered, with the demo.

Run with `python -m benchmarks studio`; the data stands in `../shared/data/adult`, or
where DIVERSA_DATA says.
"""

from __future__ import annotations

import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from benchmarks.arguments import arguments
from benchmarks.record import note
from benchmarks.search import FOLDER
from diversa.data.examples import hospital, write_csv
from diversa.studio import new_projects, plans
from diversa.studio.security.permissions import LOCAL
from diversa.studio.settings import Settings
from diversa.studio.steps.measure import danger_of_table, forecast
from diversa.studio.studio import Studio
from diversa.studio.tables import search_words
from diversa.studio.visit import ProjectVisit, Visit

ADULT = FOLDER / "adult_30162.csv"
KNOWN = [
    "age",
    "workclass",
    "education",
    "marital-status",
    "race",
    "sex",
    "native-country",
    "salary-class",
]
SECRET = "occupation"
SIZES = (2, 3, 5, 8, 12, 20)
LARGE = 1_000_000
"""Rows of the large table."""


def spent(action: Callable[[], object]) -> float:
    """The processor time of something."""
    start = time.process_time()
    action()
    return time.process_time() - start


def command_seconds(*words: object) -> float:
    """The processor time of a command, from its start to its end."""
    before_it = os.times()
    command = [sys.executable, "-m", "diversa.cli.main", *map(str, words)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    used = os.times()
    return (
        used.children_user
        + used.children_system
        - before_it.children_user
        - before_it.children_system
    )


def chunks(path: Path) -> Iterator[bytes]:
    """The bytes of a file, as they would arrive."""
    with path.open("rb") as file:
        while chunk := file.read(1 << 20):
            yield chunk


def upload(studio: Studio, path: Path) -> str:
    """Make a project of a file."""
    return new_projects.create_from_upload(
        Visit(studio, LOCAL), name=path.stem, file_name=path.name, chunks=chunks(path)
    ).id


def sliders(studio: Studio, project: str, name: str) -> None:
    """Move a slider to several places."""

    def search(k: int) -> object:
        words = {"models": [f"k-anonymity:{k}"], "suppression": 0.02}
        return plans.ask(
            ProjectVisit(studio, LOCAL, project), lambda t: t.search(**words)
        )

    def slider(k: int) -> object:
        words = {"models": [f"k-anonymity:{k}"], "suppression": 0.02}
        plan = plans.change_plan(ProjectVisit(studio, LOCAL, project), **words)
        return plans.ask(
            ProjectVisit(studio, LOCAL, project),
            lambda t: (danger_of_table(t), forecast(t, **search_words(plan))),
        )

    slider(SIZES[0])
    alone = statistics.median(spent(lambda k=k: search(k)) for k in SIZES)
    moved = statistics.median(spent(lambda k=k: slider(k)) for k in SIZES)
    note("studio", f"{name}: a slider, in searches", moved / alone)
    print(
        f"{name}: a slider takes {1000 * moved:,.0f} ms, {moved / alone:.1f} × the"
        f" search alone ({1000 * alone:,.0f} ms)"
    )

    def together() -> None:
        with ThreadPoolExecutor(10) as pool:
            list(pool.map(slider, SIZES * 5))

    print(f"{name}: ten users, {1000 * spent(together) / 30:,.0f} ms a move, no error")


def main() -> None:
    """Print what everything takes."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure_start(folder)
        with Studio.start(Settings(folder / "studio")) as studio:
            project = upload(studio, ADULT)
            words = {"quasi_identifiers": KNOWN, "sensitive": SECRET}
            plans.change_plan(ProjectVisit(studio, LOCAL, project), **words)
            sliders(studio, project, "Adult")
            table = write_csv(hospital(rows=LARGE), folder / "large.csv")
            measure_upload(studio, table)


def measure_start(folder: Path) -> None:
    """How long it takes from the command to the first page, with the demo."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    words = ["studio", "--demo", "--no-browser", "--port", port, "--json"]
    command = [sys.executable, "-m", "diversa.cli.main", *words]
    begin = time.perf_counter()
    process = subprocess.Popen(
        [*command, "--folder", str(folder / "start")],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        while not page_of(f"http://127.0.0.1:{port}/"):
            time.sleep(0.02)
        seconds = time.perf_counter() - begin
        print(
            f"the first answer: {spent_by(process.pid):.1f} s of processor time after"
            f" the start, {seconds:.1f} s by the clock"
        )
    finally:
        process.terminate()
        process.wait()


def spent_by(process: int) -> float:
    """The processor time of a process that runs, on Linux."""
    facts = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(facts[11]) + int(facts[12])) / os.sysconf("SC_CLK_TCK")


def page_of(address: str) -> bool:
    """Whether a studio answers, also to somebody whom it does not know."""
    try:
        urlopen(address, timeout=10)
    except HTTPError:
        return True
    except URLError:
        return False
    return True


def measure_upload(studio: Studio, table: Path) -> None:
    """Upload a large table and count it; then move sliders on it."""
    known = ["zip", "born", "sex"]
    audited = command_seconds(
        "audit", table, "--qi", ",".join(known), "--sensitive", "condition"
    )
    made: list[str] = []

    def counted() -> None:
        made.append(upload(studio, table))
        words = {
            "quasi_identifiers": known,
            "sensitive": "condition",
            "identifiers": [],
        }
        plans.change_plan(ProjectVisit(studio, LOCAL, made[0]), keep=[], **words)
        plans.ask(ProjectVisit(studio, LOCAL, made[0]), lambda opened: opened.rows)

    taken = spent(counted)
    note("studio", f"{LARGE:,} rows uploaded and counted, in audits", taken / audited)
    print(
        f"{LARGE:,} rows: upload, look and count take {taken:.1f} s,"
        f" {taken / audited:.1f} × an audit of the file ({audited:.1f} s)"
    )
    sliders(studio, made[0], f"{LARGE:,} rows")


if __name__ == "__main__":
    arguments(__doc__)
    main()
